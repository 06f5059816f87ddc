import { assign, emit, enqueueActions, sendTo, setup } from "xstate";
import { type CallCardReport, ringingCallMachine } from "./ringingCall.machine.ts";
import type { RingingCall } from "./ringingCall.ts";

/** Card of a call. `isWaiting` is true while the card is in the state `ringing`. */
export interface CallCard {
  readonly callId: number;
  readonly isWaiting: boolean;
}

/** Returns the id of the actor that runs the card of a call. */
export const cardId = (callId: number): string => `call${callId}`;

/**
 * Returns the id of the earliest call with a card that is still in the state `ringing`, or undefined if there is
 * none.
 */
export const nextCallId = (cards: readonly CallCard[]): number | undefined =>
  cards.find(({ isWaiting }) => isWaiting)?.callId;

/** Cards of the calls that ring at the same time (areas, section 13, B4). Each call has an actor of its own. */
export const ringingCallsMachine = setup({
  types: {
    context: {} as {
      /** Shown cards, the earliest call first. */
      readonly cards: readonly CallCard[];
      /**
       * Ids of the calls with a removed card. An id is deleted when the notification of the call is no longer unread.
       */
      readonly removed: readonly number[];
    },
    events: {} as
      /** The unread notifications have changed. */
      { type: "calls.change"; calls: readonly RingingCall[] } | { type: "call.take"; callId: number } | CallCardReport,
    emitted: {} as
      /** The order editor is to be opened for the call. */
        | { type: "call.open"; call: RingingCall }
        /** Another operator took the call, so its notification is to be marked as read. */
        | { type: "call.read"; call: RingingCall },
  },
  actors: { card: ringingCallMachine },
  guards: {
    hasCard: ({ context }, wanted: number) => context.cards.some(({ callId }) => callId === wanted),
    isTaken: (_, isTaken: boolean) => isTaken,
  },
  actions: {
    synchronise: enqueueActions(({ context, enqueue }, calls: readonly RingingCall[]) => {
      const isShown = (wanted: number) => context.cards.some(({ callId }) => callId === wanted);
      const added = calls.filter(
        ({ callId, takenBy }) => !isShown(callId) && takenBy === undefined && !context.removed.includes(callId),
      );
      for (const call of added) enqueue.spawnChild("card", { id: cardId(call.callId), input: { call } });
      enqueue.assign({
        cards: [...context.cards, ...added.map(({ callId }) => ({ callId, isWaiting: true }))],
        removed: context.removed.filter((id) => calls.some(({ callId }) => callId === id)),
      });
      for (const { callId } of context.cards) {
        const call = calls.find((one) => one.callId === callId);
        enqueue.sendTo(cardId(callId), call ? { type: "call.change", call } : { type: "call.end" });
      }
    }),
    take: sendTo((_, callId: number) => cardId(callId), { type: "call.take" }),
    markBusy: assign(({ context }, busy: number) => ({
      cards: context.cards.map((card) => (card.callId === busy ? { ...card, isWaiting: false } : card)),
    })),
    remove: enqueueActions(({ context, enqueue }, callId: number) => {
      enqueue.stopChild(cardId(callId));
      enqueue.assign({
        cards: context.cards.filter((card) => card.callId !== callId),
        removed: [...new Set([...context.removed, callId])],
      });
    }),
    emitOpen: emit((_, call: RingingCall) => ({ type: "call.open" as const, call })),
    emitRead: emit((_, call: RingingCall) => ({ type: "call.read" as const, call })),
  },
}).createMachine({
  id: "ringingCalls",
  context: { cards: [], removed: [] },
  on: {
    "calls.change": { actions: { type: "synchronise", params: ({ event }) => event.calls } },
    "call.take": {
      guard: { type: "hasCard", params: ({ event }) => event.callId },
      actions: { type: "take", params: ({ event }) => event.callId },
    },
    "card.busy": { actions: { type: "markBusy", params: ({ event }) => event.callId } },
    "card.opened": {
      actions: [
        { type: "remove", params: ({ event }) => event.call.callId },
        { type: "emitOpen", params: ({ event }) => event.call },
      ],
    },
    "card.left": [
      {
        guard: { type: "isTaken", params: ({ event }) => event.isTaken },
        actions: [
          { type: "remove", params: ({ event }) => event.call.callId },
          { type: "emitRead", params: ({ event }) => event.call },
        ],
      },
      { actions: { type: "remove", params: ({ event }) => event.call.callId } },
    ],
  },
});
