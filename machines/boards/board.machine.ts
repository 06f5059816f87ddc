import { assign, emit, enqueueActions, sendTo, setup } from "xstate";
import type { LiveTopic } from "#machines/core/environment.ts";
import { type Failure, failureOf } from "#machines/core/failure.ts";
import { outboxMachineOf } from "#machines/core/outbox.machine.ts";
import type { OutboxEntry, OutboxReport } from "#machines/core/outbox.ts";
import { queryMachineOf } from "#machines/core/query.machine.ts";
import type { Loaded, QueryReport } from "#machines/core/query.ts";

const POLLING = { visible: 3000, hidden: 30_000 };

/**
 * Event for a tap of the user. `undoable` contains the data for undoing the tap, or is undefined if the tap cannot be
 * undone.
 */
interface Tapped<Tap, Undo> {
  readonly type: "tap.add";
  readonly entry: OutboxEntry<Tap>;
  readonly undoable?: Undo | undefined;
}

/** Returns a board machine with the given types of query, data, taps and undo data. */
export const boardMachineOf = <Query, Data, Tap, Undo>() =>
  setup({
    types: {
      context: {} as {
        readonly query: Query;
        readonly stored: readonly OutboxEntry<Tap>[];
        readonly topics: readonly LiveTopic[];
        /** Data from the last answer of the server. Undefined before the first answer. */
        readonly data: Data | undefined;
        /** Taps that the server has confirmed since `data` arrived. `data` may not contain them yet. */
        readonly sent: readonly OutboxEntry<Tap>[];
        /** Undo data of the last tap. Undefined if there is no tap that can be undone. */
        readonly undoable: Undo | undefined;
        readonly failure: Failure | undefined;
        /** Failure of the last refused tap. The next tap or the user clears the failure. */
        readonly refusal: Failure | undefined;
      },
      input: {} as {
        readonly query: Query;
        readonly stored: readonly OutboxEntry<Tap>[];
        /** Live feed topics. The board reads its data again when the feed reports a change of one of these topics. */
        readonly topics: readonly LiveTopic[];
      },
      events: {} as
        | Tapped<Tap, Undo>
        | { type: "board.refresh" }
        | { type: "refusal.dismiss" }
        | QueryReport<Query, Data, "data">
        | OutboxReport<Tap>,
      emitted: {} as { type: "board.read"; before: Data; after: Data },
      children: {} as { data: "data"; outbox: "outbox" },
    },
    actors: {
      data: queryMachineOf<Query, Data>(),
      outbox: outboxMachineOf<Tap>(),
    },
    actions: {
      keepData: assign((_, { data }: Loaded<Query, Data>) => ({ data, sent: [], failure: undefined })),
      reportRead: enqueueActions(({ context: { data: before }, enqueue }, { data: after }: Loaded<Query, Data>) => {
        if (before !== undefined) enqueue(emit({ type: "board.read" as const, before, after }));
      }),
      keepFailure: assign((_, failure: Failure) => ({ failure })),
      addTap: sendTo("outbox", (_, entry: OutboxEntry<Tap>) => ({ type: "outbox.add" as const, entry })),
      keepUndoable: assign((_, { undoable }: Tapped<Tap, Undo>) => ({ undoable, refusal: undefined })),
      dropUndoable: assign({ undoable: undefined }),
      keepSent: assign(({ context }, entry: OutboxEntry<Tap>) => ({ sent: [...context.sent, entry] })),
      keepRefusal: assign((_, refusal: Failure) => ({ refusal, undoable: undefined })),
      dismissRefusal: assign({ refusal: undefined }),
      refresh: sendTo("data", { type: "query.refresh" }),
    },
    delays: { undo: 5000 },
  }).createMachine({
    id: "board",
    context: ({ input: { query, stored, topics } }) => ({
      query,
      stored,
      topics,
      data: undefined,
      sent: [],
      undoable: undefined,
      failure: undefined,
      refusal: undefined,
    }),
    invoke: [
      {
        id: "data",
        src: "data",
        input: ({ context: { query, topics } }) => ({ query, topics, polling: POLLING, isReadOnShow: true }),
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
          { type: "reportRead", params: ({ event }) => event.loaded },
          { type: "keepData", params: ({ event }) => event.loaded },
        ],
      },
      "query.failed": { actions: { type: "keepFailure", params: ({ event }) => event.failure } },
      "board.refresh": { actions: "refresh" },
      "outbox.sent": {
        description: "The data are read again. Until then the tap is applied to the former ones.",
        actions: [{ type: "keepSent", params: ({ event }) => event.entry }, "refresh"],
      },
      "outbox.refused": { actions: [{ type: "keepRefusal", params: ({ event }) => event.failure }, "refresh"] },
      "refusal.dismiss": { actions: "dismissRefusal" },
      "tap.add": {
        target: ".undoing",
        actions: [
          { type: "addTap", params: ({ event }) => event.entry },
          { type: "keepUndoable", params: ({ event }) => event },
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

/**
 * Board that polls its data and queues the user's taps, also while offline. The last tap can be undone for 5 s if the
 * tap has undo data.
 */
export const boardMachine = boardMachineOf<unknown, unknown, unknown, unknown>();
