import { beforeEach, expect, test } from "vitest";
import { createCountQueueStore } from "#app/storage/countQueueStore.ts";
import { emptyQueue } from "#machines/stock/countSheet.ts";
import { aCountEntry } from "../support/machines/inventorySamples.ts";

beforeEach(() => localStorage.clear());

const queue = { entries: [aCountEntry()], batchSize: 1, refused: [] };

test("queue of a count — is read again by the same user and count only", () => {
  createCountQueueStore(4, 1).keep(queue);
  expect(createCountQueueStore(4, 1).recall()).toEqual(queue);
  expect(createCountQueueStore(4, 2).recall()).toEqual(emptyQueue);
  expect(createCountQueueStore(5, 1).recall()).toEqual(emptyQueue);
});

test("empty queue of a count — leaves the storage empty", () => {
  const store = createCountQueueStore(4, 1);
  store.keep(queue);
  store.keep(emptyQueue);
  expect(localStorage).toHaveLength(0);
});

test.each(["{", "[]", '{"entries":1}', "null"])("malformed queue of a count '%s' — counts as empty", (text) => {
  localStorage.setItem("count:4:1", text);
  expect(createCountQueueStore(4, 1).recall()).toEqual(emptyQueue);
});
