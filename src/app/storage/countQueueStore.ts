import { type CountQueue, type CountQueueStore, emptyQueue } from "#machines/stock/countSheet.ts";

const isQueue = (value: unknown): value is CountQueue =>
  typeof value === "object" &&
  value !== null &&
  Array.isArray(Reflect.get(value, "entries")) &&
  Array.isArray(Reflect.get(value, "refused")) &&
  typeof Reflect.get(value, "batchSize") === "number";

/**
 * Returns the storage for the entries of a count that the server has not recorded. They belong to one user of this
 * browser.
 */
export const createCountQueueStore = (countId: number, userId: number): CountQueueStore => {
  const place = `count:${countId}:${userId}`;
  return {
    recall: () => {
      try {
        const queue: unknown = JSON.parse(localStorage.getItem(place) ?? "null");
        return isQueue(queue) ? queue : emptyQueue;
      } catch {
        return emptyQueue;
      }
    },
    keep: (queue) =>
      queue.entries.length + queue.refused.length > 0
        ? localStorage.setItem(place, JSON.stringify(queue))
        : localStorage.removeItem(place),
  };
};
