import { fromPromise } from "xstate";
import type { AppConfig } from "./config.ts";
import type { Refreshed } from "./session.machine.ts";
import { tellSignOut } from "./signOut.ts";
import { withTimeLimit } from "./timeLimit.ts";
import { readTokenAnswer, type TokenAnswer } from "./tokenAnswer.ts";
import type { Vault } from "./vault.ts";

/** What the session needs of the browser. */
export interface SessionParts {
  readonly config: AppConfig;
  readonly vault: Vault;
  readonly transport: (request: Request) => Promise<Response>;
  /** The refresh token of a server that wants it in the body; empty with cookies. */
  readonly refreshToken: () => string;
  /** The body of a refresh that was begun before the session started; given once. */
  readonly early: () => Promise<unknown> | undefined;
  /** Hears of a renewed token: keeps it for a reload and hands it to the other tabs. */
  readonly renewed: (answer: TokenAnswer) => void;
  /** Runs the work while no other tab runs its own. */
  readonly exclusively: <T>(signal: AbortSignal, work: () => Promise<T>) => Promise<T>;
}

const ENDED: readonly number[] = [400, 401, 419];

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
  parts.renewed(answer);
  return { kind: "granted", generation, lifeMs: answer.lifeMs };
};

const refresh = async (parts: SessionParts, signal: AbortSignal): Promise<Refreshed> => {
  const early = readTokenAnswer(await parts.early()?.catch(() => undefined));
  if (early !== undefined && !signal.aborted) return granted(parts, early);
  const request = post(parts, "/token/refresh", { grantType: "refresh_token", refresh_token: parts.refreshToken() });
  return withTimeLimit(parts.config.requestTimeout, signal, async (limit) => {
    const response = await parts.transport(new Request(request, { signal: limit }));
    if (ENDED.includes(response.status)) return { kind: "refused" };
    const answer = response.ok ? readTokenAnswer(await response.json()) : undefined;
    // A session that was left meanwhile must not get its token back.
    if (answer === undefined || signal.aborted) return { kind: "unanswered" };
    return granted(parts, answer);
  });
};

const signOut = async (parts: SessionParts, signal: AbortSignal): Promise<void> => {
  const request = post(parts, "/token/out", undefined, parts.vault.current()?.token);
  await tellSignOut(signal, (limit) => parts.transport(new Request(request, { signal: limit })));
};

/** The calls of the session machine. */
export const sessionActors = (parts: SessionParts) => ({
  refresh: fromPromise<Refreshed, { generation: number }>(({ signal }) =>
    parts.exclusively(signal, () => refresh(parts, signal)),
  ),
  signOut: fromPromise<void>(({ signal }) => signOut(parts, signal)),
});
