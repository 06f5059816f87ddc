import { type ActorRefFrom, type AnyActorRef, createActor, fromPromise, toPromise, waitFor } from "xstate";
import { NoAnswer } from "#api/client.ts";
import { backoff, retryAfter } from "#machines/core/backoff.ts";
import type { connectivityMachine } from "./connectivity.machine.ts";
import { isFromGateway } from "./gateway.ts";
import { networkEnvironment } from "./network.actors.ts";
import { type Admission, type AttemptInput, type AttemptOutcome, requestMachine } from "./request.machine.ts";
import type { sessionMachine } from "./session.machine.ts";
import { withTimeLimit } from "./timeLimit.ts";
import type { TokenVault } from "./tokenVault.ts";

/** Dependencies of `createAuthorizedFetch`. */
export interface FetchParts {
  readonly session: ActorRefFrom<typeof sessionMachine>;
  readonly vault: TokenVault;
  readonly connectivity: ActorRefFrom<typeof connectivityMachine>;
  /** Time limit of one attempt, ms. It includes the reading of the body. */
  readonly timeoutMs: number;
  readonly transport: (request: Request) => Promise<Response>;
  /** Returns a random number from 0 to 1, which is the jitter of the back-off. */
  readonly chance: () => number;
  /** Returns the current time, ms since 1970. Used for dates in `Retry-After` headers. */
  readonly now: () => number;
  /** Parent of the call actors, so that the inspector shows the calls. */
  readonly parent?: AnyActorRef | undefined;
}

const BODILESS_STATUSES: readonly number[] = [204, 205, 304];
const LONGEST_WAIT_MS = 20_000;

/** Returns true if the call is idempotent, either by its HTTP method or because it has an idempotency key. */
const isRepeatable = ({ method, headers }: Request): boolean =>
  ["GET", "HEAD", "PUT", "DELETE"].includes(method) || headers.has("Idempotency-Key");

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

/** Reads the whole body. Throws if the connection breaks during the read, so that the attempt counts as unanswered. */
const readWhole = async (response: Response): Promise<Response> =>
  new Response(BODILESS_STATUSES.includes(response.status) ? null : await response.arrayBuffer(), response);

const toAttempt = (
  parts: FetchParts,
  { request, generation, isRepeat }: AttemptInput,
  response: Response,
): AttemptOutcome => {
  const { status, headers } = response;
  const wait = retryAfter(headers.get("Retry-After"), parts.now());
  const retryAfterMs = wait !== undefined && wait <= LONGEST_WAIT_MS ? wait : undefined;
  if (status === 401) return { kind: "refused", generation, response };
  // 404 to a repeated DELETE counts as success, because the earlier, unanswered attempt has probably removed the
  // record.
  if (isRepeat && request.method === "DELETE" && status === 404)
    return { kind: "answered", response: new Response(null, { status: 204 }) };
  if (!isRepeatable(request)) return { kind: "answered", response };
  if (isFromGateway(response)) return { kind: "unanswered", retryAfterMs };
  // 409 to a repeated request, or 409 with `Retry-After`, may mean that the server is still processing an earlier
  // attempt with the same idempotency key, so the attempt counts as unanswered.
  if (isRepeat && status === 409) return { kind: "unanswered" };
  if (retryAfterMs !== undefined && status === 409) return { kind: "unanswered", retryAfterMs };
  if (retryAfterMs !== undefined && status === 429) return { kind: "delayed", response, retryAfterMs };
  return { kind: "answered", response };
};

const authorize = (request: Request, token: string, signal: AbortSignal): Request => {
  const headers = new Headers(request.headers);
  headers.set("Authorization", `Bearer ${token}`);
  // The body of a request can be read only once. Each attempt therefore sends a copy.
  return new Request(request.clone(), { headers, signal });
};

const send = async (parts: FetchParts, sending: AttemptInput, signal: AbortSignal): Promise<AttemptOutcome> => {
  const { vault, connectivity, timeoutMs, transport } = parts;
  const held = vault.current();
  if (held?.generation !== sending.generation) return { kind: "refused", generation: sending.generation };
  try {
    const response = await withTimeLimit(timeoutMs, signal, async (limit) =>
      readWhole(await transport(authorize(sending.request, held.token, limit))),
    );
    connectivity.send({ type: isFromGateway(response) ? "call.unanswered" : "call.answered" });
    return toAttempt(parts, sending, response);
  } catch {
    // If the caller aborted the call, the missing answer does not mean that the server is unreachable.
    if (!signal.aborted && !sending.request.signal.aborted) connectivity.send({ type: "call.unanswered" });
    return { kind: "unanswered" };
  }
};

const signedOut = (): Response => Response.json({ status: 401 }, { status: 401 });

/**
 * Returns a `fetch` for the API client that adds access tokens, retries and time limits. It throws `NoAnswer` if no
 * attempt gets a final answer or no access token is available, throws the abort reason if the caller aborts the call,
 * and returns a 401 if the session has ended.
 */
export const createAuthorizedFetch = (parts: FetchParts, machine: typeof requestMachine = requestMachine) => {
  const { session, connectivity, parent } = parts;
  const provided = machine.provide({
    actors: {
      admit: fromPromise<Admission>(({ signal }) => admit(parts, signal)),
      send: fromPromise<AttemptOutcome, AttemptInput>(({ input, signal }) => send(parts, input, signal)),
      environment: networkEnvironment(connectivity),
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

  /**
   * Returns true if an unanswered request may be sent again. GETs are not retried during an outage, to avoid a
   * thundering herd on reconnect.
   */
  const mayRepeat = (request: Request): boolean =>
    isRepeatable(request) && (request.method !== "GET" || connectivity.getSnapshot().matches("online"));

  return async (request: Request, attempts = 0): Promise<Response> => {
    const input = { request, attempts, isRepeatable: mayRepeat(request) };
    const call = createActor(provided, parent ? { input, parent } : { input });
    const abort = () => call.send({ type: "call.abort" });
    request.signal.addEventListener("abort", abort);
    call.start();
    if (request.signal.aborted) abort();
    const end = await toPromise(call);
    request.signal.removeEventListener("abort", abort);
    switch (end.kind) {
      case "answered":
        return end.response;
      case "signedOut":
        return signedOut();
      case "aborted":
        throw request.signal.reason;
      case "unanswered":
        throw new NoAnswer();
    }
  };
};
