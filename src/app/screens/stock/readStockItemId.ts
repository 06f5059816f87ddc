/** Returns the stock item id in a query string, or undefined if there is no valid id. */
export const readStockItemId = (search: string): number | undefined => {
  const text = new URLSearchParams(search).get("stockItem") ?? "";
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
};
