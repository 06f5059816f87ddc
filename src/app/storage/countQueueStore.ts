import { type CountQueue, type CountQueueStore, emptyQueue } from "#machines/stock/countSheet.ts";
import { COUNT_PREFIX } from "../session/storage.ts";

const isQueue = (value: unknown): value is CountQueue =>
  typeof value === "object" &&
  value !== null &&
  Array.isArray(Reflect.get(value, "entries")) &&
  Array.isArray(Reflect.get(value, "refused")) &&
  typeof Reflect.get(value, "batchSize") === "number";

const read = (place: string): CountQueue => {
  try {
    const queue: unknown = JSON.parse(localStorage.getItem(place) ?? "null");
    return isQueue(queue) ? queue : emptyQueue;
  } catch {
    return emptyQueue;
  }
};

/** Company and user of the stored entries. */
interface Owner {
  readonly companyId: number;
  readonly userId: number;
}

const prefixOf = ({ companyId, userId }: Owner): string => `${COUNT_PREFIX}${companyId}:${userId}:`;

/**
 * Returns the storage for the entries of an inventory that the server has not recorded. The entries survive a sign-out.
 */
export const createCountQueueStore = (owner: Owner, countId: number): CountQueueStore => {
  const place = `${prefixOf(owner)}${countId}`;
  return {
    recall: () => read(place),
    keep: (queue) =>
      queue.entries.length + queue.refused.length > 0
        ? localStorage.setItem(place, JSON.stringify(queue))
        : localStorage.removeItem(place),
  };
};

/** Inventory for which this browser stores entries that the server has not recorded. */
export interface UnsentCount {
  readonly countId: number;
  readonly entryCount: number;
}

/** Returns the inventories of a company for which this browser stores unrecorded entries of the user. */
export const listUnsentCounts = (owner: Owner): readonly UnsentCount[] =>
  Object.keys(localStorage)
    .filter((place) => place.startsWith(prefixOf(owner)))
    .map((place) => {
      const { entries, refused } = read(place);
      return { countId: Number(place.slice(prefixOf(owner).length)), entryCount: entries.length + refused.length };
    })
    .filter(({ entryCount }) => entryCount > 0)
    .sort((one, other) => one.countId - other.countId);
