/** The stock item that a query string names; undefined for none. */
export const readStockItem = (search: string): number | undefined => {
  const text = new URLSearchParams(search).get("stockItem") ?? "";
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
};
