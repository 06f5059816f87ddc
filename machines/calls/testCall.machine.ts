import { assign, setup } from "xstate";
import type { Schemas } from "#api/client.ts";
import { type Failure, failureOf } from "#machines/core/failure.ts";
import { stub } from "#machines/core/stub.ts";

/** Step of a simulated call, such as "ringing", that is reported to the server. */
export interface TestCallEvent {
  readonly callId: string;
  /** Phone number of the caller. Empty if the caller hides the number. */
  readonly number: string;
  readonly event: Schemas["CallEvent"];
}

/**
 * Simulated phone call with which the user tests the token of an operator phone. A real phone reports calls with the
 * same steps.
 */
export const testCallMachine = setup({
  types: {
    context: {} as { callId: string; number: string; failure: Failure | undefined },
    events: {} as
      | { type: "call.ring"; callId: string; number: string }
      | { type: "call.answer" }
      | { type: "call.end" }
      | { type: "call.miss" },
    tags: {} as "busy",
  },
  actors: { report: stub<void, TestCallEvent>("report") },
  actions: {
    /**
     * Stores the id of the call. If the report of the ringing failed, the next attempt with the same phone number uses
     * the same id, so that only one call is recorded.
     */
    keepCall: assign(({ context }, { callId, number }: { callId: string; number: string }) => ({
      callId: context.callId !== "" && context.number === number ? context.callId : callId,
      number,
    })),
    forgetCall: assign({ callId: "" }),
    keepFailure: assign((_, failure: Failure) => ({ failure })),
    dismissFailure: assign({ failure: undefined }),
  },
}).createMachine({
  id: "testCall",
  context: { callId: "", number: "", failure: undefined },
  initial: "quiet",
  states: {
    quiet: {
      on: { "call.ring": { target: "beginning", actions: { type: "keepCall", params: ({ event }) => event } } },
    },
    beginning: {
      tags: "busy",
      entry: "dismissFailure",
      invoke: {
        id: "report",
        src: "report",
        input: ({ context: { callId, number } }) => ({ callId, number, event: "StartRing" }),
        onDone: "ringing",
        onError: { target: "quiet", actions: { type: "keepFailure", params: failureOf } },
      },
    },
    ringing: { on: { "call.answer": "answering", "call.miss": "missing" } },
    answering: {
      tags: "busy",
      entry: "dismissFailure",
      invoke: {
        id: "report",
        src: "report",
        input: ({ context: { callId, number } }) => ({ callId, number, event: "Call" }),
        onDone: "talking",
        onError: { target: "ringing", actions: { type: "keepFailure", params: failureOf } },
      },
    },
    talking: { on: { "call.end": "ending" } },
    ending: {
      tags: "busy",
      entry: "dismissFailure",
      invoke: {
        id: "report",
        src: "report",
        input: ({ context: { callId, number } }) => ({ callId, number, event: "EndCall" }),
        onDone: { target: "quiet", actions: "forgetCall" },
        onError: { target: "talking", actions: { type: "keepFailure", params: failureOf } },
      },
    },
    missing: {
      tags: "busy",
      entry: "dismissFailure",
      invoke: {
        id: "report",
        src: "report",
        input: ({ context: { callId, number } }) => ({ callId, number, event: "EndRing" }),
        onDone: { target: "quiet", actions: "forgetCall" },
        onError: { target: "ringing", actions: { type: "keepFailure", params: failureOf } },
      },
    },
  },
});
