import { assign, setup } from "xstate";
import { backoff } from "#machines/core/backoff.ts";
import { type EnvironmentEvent, environmentStub } from "#machines/core/environment.ts";
import { outputOf } from "#machines/core/outputOf.ts";
import { actionStub, stub } from "#machines/core/stub.ts";

/**
 * Result of waiting for an access token. `none` means that no token is available at present, and `ended` means that the
 * session has ended.
 */
export type Admission = { kind: "ready"; generation: number } | { kind: "none" } | { kind: "ended" };

/** Outcome of one attempt to send a call. */
export type AttemptOutcome =
  | { kind: "answered"; response: Response }
  /**
   * The attempt failed because of the access token with this generation number. The server rejected the token (401), or
   * the token was replaced or removed before the call was sent (no `response`).
   */
  | { kind: "refused"; generation: number; response?: Response | undefined }
  /** The server did not carry out the call and requested a pause (429). */
  | { kind: "delayed"; response: Response; retryAfterMs: number }
  /** No answer arrived. The server may or may not have carried out the call. */
  | { kind: "unanswered"; retryAfterMs?: number | undefined };

/** Input of one attempt to send a call. */
export interface AttemptInput {
  readonly request: Request;
  readonly generation: number;
  /** True if the server may have carried out an earlier attempt of the same call. */
  readonly isRepeat: boolean;
}

/** Input of a call to the server. */
export interface CallInput {
  readonly request: Request;
  /**
   * True if an unanswered attempt may be repeated: the call is idempotent, and not a GET during an outage (decisions,
   * section 3).
   */
  readonly isRepeatable: boolean;
  /** Number of attempts made before the machine started, for example by the script in the page's head. */
  readonly attempts?: number;
}

/** Final outcome of a call to the server. */
export type CallEnd =
  | { kind: "answered"; response: Response }
  | { kind: "unanswered" }
  | { kind: "signedOut" }
  | { kind: "aborted" };

const ATTEMPTS = 5;

/**
 * API call that waits for an access token and makes at most five attempts. After a rejected token, the call waits for a
 * new token. An unanswered attempt is repeated only if the call is idempotent.
 */
