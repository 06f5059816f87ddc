import { newIdempotencyKey } from "../http/idempotencyKey.ts";
import { claimDraft, listStoredDrafts, putDraft, removeDraft } from "./orderDraftStore.ts";

/**
 * Browser storage for one record of a tab. `savedAt` is the server time at which the record was stored, ms since 1970.
 */
export interface TabStore<Record> {
  readonly find: () => Promise<{ readonly record: unknown; readonly savedAt: number } | undefined>;
  readonly keep: (record: Record) => Promise<void>;
  readonly forget: () => Promise<void>;
}

/**
 * Returns the store for a record of this tab. A new tab takes over the newest record that is not open in any tab. The
 * name of the record starts with `prefix`, and `prefix` must begin with the user id.
 */
export const createTabStore = <Record>(
  prefix: string,
  now: () => number,
  nowIfSynced: () => number,
): TabStore<Record> => {
  let name: string | undefined;
  const nameOf = () => {
    name ??= prefix + newIdempotencyKey();
    return name;
  };
  return {
    find: async () => {
      for (const found of await listStoredDrafts(prefix, nowIfSynced())) {
        if (!(await claimDraft(found.name))) continue;
        name = found.name;
        return found.value;
      }
      await claimDraft(nameOf());
      return undefined;
    },
    keep: (record) => putDraft(nameOf(), record, now()),
    forget: async () => {
      if (name !== undefined) await removeDraft(name);
    },
  };
};
