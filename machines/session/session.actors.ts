import { fromPromise } from "xstate";
import type { AppConfig } from "./config.ts";
import type { Refreshed } from "./session.machine.ts";
import { sendSignOut } from "./signOut.ts";
import { withTimeLimit } from "./timeLimit.ts";
import { readTokenAnswer, type TokenAnswer } from "./tokenAnswer.ts";
import type { TokenVault } from "./tokenVault.ts";

/** Dependencies of the session actors. */
export interface SessionParts {
  readonly config: AppConfig;
  readonly vault: TokenVault;
  readonly transport: (request: Request) => Promise<Response>;
  /** Returns the refresh token for request bodies. Returns an empty string if the token is in a cookie. */
  readonly refreshToken: () => string;
  /**
   * Returns the server's answer to the token refresh that the script in the page's head requested. Returns undefined if
   * the script requested no refresh, and for every later call.
   */
  readonly takeEarlyAnswer: () => Promise<unknown> | undefined;
  /** Stores the refreshed token for the next page load and sends it to the other tabs. */
  readonly publish: (answer: TokenAnswer) => void;
  /** Returns true if another tab of this browser now has the session of a different user. */
  readonly isReplaced: () => boolean;
  /** Runs `work` under a lock that all tabs share, so that only one tab at a time refreshes the token. */
  readonly exclusively: <T>(signal: AbortSignal, work: () => Promise<T>) => Promise<T>;
}

const SESSION_ENDED: readonly number[] = [400, 401, 419];

const post = (parts: SessionParts, path: string, body: unknown, token?: string): Request =>
  new Request(`${parts.config.apiBase}${path}`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  });

const granted = (parts: SessionParts, answer: TokenAnswer): Refreshed => {
  const generation = parts.vault.keep(answer.token);
  parts.publish(answer);
  return parts.isReplaced() ? { kind: "replaced" } : { kind: "granted", generation, lifeMs: answer.lifeMs };
};

const refresh = async (parts: SessionParts, signal: AbortSignal): Promise<Refreshed> => {
  const early = readTokenAnswer(await parts.takeEarlyAnswer()?.catch(() => undefined));
  if (early !== undefined && !signal.aborted) return granted(parts, early);
  const request = post(parts, "/token/refresh", { grantType: "refresh_token", refresh_token: parts.refreshToken() });
  return withTimeLimit(parts.config.requestTimeout, signal, async (limit) => {
    const response = await parts.transport(new Request(request, { signal: limit }));
    if (SESSION_ENDED.includes(response.status)) return { kind: "refused" };
    const answer = response.ok ? readTokenAnswer(await response.json()) : undefined;
    // If the user signed out during the refresh, the new token must not be stored.
    if (answer === undefined || signal.aborted) return { kind: "unanswered" };
    return granted(parts, answer);
  });
};

const signOut = async (parts: SessionParts, signal: AbortSignal): Promise<void> => {
  const request = post(parts, "/token/out", undefined, parts.vault.current()?.token);
  await sendSignOut(signal, (limit) => parts.transport(new Request(request, { signal: limit })));
};

/** Returns the session actors that call the server. */
export const sessionActors = (parts: SessionParts) => ({
  refresh: fromPromise<Refreshed, { generation: number }>(({ signal }) =>
    parts.exclusively(signal, () => refresh(parts, signal)),
  ),
  signOut: fromPromise<void>(({ signal }) => signOut(parts, signal)),
});
