import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { Intent } from "#machines/payments/intent.ts";
import type { Journal } from "#machines/payments/moneyMove.actors.ts";
import { newKey } from "./newKey.ts";

/** An intent with who wrote it, from which tab, and when. */
interface Entry {
  key: string;
  place: string;
  userId: number;
  tab: string;
  at: number;
  version: number;
  intent: Intent;
}

interface JournalSchema extends DBSchema {
  intents: { key: string; value: Entry; indexes: { place: string } };
}

/** Shape of an entry; another one was written by another program and is left alone. */
const VERSION = 1;
/** An intent of another tab that is younger, ms, is still being worked on there. */
export const FOREIGN_MS = 150_000;
const TAB = "tab";

const thisTab = (): string => {
  const known = sessionStorage.getItem(TAB) ?? newKey();
  sessionStorage.setItem(TAB, known);
  return known;
};

const isIntent = (value: unknown): value is Intent =>
  typeof value === "object" &&
  value !== null &&
  ["companyId", "orderId", "version"].every((name) => typeof Reflect.get(value, name) === "number") &&
  typeof Reflect.get(value, "key") === "string" &&
  typeof Reflect.get(Object(Reflect.get(value, "move")), "kind") === "string";

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

/** The journal of money in this browser, of one user; it outlives reloads, crashes and log-outs. */
export const createJournal = (userId: number, now: () => number = Date.now): Journal => ({
  keep: async (intent) => {
    const place = placeOf(intent.companyId, intent.orderId);
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
