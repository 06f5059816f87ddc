import { beforeEach, expect, test, vi } from "vitest";
import { createMoneyJournal, FOREIGN_MS } from "#app/storage/moneyJournal.ts";

const disk = vi.hoisted(() => new Map<string, unknown>());

vi.mock("idb", () => ({
  openDB: async () => ({
    transaction: () => ({
      store: { put: async (entry: { key: string }) => void disk.set(entry.key, entry) },
      done: Promise.resolve(),
    }),
    delete: async (_: string, key: string) => void disk.delete(key),
    getAllFromIndex: async (_: string, __: string, place: string) =>
      [...disk.values()].filter((entry) => Reflect.get(Object(entry), "place") === place),
  }),
}));

beforeEach(() => {
  disk.clear();
});

const NOW = Date.parse("2026-11-23T12:00:00Z");

/** Returns an unfinished payment for the journal. `patch` replaces fields of the payment request. */
const intentWith = (patch: object) => ({
  key: "key-12345",
  request: { companyId: 1, orderId: 7, version: 3, knownIds: [4, 5], move: { kind: "payment" }, ...patch },
});

const storeEntry = (intent: object) =>
  disk.set("key-12345", {
    key: "key-12345",
    place: "1/7",
    userId: 4,
    tab: "closed",
    at: NOW - FOREIGN_MS - 1,
    version: 2,
    intent,
  });

test.each([
  ["with all fields", "found", intentWith({})],
  ["without a version and without known ids", "found", intentWith({ version: undefined, knownIds: undefined })],
  ["without the field `move`", "ignored", intentWith({ move: undefined })],
  ["with a field `move` without a kind", "ignored", intentWith({ move: {} })],
  ["with a text as its order id", "ignored", intentWith({ orderId: "7" })],
  ["with texts as known ids", "ignored", intentWith({ knownIds: ["4"] })],
  ["without a request", "ignored", { key: "key-12345" }],
])("stored money movement %s — is %s", async (_, outcome, intent) => {
  storeEntry(intent);
  expect(await createMoneyJournal(4, () => NOW).find(1, 7)).toHaveLength(outcome === "found" ? 1 : 0);
});
