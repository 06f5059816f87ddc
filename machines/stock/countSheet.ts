import type { Schemas } from "#api/client.ts";
import { MAX_DECIMAL } from "#domain/decimalRange.ts";
import type { Failure } from "#machines/core/failure.ts";

type Inventory = Schemas["Inventory"];

/** Quantity of a stock item that a counter has found in one place. */
export interface CountEntry {
  /** Unique key, from which the idempotency key of a batch follows. */
  readonly key: string;
  readonly stockItemId: number;
  readonly title: string;
  readonly unit: string;
  readonly place: string;
  /** Null withdraws the quantity of the place, so that it is not counted. */
  readonly count: number | null;
  /** Time of the count by the clock of the device, ms since 1970. */
  readonly at: number;
}

/** Entry that the server refused. `failure` has the reason. */
export interface RefusedEntry {
  readonly entry: CountEntry;
  readonly failure: Failure;
}

/** Entries of a count that the server has not recorded. They survive a reload. */
export interface CountQueue {
  /** Entries to send, oldest first. The first `batchSize` of them may have reached the server already. */
  readonly entries: readonly CountEntry[];
  /** Number of entries that are sent together under one idempotency key until the server answers. */
  readonly batchSize: number;
  readonly refused: readonly RefusedEntry[];
}

/** Queue without entries. */
export const emptyQueue: CountQueue = { entries: [], batchSize: 0, refused: [] };

/** Highest number of entries that the server accepts in one request. */
export const MOST_ENTRIES = 500;

const LONGEST_PLACE = 50;

/** Reason why a quantity cannot be entered. */
export type CountReason = "noPlace" | "noNumber" | "tooMuch";

/** Returns the reason why a quantity cannot be entered, or undefined. */
export const reasonNotToCount = (count: number | undefined, place: string): CountReason | undefined => {
  const name = place.trim();
  if (name === "" || name.length > LONGEST_PLACE) return "noPlace";
  if (count === undefined || !(count >= 0)) return "noNumber";
  return count > MAX_DECIMAL ? "tooMuch" : undefined;
};

/** Returns true if two entries are for the same item and place, so that the later one replaces the other. */
export const isSamePlace = (
  one: Pick<CountEntry, "stockItemId" | "place">,
  other: Pick<CountEntry, "stockItemId" | "place">,
): boolean =>
  one.stockItemId === other.stockItemId && one.place.trim().toLowerCase() === other.place.trim().toLowerCase();

/** Adds an entry. It replaces a waiting or refused one of its place, but not one that may have reached the server. */
export const addEntry = <Queue extends CountQueue>(
  { entries, batchSize, refused }: Queue,
  entry: CountEntry,
): Pick<CountQueue, "entries" | "refused"> => ({
  entries: [...entries.filter((other, at) => at < batchSize || !isSamePlace(other, entry)), entry],
  refused: refused.filter((other) => !isSamePlace(other.entry, entry)),
});

/** Moves a refused entry back to the entries to send. */
export const retryEntry = (queue: CountQueue, key: string): Pick<CountQueue, "entries" | "refused"> => {
  const found = queue.refused.find(({ entry }) => entry.key === key);
  return found ? addEntry(queue, found.entry) : queue;
};

/** Removes a refused entry. */
export const dropRefused = ({ refused }: CountQueue, key: string): readonly RefusedEntry[] =>
  refused.filter(({ entry }) => entry.key !== key);

/** Returns the message about the entry at an index of the batch, or undefined if the server did not name it. */
const messageAbout = ({ errors }: Failure, at: number): string | undefined =>
  Object.entries(errors).find(([field]) => field === `entries.${at}` || field.startsWith(`entries.${at}.`))?.[1];

/**
 * Returns the queue after the server refused the batch. If the server names the wrong entries, the others are sent
 * again.
 */
export const refuseBatch = ({ entries, batchSize, refused }: CountQueue, failure: Failure): CountQueue => {
  const batch = entries.slice(0, batchSize).map((entry, at) => ({ entry, message: messageAbout(failure, at) }));
  const named = batch.filter(({ message }) => message !== undefined);
  const wrong = named.length > 0 ? named : batch;
  const isWrong = (entry: CountEntry): boolean => wrong.some((one) => one.entry === entry);
  return {
    entries: entries.filter((entry) => !isWrong(entry)),
    batchSize: 0,
    refused: [
      ...refused,
      ...wrong.map(({ entry, message }) => ({ entry, failure: message ? { ...failure, message } : failure })),
    ],
  };
};

/**
 * Returns the idempotency key of a batch. Batches of two tabs with the same first entry have different keys, so that
 * none of them is mistaken for a repetition of the other.
 */
export const batchKey = (entries: readonly CountEntry[]): string => {
  const [first, last] = [entries[0]?.key ?? "", entries.at(-1)?.key ?? ""];
  return first === last ? first : `${first}_${last}`;
};

/** Batch of entries with its idempotency key. */
export interface CountBatch {
  readonly path: { readonly companyId: number; readonly id: number };
  readonly key: string;
  readonly entries: readonly CountEntry[];
}

/**
 * Outcome of an attempt to send a batch. `repeated` means that an earlier attempt was recorded, and `inventory` is the
 * count with the recorded entries.
 */
export type BatchOutcome =
  | { readonly kind: "recorded"; readonly inventory: Inventory }
  | { readonly kind: "repeated" }
  | { readonly kind: "refused"; readonly failure: Failure }
  | { readonly kind: "unanswered" };

/** Storage for the entries of a count in the browser. */
export interface CountQueueStore {
  recall(): CountQueue;
  keep(queue: CountQueue): void;
}
