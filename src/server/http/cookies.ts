import type { CookieSerializeOptions } from "@fastify/cookie";
import type { FastifyReply } from "fastify";
import { DEVICE_DAYS } from "../services/session/devices.ts";

const DAY_SECONDS = 86_400;
const LIFE_SECONDS = 30 * DAY_SECONDS;

/** Returns the name of a cookie. Over HTTPS it has the prefix `__Host-`, which restricts the cookie to this host. */
const cookieName = (isSecure: boolean, name = "refresh"): string => (isSecure ? `__Host-${name}` : name);

const optionsOf = (isSecure: boolean): CookieSerializeOptions => ({
  path: "/",
  httpOnly: true,
  sameSite: "strict",
  secure: isSecure,
});

/** Sets the cookie that contains the refresh token. Scripts in the browser cannot read the cookie. */
export const setRefreshCookie = (reply: FastifyReply, token: string, isSecure: boolean): void => {
  reply.setCookie(cookieName(isSecure), token, { ...optionsOf(isSecure), maxAge: LIFE_SECONDS });
};

export const clearRefreshCookie = (reply: FastifyReply, isSecure: boolean): void => {
  reply.setCookie(cookieName(isSecure), "", { ...optionsOf(isSecure), maxAge: 0 });
};

/** Returns the refresh token from the cookies of a request, or undefined if there is none. */
export const readRefreshCookie = (
  cookies: Readonly<Record<string, string | undefined>>,
  isSecure: boolean,
): string | undefined => cookies[cookieName(isSecure)] || undefined;

/** Sets the device cookie. With this cookie the server recognises the browser at the next sign-in. */
export const setDeviceCookie = (reply: FastifyReply, key: string, isSecure: boolean): void => {
  reply.setCookie(cookieName(isSecure, "device"), key, { ...optionsOf(isSecure), maxAge: DEVICE_DAYS * DAY_SECONDS });
};

/** Returns the value of the device cookie of a request, or undefined if there is none. */
export const readDeviceCookie = (
  cookies: Readonly<Record<string, string | undefined>>,
  isSecure: boolean,
): string | undefined => cookies[cookieName(isSecure, "device")] || undefined;
