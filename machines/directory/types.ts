import type { Api } from "#api/client.ts";
import type { LiveTopic } from "#machines/core/environment.ts";

/** Id of a directory entry. */
export type Id = number | string;

/** Row of a directory list. Its id is unique in the list. */
export interface Identified {
  readonly id: Id;
}

/** New sequence of the rows. `seen` has the ids in the sequence that the user saw, `ids` in the new sequence. */
export interface Reordering {
  readonly seen: readonly Id[];
  readonly ids: readonly Id[];
}

/**
 * Descriptor of a directory, a list of records such as tags or dishes. It defines how the rows are read and which
 * commands a row has.
 */
export interface DirectoryDescriptor<Scope, Row extends Identified, Command extends string = "remove"> {
  readonly name: string;
  list(api: Api, scope: Scope, signal: AbortSignal): Promise<readonly Row[]>;
  /** Topics of the live feed. The rows are read again when one of the topics changes. */
  readonly topics?: readonly LiveTopic[];
  readonly commands: Readonly<
    Record<Command, (api: Api, scope: Scope, row: Row, signal: AbortSignal) => Promise<unknown>>
  >;
  /** Saves a new sequence of all rows. Absent if the user cannot change the sequence. */
  reorder?(api: Api, scope: Scope, reordering: Reordering, signal: AbortSignal): Promise<unknown>;
}

/** Draft of a saved record. `version` is sent in the If-Match header for optimistic locking. */
export interface OpenedEntry<Draft> {
  readonly draft: Draft;
  readonly version?: number | undefined;
}

/**
 * Entry that another user saved in the meantime. `merged` joins the changes of both users; it is undefined if the
 * descriptor cannot merge.
 */
export interface StaleEntry<Draft> extends OpenedEntry<Draft> {
  readonly merged?: Draft | undefined;
}

/** Draft to save. An undefined `id` creates a new record. */
export interface SaveEntry<Draft> {
  readonly id: Id | undefined;
  readonly draft: Draft;
  readonly version: number | undefined;
  /** Saved draft that the user has changed. Undefined before the entry is opened. */
  readonly base?: Draft | undefined;
}

/** Draft to save, with the idempotency key of the request. */
export interface SaveRequestOf<Draft> extends SaveEntry<Draft> {
  readonly key: string;
}

/** Error that `read` throws if the record does not exist. */
export class MissingEntry extends Error {
  override readonly name = "MissingEntry";
}

/**
 * Descriptor of an editor. The draft contains only the fields that the form can change, so a save sends no other
 * fields.
 */
export interface EditorDescriptor<Scope, Draft, Choices = undefined> {
  readonly name: string;
  /** Fields that are left out when the unsaved draft is stored in the browser, for example chosen pictures. */
  readonly unstored?: readonly string[];
  /** Loads the data for the form, such as permissions or categories. */
  loadChoices(api: Api, scope: Scope, signal: AbortSignal): Promise<Choices>;
  blank(scope: Scope, choices: Choices): Draft;
  read(api: Api, scope: Scope, id: Id, signal: AbortSignal): Promise<OpenedEntry<Draft>>;
  save(api: Api, scope: Scope, request: SaveRequestOf<Draft>, signal: AbortSignal): Promise<Identified>;
  /**
   * Joins the changes of two users to the draft `base`. Where both changed the same, the change in `mine` stays. Absent
   * if the user has to choose one of the two versions.
   */
  merge?(base: Draft, mine: Draft, theirs: Draft): Draft;
}

/** Returns the rows after the row `id` was moved to the index `to`. */
export const moveRow = <Row extends Identified>(rows: readonly Row[], id: Id, to: number): readonly Row[] => {
  const moved = rows.find((row) => row.id === id);
  return moved ? rows.filter((row) => row !== moved).toSpliced(to, 0, moved) : rows;
};
