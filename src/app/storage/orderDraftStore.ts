import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { NamedDraft } from "#machines/orders/editor/draftKeeper.machine.ts";
import type { DraftStore } from "#machines/orders/editor/orderEditor.actors.ts";
import { newIdempotencyKey } from "../http/idempotencyKey.ts";

/**
 * User, company and target of a stored draft. The target is a new order, an order for a phone call, or a saved order.
 */
export interface DraftKey {
  readonly userId: number;
  readonly companyId: number;
  readonly target: "new" | `call-${number}` | `order-${number}`;
}

/** Maximum age of a stored draft that is offered to the user, ms (decisions, section 3). */
const KEPT_MS = 24 * 60 * 60 * 1000;

/**
 * Stored draft, with the server time of its storage in ms since 1970. Any version of the application may have written
 * it.
 */
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

/** Names of the drafts that this tab has locked. A lock lasts until the tab is closed. */
const claimed = new Set<string>();

/** Names of the drafts that an editor of this tab has open. Two editors of a tab must not open the same draft. */
const edited = new Set<string>();

/** Locks a draft for this tab. Resolves with false if the draft is open in another tab. */
export const claimDraft = async (name: string): Promise<boolean> => {
  if (claimed.has(name)) return true;
  if (!("locks" in navigator)) {
    const { claimByAsking } = await import("./claimByAsking.ts");
    const isFree = await claimByAsking(name);
    if (isFree) claimed.add(name);
    return isFree;
  }
  return new Promise((resolve) => {
    void navigator.locks.request(`draft ${name}`, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      if (lock === null) return;
      claimed.add(name);
      return new Promise(() => {});
    });
  });
};

/**
 * Returns true if a draft has expired. Returns false if `now` is NaN, which means that the server's time is unknown.
 */
const isExpired = ({ savedAt }: StoredValue, now: number): boolean => Math.abs(now - savedAt) >= KEPT_MS;

interface NamedValue {
  readonly name: string;
  readonly value: StoredValue;
}

/**
 * Lists the stored drafts with names that start with `prefix`, newest first. Deletes all expired drafts, also those
 * with other names.
 */
export const listStoredDrafts = async (prefix: string, now: number): Promise<NamedValue[]> => {
  const db = await database();
  const names = await db.getAllKeys("drafts");
  const found = await Promise.all(
    names.map(async (name) => {
      const value = await db.get("drafts", name);
      if (value && isExpired(value, now)) await db.delete("drafts", name);
      else if (value && name.startsWith(prefix)) return [{ name, value }];
      return [];
    }),
  );
  return found.flat().sort((a, b) => b.value.savedAt - a.value.savedAt);
};

const listDrafts = async (prefix: string, now: number): Promise<NamedDraft[]> => {
  const values = await listStoredDrafts(prefix, now);
  if (values.length === 0) return [];
  const { toStoredDraft } = await import("#machines/orders/editor/draftRecord.ts");
  return values.flatMap(({ name, value }) => {
    const stored = toStoredDraft(value);
    return stored ? [{ name, stored }] : [];
  });
};

/** Stores a draft under a name. `savedAt` is the server's time, ms since 1970. */
export const putDraft = async (name: string, record: unknown, savedAt: number): Promise<void> => {
  const db = await database();
  await db.put("drafts", { version: 1, savedAt, record }, name);
};

export const removeDraft = async (name: string): Promise<void> => {
  const db = await database();
  await db.delete("drafts", name);
};

/**
 * Store for the drafts of one order. An editor claims a draft before it opens the draft, so that no other editor can
 * open it. `release` ends the claim.
 */
export interface ClaimedDraftStore extends DraftStore {
  release(): void;
}

/**
 * Returns the store for the drafts of one order. `nowIfSynced` returns the server's time, ms since 1970, or NaN while
 * it is unknown.
 */
export const createDraftStore = (key: DraftKey, now: () => number, nowIfSynced: () => number): ClaimedDraftStore => {
  const prefix = `${key.userId}/${key.companyId}/${key.target}/`;
  let own: string | undefined;
  return {
    newName: () => prefix + newIdempotencyKey(),
    list: () => listDrafts(prefix, nowIfSynced()),
    claim: async (name) => {
      if (edited.has(name)) return name === own;
      edited.add(name);
      if (await claimDraft(name)) own = name;
      else edited.delete(name);
      return own === name;
    },
    release: () => {
      if (own !== undefined) edited.delete(own);
    },
    keep: ({ name, record }) => putDraft(name, record, now()),
    forget: removeDraft,
  };
};
