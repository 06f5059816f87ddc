import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { StoredDraft } from "#machines/orders/draft.ts";
import type { DraftStore } from "#machines/orders/orderEditor.actors.ts";
import { newKey } from "./newKey.ts";

/** Whose draft of what: a new order, an order from a call, or a saved order. */
export interface DraftPlace {
  userId: number;
  companyId: number;
  target: "new" | `call-${number}` | `order-${number}`;
}

const KEPT_MS = 24 * 60 * 60 * 1000;

interface Schema extends DBSchema {
  drafts: { key: string; value: unknown };
}

let opened: Promise<IDBPDatabase<Schema>> | undefined;

const database = (): Promise<IDBPDatabase<Schema>> => {
  const close = () => {
    opened = undefined;
  };
  opened ??= openDB<Schema>("drafts", 1, {
    upgrade: (db) => void db.createObjectStore("drafts"),
    terminated: close,
  });
  opened.catch(close);
  return opened;
};

/** Names of the drafts that this tab works on, each held by a lock until the tab dies. */
const held = new Set<string>();

/** Takes a draft for this tab; false when another tab works on it. */
const claim = async (name: string): Promise<boolean> => {
  if (held.has(name) || !("locks" in navigator)) return true;
  return new Promise((resolve) => {
    void navigator.locks.request(`draft ${name}`, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      if (lock === null) return;
      held.add(name);
      return new Promise(() => {});
    });
  });
};

const ageOf = (value: unknown, now: number): number =>
  typeof value === "object" && value && "savedAt" in value ? Math.abs(now - Number(value.savedAt)) : Number.NaN;

/** The drafts of a place, the newest first; what is too old is thrown away, whosever it is. */
const list = async (prefix: string, now: number): Promise<{ name: string; stored: StoredDraft }[]> => {
  const db = await database();
  const names = await db.getAllKeys("drafts");
  const found = await Promise.all(
    names.map(async (name) => {
      const value = await db.get("drafts", name);
      if (!(ageOf(value, now) < KEPT_MS)) await db.delete("drafts", name);
      else if (name.startsWith(prefix) && (await import("#machines/orders/draftRecord.ts")).isStored(value))
        return [{ name, stored: value }];
      return [];
    }),
  );
  return found.flat().sort((a, b) => b.stored.savedAt - a.stored.savedAt);
};

/** The store for the draft of a place; two tabs at one place have a draft each. */
export const draftStore = (place: DraftPlace, now: () => number): DraftStore => {
  const prefix = `${place.userId}/${place.companyId}/${place.target}/`;
  let name = prefix + newKey();
  return {
    find: async () => {
      for (const draft of await list(prefix, now())) {
        if (!(await claim(draft.name))) continue;
        name = draft.name;
        return draft.stored;
      }
      await claim(name);
      return null;
    },
    keep: async (record) => {
      const db = await database();
      await db.put("drafts", { version: 1, savedAt: now(), record }, name);
    },
    forget: async () => {
      const db = await database();
      await db.delete("drafts", name);
    },
  };
};
