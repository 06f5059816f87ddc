/** Host name or IP address with an optional port, as in a Host header. */
const HOST = /^(?:[a-z\d](?:[a-z\d.-]*[a-z\d])?|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** Returns the origin of a request, or the fallback when the Host header is malformed. */
export const originOf = (
  { host, isSecure }: { readonly host: string; readonly isSecure: boolean },
  fallback: string,
): string => {
  const text = `${isSecure ? "https" : "http"}://${host}`;
  return HOST.test(host) && URL.canParse(text) ? new URL(text).origin : fallback;
};
