import type { SessionEnd } from "#machines/session/session.machine.ts";
import type { TokenAnswer } from "#machines/session/tokenAnswer.ts";

/** Signed-in user in local storage. All tabs share this record. */
export interface SessionRecord {
  /** Expiry time of the access token by the computer's clock, ms since 1970. */
  readonly expiry: number;
  readonly roles: string;
  readonly userId: string;
  readonly userName: string;
  /** Refresh token. It is present only if the server expects it in request bodies. */
  readonly refresh_token?: string;
}

/** Access token of this tab, stored so that it survives a reload. `expiry` is in ms since 1970. */
export interface TabToken {
  readonly token: string;
  readonly expiry: number;
}

/** Local storage key of the record of the signed-in user. */
export const RECORD = "session";
const TAB_TOKEN = "token";
const PENDING_SIGN_OUT = "signOut";
/** Prefix of the local storage keys for the unsent entries of inventories. */
export const COUNT_PREFIX = "count:";
/** Prefix of the local storage keys for the unsent writes of outboxes. */
export const OUTBOX_PREFIX = "outbox:";
/** Prefixes of the unsent work of users. Unsent work survives a sign-out, and is sent when its user signs in again. */
const UNSENT_PREFIXES = [COUNT_PREFIX, OUTBOX_PREFIX];

const parse = (text: string | null): Record<string, unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(text ?? "");
    return typeof value === "object" && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
};

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const numberOf = (value: unknown): number => (typeof value === "number" && Number.isFinite(value) ? value : 0);

/** Returns the record of the signed-in user, or undefined if no user is signed in. */
export const readRecord = (): SessionRecord | undefined => {
  const found = parse(localStorage.getItem(RECORD));
  if (found === undefined) return undefined;
  const refreshToken = textOf(found["refresh_token"]);
  return {
    expiry: numberOf(found["expiry"]),
    roles: textOf(found["roles"]),
    userId: textOf(found["userId"]),
    userName: textOf(found["userName"]),
    ...(refreshToken === "" ? {} : { refresh_token: refreshToken }),
  };
};

/**
 * Stores the answer to a token request: the access token for this tab, and the signed-in user for all tabs. The
 * known user is kept if the answer names none.
 */
export const storeTokenAnswer = (answer: TokenAnswer, now: number): void => {
  const expiry = Math.round(now + answer.lifeMs);
  const before = readRecord();
  const record: SessionRecord = {
    expiry,
    roles: answer.roles,
    userId: answer.userId || (before?.userId ?? ""),
    userName: answer.userName || (before?.userName ?? ""),
    ...(answer.refreshToken === "" ? {} : { refresh_token: answer.refreshToken }),
  };
  localStorage.setItem(RECORD, JSON.stringify(record));
  storeTabToken({ token: answer.token, expiry });
};

/** Stores the access token, so that it survives a reload of this tab. `undefined` removes the token. */
export const storeTabToken = (tabToken: TabToken | undefined): void => {
  if (tabToken === undefined) sessionStorage.removeItem(TAB_TOKEN);
  else sessionStorage.setItem(TAB_TOKEN, JSON.stringify({ ...tabToken, userId: readRecord()?.userId }));
};

/**
 * Returns the access token that was stored before a reload. Returns undefined if there is none, or if another user has
 * signed in since then.
 */
export const readTabToken = (): TabToken | undefined => {
  const found = parse(sessionStorage.getItem(TAB_TOKEN));
  const token = textOf(found?.["token"]);
  if (token === "" || found?.["userId"] !== readRecord()?.userId) return undefined;
  return { token, expiry: numberOf(found?.["expiry"]) };
};

/**
 * Clears local storage except for the mark of an unconfirmed sign-out and the unsent work of users. The other tabs
 * notice the change and sign out too; the first storage event that they receive contains the reason.
 */
export const clearStorage = (end: SessionEnd): void => {
  localStorage.setItem(RECORD, end);
  for (const key of Object.keys(localStorage))
    if (key !== PENDING_SIGN_OUT && !UNSENT_PREFIXES.some((prefix) => key.startsWith(prefix)))
      localStorage.removeItem(key);
};

/** Stores a mark that the server has not confirmed the sign-out. */
export const markSignOutPending = (): void => localStorage.setItem(PENDING_SIGN_OUT, "1");

/** Returns true if the server has not confirmed a sign-out yet. */
export const isSignOutPending = (): boolean => localStorage.getItem(PENDING_SIGN_OUT) !== null;

/** Deletes the mark of an unconfirmed sign-out. */
export const clearPendingSignOut = (): void => localStorage.removeItem(PENDING_SIGN_OUT);
