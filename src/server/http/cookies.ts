const LIFE_DAYS = 30;

/** Name of the cookie that carries the refresh token; the prefix ties it to this host over https. */
const cookieName = (isSecure: boolean): string => (isSecure ? "__Host-refresh" : "refresh");

const attributes = (isSecure: boolean): string => `Path=/; HttpOnly; SameSite=Strict${isSecure ? "; Secure" : ""}`;

/** The Set-Cookie header that hands out a refresh token. */
export const refreshCookie = (token: string, isSecure: boolean): string =>
  `${cookieName(isSecure)}=${token}; Max-Age=${LIFE_DAYS * 86400}; ${attributes(isSecure)}`;

/** The Set-Cookie header that takes the refresh token back. */
export const clearedCookie = (isSecure: boolean): string =>
  `${cookieName(isSecure)}=; Max-Age=0; ${attributes(isSecure)}`;

/** The refresh token that the Cookie header of a request carries. */
export const readRefreshCookie = (header: unknown, isSecure: boolean): string | undefined => {
  const prefix = `${cookieName(isSecure)}=`;
  const pairs = String(header ?? "").split(/;\s*/);
  return pairs.find((pair) => pair.startsWith(prefix))?.slice(prefix.length) || undefined;
};
