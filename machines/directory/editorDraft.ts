import { isEqual } from "#machines/core/equality.ts";
import type { OpenedEntry } from "./types.ts";

/** Unsaved draft: the fields of the form, the same fields of the entry before the changes, and the version of the entry. */
export interface EditorDraftRecord {
  readonly draft: Readonly<Record<string, unknown>>;
  readonly base: Readonly<Record<string, unknown>>;
  readonly version: number | undefined;
}

/** Record of an unsaved draft in the browser. `savedAt` is the server's time of the storage, ms since 1970. */
export interface StoredEditorDraft {
  readonly record: unknown;
  readonly savedAt: number;
}

/** Store of the unsaved draft of one editor. A draft is kept for 24 hours and only for its user. */
export interface EditorDraftStore {
  /** Returns the newest stored draft that no other tab has open, and locks it for this tab. */
  find(): Promise<StoredEditorDraft | undefined>;
  keep(record: EditorDraftRecord): Promise<void>;
  forget(): Promise<void>;
}

/** Draft of an earlier visit. `entry` is the entry on which the draft is based, `current` the entry as it is now. */
export interface RestoredDraft<Draft> {
  readonly draft: Draft;
  readonly entry: OpenedEntry<Draft>;
  readonly current: OpenedEntry<Draft>;
  readonly savedAt: number;
}

/** Names of fields that are never stored in the browser. */
const SECRET = /password|secret|token|apiKey/i;

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? { ...value } : {};

const kindOf = (value: unknown): string => (Array.isArray(value) ? "array" : typeof value);

/**
 * Returns the record with which a draft is stored, without secrets and without the fields in `unstored`. Returns
 * undefined if nothing in the draft differs from the saved entry.
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
 * Replaces fields of `under` by those of `over`. Unknown fields and values of another type are ignored, because an
 * earlier version of the application may have stored them.
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
 * Applies a stored draft to the current entry. Returns undefined if no draft is stored, or if it changes nothing in the
 * entry.
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
