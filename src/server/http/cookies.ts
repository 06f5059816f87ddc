import type { CookieSerializeOptions } from "@fastify/cookie";
import type { FastifyReply } from "fastify";

const LIFE_SECONDS = 30 * 86_400;

/**
 * Returns the name of the refresh-token cookie. The prefix `__Host-`, which requires HTTPS, restricts the cookie
 * to this host.
 */
const cookieName = (isSecure: boolean): string => (isSecure ? "__Host-refresh" : "refresh");

const optionsOf = (isSecure: boolean): CookieSerializeOptions => ({
  path: "/",
  httpOnly: true,
  sameSite: "strict",
  secure: isSecure,
});

/** Sets the cookie with the refresh token. Scripts in the browser cannot read the cookie. */
export const setRefreshCookie = (reply: FastifyReply, token: string, isSecure: boolean): void => {
  reply.setCookie(cookieName(isSecure), token, { ...optionsOf(isSecure), maxAge: LIFE_SECONDS });
};

export const clearRefreshCookie = (reply: FastifyReply, isSecure: boolean): void => {
  reply.setCookie(cookieName(isSecure), "", { ...optionsOf(isSecure), maxAge: 0 });
};

/** Returns the refresh token from the cookies of a request. */
export const readRefreshCookie = (
  cookies: Readonly<Record<string, string | undefined>>,
  isSecure: boolean,
): string | undefined => cookies[cookieName(isSecure)] || undefined;
