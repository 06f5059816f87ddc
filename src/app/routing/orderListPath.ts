/**
 * Returns the company and view of an order list's path, or undefined for other paths. The case of letters in the path
 * does not matter.
 */
export const parseOrderListPath = (
  pathname: string,
): { companyId: number; view: "open" | "summary" | "medium" } | undefined => {
  const [, companyId, tail = ""] = /^\/company\/(\d{1,10})(\/dashboard\/(?:medium)?summury)?\/?$/i.exec(pathname) ?? [];
  if (!companyId) return undefined;
  const view = !tail ? "open" : /medium/i.test(tail) ? "medium" : "summary";
  return { companyId: Number(companyId), view };
};
