import { assign, setup } from "xstate";
import type { Schemas } from "#api/client.ts";
import { errorOf, wordsOf } from "#machines/support/errorOf.ts";
import { stub } from "#machines/support/stub.ts";

/** What happens to the call that is played. */
export interface PlayedEvent {
  readonly callId: string;
  /** Who calls; empty for a hidden number. */
  readonly number: string;
  readonly event: Schemas["CallEvent"];
}

/** A call played by hand to see that a phone's token is right: each step is reported as a phone would report it. */
export const testCallMachine = setup({
  types: {
    context: {} as { callId: string; number: string; error: string | undefined },
    events: {} as
      | { type: "call.ring"; callId: string; number: string }
      | { type: "call.answer" }
      | { type: "call.end" }
      | { type: "call.miss" },
    tags: {} as "busy",
  },
  actors: { tell: stub<void, PlayedEvent>("tell") },
  actions: {
    /** A call whose beginning nobody answered for is begun again as the same one. */
    keepCall: assign(({ context }, { callId, number }: { callId: string; number: string }) => ({
      callId: context.callId !== "" && context.number === number ? context.callId : callId,
      number,
    })),
    forgetCall: assign({ callId: "" }),
    keepError: assign((_, error: unknown) => ({ error: wordsOf(error) })),
    dropError: assign({ error: undefined }),
  },
}).createMachine({
  id: "testCall",
  context: { callId: "", number: "", error: undefined },
  initial: "quiet",
  states: {
    quiet: {
      on: { "call.ring": { target: "beginning", actions: { type: "keepCall", params: ({ event }) => event } } },
    },
    beginning: {
      tags: "busy",
      entry: "dropError",
      invoke: {
        id: "tell",
        src: "tell",
        input: ({ context: { callId, number } }) => ({ callId, number, event: "StartRing" }),
        onDone: "ringing",
        onError: { target: "quiet", actions: { type: "keepError", params: errorOf } },
      },
    },
    ringing: { on: { "call.answer": "answering", "call.miss": "missing" } },
    answering: {
      tags: "busy",
      entry: "dropError",
      invoke: {
        id: "tell",
        src: "tell",
        input: ({ context: { callId, number } }) => ({ callId, number, event: "Call" }),
        onDone: "talking",
        onError: { target: "ringing", actions: { type: "keepError", params: errorOf } },
      },
    },
    talking: { on: { "call.end": "ending" } },
    ending: {
      tags: "busy",
      entry: "dropError",
      invoke: {
        id: "tell",
        src: "tell",
        input: ({ context: { callId, number } }) => ({ callId, number, event: "EndCall" }),
        onDone: { target: "quiet", actions: "forgetCall" },
        onError: { target: "talking", actions: { type: "keepError", params: errorOf } },
      },
    },
    missing: {
      tags: "busy",
      entry: "dropError",
      invoke: {
        id: "tell",
        src: "tell",
        input: ({ context: { callId, number } }) => ({ callId, number, event: "EndRing" }),
        onDone: { target: "quiet", actions: "forgetCall" },
        onError: { target: "ringing", actions: { type: "keepError", params: errorOf } },
      },
    },
  },
});
