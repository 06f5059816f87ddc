/** Returns the stock item id from a query string, or undefined. */
export const readStockItemId = (search: string): number | undefined => {
  const text = new URLSearchParams(search).get("stockItem") ?? "";
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
};
