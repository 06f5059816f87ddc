import { assign, emit, raise, setup } from "xstate";
import type { Schemas } from "#api/client.ts";
import { backoff } from "#machines/core/backoff.ts";
import { type EnvironmentEvent, environmentStub } from "#machines/core/environment.ts";
import { outputOf } from "#machines/core/outputOf.ts";
import { stub } from "#machines/core/stub.ts";
import {
  addEntry,
  type BatchOutcome,
  batchKey,
  type CountBatch,
  type CountEntry,
  type CountQueue,
  dropRefused,
  MOST_ENTRIES,
  reasonNotToCount,
  refuseBatch,
  retryEntry,
} from "./countSheet.ts";
import type { DocumentPath } from "./stockDocument.ts";

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 15_000;

interface Context extends CountQueue {
  readonly path: DocumentPath;
  /** Number of unanswered attempts to send the batch. */
  readonly attempts: number;
  /** Maximum number of entries in the next batch. */
  readonly limit: number;
}

const queueOf = ({ entries, batchSize, refused }: Context): CountQueue => ({ entries, batchSize, refused });

const batchOf = ({ path, entries, batchSize }: Context): CountBatch => {
  const batch = entries.slice(0, batchSize);
  return { path, key: batchKey(batch), entries: batch };
};

/**
 * Inventory sheet on which users enter counted quantities, also while offline (areas, section 4). The entries are
 * stored in the browser and sent in batches. A refused entry is kept until the user corrects or drops it.
 */
export const countSheetMachine = setup({
  types: {
    context: {} as Context,
    input: {} as { readonly path: DocumentPath; readonly stored: CountQueue },
    events: {} as
      | EnvironmentEvent
      | { type: "entry.add"; entry: CountEntry }
      | { type: "entry.retry"; key: string }
      | { type: "entry.drop"; key: string }
      | { type: "batch.send" }
      | { type: "queue.changed" },
    emitted: {} as { type: "batch.recorded"; inventory: Schemas["Inventory"] | undefined },
  },
  actors: {
    environment: environmentStub,
    /** Stores the queue in the browser, so that it survives a reload. */
    keep: stub<void, CountQueue>("keep"),
    send: stub<BatchOutcome, CountBatch>("send"),
  },
  guards: {
    hasBatch: ({ context }) => context.batchSize > 0,
    hasEntries: ({ context }) => context.entries.length > 0,
    /**
     * Returns true if the entry has a valid place and quantity. An entry that deletes a quantity needs only a place.
     */
    isFit: (_, { count, place }: CountEntry) => reasonNotToCount(count ?? 0, place) === undefined,
    isUnanswered: (_, { kind }: BatchOutcome) => kind === "unanswered",
    isRefused: (_, { kind }: BatchOutcome) => kind === "refused",
    /**
     * Returns true if the server refused a batch of several entries because of an unknown stock item. The server does
     * not name the item, so the batch must be halved to find the item.
     */
    isHalved: ({ context }, outcome: BatchOutcome) =>
      outcome.kind === "refused" && outcome.failure.kind === "missing" && context.batchSize > 1,
  },
  actions: {
    add: assign(({ context }, entry: CountEntry) => addEntry(context, entry)),
    retry: assign(({ context }, key: string) => retryEntry(context, key)),
    drop: assign(({ context }, key: string) => ({ refused: dropRefused(context, key) })),
    pack: assign(({ context: { entries, limit } }) => ({ batchSize: Math.min(limit, entries.length) })),
    unpack: assign(({ context: { entries, batchSize } }) => ({
      entries: entries.slice(batchSize),
      batchSize: 0,
      attempts: 0,
    })),
    halve: assign(({ context: { batchSize } }) => ({ limit: Math.ceil(batchSize / 2), batchSize: 0, attempts: 0 })),
    refuse: assign(({ context }, outcome: BatchOutcome) =>
      outcome.kind === "refused" ? { ...refuseBatch(context, outcome.failure), attempts: 0 } : {},
    ),
    restoreLimit: assign({ limit: MOST_ENTRIES }),
    countAttempt: assign(({ context }) => ({ attempts: context.attempts + 1 })),
    store: raise({ type: "queue.changed" }),
    reportRecorded: emit((_, outcome: BatchOutcome) => ({
      type: "batch.recorded" as const,
      inventory: outcome.kind === "recorded" ? outcome.inventory : undefined,
    })),
  },
  delays: {
    pause: ({ context }) => backoff(context.attempts, 1, { firstMs: FIRST_PAUSE_MS, lastMs: LONGEST_PAUSE_MS }),
  },
}).createMachine({
  id: "countSheet",
  context: ({ input: { path, stored } }) => ({ ...stored, path, attempts: 0, limit: MOST_ENTRIES }),
  invoke: { id: "environment", src: "environment" },
  type: "parallel",
  on: {
    "entry.add": {
      guard: { type: "isFit", params: ({ event }) => event.entry },
      actions: [{ type: "add", params: ({ event }) => event.entry }, "store"],
    },
    "entry.retry": { actions: [{ type: "retry", params: ({ event }) => event.key }, "store"] },
    "entry.drop": { actions: [{ type: "drop", params: ({ event }) => event.key }, "store"] },
  },
  states: {
    storage: {
      initial: "stored",
      states: {
        stored: { on: { "queue.changed": "storing" } },
        storing: {
          on: { "queue.changed": { target: "storing", reenter: true } },
          invoke: {
            id: "keep",
            src: "keep",
            input: ({ context }) => queueOf(context),
            onDone: "stored",
            onError: { target: "stored", description: "Without storage the entries last as long as the page." },
          },
        },
      },
    },
    delivery: {
      initial: "deciding",
      states: {
        deciding: {
          always: [
            { guard: "hasBatch", target: "sending" },
            { guard: "hasEntries", target: "packing", actions: "pack" },
            { target: "idle", actions: "restoreLimit" },
          ],
        },
        idle: { on: { "queue.changed": "deciding" } },
        packing: {
          description:
            "The size of the batch is stored first, so that its key is not used for other entries after a reload.",
          invoke: {
            id: "keepBatch",
            src: "keep",
            input: ({ context }) => queueOf(context),
            onDone: "sending",
            onError: "sending",
          },
        },
        sending: {
          invoke: {
            id: "send",
            src: "send",
            input: ({ context }) => batchOf(context),
            onDone: [
              { guard: { type: "isUnanswered", params: outputOf }, target: "waiting", actions: "countAttempt" },
              {
                guard: { type: "isHalved", params: outputOf },
                description: "The halves are sent apart, until only the wrong entry is refused.",
                target: "deciding",
                actions: ["halve", "store"],
              },
              {
                guard: { type: "isRefused", params: outputOf },
                target: "deciding",
                actions: [{ type: "refuse", params: outputOf }, "store"],
              },
              {
                target: "deciding",
                actions: ["unpack", "store", { type: "reportRecorded", params: outputOf }],
              },
            ],
            onError: { target: "waiting", actions: "countAttempt" },
          },
        },
        waiting: {
          description:
            "The server did not answer. The batch is sent again with its key and the present age of its entries.",
          after: { pause: "sending" },
          on: { "network.online": "sending", "batch.send": "sending" },
        },
      },
    },
  },
});
