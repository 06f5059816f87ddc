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

/** A draft as any version of the application keeps it. */
interface Kept {
  version: number;
  savedAt: number;
  record: unknown;
}

interface Schema extends DBSchema {
  drafts: { key: string; value: Kept };
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

const ANSWER_MS = 200;

/** Takes a draft where the browser has no locks, which is by plain http: whoever works on it answers whoever asks. */
const claimByAsking = (name: string): Promise<boolean> =>
  new Promise((resolve) => {
    const channel = new BroadcastChannel(`draft ${name}`);
    const silence = setTimeout(() => {
      channel.onmessage = () => channel.postMessage("");
      held.add(name);
      resolve(true);
    }, ANSWER_MS);
    channel.onmessage = () => {
      clearTimeout(silence);
      channel.close();
      resolve(false);
    };
    channel.postMessage("");
  });

/** Takes a draft for this tab; false when another tab works on it. */
const claim = async (name: string): Promise<boolean> => {
  if (held.has(name)) return true;
  if (!("locks" in navigator)) return claimByAsking(name);
  return new Promise((resolve) => {
    void navigator.locks.request(`draft ${name}`, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      if (lock === null) return;
      held.add(name);
      return new Promise(() => {});
    });
  });
};

/** Whether a draft has come to its end; none has while `now` is not a number. */
const isOver = ({ savedAt }: Kept, now: number): boolean => Math.abs(now - savedAt) >= KEPT_MS;

/** The drafts of a place, the newest first; what is too old is thrown away, whosever it is. */
const list = async (prefix: string, now: number): Promise<{ name: string; stored: StoredDraft }[]> => {
  const db = await database();
  const names = await db.getAllKeys("drafts");
  const found = await Promise.all(
    names.map(async (name) => {
      const value = await db.get("drafts", name);
      if (value && isOver(value, now)) await db.delete("drafts", name);
      else if (value && name.startsWith(prefix)) {
        const stored = (await import("#machines/orders/draftRecord.ts")).storedOf(value);
        if (stored) return [{ name, stored }];
      }
      return [];
    }),
  );
  return found.flat().sort((a, b) => b.stored.savedAt - a.stored.savedAt);
};

/** The store for the draft of a place; two tabs at one place have a draft each. `heard` is the server's time, not a number until it has told it. */
export const draftStore = (place: DraftPlace, now: () => number, heard: () => number): DraftStore => {
  const prefix = `${place.userId}/${place.companyId}/${place.target}/`;
  let name = prefix + newKey();
  return {
    find: async () => {
      for (const draft of await list(prefix, heard())) {
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
