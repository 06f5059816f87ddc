import { assign, enqueueActions, setup } from "xstate";
import { backoff } from "./backoff.ts";
import { type EnvironmentEvent, environmentStub } from "./environment.ts";
import { type Failure, failureOf, notStored } from "./failure.ts";
import { type MutationIntent, type MutationOutcome, type MutationReport, reportOf } from "./mutation.ts";
import { notifyParent } from "./notifyParent.ts";
import { outputOf } from "./outputOf.ts";
import { stub } from "./stub.ts";

const SLOW_MS = 10_000;
const FIRST_PAUSE_MS = 3000;
const LONGEST_PAUSE_MS = 30_000;

/** Request of a new mutation. `key` is the idempotency key of an earlier attempt; without it, a new key is created. */
export interface NewRequest<Request> {
  readonly request: Request;
  readonly key?: string | undefined;
}

/**
 * Input of a mutation: a new request, or an unfinished write from the journal (browser storage). An unfinished write is
 * verified before it is sent again.
 */
export type MutationInput<Request> = (NewRequest<Request> | { readonly intent: MutationIntent<Request> }) & {
  /**
   * False if the server offers no way to verify an unanswered write. The mutation then ends with an unknown outcome.
   * The default is true.
   */
  readonly isVerifiable?: boolean | undefined;
};

/** Input of one attempt to send a write. `reportProgress` receives the uploaded fraction, 0 to 1. */
export interface SendInput<Request> extends MutationIntent<Request> {
  readonly reportProgress: (fraction: number) => void;
}

