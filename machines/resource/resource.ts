import type { Api } from "#api/client.ts";

/** What tells one row of a directory from another. */
export type Id = number | string;

/** Anything that a directory may list. */
export interface Identified {
  readonly id: Id;
}

/** A new order of a directory's rows: the one that was seen, and the one that is wanted. */
export interface Reordering {
  readonly seen: readonly Id[];
  readonly ids: readonly Id[];
}

/** A directory as its list needs it: how its rows are read, and what can be done with one of them. */
export interface Listed<Scope, Row extends Identified, Command extends string = "remove"> {
  readonly name: string;
  list(api: Api, scope: Scope, signal: AbortSignal): Promise<readonly Row[]>;
  readonly commands: Readonly<
    Record<Command, (api: Api, scope: Scope, row: Row, signal: AbortSignal) => Promise<unknown>>
  >;
  /** Saves another order of all rows, where people decide on their order. */
  reorder?(api: Api, scope: Scope, reordering: Reordering, signal: AbortSignal): Promise<unknown>;
}

/** An entry as it was opened; `version` is what its save sends as If-Match, where the server counts versions. */
export interface Opened<Draft> {
  readonly draft: Draft;
  readonly version?: number | undefined;
}

/** What a save carries; without `id` it creates. Its `key` (Idempotency-Key) stays the same while the draft does. */
export interface Saving<Draft> {
  readonly id: Id | undefined;
  readonly draft: Draft;
  readonly version: number | undefined;
  readonly key: string;
}

/** One thing that a draft says, in words: its label and its value. */
export type Fact = readonly [label: string, value: string];

/** A directory as its editor needs it; `read` maps the entry to the draft, so that no other field leaks into the save. */
export interface Edited<Scope, Draft, Known = undefined> {
  readonly name: string;
  /** What the form chooses from: permissions, categories, payment sources. */
  know(api: Api, scope: Scope, signal: AbortSignal): Promise<Known>;
  blank(scope: Scope, known: Known): Draft;
  read(api: Api, scope: Scope, id: Id, signal: AbortSignal): Promise<Opened<Draft>>;
  save(api: Api, scope: Scope, saving: Saving<Draft>, signal: AbortSignal): Promise<Identified>;
  /** The draft in words, to show what somebody else has changed meanwhile; only where the server counts versions. */
  describe?(draft: Draft, known: Known): readonly Fact[];
}

/** What differs between two sets of facts: label, before and after; an absent one is an empty text. */
export const differences = (
  before: readonly Fact[],
  after: readonly Fact[],
): readonly { readonly label: string; readonly before: string; readonly after: string }[] => {
  const was = new Map(before);
  const is = new Map(after);
  return [...new Set([...was.keys(), ...is.keys()])]
    .map((label) => ({ label, before: was.get(label) ?? "", after: is.get(label) ?? "" }))
    .filter((one) => one.before !== one.after);
};

/** The rows with one of them moved to another place. */
export const moved = <Row extends Identified>(rows: readonly Row[], id: Id, to: number): readonly Row[] => {
  const row = rows.find((one) => one.id === id);
  return row ? rows.filter((one) => one !== row).toSpliced(to, 0, row) : rows;
};

/** A change as its headers tell it: to which entry, of which version, and by which intent. */
export type Change = Pick<Saving<unknown>, "version" | "key">;

/** The headers of a change: the version that was opened, where the server counts versions; by the key a repeat of it is not taken for another's change. */
export const headersOfChange = ({ version, key }: Change): { "If-Match"?: string; "Idempotency-Key": string } => ({
  ...(version !== undefined && { "If-Match": `"${version}"` }),
  "Idempotency-Key": key,
});
