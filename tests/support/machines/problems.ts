/** Returns the body of an error answer as this product's server sends it. */
export const problemOf = (status: number, message: string) => ({
  type: "about:blank",
  title: "Error",
  status,
  detail: message,
  message,
  traceId: "trace-1",
});
