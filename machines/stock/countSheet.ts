import type { Schemas } from "#api/client.ts";
import { parseDecimal } from "#domain/decimal.ts";
import { MAX_DECIMAL } from "#domain/decimalRange.ts";
import { toBaseUnits, type Unit } from "#domain/units.ts";
import type { Failure } from "#machines/core/failure.ts";

type Inventory = Schemas["Inventory"];

/** Quantity of a stock item that a user has counted in one place. */
export interface CountEntry {
  /** Unique key of the entry. The idempotency key of a batch is derived from the keys of its entries. */
  readonly key: string;
  readonly stockItemId: number;
  readonly title: string;
  readonly unit: string;
  /** Units in which the quantity can be entered in addition to the base unit of the item. */
  readonly packs?: readonly Unit[] | undefined;
  readonly place: string;
  /**
   * Counted quantity in the unit of the item. Null deletes the earlier quantity, so that the item is not counted in
   * this place.
   */
  readonly count: number | null;
  /** Time of the count by the clock of the device, ms since 1970. */
  readonly at: number;
}

/** Entry that the server refused. `failure` has the reason. */
export interface RefusedEntry {
  readonly entry: CountEntry;
  readonly failure: Failure;
}

/** Entries of an inventory, not yet recorded by the server, as stored in the browser. */
export interface CountQueue {
  /** Entries to send, oldest first. The server may already have received the first `batchSize` entries. */
  readonly entries: readonly CountEntry[];
  /**
   * Number of entries in the batch that waits for the server's answer. A retry sends the same entries under the same
   * idempotency key.
   */
  readonly batchSize: number;
  readonly refused: readonly RefusedEntry[];
}

export const emptyQueue: CountQueue = { entries: [], batchSize: 0, refused: [] };

/** Maximum number of entries that the server accepts in one request. */
export const MOST_ENTRIES = 500;

const LONGEST_PLACE = 50;

/** Reason why a quantity cannot be entered. */
export type CountReason = "noPlace" | "noNumber" | "tooMuch";

/** Returns the reason why a quantity cannot be entered, or undefined if there is none. */
export const reasonNotToCount = (count: number | undefined, place: string): CountReason | undefined => {
  const name = place.trim();
  if (name === "" || name.length > LONGEST_PLACE) return "noPlace";
  if (count === undefined || !(count >= 0)) return "noNumber";
  return count > MAX_DECIMAL ? "tooMuch" : undefined;
};

/** Quantity that the user types in a unit, and its conversion into the base unit. */
export interface TypedCount {
  /** Number as typed, in the chosen unit. Undefined if the text is not a number. */
  readonly typed: number | undefined;
  /** Quantity in the unit of the item, rounded to 5 decimals. */
  readonly count: number | undefined;
}

/** Parses a quantity typed in the given unit, and converts it into the base unit of the item. */
export const readTypedCount = (text: string, { factor }: Unit): TypedCount => {
  const typed = parseDecimal(text);
  return { typed, count: typed === undefined ? undefined : toBaseUnits({ count: typed, price: 0, factor }).count };
};

/** Returns true if two entries are for the same item and place. The later entry then replaces the earlier one. */
export const isSamePlace = (
  one: Pick<CountEntry, "stockItemId" | "place">,
  other: Pick<CountEntry, "stockItemId" | "place">,
): boolean =>
  one.stockItemId === other.stockItemId && one.place.trim().toLowerCase() === other.place.trim().toLowerCase();

/**
 * Adds an entry. The new entry replaces an earlier entry of the same item and place, also a refused one, unless the
 * server may already have received the earlier entry.
 */
export const addEntry = <Queue extends CountQueue>(
  { entries, batchSize, refused }: Queue,
  entry: CountEntry,
): Pick<CountQueue, "entries" | "refused"> => ({
  entries: [...entries.filter((other, at) => at < batchSize || !isSamePlace(other, entry)), entry],
  refused: refused.filter((other) => !isSamePlace(other.entry, entry)),
});

/** Moves a refused entry back to the entries to send. Changes nothing if no refused entry has this key. */
export const retryEntry = (queue: CountQueue, key: string): Pick<CountQueue, "entries" | "refused"> => {
  const found = queue.refused.find(({ entry }) => entry.key === key);
  return found ? addEntry(queue, found.entry) : queue;
};

export const dropRefused = ({ refused }: CountQueue, key: string): readonly RefusedEntry[] =>
  refused.filter(({ entry }) => entry.key !== key);

/** Returns the error message for the entry at an index of the batch, or undefined if the server sent none. */
const messageAbout = ({ errors }: Failure, at: number): string | undefined =>
  Object.entries(errors).find(([field]) => field === `entries.${at}` || field.startsWith(`entries.${at}.`))?.[1];

/**
 * Returns the queue after the server refused the batch. If the server names the invalid entries, only these entries are
 * refused, and the other entries are sent again. Otherwise all entries of the batch are refused.
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
 * Returns the idempotency key of a batch. It contains the keys of the first and the last entry, so different batches
 * with the same first entry have different keys.
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
 * Outcome of an attempt to send a batch. `repeated` means that an earlier attempt was recorded, and `inventory`
 * contains the recorded entries.
 */
export type BatchOutcome =
  | { readonly kind: "recorded"; readonly inventory: Inventory }
  | { readonly kind: "repeated" }
  | { readonly kind: "refused"; readonly failure: Failure }
  | { readonly kind: "unanswered" };

/** Browser storage for the entries of an inventory. */
export interface CountQueueStore {
  recall(): CountQueue;
  keep(queue: CountQueue): void;
}