export const requestMachine = setup({
  types: {
    context: {} as {
      readonly request: Request;
      /** Method and path of the call, shown in the inspector. */
      readonly name: string;
      readonly isRepeatable: boolean;
      readonly generation: number;
      readonly attempt: number;
      readonly hasRefusal: boolean;
      /** True if the server may have carried out an earlier attempt of this call. */
      readonly isRepeat: boolean;
      readonly hasHurried: boolean;
      readonly retryAfterMs: number | undefined;
      readonly response: Response | undefined;
      readonly end: CallEnd;
    },
    events: {} as EnvironmentEvent | { type: "call.abort" },
    input: {} as CallInput,
    output: {} as CallEnd,
  },
  actors: {
    admit: stub<Admission>("admit"),
    send: stub<AttemptOutcome, AttemptInput>("send"),
    environment: environmentStub,
  },
  guards: {
    isReady: (_, admission: Admission) => admission.kind === "ready",
    isEnded: (_, admission: Admission) => admission.kind === "ended",
    isAnswered: (_, attempt: AttemptOutcome) => attempt.kind === "answered",
    isRefused: (_, attempt: AttemptOutcome) => attempt.kind === "refused",
    isFirstRefusal: ({ context }, attempt: AttemptOutcome) =>
      attempt.kind === "refused" && !context.hasRefusal && context.attempt < ATTEMPTS,
    isLastAttempt: ({ context }) => context.attempt >= ATTEMPTS,
    hasResponse: ({ context }) => context.response !== undefined,
    mayHurry: ({ context }) => context.retryAfterMs === undefined && !context.hasHurried,
    mayRepeat: ({ context }) => context.isRepeatable && context.attempt < ATTEMPTS,
    isOnlyDelayed: ({ context }, attempt: AttemptOutcome) => attempt.kind === "delayed" && !context.isRepeat,
  },
  actions: {
    keepGeneration: assign((_, admission: Admission) =>
      admission.kind === "ready" ? { generation: admission.generation } : {},
    ),
    countAttempt: assign(({ context }) => ({ attempt: context.attempt + 1, retryAfterMs: undefined })),
    keepAttempt: assign(({ context }, attempt: AttemptOutcome) => ({
      response: "response" in attempt ? attempt.response : undefined,
      retryAfterMs: "retryAfterMs" in attempt ? attempt.retryAfterMs : undefined,
      isRepeat: context.isRepeat || attempt.kind === "unanswered",
    })),
    countRefusal: assign({ hasRefusal: true }),
    countHurry: assign({ hasHurried: true }),
    endAnswered: assign(({ context }) =>
      context.response === undefined ? {} : { end: { kind: "answered" as const, response: context.response } },
    ),
    endUnanswered: assign({ end: { kind: "unanswered" as const } }),
    endSignedOut: assign({ end: { kind: "signedOut" as const } }),
    endAborted: assign({ end: { kind: "aborted" as const } }),
    /** Tells the session machine that the server rejected an access token. */
    reportRefusal: actionStub<AttemptOutcome>("reportRefusal"),
  },
  delays: {
    pause: ({ context }) => context.retryAfterMs ?? backoff(context.attempt, 1),
  },
}).createMachine({
  id: "request",
  context: ({ input: { request, isRepeatable, attempts = 0 } }) => ({
    request,
    name: `${request.method} ${new URL(request.url).pathname}`,
    isRepeatable,
    generation: 0,
    attempt: attempts,
    hasRefusal: false,
    isRepeat: false,
    hasHurried: false,
    retryAfterMs: undefined,
    response: undefined,
    end: { kind: "unanswered" },
  }),
  invoke: { id: "environment", src: "environment" },
  initial: "admitting",
  on: { "call.abort": ".aborted" },
  states: {
    admitting: {
      description: "Waits for a usable token.",
      invoke: {
        id: "admit",
        src: "admit",
        onDone: [
          {
            guard: { type: "isReady", params: outputOf },
            target: "sending",
            actions: { type: "keepGeneration", params: outputOf },
          },
          { guard: { type: "isEnded", params: outputOf }, target: "signedOut" },
          { target: "unanswered" },
        ],
        onError: "unanswered",
      },
    },
    sending: {
      entry: "countAttempt",
      invoke: {
        id: "send",
        src: "send",
        input: ({ context: { request, generation, isRepeat } }) => ({ request, generation, isRepeat }),
        onDone: [
          {
            guard: { type: "isAnswered", params: outputOf },
            target: "answered",
            actions: { type: "keepAttempt", params: outputOf },
          },
          {
            guard: { type: "isFirstRefusal", params: outputOf },
            target: "admitting",
            actions: [
              "countRefusal",
              { type: "keepAttempt", params: outputOf },
              { type: "reportRefusal", params: outputOf },
            ],
          },
          {
            guard: { type: "isRefused", params: outputOf },
            target: "doubting",
            actions: [
              { type: "keepAttempt", params: outputOf },
              { type: "reportRefusal", params: outputOf },
            ],
          },
          { guard: "mayRepeat", target: "pausing", actions: { type: "keepAttempt", params: outputOf } },
          {
            guard: { type: "isOnlyDelayed", params: outputOf },
            target: "answered",
            actions: { type: "keepAttempt", params: outputOf },
          },
          { target: "unanswered" },
        ],
        onError: "unanswered",
      },
    },
    doubting: {
      description: "A new token was refused too. The refusal is returned after the last attempt.",
      always: [{ guard: "isLastAttempt", target: "returning" }, { target: "pausing" }],
    },
    pausing: {
      after: { pause: "admitting" },
      on: {
        "network.online": {
          guard: "mayHurry",
          target: "admitting",
          actions: "countHurry",
          description:
            "The return of the network ends the pause at most once for each call. Otherwise the attempts would be used up while the server answers only some calls.",
        },
      },
    },
    returning: { always: [{ guard: "hasResponse", target: "answered" }, { target: "unanswered" }] },
    answered: { type: "final", entry: "endAnswered" },
    unanswered: { type: "final", entry: "endUnanswered" },
    signedOut: { type: "final", entry: "endSignedOut" },
    aborted: { type: "final", entry: "endAborted" },
  },
  output: ({ context }) => context.end,
});
