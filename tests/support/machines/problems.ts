/** Returns the body of an error response in the format of the real server. */
export const problemOf = (status: number, message: string) => ({
  type: "about:blank",
  title: "Error",
  status,
  detail: message,
  message,
  traceId: "trace-1",
});
