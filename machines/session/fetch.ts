import { type ActorRefFrom, createActor, fromPromise, waitFor } from "xstate";
import { NoAnswer } from "#api/client.ts";
import { backoff, retryAfter } from "./backoff.ts";
import type { connectivityMachine } from "./connectivity.machine.ts";
import { type Admission, type Attempt, requestMachine, type Sending } from "./request.machine.ts";
import type { sessionMachine } from "./session.machine.ts";
import { withTimeLimit } from "./timeLimit.ts";
import type { Vault } from "./vault.ts";

/** What a call needs: who holds the token, who watches the network, and how long an attempt may take. */
export interface FetchParts {
  readonly session: ActorRefFrom<typeof sessionMachine>;
  readonly vault: Vault;
  readonly connectivity: ActorRefFrom<typeof connectivityMachine>;
  readonly timeoutMs: number;
  readonly transport: (request: Request) => Promise<Response>;
  /** A number of 0 to 1, by chance. */
  readonly chance: () => number;
  /** The time of the clock on the wall, milliseconds, for `Retry-After` dates. */
  readonly now: () => number;
}

const SILENT: readonly number[] = [502, 503, 504];
const BODILESS: readonly number[] = [204, 205, 304];
const LONGEST_WAIT_MS = 20_000;

/** Whether the server cannot take a repeat of this call for a new one. */
const isRepeatable = (request: Request): boolean =>
  ["GET", "HEAD", "PUT", "DELETE"].includes(request.method) || request.headers.has("Idempotency-Key");

const admit = async ({ session, vault }: FetchParts, signal: AbortSignal): Promise<Admission> => {
  if (session.getSnapshot().status !== "active") return { kind: "ended" };
  if (vault.current() === undefined) session.send({ type: "token.want" });
  const snapshot = await waitFor(session, (state) => vault.current() !== undefined || !state.hasTag("pending"), {
    signal,
  });
  if (!snapshot.hasTag("live")) return { kind: "ended" };
  const held = vault.current();
  return held === undefined ? { kind: "none" } : { kind: "ready", generation: held.generation };
};

/** Reads the body to its end, so that a connection broken in the middle counts as no answer. */
const whole = async (response: Response): Promise<Response> => {
  return new Response(BODILESS.includes(response.status) ? null : await response.arrayBuffer(), response);
};

/** 502 in the server's own words is an answer: the payment provider failed, not the way to the server. */
const isSilence = (response: Response): boolean =>
  SILENT.includes(response.status) &&
  !(response.status === 502 && response.headers.get("Content-Type")?.startsWith("application/problem+json"));

const attemptOf = (
  parts: FetchParts,
  request: Request,
  generation: number,
  response: Response,
  isSecond: boolean,
): Attempt => {
  const wait = retryAfter(response.headers.get("Retry-After"), parts.now());
  const isPaced = wait !== undefined && wait <= LONGEST_WAIT_MS;
  if (response.status === 401) return { kind: "refused", generation };
  if (!isRepeatable(request)) return { kind: "answered" };
  if (isSilence(response)) return { kind: "unanswered", retryAfterMs: isPaced ? wait : undefined };
  // After an attempt that nobody answered, 409 may only mean that this same keyed call is still being worked on.
  if (isSecond && response.status === 409) return { kind: "unanswered" };
  if (isPaced && [409, 429].includes(response.status)) return { kind: "unanswered", retryAfterMs: wait };
  return { kind: "answered" };
};

/** What is gone after an attempt that nobody answered went by that attempt: the deletion is done. */
const isGone = (request: Request, response: Response, isSecond: boolean): boolean =>
  isSecond && request.method === "DELETE" && response.status === 404;

const authorised = (request: Request, token: string, signal: AbortSignal): Request => {
  const headers = new Headers(request.headers);
  headers.set("Authorization", `Bearer ${token}`);
  // What has no body can be sent again as it is.
  return new Request(request.method === "GET" ? request : request.clone(), { headers, signal });
};

const refusal = (): Response => Response.json({ status: 401, message: "Вход истёк. Войдите снова." }, { status: 401 });

/** The `fetch` for the typed client: tokens, retries and time limits; throws `NoAnswer` when nobody answered. */
export const createFetch = (parts: FetchParts, machine: typeof requestMachine = requestMachine) => {
  const { session, vault, connectivity } = parts;

  const send = async (request: Request, generation: number, isSecond: boolean, signal: AbortSignal) => {
    const held = vault.current();
    if (held?.generation !== generation) return { attempt: { kind: "refused", generation } as const };
    try {
      const told = await withTimeLimit(parts.timeoutMs, signal, async (limit) =>
        whole(await parts.transport(authorised(request, held.token, limit))),
      );
      const response = isGone(request, told, isSecond) ? new Response(null, { status: 204 }) : told;
      const attempt = attemptOf(parts, request, generation, response, isSecond);
      connectivity.send({ type: isSilence(response) ? "call.unanswered" : "call.answered" });
      return { attempt, response };
    } catch {
      if (!signal.aborted) connectivity.send({ type: "call.unanswered" });
      return { attempt: { kind: "unanswered" } as const };
    }
  };

  /** While the server is known to be away, reading is tried once: polls with retries would greet its return as a herd. */
  const isPatient = (request: Request): boolean =>
    request.method !== "GET" || connectivity.getSnapshot().matches("online");

  // Once for all calls: a machine takes longer to provide than to run.
  const calls = new Map<number, (generation: number, signal: AbortSignal) => Promise<Attempt>>();
  const provided = machine.provide({
    actors: {
      admit: fromPromise<Admission>(({ signal }) => admit(parts, signal)),
      send: fromPromise<Attempt, Sending>(async ({ input, signal }) => {
        const attempt = await calls.get(input.call)?.(input.generation, signal);
        return attempt ?? { kind: "unanswered" };
      }),
    },
    actions: {
      reportRefusal: (_, attempt) => {
        if (session.getSnapshot().status === "active" && attempt.kind === "refused")
          session.send({ type: "token.refused", generation: attempt.generation });
      },
    },
    delays: {
      pause: ({ context }) => context.retryAfterMs ?? backoff(context.attempt, parts.chance()),
    },
  });
  let count = 0;

  return async (request: Request): Promise<Response> => {
    let latest: Response | undefined;
    let isSecond = false;
    let isOpen = false;
    count += 1;
    const id = count;
    calls.set(id, async (generation, signal) => {
      const { attempt, response } = await send(request, generation, isSecond, signal);
      const isAskedToWait = response?.status === 429;
      isSecond ||= attempt.kind === "unanswered" && !isAskedToWait;
      isOpen ||= attempt.kind !== "refused" && !isAskedToWait;
      latest = response;
      return attempt;
    });
    const call = createActor(provided, {
      input: { isRepeatable: isRepeatable(request) && isPatient(request), call: id },
    });
    const leave = () => call.send({ type: "call.abort" });
    const network = connectivity.subscribe((state) => {
      if (state.matches("online")) call.send({ type: "network.back" });
    });
    request.signal.addEventListener("abort", leave);
    call.start();
    if (request.signal.aborted) leave();
    const end = await waitFor(call, (state) => state.status === "done");
    request.signal.removeEventListener("abort", leave);
    network.unsubscribe();
    calls.delete(id);
    if (end.matches("aborted")) throw request.signal.reason;
    if (end.matches("signedOut")) return refusal();
    // Who was only ever asked to wait has done nothing, and is told so in the server's words.
    if (latest !== undefined && (end.matches("answered") || !isOpen)) return latest;
    throw new NoAnswer();
  };
};
