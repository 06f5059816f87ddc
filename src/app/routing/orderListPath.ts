/**
 * Returns the company and the view of an order list path, regardless of the case of the path. Returns undefined for any
 * other path.
 */
export const parseOrderListPath = (
  pathname: string,
): { companyId: number; view: "open" | "summary" | "medium" } | undefined => {
  const [, companyId, tail = ""] = /^\/company\/(\d{1,10})(\/dashboard\/(?:medium)?summury)?\/?$/i.exec(pathname) ?? [];
  if (!companyId) return undefined;
  const view = !tail ? "open" : /medium/i.test(tail) ? "medium" : "summary";
  return { companyId: Number(companyId), view };
};
