import { findSession } from "../http/authorize.ts";
import { clearedCookie, readRefreshCookie, refreshCookie } from "../http/cookies.ts";
import { alone, type Call, type Handlers } from "../http/handlerTypes.ts";
import { checkSameOrigin } from "../http/sameOrigin.ts";
import { setPassword } from "../services/accounts/passwordLinks.ts";
import { type Grant, refreshSession, revokeByRefresh, revokeSession, signIn } from "../services/session/sessions.ts";
import { SignInRefused } from "../services/shared/domainErrors.ts";

type AnyCall = Call<"signIn"> | Call<"refreshToken"> | Call<"signOut">;

/** The tokens as the caller wants them: the refresh token in the body or in a cookie that no script can read. */
const handOut = (call: AnyCall, grant: Grant, inBody: boolean) => {
  if (!inBody) call.reply.header("set-cookie", refreshCookie(grant.refresh, call.isSecure));
  return {
    access_token: grant.access,
    refresh_token: inBody ? grant.refresh : "",
    expires_in: call.tokens.accessTtl,
    roles: grant.roles,
    userId: grant.userId,
    userName: grant.userName,
  };
};

const textOf = (header: string | string[] | undefined): string => (typeof header === "string" ? header : "");

/** Signing in and out, and tokens. */
export const sessionOperations = {
  signIn: alone(async (call) => {
    checkSameOrigin(call.headers, call.host);
    const { userName, password, tokenIn } = call.body;
    const device = { userAgent: textOf(call.headers["user-agent"]).slice(0, 500), address: call.address };
    return handOut(call, await signIn(call.db, call.tokens, { userName, password }, device), tokenIn === "body");
  }),

  refreshToken: alone(async (call) => {
    const inBody = Boolean(call.body.refresh_token);
    if (!inBody) checkSameOrigin(call.headers, call.host);
    const token = call.body.refresh_token || readRefreshCookie(call.headers["cookie"], call.isSecure);
    if (!token) throw new SignInRefused("Вы не вошли или сеанс закончился.");
    return handOut(call, await refreshSession(call.db, call.tokens, token), inBody);
  }),

  signOut: alone(async (call) => {
    const sessionId = await findSession(call.tokens.readPastAccess, call.headers["authorization"]);
    const cookie = readRefreshCookie(call.headers["cookie"], call.isSecure);
    if (cookie) checkSameOrigin(call.headers, call.host);
    if (sessionId) await revokeSession(call.db, sessionId);
    if (cookie) await revokeByRefresh(call.db, cookie);
    call.reply.header("set-cookie", clearedCookie(call.isSecure));
    return undefined;
  }),

  setPassword: async (call) => {
    await setPassword(call.db, call.body.token, call.body.password);
    return undefined;
  },
} satisfies Pick<Handlers, "signIn" | "refreshToken" | "signOut" | "setPassword">;
