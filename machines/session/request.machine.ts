import { assign, setup } from "xstate";
import { outputOf } from "#machines/support/outputOf.ts";
import { stub } from "#machines/support/stub.ts";
import { backoff } from "./backoff.ts";

/** Whether there is a token to send: one of this generation, none for now, or no session any more. */
export type Admission = { kind: "ready"; generation: number } | { kind: "none" } | { kind: "ended" };

/** How one attempt ended; the answer itself stays with the caller. */
export type Attempt =
  | { kind: "answered" }
  | { kind: "refused"; generation: number }
  | { kind: "unanswered"; retryAfterMs?: number | undefined };

/** One attempt: of which call, with the token of which generation. */
export interface Sending {
  call: number;
  generation: number;
}

const ATTEMPTS = 5;

/** One call with its retries: a refused token is replaced, silence is repeated only where a repeat is harmless. */
export const requestMachine = setup({
  types: {
    context: {} as {
      isRepeatable: boolean;
      /** Which call it is; what is sent stays with the caller. */
      call: number;
      generation: number;
      attempt: number;
      refusals: number;
      retryAfterMs: number | undefined;
    },
    events: {} as { type: "network.back" } | { type: "call.abort" },
    input: {} as { isRepeatable: boolean; call: number },
  },
  actors: {
    admit: stub<Admission>("admit"),
    send: stub<Attempt, Sending>("send"),
  },
  guards: {
    isReady: (_, admission: Admission) => admission.kind === "ready",
    isEnded: (_, admission: Admission) => admission.kind === "ended",
    isAnswered: (_, attempt: Attempt) => attempt.kind === "answered",
    isRefused: (_, attempt: Attempt) => attempt.kind === "refused",
    isFirstRefusal: ({ context }, attempt: Attempt) =>
      attempt.kind === "refused" && context.refusals === 0 && context.attempt < ATTEMPTS,
    isLastAttempt: ({ context }) => context.attempt >= ATTEMPTS,
    mayHurry: ({ context }) => context.retryAfterMs === undefined,
    mayRepeat: ({ context }) => context.isRepeatable && context.attempt < ATTEMPTS,
  },
  actions: {
    keepGeneration: assign((_, admission: Admission) =>
      admission.kind === "ready" ? { generation: admission.generation } : {},
    ),
    countAttempt: assign(({ context }) => ({ attempt: context.attempt + 1, retryAfterMs: undefined })),
    countRefusal: assign(({ context }) => ({ refusals: context.refusals + 1 })),
    keepWait: assign((_, attempt: Attempt) =>
      attempt.kind === "unanswered" ? { retryAfterMs: attempt.retryAfterMs } : {},
    ),
    /** Tells the session which token the server refused. */
    reportRefusal: (_, _attempt: Attempt) => {},
  },
  delays: {
    pause: ({ context }) => context.retryAfterMs ?? backoff(context.attempt, 1),
  },
}).createMachine({
  id: "request",
  context: ({ input }) => ({
    ...input,
    generation: 0,
    attempt: 0,
    refusals: 0,
    retryAfterMs: undefined,
  }),
  initial: "admitting",
  on: { "call.abort": ".aborted" },
  states: {
    admitting: {
      description: "Waits in the queue for a usable token.",
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
        input: ({ context: { call, generation } }) => ({ call, generation }),
        onDone: [
          { guard: { type: "isAnswered", params: outputOf }, target: "answered" },
          {
            guard: { type: "isFirstRefusal", params: outputOf },
            target: "admitting",
            actions: ["countRefusal", { type: "reportRefusal", params: outputOf }],
          },
          {
            guard: { type: "isRefused", params: outputOf },
            target: "doubting",
            actions: { type: "reportRefusal", params: outputOf },
          },
          { guard: "mayRepeat", target: "pausing", actions: { type: "keepWait", params: outputOf } },
          { target: "unanswered" },
        ],
        onError: "unanswered",
      },
    },
    doubting: {
      description: "A fresh token was refused too: the refusal is handed out after the last attempt, without a storm.",
      always: [{ guard: "isLastAttempt", target: "answered" }, { target: "pausing" }],
    },
    pausing: {
      after: { pause: "admitting" },
      on: { "network.back": { guard: "mayHurry", target: "admitting" } },
    },
    answered: { type: "final" },
    unanswered: { type: "final" },
    signedOut: { type: "final" },
    aborted: { type: "final" },
  },
});
