import { assign, setup } from "xstate";
import type { Schemas } from "#api/client.ts";
import { outputOf } from "#machines/support/outputOf.ts";
import { stub } from "#machines/support/stub.ts";

/** What the history and the details tab read when they are opened. */
export interface TabData {
  history?: readonly Schemas["OrderHistoryEntry"][];
  primeCost?: number;
}

/** How the reading ended; a refusal keeps the server's words. */
export type TabAnswer = { kind: "read"; data: TabData } | { kind: "failed"; message: string };

/** One tab of the order that reads its data by itself, anew when the order has changed. */
export const orderDetailTabMachine = setup({
  types: {
    context: {} as { data: TabData; message: string },
    events: {} as { type: "tab.retry" } | { type: "network.online" } | { type: "order.change" },
    tags: {} as "shown",
  },
  actors: { read: stub<TabAnswer>("read") },
  guards: { isRead: (_, answer: TabAnswer) => answer.kind === "read" },
  actions: {
    keep: assign((_, answer: TabAnswer) =>
      answer.kind === "read" ? { data: answer.data } : { message: answer.message },
    ),
    keepFault: assign({ message: "Не удалось прочитать данные. Попробуйте ещё раз." }),
  },
}).createMachine({
  id: "orderDetailTab",
  context: { data: {}, message: "" },
  initial: "loading",
  states: {
    loading: {
      invoke: {
        id: "read",
        src: "read",
        onDone: [
          { guard: { type: "isRead", params: outputOf }, target: "shown", actions: { type: "keep", params: outputOf } },
          { target: "failed", actions: { type: "keep", params: outputOf } },
        ],
        onError: { target: "failed", actions: "keepFault" },
      },
    },
    shown: { tags: "shown", on: { "order.change": "refreshing" } },
    refreshing: {
      tags: "shown",
      on: { "order.change": { target: "refreshing", reenter: true } },
      invoke: {
        id: "refresh",
        src: "read",
        onDone: { target: "shown", actions: { type: "keep", params: outputOf } },
        onError: "shown",
      },
    },
    failed: { on: { "tab.retry": "loading", "order.change": "loading", "network.online": "loading" } },
  },
});
