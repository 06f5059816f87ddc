import { assign, emit, enqueueActions, sendTo, setup } from "xstate";
import { type Failure, failureOf } from "#machines/core/failure.ts";
import { outboxMachineOf } from "#machines/core/outbox.machine.ts";
import type { OutboxEntry, OutboxReport } from "#machines/core/outbox.ts";
import { queryMachineOf } from "#machines/core/query.machine.ts";
import type { QueryReport } from "#machines/core/query.ts";
import { hasNews, type KitchenItem, type KitchenQuery, type KitchenTap } from "./kitchen.ts";

type Entry = OutboxEntry<KitchenTap>;
type Items = readonly KitchenItem[];

const POLLING = { visible: 3000, hidden: 30_000 };

/** Tap that can be undone: the dish returns to `to`. */
export interface UndoableTap {
  readonly itemId: number;
  readonly name: string;
  readonly to: "new" | "cooking";
}

/** Kitchen display: the dishes that the server polls for it, and the cook's taps, which also work without a network. */
export const kitchenMachine = setup({
  types: {
    context: {} as {
      readonly query: KitchenQuery;
      readonly stored: readonly Entry[];
      /** Dishes of the last answer. Undefined before the first one. */
      readonly items: Items | undefined;
      /** Taps that the server has recorded, but that `items` does not contain yet. */
      readonly sent: readonly Entry[];
      readonly undoable: UndoableTap | undefined;
      readonly failure: Failure | undefined;
      /** Refusal of the last tap. */
      readonly refusal: Failure | undefined;
    },
    input: {} as { readonly query: KitchenQuery; readonly stored: readonly Entry[] },
    events: {} as
      | { type: "item.tap"; entry: Entry; undoable?: UndoableTap | undefined }
      | { type: "kitchen.refresh" }
      | { type: "refusal.dismiss" }
      | QueryReport<KitchenQuery, Items, "items">
      | OutboxReport<KitchenTap>,
    emitted: {} as { type: "kitchen.news" },
    children: {} as { items: "items"; outbox: "outbox" },
  },
  actors: {
    items: queryMachineOf<KitchenQuery, Items>(),
    outbox: outboxMachineOf<KitchenTap>(),
  },
  actions: {
    keepItems: assign((_, items: Items) => ({ items, sent: [], failure: undefined })),
    reportNews: enqueueActions(({ context, enqueue }, items: Items) => {
      if (context.items !== undefined && hasNews(context.items, items))
        enqueue(emit({ type: "kitchen.news" as const }));
    }),
    keepFailure: assign((_, failure: Failure) => ({ failure })),
    addTap: sendTo("outbox", (_, entry: Entry) => ({ type: "outbox.add" as const, entry })),
    keepUndoable: assign((_, undoable: UndoableTap | undefined) => ({ undoable, refusal: undefined })),
    dropUndoable: assign({ undoable: undefined }),
    keepSent: assign(({ context }, entry: Entry) => ({ sent: [...context.sent, entry] })),
    keepRefusal: assign((_, refusal: Failure) => ({ refusal, undoable: undefined })),
    dismissRefusal: assign({ refusal: undefined }),
    refresh: sendTo("items", { type: "query.refresh" }),
  },
  delays: { undo: 5000 },
}).createMachine({
  id: "kitchen",
  context: ({ input: { query, stored } }) => ({
    query,
    stored,
    items: undefined,
    sent: [],
    undoable: undefined,
    failure: undefined,
    refusal: undefined,
  }),
  invoke: [
    {
      id: "items",
      src: "items",
      input: ({ context }) => ({ query: context.query, polling: POLLING, isReadOnShow: true }),
      onError: { actions: { type: "keepFailure", params: failureOf } },
    },
    {
      id: "outbox",
      src: "outbox",
      input: ({ context }) => ({ entries: context.stored }),
      onError: { actions: { type: "keepRefusal", params: failureOf } },
    },
  ],
  on: {
    "query.loaded": {
      actions: [
        { type: "reportNews", params: ({ event }) => event.loaded.data },
        { type: "keepItems", params: ({ event }) => event.loaded.data },
      ],
    },
    "query.failed": { actions: { type: "keepFailure", params: ({ event }) => event.failure } },
    "kitchen.refresh": { actions: "refresh" },
    "outbox.sent": {
      description: "The dishes are read again. Until then the tap is applied to the former ones.",
      actions: [{ type: "keepSent", params: ({ event }) => event.entry }, "refresh"],
    },
    "outbox.refused": { actions: [{ type: "keepRefusal", params: ({ event }) => event.failure }, "refresh"] },
    "refusal.dismiss": { actions: "dismissRefusal" },
    "item.tap": {
      target: ".undoing",
      actions: [
        { type: "addTap", params: ({ event }) => event.entry },
        { type: "keepUndoable", params: ({ event }) => event.undoable },
      ],
    },
  },
  initial: "resting",
  states: {
    resting: {},
    undoing: {
      description: "For 5 s the last tap can be undone.",
      after: { undo: { target: "resting", actions: "dropUndoable" } },
    },
  },
});
