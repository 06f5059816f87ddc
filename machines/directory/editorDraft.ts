import { isEqual } from "#machines/core/equality.ts";
import type { OpenedEntry } from "./types.ts";

/** Fields of a draft that the user has not saved, with the fields and the version of the entry that they changed. */
export interface EditorDraftRecord {
  readonly draft: Readonly<Record<string, unknown>>;
  readonly base: Readonly<Record<string, unknown>>;
  readonly version: number | undefined;
}

/** Stored record. `savedAt` is the server's time, ms since 1970. */
export interface StoredEditorDraft {
  readonly record: unknown;
  readonly savedAt: number;
}

/** Store of the unsaved draft of one editor, for one user and 24 hours. */
export interface EditorDraftStore {
  /** Returns the newest stored draft that no other tab has open, and locks it for this tab. */
  find(): Promise<StoredEditorDraft | undefined>;
  keep(record: EditorDraftRecord): Promise<void>;
  forget(): Promise<void>;
}

/** Draft of an earlier visit. `entry` is the entry as the draft found it, `current` the entry as it is stored now. */
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
 * Returns the record of a draft, or undefined if the draft is equal to the entry. Secrets and the fields of `unstored`
 * are left out.
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

/** Returns the fields that `over` has in the same form as `under`. An earlier application may have stored other fields. */
const merge = <Draft>(under: Draft, over: unknown): Draft => {
  const base = fieldsOf(under);
  const same = Object.entries(fieldsOf(over)).filter(
    ([name, value]) =>
      name in base && (kindOf(value) === kindOf(base[name]) || base[name] === undefined || base[name] === null),
  );
  return { ...under, ...Object.fromEntries(same) };
};

/** Restores a stored draft over the current entry. Returns undefined if there is none, or if the entry contains it already. */
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
