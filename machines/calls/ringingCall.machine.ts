import { assign, enqueueActions, setup } from "xstate";
import type { Failure } from "#machines/core/failure.ts";
import { notifyParent } from "#machines/core/notifyParent.ts";
import { CARD_MS, type RingingCall, type TakeReport, takeMutationMachine } from "./ringingCall.ts";

/** Time for which a card names the other operator who took the call, ms. */
const NOTICE_MS = 6000;

/** Event that the card of a call sends to the machine of all cards. */
export type CallCardReport =
  /** The card has left the state `ringing`. */
  | { type: "card.busy"; callId: number }
  /** The order editor is to be opened for the call. */
  | { type: "card.opened"; call: RingingCall }
  /** The card is to be removed. `isTaken` is true if another operator took the call. */
  | { type: "card.left"; call: RingingCall; isTaken: boolean };

/** Card of a ringing call. Only one operator can take the call (areas, section 13, B4). */
export const ringingCallMachine = setup({
  types: {
    context: {} as {
      readonly call: RingingCall;
      /** Name of the other operator who took the call, or an empty text. */
      readonly takenBy: string;
      readonly failure: Failure | undefined;
    },
    input: {} as { readonly call: RingingCall },
    events: {} as
      | { type: "call.change"; call: RingingCall }
      /** The call was missed, has ended or began more than 3 min ago, or its notification was marked as read. */
      | { type: "call.end" }
      | { type: "call.take" }
      /** The operator opens the order after a lost answer, a late answer or a failure. */
      | { type: "call.open" }
      | { type: "call.hide" }
      | TakeReport,
    tags: {} as "busy",
    children: {} as { take: "take" },
  },
  actors: { take: takeMutationMachine },
  guards: {
    isTaken: (_, call: RingingCall) => call.takenBy !== undefined,
    isNotOffered: (_, { kind }: Failure) => kind === "notOffered",
  },
  actions: {
    keepCall: assign((_, call: RingingCall) => ({ call })),
    keepTaker: assign((_, takenBy: string) => ({ takenBy })),
    keepFailure: assign((_, failure: Failure | undefined) => ({ failure })),
    reportLeft: enqueueActions(({ self, context: { call }, enqueue }, isTaken: boolean) => {
      const report: CallCardReport = { type: "card.left", call, isTaken };
      notifyParent({ self, enqueue }, report);
    }),
    reportOpened: enqueueActions(({ self, context: { call }, enqueue }) => {
      const report: CallCardReport = { type: "card.opened", call };
      notifyParent({ self, enqueue }, report);
    }),
    reportBusy: enqueueActions(({ self, context: { call }, enqueue }) => {
      const report: CallCardReport = { type: "card.busy", callId: call.callId };
      notifyParent({ self, enqueue }, report);
    }),
  },
  delays: { ring: CARD_MS, notice: NOTICE_MS },
}).createMachine({
  id: "ringingCall",
  context: ({ input }) => ({ call: input.call, takenBy: "", failure: undefined }),
  initial: "ringing",
  states: {
    ringing: {
      exit: "reportBusy",
      after: { ring: "gone" },
      on: {
        "call.change": [
          {
            guard: { type: "isTaken", params: ({ event }) => event.call },
            target: "taken",
            actions: { type: "keepTaker", params: ({ event }) => event.call.takenBy ?? "" },
          },
          { actions: { type: "keepCall", params: ({ event }) => event.call } },
        ],
        "call.take": "taking",
        "call.end": "gone",
        "call.hide": "gone",
      },
    },
    taking: {
      description:
        "The notification of a taken call is marked as read before the answer arrives, so the end of the call does not matter here.",
      initial: "sending",
      invoke: {
        id: "take",
        src: "take",
        input: ({ context: { call } }) => ({ request: { companyId: call.companyId, callId: call.callId } }),
        onError: { target: "failed", actions: { type: "keepFailure", params: undefined } },
      },
      on: {
        "mutation.stale": {
          target: "taken",
          actions: { type: "keepTaker", params: ({ event }) => event.current.takenBy },
        },
        "mutation.refused": [
          {
            guard: { type: "isNotOffered", params: ({ event }) => event.failure },
            target: "opened",
            description: "A server with only the documented calls does not assign calls to operators.",
          },
          { target: "failed", actions: { type: "keepFailure", params: ({ event }) => event.failure } },
        ],
      },
      states: {
        sending: { tags: "busy", on: { "mutation.recorded": "#ringingCall.opened", "mutation.doubtful": "doubting" } },
        doubting: {
          description: "The answer was lost. The request is repeated under the same key.",
          on: { "mutation.recorded": "#ringingCall.held", "call.open": "#ringingCall.opened" },
        },
      },
    },
    held: {
      description:
        "The operator has the call. The late answer does not open the order, because the operator may be busy.",
      after: { ring: "gone" },
      on: { "call.open": "opened", "call.hide": "gone" },
    },
    failed: {
      after: { ring: "gone" },
      on: {
        "call.change": {
          guard: { type: "isTaken", params: ({ event }) => event.call },
          target: "taken",
          actions: { type: "keepTaker", params: ({ event }) => event.call.takenBy ?? "" },
        },
        "call.take": "taking",
        "call.open": "opened",
        "call.end": "gone",
        "call.hide": "gone",
      },
    },
    taken: {
      description: "Another operator took the call. The card names this operator for a short time.",
      after: { notice: "read" },
      on: { "call.hide": "read" },
    },
    opened: { type: "final", entry: "reportOpened" },
    gone: { type: "final", entry: { type: "reportLeft", params: false } },
    read: { type: "final", entry: { type: "reportLeft", params: true } },
  },
});
