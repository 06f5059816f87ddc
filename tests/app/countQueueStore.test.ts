import { beforeEach, expect, test } from "vitest";
import { clearStorage } from "#app/session/storage.ts";
import { createCountQueueStore, listUnsentCounts } from "#app/storage/countQueueStore.ts";
import { emptyQueue } from "#machines/stock/countSheet.ts";
import { aCountEntry } from "../support/machines/inventorySamples.ts";
import { aFailure } from "../support/machines/orderEditorSamples.ts";

beforeEach(() => localStorage.clear());

const owner = { companyId: 1, userId: 2 };
const queue = { entries: [aCountEntry()], batchSize: 1, refused: [] };

test("queue of unsent counts — can be read only by the same user, for the same company and inventory", () => {
  createCountQueueStore(owner, 4).keep(queue);
  expect(createCountQueueStore(owner, 4).recall()).toEqual(queue);
  expect(createCountQueueStore(owner, 5).recall()).toEqual(emptyQueue);
  expect(createCountQueueStore({ ...owner, userId: 1 }, 4).recall()).toEqual(emptyQueue);
  expect(createCountQueueStore({ ...owner, companyId: 2 }, 4).recall()).toEqual(emptyQueue);
});

test("queue of unsent counts — survives a sign-out, but stays invisible to other users", () => {
  localStorage.setItem("session", "{}");
  localStorage.setItem("countPlace", "Бар");
  createCountQueueStore(owner, 4).keep(queue);
  clearStorage("left");
  expect(localStorage).toHaveLength(1);
  expect(createCountQueueStore(owner, 4).recall()).toEqual(queue);
  expect(listUnsentCounts({ ...owner, userId: 3 })).toEqual([]);
});

test("empty queue of unsent counts — is removed from the storage", () => {
  const store = createCountQueueStore(owner, 4);
  store.keep(queue);
  store.keep(emptyQueue);
  expect(localStorage).toHaveLength(0);
});

test.each(["{", "[]", '{"entries":1}', "null"])("malformed queue of unsent counts '%s' — is read as empty", (text) => {
  localStorage.setItem("count:1:2:4", text);
  expect(createCountQueueStore(owner, 4).recall()).toEqual(emptyQueue);
  expect(listUnsentCounts(owner)).toEqual([]);
});

test("listUnsentCounts — lists the user's inventories with unsent or refused entries, and the number of these entries", () => {
  createCountQueueStore(owner, 14).keep(queue);
  createCountQueueStore(owner, 4).keep({
    entries: [aCountEntry()],
    batchSize: 0,
    refused: [{ entry: aCountEntry({ key: "entry-key-2" }), failure: aFailure("refused") }],
  });
  createCountQueueStore({ ...owner, userId: 3 }, 5).keep(queue);
  expect(listUnsentCounts(owner)).toEqual([
    { countId: 4, entryCount: 2 },
    { countId: 14, entryCount: 1 },
  ]);
});
