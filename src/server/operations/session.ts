import { randomBytes } from "node:crypto";
import { findSession } from "../http/authorize.ts";
import {
  clearRefreshCookie,
  readDeviceCookie,
  readRefreshCookie,
  setDeviceCookie,
  setRefreshCookie,
} from "../http/cookies.ts";
import { type Call, type Handlers, withOwnTransactions } from "../http/handlerTypes.ts";
import { checkSameOrigin } from "../http/sameOrigin.ts";
import { setPasswordByLink } from "../services/companies/oneTimeLinks.ts";
import type { Device } from "../services/session/devices.ts";
import {
  type Grant,
  refreshSession,
  revokeSession,
  revokeSessionOfRefresh,
  signIn,
} from "../services/session/sessions.ts";
import { SignInRefused } from "../services/shared/domainErrors.ts";
import { acceptCode, isCodeNeeded } from "../services/twoFactor/twoFactor.ts";

type AnyCall = Call<"signIn"> | Call<"refreshToken"> | Call<"signOut">;

/**
 * Returns the tokens of a session for the response body. If `inBody` is false, sets a cookie with the refresh token,
 * which scripts cannot read, and leaves the refresh token in the body empty.
 */
const toTokens = (call: AnyCall, grant: Grant, inBody: boolean) => {
  if (!inBody) setRefreshCookie(call.http.reply, grant.refresh, call.http.isSecure);
  return {
    access_token: grant.access,
    refresh_token: inBody ? grant.refresh : "",
    expires_in: call.app.tokens.accessTtl,
    roles: grant.roles,
    userId: grant.userId,
    userName: grant.userName,
  };
};

const textOf = (header: string | string[] | undefined): string => (typeof header === "string" ? header : "");

const deviceOf = ({ http }: Call<"signIn">, isProgram: boolean): Device => {
  const userAgent = textOf(http.headers["user-agent"]).slice(0, 500);
  const cookie = readDeviceCookie(http.cookies, http.isSecure);
  const key = cookie ?? (isProgram ? `${userAgent} ${http.address}` : randomBytes(16).toString("base64url"));
  return { userAgent, address: http.address, key };
};

/** Handlers that sign users in and out, refresh their tokens, and set a password by a one-time link. */
export const sessionOperations = {
  signIn: withOwnTransactions(async (call) => {
    checkSameOrigin(call.http.headers, call.http.host);
    const { userName, password, code, tokenIn } = call.body;
    const inBody = tokenIn === "body";
    const device = deviceOf(call, inBody);
    const secondFactor = {
      isNeeded: (userId: number) => isCodeNeeded(call.db, userId),
      accept: (userId: number, given: string) => acceptCode(call.db, userId, given, call.app.config.totpKey),
    };
    const grant = await signIn(call.db, call.app.tokens, { userName, password, code }, { device, secondFactor });
    const tokens = toTokens(call, grant, inBody);
    if (!inBody) setDeviceCookie(call.http.reply, device.key, call.http.isSecure);
    return tokens;
  }),

  refreshToken: withOwnTransactions(async (call) => {
    const inBody = Boolean(call.body.refresh_token);
    if (!inBody) checkSameOrigin(call.http.headers, call.http.host);
    const token = call.body.refresh_token || readRefreshCookie(call.http.cookies, call.http.isSecure);
    if (!token) throw new SignInRefused("Вы не вошли или сеанс закончился.");
    return toTokens(call, await refreshSession(call.db, call.app.tokens, token), inBody);
  }),

  signOut: withOwnTransactions(async (call) => {
    const sessionId = await findSession(call.app.tokens.readPastAccess, call.http.headers["authorization"]);
    const cookie = readRefreshCookie(call.http.cookies, call.http.isSecure);
    if (cookie) checkSameOrigin(call.http.headers, call.http.host);
    if (sessionId) await revokeSession(call.db, sessionId);
    if (cookie) await revokeSessionOfRefresh(call.db, cookie);
    clearRefreshCookie(call.http.reply, call.http.isSecure);
    return undefined;
  }),

  setPassword: async (call) => {
    await setPasswordByLink(call.db, call.body.token, call.body.password);
    return undefined;
  },
} satisfies Pick<Handlers, "signIn" | "refreshToken" | "signOut" | "setPassword">;
