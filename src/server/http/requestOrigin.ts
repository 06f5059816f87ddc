import type { Config } from "../config.ts";

/** Host name or IP address with an optional port, as in a Host header. */
const HOST = /^(?:[a-z\d](?:[a-z\d.-]*[a-z\d])?|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/**
 * Returns the origin of this server as browsers address it: the configured origin, or else the origin of the request.
 * Returns localhost for a malformed Host header.
 */
export const publicOriginOf = (
  { publicUrl, port }: Pick<Config, "publicUrl" | "port">,
  { host, isSecure }: { readonly host: string; readonly isSecure: boolean },
): string => {
  if (publicUrl) return publicUrl;
  const text = `${isSecure ? "https" : "http"}://${host}`;
  return HOST.test(host) && URL.canParse(text) ? new URL(text).origin : `http://localhost:${port}`;
};
