import { isEqual } from "#machines/core/equality.ts";
import type { OpenedEntry } from "./types.ts";

/** Unsaved draft: the form's fields, and the fields and the version of the saved entry on which the draft is based. */
export interface EditorDraftRecord {
  readonly draft: Readonly<Record<string, unknown>>;
  readonly base: Readonly<Record<string, unknown>>;
  readonly version: number | undefined;
}

/** Unsaved draft as stored in the browser. `savedAt` is the server time of the last write, ms since 1970. */
export interface StoredEditorDraft {
  readonly record: unknown;
  readonly savedAt: number;
}

/**
 * Browser storage for unsaved drafts of one editor. A draft is kept for 24 hours and offered only to the user who typed
 * it.
 */
export interface EditorDraftStore {
  /** Returns the newest stored draft that is not open in another tab, and locks the draft for this tab. */
  find(): Promise<StoredEditorDraft | undefined>;
  keep(record: EditorDraftRecord): Promise<void>;
  forget(): Promise<void>;
}

/**
 * Draft from an earlier visit. `entry` is the saved entry on which the draft is based, and `current` is the entry as
 * the server stores it now.
 */
export interface RestoredDraft<Draft> {
  readonly draft: Draft;
  readonly entry: OpenedEntry<Draft>;
  readonly current: OpenedEntry<Draft>;
  readonly savedAt: number;
}

/** Pattern for the names of form fields that are never stored in the browser. */
const SECRET = /password|secret|token|apiKey/i;

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? { ...value } : {};

const kindOf = (value: unknown): string => (Array.isArray(value) ? "array" : typeof value);

/**
 * Converts a draft for storage, and leaves out secrets and the fields in `unstored`. Returns undefined if the remaining
 * fields equal the saved entry.
 */
export const toRecord = <Draft>(
  draft: unknown,
  entry: OpenedEntry<Draft>,
  unstored: readonly string[],
): EditorDraftRecord | undefined => {
  const stored = fieldsOf(entry.draft);
  const isKept = (name: string) => name in stored && !SECRET.test(name) && !unstored.includes(name);
  const kept = Object.entries(fieldsOf(draft)).filter(([name]) => isKept(name));
  if (kept.every(([name, value]) => isEqual(value, stored[name]))) return undefined;
  return {
    draft: Object.fromEntries(kept),
    base: Object.fromEntries(kept.map(([name]) => [name, stored[name]])),
    version: entry.version,
  };
};

/**
 * Overwrites the fields of `under` with fields of `over` that have the same name and type. Null and undefined in `under`
 * accept any type. Ignores all other fields of `over`, because an older version of the application may have stored them.
 */
const merge = <Draft>(under: Draft, over: unknown): Draft => {
  const base = fieldsOf(under);
  const same = Object.entries(fieldsOf(over)).filter(
    ([name, value]) =>
      name in base && (kindOf(value) === kindOf(base[name]) || base[name] === undefined || base[name] === null),
  );
  return { ...under, ...Object.fromEntries(same) };
};

/**
 * Applies a stored draft to the current entry. Returns undefined if there is no stored draft or if the draft changes
 * nothing.
 */
export const restoreDraft = <Draft>(
  stored: StoredEditorDraft | undefined,
  current: OpenedEntry<Draft>,
): RestoredDraft<Draft> | undefined => {
  if (!stored) return undefined;
  const { draft: typed, base, version } = fieldsOf(stored.record);
  const draft = merge(current.draft, typed);
  if (isEqual(draft, current.draft)) return undefined;
  const entry = {
    draft: merge(current.draft, base),
    ...(typeof version === "number" && { version }),
  };
  return { draft, entry, current, savedAt: stored.savedAt };
};
