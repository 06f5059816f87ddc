import type { EditorDraftStore } from "#machines/directory/editorDraft.ts";
import { newIdempotencyKey } from "../http/idempotencyKey.ts";
import { claimDraft, listStoredDrafts, putDraft, removeDraft } from "./orderDraftStore.ts";

/**
 * Returns the store for the unsaved draft of the editor at `path`. Each tab has its own draft, and a new tab takes over
 * a draft that is open in no tab.
 */
export const createEditorDraftStore = (
  { userId, path }: { readonly userId: number; readonly path: string },
  now: () => number,
  nowIfSynced: () => number,
): EditorDraftStore => {
  const prefix = `${userId}/editor${path.toLowerCase()}/`;
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
