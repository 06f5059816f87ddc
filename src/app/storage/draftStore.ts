import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { NamedDraft } from "#machines/orders/editor/draftKeeper.machine.ts";
import type { DraftStore } from "#machines/orders/editor/orderEditor.actors.ts";
import { newIdempotencyKey } from "../http/idempotencyKey.ts";

/** Owner and target of a draft: a new order, an order from a call, or a saved order. */
export interface DraftKey {
  readonly userId: number;
  readonly companyId: number;
  readonly target: "new" | `call-${number}` | `order-${number}`;
}

/** Drafts are offered for this time, ms (decisions, section 3). */
const KEPT_MS = 24 * 60 * 60 * 1000;

/** Draft as any version of the application stores it. */
interface StoredValue {
  version: number;
  savedAt: number;
  record: unknown;
}

interface Schema extends DBSchema {
  drafts: { key: string; value: StoredValue };
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

/** Names of the drafts that this tab works on. A lock holds each until the tab is closed. */
const claimed = new Set<string>();

/** Time in which another tab answers that it works on a draft, ms. */
const ANSWER_MS = 200;

/** Claims a draft where the browser has no locks (plain http): a tab that works on it answers the question of this one. */
const claimByAsking = (name: string): Promise<boolean> =>
  new Promise((resolve) => {
    const channel = new BroadcastChannel(`draft ${name}`);
    const silence = setTimeout(() => {
      channel.onmessage = () => channel.postMessage("");
      claimed.add(name);
      resolve(true);
    }, ANSWER_MS);
    channel.onmessage = () => {
      clearTimeout(silence);
      channel.close();
      resolve(false);
    };
    channel.postMessage("");
  });

/** Claims a draft for this tab; false when another tab works on it. */
const claim = async (name: string): Promise<boolean> => {
  if (claimed.has(name)) return true;
  if (!("locks" in navigator)) return claimByAsking(name);
  return new Promise((resolve) => {
    void navigator.locks.request(`draft ${name}`, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      if (lock === null) return;
      claimed.add(name);
      return new Promise(() => {});
    });
  });
};

/** Returns whether a draft has expired; none has while the server's time is unknown (NaN). */
const isExpired = ({ savedAt }: StoredValue, now: number): boolean => Math.abs(now - savedAt) >= KEPT_MS;

/** Lists the drafts whose names begin with `prefix`, the newest first, and deletes all expired drafts. */
const listDrafts = async (prefix: string, now: number): Promise<NamedDraft[]> => {
  const db = await database();
  const names = await db.getAllKeys("drafts");
  const found = await Promise.all(
    names.map(async (name) => {
      const value = await db.get("drafts", name);
      if (value && isExpired(value, now)) await db.delete("drafts", name);
      else if (value && name.startsWith(prefix)) {
        const stored = (await import("#machines/orders/editor/draftRecord.ts")).toStoredDraft(value);
        if (stored) return [{ name, stored }];
      }
      return [];
    }),
  );
  return found.flat().sort((a, b) => b.stored.savedAt - a.stored.savedAt);
};

/** Returns the store of the drafts of one target. `nowIfSynced` is the server's time, ms since 1970, or NaN while it is unknown. */
export const createDraftStore = (key: DraftKey, now: () => number, nowIfSynced: () => number): DraftStore => {
  const prefix = `${key.userId}/${key.companyId}/${key.target}/`;
  return {
    newName: () => prefix + newIdempotencyKey(),
    list: () => listDrafts(prefix, nowIfSynced()),
    claim,
    keep: async ({ name, record }) => {
      const db = await database();
      await db.put("drafts", { version: 1, savedAt: now(), record }, name);
    },
    forget: async (name) => {
      const db = await database();
      await db.delete("drafts", name);
    },
  };
};
