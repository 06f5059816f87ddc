import type { TokenAnswer } from "#machines/session/tokenAnswer.ts";

/** Who is signed in, as local storage keeps it for every tab. */
export interface SessionRecord {
  /** End of the access token by the clock on the wall, milliseconds. */
  readonly expiry: number;
  readonly roles: string;
  readonly userId: string;
  readonly userName: string;
  /** Only for a server that wants the refresh token in the body. */
  readonly refresh_token?: string;
}

/** The access token of this tab, found again after a reload. */
export interface TabToken {
  readonly token: string;
  readonly expiry: number;
}

/** Name of the record in local storage. */
export const RECORD = "session";
const TAB_TOKEN = "token";
const OWED = "signOut";

const parse = (text: string | null): Record<string, unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(text ?? "");
    return typeof value === "object" && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
};

const word = (value: unknown): string => (typeof value === "string" ? value : "");
const moment = (value: unknown): number => (typeof value === "number" && Number.isFinite(value) ? value : 0);

/** The record of who is signed in; none when nobody is. */
export const readRecord = (): SessionRecord | undefined => {
  const found = parse(localStorage.getItem(RECORD));
  if (found === undefined) return undefined;
  const refreshToken = word(found["refresh_token"]);
  return {
    expiry: moment(found["expiry"]),
    roles: word(found["roles"]),
    userId: word(found["userId"]),
    userName: word(found["userName"]),
    ...(refreshToken === "" ? {} : { refresh_token: refreshToken }),
  };
};

/** Keeps a token answer: the token for this tab alone, who is signed in for all tabs. */
export const keepAnswer = (answer: TokenAnswer, now: number): void => {
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
  keepTabToken({ token: answer.token, expiry });
};

/** Keeps the access token for a reload of this tab, with whose it is; nothing forgets it. */
export const keepTabToken = (kept: TabToken | undefined): void => {
  if (kept === undefined) sessionStorage.removeItem(TAB_TOKEN);
  else sessionStorage.setItem(TAB_TOKEN, JSON.stringify({ ...kept, userId: readRecord()?.userId }));
};

/** The access token that this tab had before its reload; none where somebody else has signed in since. */
export const readTabToken = (): TabToken | undefined => {
  const found = parse(sessionStorage.getItem(TAB_TOKEN));
  const token = word(found?.["token"]);
  if (token === "" || found?.["userId"] !== readRecord()?.userId) return undefined;
  return { token, expiry: moment(found?.["expiry"]) };
};

/** Forgets all that local storage keeps, but for a log-out that the server has still to hear of: other tabs forget at the same time. */
export const forgetAll = (): void => {
  for (const key of Object.keys(localStorage)) if (key !== OWED) localStorage.removeItem(key);
};

/** Keeps in mind that the server has still to hear of a log-out. */
export const markSignOutPending = (): void => localStorage.setItem(OWED, "1");

/** Whether the server has still to hear of a log-out. */
export const isSignOutPending = (): boolean => localStorage.getItem(OWED) !== null;

/** The server has heard of the log-out. */
export const clearPendingSignOut = (): void => localStorage.removeItem(OWED);