/** Returns a mutation machine with the given types of request, result and conflict. */
export const mutationMachineOf = <Request, Result, Conflict>() =>
  setup({
    types: {
      context: {} as {
        readonly request: Request;
        /**
         * Idempotency key of the write, from the input or created by `journal`. Empty until `journal` has created it.
         */
        readonly key: string;
        readonly isJournalled: boolean;
        readonly isVerifiable: boolean;
        readonly outcome: MutationOutcome<Result, Conflict>;
        /**
         * Number of attempts to verify the outcome of the last `send`. Determines the pause before the next attempt.
         */
        readonly attempts: number;
      },
      input: {} as MutationInput<Request>,
      events: {} as
        | EnvironmentEvent
        | { type: "mutation.verify" }
        | { type: "mutation.repeat" }
        | { type: "mutation.drop" }
        | { type: "upload.progress"; fraction: number },
      tags: {} as "sending" | "slow" | "verifying" | "notRecorded",
    },
    actors: {
      /**
       * Creates an idempotency key if the input has none. Money movements and order saves are also stored in the
       * browser before they are sent, so that they survive a reload.
       */
      journal: stub<MutationIntent<Request>, NewRequest<Request>>("journal"),
      send: stub<MutationOutcome<Result, Conflict>, SendInput<Request>>("send"),
      /** Determines if the server recorded the write, by a query or by sending the write again under the same key. */
      verify: stub<MutationOutcome<Result, Conflict>, MutationIntent<Request>>("verify"),
      /** Removes the write from the browser's storage, if `journal` has stored it. */
      clear: stub<void, MutationIntent<Request>>("clear"),
      environment: environmentStub,
    },
    guards: {
      isJournalled: ({ context }) => context.isJournalled,
      isUnknown: (_, outcome: MutationOutcome<Result, Conflict>) => outcome.kind === "unknown",
      isNotRecorded: (_, outcome: MutationOutcome<Result, Conflict>) => outcome.kind === "notRecorded",
      isRecorded: (_, outcome: MutationOutcome<Result, Conflict>) => outcome.kind === "recorded",
      isVerifiable: ({ context }) => context.isVerifiable,
      hasRecorded: ({ context }) => context.outcome.kind === "recorded",
      hasStale: ({ context }) => context.outcome.kind === "stale",
      hasRefusal: ({ context }) => context.outcome.kind === "refused",
      hasUnknown: ({ context }) => context.outcome.kind === "unknown",
    },
    actions: {
      keepKey: assign((_, { key }: MutationIntent<Request>) => ({ key })),
      keepOutcome: assign((_, outcome: MutationOutcome<Result, Conflict>) => ({ outcome, attempts: 0 })),
      keepNotStored: assign({ outcome: { kind: "refused" as const, failure: notStored } }),
      keepUnknown: assign((_, failure: Failure) => ({ outcome: { kind: "unknown" as const, failure }, attempts: 0 })),
      keepDrop: assign({ outcome: { kind: "notRecorded" as const } }),
      countAttempt: assign(({ context }) => ({ attempts: context.attempts + 1 })),
      report: enqueueActions(({ self, enqueue }, report: MutationReport<Result, Conflict>) => {
        notifyParent({ self, enqueue }, report);
      }),
      reportEnd: enqueueActions(({ self, context: { outcome }, enqueue }) => {
        notifyParent({ self, enqueue }, reportOf(outcome));
      }),
    },
    delays: {
      slow: SLOW_MS,
      pause: ({ context }) => backoff(context.attempts, 1, { firstMs: FIRST_PAUSE_MS, lastMs: LONGEST_PAUSE_MS }),
    },
  }).createMachine({
    id: "mutation",
    context: ({ input }) => ({
      request: "intent" in input ? input.intent.request : input.request,
      key: "intent" in input ? input.intent.key : (input.key ?? ""),
      isJournalled: "intent" in input,
      isVerifiable: input.isVerifiable ?? true,
      outcome: { kind: "notRecorded" },
      attempts: 0,
    }),
    invoke: { id: "environment", src: "environment" },
    initial: "beginning",
    states: {
      beginning: {
        description: "An unfinished intent is verified before it is sent again.",
        always: [{ guard: "isJournalled", target: "doubting" }, { target: "journalling" }],
      },
      journalling: {
        description: "The key is stored before the first attempt, so that every later attempt is the same write.",
        tags: "sending",
        invoke: {
          id: "journal",
          src: "journal",
          input: ({ context: { request, key } }) => ({ request, key: key || undefined }),
          onDone: {
            target: "sending",
            actions: [
              { type: "keepKey", params: outputOf },
              { type: "report", params: ({ event }) => ({ type: "mutation.journalled", key: event.output.key }) },
            ],
          },
          onError: { target: "ended", actions: "keepNotStored" },
        },
      },
      sending: {
        tags: "sending",
        initial: "waiting",
        on: {
          "upload.progress": {
            actions: {
              type: "report",
              params: ({ event }) => ({ type: "mutation.progress", fraction: event.fraction }),
            },
          },
        },
        invoke: {
          id: "send",
          src: "send",
          input: ({ context: { key, request }, self }) => ({
            key,
            request,
            reportProgress: (fraction) => self.send({ type: "upload.progress", fraction }),
          }),
          onDone: [
            {
              guard: { type: "isUnknown", params: outputOf },
              target: "doubting",
              actions: { type: "keepOutcome", params: outputOf },
            },
            { target: "clearing", actions: { type: "keepOutcome", params: outputOf } },
          ],
          onError: { target: "doubting", actions: { type: "keepUnknown", params: failureOf } },
        },
        states: {
          waiting: { after: { slow: "slow" } },
          slow: {
            description: "No answer for 10 s. The user may check whether the write was recorded.",
            tags: "slow",
            on: { "mutation.verify": "checking" },
          },
          checking: {
            description: "The first attempt is still running, so the check ends it only if the write was recorded.",
            tags: ["slow", "verifying"],
            invoke: {
              id: "check",
              src: "verify",
              input: ({ context: { key, request } }) => ({ key, request }),
              onDone: [
                {
                  guard: { type: "isRecorded", params: outputOf },
                  target: "#mutation.clearing",
                  actions: { type: "keepOutcome", params: outputOf },
                },
                { target: "slow" },
              ],
              onError: "slow",
            },
          },
        },
      },
      doubting: {
        entry: { type: "report", params: { type: "mutation.doubtful" } },
        always: [{ guard: "isVerifiable", target: "verifying" }, { target: "ended" }],
      },
      verifying: {
        description: "The outcome is unknown, so the server is asked for a trace of the write.",
        tags: "verifying",
        entry: "countAttempt",
        invoke: {
          id: "verify",
          src: "verify",
          input: ({ context: { key, request } }) => ({ key, request }),
          onDone: [
            { guard: { type: "isUnknown", params: outputOf }, target: "waiting" },
            { guard: { type: "isNotRecorded", params: outputOf }, target: "notRecorded" },
            { target: "clearing", actions: { type: "keepOutcome", params: outputOf } },
          ],
          onError: "waiting",
        },
      },
      waiting: {
        tags: "verifying",
        after: { pause: "verifying" },
        on: { "network.online": "verifying", "mutation.verify": "verifying" },
      },
      notRecorded: {
        description:
          "A repeat uses the same key. If the first attempt arrives late, the server still records one write.",
        tags: "notRecorded",
        entry: { type: "report", params: { type: "mutation.notRecorded" } },
        on: {
          "mutation.repeat": "sending",
          "mutation.drop": { target: "clearing", actions: "keepDrop" },
        },
      },
      clearing: {
        description: "The outcome is known, so the intent is removed from the journal.",
        tags: "sending",
        invoke: {
          id: "clear",
          src: "clear",
          input: ({ context: { key, request } }) => ({ key, request }),
          onDone: "ended",
          onError: "ended",
        },
      },
      ended: {
        always: [
          { guard: "hasRecorded", target: "recorded" },
          { guard: "hasStale", target: "stale" },
          { guard: "hasRefusal", target: "refused" },
          { guard: "hasUnknown", target: "unresolved" },
          { target: "dropped" },
        ],
      },
      recorded: { entry: "reportEnd" },
      stale: { entry: "reportEnd", description: "Another user changed the entry first." },
      refused: { entry: "reportEnd" },
      unresolved: { entry: "reportEnd", description: "The outcome is unknown and cannot be verified." },
      dropped: { entry: "reportEnd" },
    },
  });

/**
 * Sending of one write to the server, with the same idempotency key in all attempts. The outcome of an unanswered
 * attempt is verified, and each final state is reported to the parent machine.
 */
export const mutationMachine = /* @__PURE__ */ mutationMachineOf<unknown, unknown, unknown>();
