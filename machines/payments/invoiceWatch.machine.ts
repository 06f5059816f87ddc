import { assign, setup } from "xstate";
import { outputOf } from "#machines/support/outputOf.ts";
import { stub } from "#machines/support/stub.ts";

/** Invoices of an order that nobody has paid or cancelled yet. */
export interface Watched {
  companyId: number;
  orderId: number;
  paymentIds: readonly number[];
}

/** What the provider says: still waiting, one is paid or cancelled, or this operator may not ask. */
export type WatchAnswer = "pending" | "settled" | "barred";

/** Follows invoices until one of them is paid or cancelled: every 5 s, slower while nobody looks (decisions, section 6). */
export const invoiceWatchMachine = setup({
  types: {
    context: {} as Watched & { isHidden: boolean },
    events: {} as { type: "page.show" } | { type: "page.hide" },
    input: {} as Watched & { isHidden: boolean },
  },
  actors: { ask: stub<WatchAnswer, Watched>("ask") },
  guards: {
    isSettled: (_, answer: WatchAnswer) => answer === "settled",
    isBarred: (_, answer: WatchAnswer) => answer === "barred",
  },
  actions: { setHidden: assign((_, isHidden: boolean) => ({ isHidden })) },
  delays: { poll: ({ context }) => (context.isHidden ? 30_000 : 5000) },
}).createMachine({
  id: "invoiceWatch",
  context: ({ input }) => input,
  initial: "resting",
  on: { "page.hide": { actions: { type: "setHidden", params: () => true } } },
  states: {
    resting: {
      after: { poll: "asking" },
      on: { "page.show": { target: "asking", actions: { type: "setHidden", params: () => false } } },
    },
    asking: {
      on: { "page.show": { actions: { type: "setHidden", params: () => false } } },
      invoke: {
        id: "ask",
        src: "ask",
        input: ({ context: { companyId, orderId, paymentIds } }) => ({ companyId, orderId, paymentIds }),
        onDone: [
          { guard: { type: "isSettled", params: outputOf }, target: "settled" },
          { guard: { type: "isBarred", params: outputOf }, target: "barred" },
          { target: "resting" },
        ],
        onError: "resting",
      },
    },
    barred: { description: "Without the permission to ask, what is read of the order every 10 s has to do." },
    settled: { type: "final" },
  },
});
