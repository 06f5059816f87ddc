import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import { hasFields } from "#api/answerShape.ts";
import type { MoneyIntent } from "#machines/payments/moneyIntent.ts";
import type { MoneyJournal } from "#machines/payments/moneyMove.actors.ts";
import { newIdempotencyKey } from "../http/idempotencyKey.ts";

/** Stored money movement, with the user, the tab, and the time of storage in ms since 1970. */
interface Entry {
  readonly key: string;
  readonly place: string;
  readonly userId: number;
  readonly tab: string;
  readonly at: number;
  readonly version: number;
  readonly intent: MoneyIntent;
}

interface JournalSchema extends DBSchema {
  intents: { key: string; value: Entry; indexes: { place: string } };
}

/** Version of the storage format. Money movements in other versions are ignored. */
const VERSION = 2;
/** Age from which a money movement of another tab is treated as abandoned, ms. */
export const FOREIGN_MS = 150_000;
const TAB = "tab";

const thisTab = (): string => {
  const tab = sessionStorage.getItem(TAB) ?? newIdempotencyKey();
  sessionStorage.setItem(TAB, tab);
  return tab;
};

const isAbsentOrNumber = (value: unknown): boolean => value === undefined || typeof value === "number";

/** Returns true if a stored value has the fields of a money movement in the current version of the format. */
const isIntent = (value: unknown): boolean => {
  if (!hasFields(value, { key: "string", request: "object" })) return false;
  const request: unknown = Reflect.get(value, "request");
  if (!hasFields(request, { companyId: "number", orderId: "number", move: "object" })) return false;
  const knownIds: unknown = Reflect.get(request, "knownIds") ?? [];
  return (
    hasFields(Reflect.get(request, "move"), { kind: "string" }) &&
    isAbsentOrNumber(Reflect.get(request, "version")) &&
    Array.isArray(knownIds) &&
    knownIds.every((id) => typeof id === "number")
  );
};

let opened: Promise<IDBPDatabase<JournalSchema>> | undefined;

const open = (): Promise<IDBPDatabase<JournalSchema>> => {
  const forget = () => {
    opened = undefined;
  };
  opened ??= openDB<JournalSchema>("journal", 1, {
    upgrade: (database) => {
      database.createObjectStore("intents", { keyPath: "key" }).createIndex("place", "place");
    },
    terminated: forget,
  });
  opened.catch(forget);
  return opened;
};

const placeOf = (companyId: number, orderId: number): string => `${companyId}/${orderId}`;

/**
 * Returns the storage for a user's unfinished money movements in this browser. The stored movements survive reloads,
 * crashes and sign-outs.
 */
export const createMoneyJournal = (userId: number, now: () => number = Date.now): MoneyJournal => ({
  keep: async (intent) => {
    const { companyId, orderId } = intent.request;
    const place = placeOf(companyId, orderId);
    const entry = { key: intent.key, place, userId, tab: thisTab(), at: now(), version: VERSION, intent };
    const transaction = (await open()).transaction("intents", "readwrite", { durability: "strict" });
    await Promise.all([transaction.store.put(entry), transaction.done]);
  },
  drop: async (key) => (await open()).delete("intents", key),
  find: async (companyId, orderId) => {
    const entries = await (await open()).getAllFromIndex("intents", "place", placeOf(companyId, orderId));
    const isMine = (entry: Entry) =>
      entry.userId === userId &&
      entry.version === VERSION &&
      (entry.tab === thisTab() || now() - entry.at > FOREIGN_MS || entry.at > now()) &&
      isIntent(entry.intent);
    const isOwn = (entry: Entry) => Number(entry.tab === thisTab());
    return entries
      .filter(isMine)
      .toSorted((a, b) => isOwn(b) - isOwn(a) || a.at - b.at)
      .map((entry) => entry.intent);
  },
});
