import type { Api } from "#api/client.ts";

/** Id of a directory entry. */
export type Id = number | string;

/** Row with an id, as any directory list requires. */
export interface Identified {
  readonly id: Id;
}

/** New sequence of the rows. `seen` is the sequence that the user saw; `ids` is the new sequence. */
export interface Reordering {
  readonly seen: readonly Id[];
  readonly ids: readonly Id[];
}

/**
 * Descriptor of a directory: a list of entries of one kind, such as tags or dishes. It defines how the rows are read
 * and which commands a row has.
 */
export interface DirectoryDescriptor<Scope, Row extends Identified, Command extends string = "remove"> {
  readonly name: string;
  list(api: Api, scope: Scope, signal: AbortSignal): Promise<readonly Row[]>;
  readonly commands: Readonly<
    Record<Command, (api: Api, scope: Scope, row: Row, signal: AbortSignal) => Promise<unknown>>
  >;
  /** Saves a new sequence of all rows. Absent if the sequence cannot be changed. */
  reorder?(api: Api, scope: Scope, reordering: Reordering, signal: AbortSignal): Promise<unknown>;
}

/** Draft of a stored entry. `version` is sent in the If-Match header for optimistic locking. */
export interface OpenedEntry<Draft> {
  readonly draft: Draft;
  readonly version?: number | undefined;
}

/** Draft to save. Without `id` a new entry is created. */
export interface SaveEntry<Draft> {
  readonly id: Id | undefined;
  readonly draft: Draft;
  readonly version: number | undefined;
}

/** Draft to save, with its idempotency key. */
export interface SaveRequestOf<Draft> extends SaveEntry<Draft> {
  readonly key: string;
}

/** Error that `read` throws if the entry does not exist. */
export class MissingEntry extends Error {
  override readonly name = "MissingEntry";
}

/** Descriptor of an editor. `read` copies only the edited fields into the draft, so that a save sends no other fields. */
export interface EditorDescriptor<Scope, Draft, Choices = undefined> {
  readonly name: string;
  /** Fields that are not stored with an unsaved draft, for example chosen pictures. */
  readonly unstored?: readonly string[];
  /** Loads the data offered in the form, such as permissions or categories. */
  loadChoices(api: Api, scope: Scope, signal: AbortSignal): Promise<Choices>;
  blank(scope: Scope, choices: Choices): Draft;
  read(api: Api, scope: Scope, id: Id, signal: AbortSignal): Promise<OpenedEntry<Draft>>;
  save(api: Api, scope: Scope, request: SaveRequestOf<Draft>, signal: AbortSignal): Promise<Identified>;
}

/** Returns the rows with one row moved to the index `to`. */
export const moveRow = <Row extends Identified>(rows: readonly Row[], id: Id, to: number): readonly Row[] => {
  const moved = rows.find((row) => row.id === id);
  return moved ? rows.filter((row) => row !== moved).toSpliced(to, 0, moved) : rows;
};
