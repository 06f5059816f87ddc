/** Returns the id in a parameter of a query string, or undefined if there is no valid id. */
export const readIdParameter = (search: string, name: string): number | undefined => {
  const text = new URLSearchParams(search).get(name) ?? "";
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
};
