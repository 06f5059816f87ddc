import type { EditorDraftRecord, EditorDraftStore } from "#machines/directory/editorDraft.ts";
import { createTabStore } from "./tabStore.ts";

/** Returns the store for the unsaved draft of the editor at `path`. */
export const createEditorDraftStore = (
  { userId, path }: { readonly userId: number; readonly path: string },
  now: () => number,
  nowIfSynced: () => number,
): EditorDraftStore => createTabStore<EditorDraftRecord>(`${userId}/editor${path.toLowerCase()}/`, now, nowIfSynced);
