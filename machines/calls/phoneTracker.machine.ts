import { assign, sendTo, setup } from "xstate";
import type { Schemas } from "#api/client.ts";
import { type Failure, failureOf } from "#machines/core/failure.ts";
import { outboxMachineOf } from "#machines/core/outbox.machine.ts";
import type { OutboxEntry, OutboxReport } from "#machines/core/outbox.ts";
import { outputOf } from "#machines/core/outputOf.ts";
import { stub } from "#machines/core/stub.ts";

export type TrackedCall = Schemas["TrackedCall"];
export type TrackedPhone = Schemas["TrackedPhone"];

/** Step of a phone call, such as ringing. `at` is the time of the step, ISO 8601. */
export type CallStep =
  | { readonly type: "call.ring"; readonly callId: string; readonly number: string; readonly at: string }
  | { readonly type: "call.answer"; readonly at: string }
  | { readonly type: "call.end"; readonly at: string }
  | { readonly type: "call.miss"; readonly at: string };

const steps = {
  "call.ring": "StartRing",
  "call.answer": "Call",
  "call.end": "EndCall",
  "call.miss": "EndRing",
} as const;

/**
 * Call tracker, a page that reports the calls of an operator's phone to the server (decisions, section 7). Call steps
 * that happen while the server is unreachable are stored, and later reported from first to last.
 */
export const phoneTrackerMachine = setup({
  types: {
    context: {} as {
      readonly phone: TrackedPhone | undefined;
      readonly hasCode: boolean;
      readonly stored: readonly OutboxEntry<TrackedCall>[];
      readonly callId: string;
      readonly number: string;
      readonly failure: Failure | undefined;
    },
    input: {} as {
      /** Phone to which the tracker is already linked. Undefined for an unlinked tracker. */
      readonly phone: TrackedPhone | undefined;
      /** True if the link that opened the page contains a code. */
      readonly hasCode: boolean;
      /** Reports of call steps that are not sent to the server yet. */
      readonly stored: readonly OutboxEntry<TrackedCall>[];
    },
    events: {} as CallStep | { type: "link.retry" } | OutboxReport<TrackedCall>,
    children: {} as { link: "link"; forget: "forget"; outbox: "outbox" },
  },
  actors: {
    /**
     * Sends the code of the one-time link to the server and stores the token. The code and the token stay out of the
     * context, because the inspector shows the context.
     */
    link: stub<TrackedPhone>("link"),
    /** Removes the phone and the phone's token from the browser's storage. */
    forget: stub<void>("forget"),
    outbox: outboxMachineOf<TrackedCall>(),
  },
  guards: {
    hasCode: ({ context }) => context.hasCode,
    isLinked: ({ context }) => context.phone !== undefined,
    isDisowned: (_, { kind }: Failure) => kind === "notSignedIn",
  },
  actions: {
    keepPhone: assign((_, phone: TrackedPhone) => ({ phone, failure: undefined })),
    forgetPhone: assign({ phone: undefined }),
    keepCall: assign((_, { callId, number }: { callId: string; number: string }) => ({
      callId,
      number,
      failure: undefined,
    })),
    keepFailure: assign((_, failure: Failure) => ({ failure })),
    report: sendTo("outbox", ({ context: { callId, number } }, { type, at }: CallStep) => ({
      type: "outbox.add" as const,
      entry: { key: `${callId} ${type}`, request: { callId, number, event: steps[type], at } },
    })),
  },
}).createMachine({
  id: "phoneTracker",
  context: ({ input }) => ({ ...input, callId: "", number: "", failure: undefined }),
  initial: "starting",
  states: {
    starting: {
      always: [
        { guard: "hasCode", target: "linking" },
        { guard: "isLinked", target: "linked" },
        { target: "unlinked" },
      ],
    },
    linking: {
      invoke: {
        id: "link",
        src: "link",
        onDone: { target: "linked", actions: { type: "keepPhone", params: outputOf } },
        onError: { target: "notLinked", actions: { type: "keepFailure", params: failureOf } },
      },
    },
    notLinked: { on: { "link.retry": "linking" } },
    linked: {
      invoke: {
        id: "outbox",
        src: "outbox",
        input: ({ context }) => ({ entries: context.stored }),
        onError: { actions: { type: "keepFailure", params: failureOf } },
      },
      on: {
        "outbox.refused": [
          {
            guard: { type: "isDisowned", params: ({ event }) => event.failure },
            target: "forgetting",
            actions: { type: "keepFailure", params: ({ event }) => event.failure },
          },
          { actions: { type: "keepFailure", params: ({ event }) => event.failure } },
        ],
      },
      initial: "quiet",
      states: {
        quiet: {
          on: {
            "call.ring": {
              target: "ringing",
              actions: [
                { type: "keepCall", params: ({ event }) => event },
                { type: "report", params: ({ event }) => event },
              ],
            },
          },
        },
        ringing: {
          on: {
            "call.answer": { target: "talking", actions: { type: "report", params: ({ event }) => event } },
            "call.miss": { target: "quiet", actions: { type: "report", params: ({ event }) => event } },
          },
        },
        talking: {
          on: { "call.end": { target: "quiet", actions: { type: "report", params: ({ event }) => event } } },
        },
      },
    },
    forgetting: {
      description: "The token was reset or another tracker was linked.",
      entry: "forgetPhone",
      invoke: { id: "forget", src: "forget", onDone: "unlinked", onError: "unlinked" },
    },
    unlinked: {},
  },
});
