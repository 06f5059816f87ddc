import type { Api } from "#api/client.ts";
import type { CommandRules } from "#machines/core/commandRules.ts";
import type { LiveTopic } from "#machines/core/environment.ts";

/** Id of a directory entry. */
export type Id = number | string;

/** Row of a directory list. Its id is unique in the list. */
export interface Identified {
  readonly id: Id;
}

/**
 * New sequence of the rows. `seen` contains the ids in the sequence that the user saw, `ids` contains the same ids in
 * the new sequence.
 */
export interface Reordering {
  readonly seen: readonly Id[];
  readonly ids: readonly Id[];
}

/**
 * Descriptor of a directory, a list of records such as tags or dishes. It defines how the rows are read and which
 * commands they have.
 */
export interface DirectoryDescriptor<Scope, Row extends Identified, Command extends string = "remove"> {
  readonly name: string;
  /**
   * Returns the permission that the user needs to run a command, reorder the rows or create an entry. Absent if no
   * permission is needed.
   */
  permission?(scope: Scope): string | undefined;
  list(api: Api, scope: Scope, signal: AbortSignal): Promise<readonly Row[]>;
  /** Live feed topics. The rows are read again when the feed reports a change of one of these topics. */
  readonly topics?: readonly LiveTopic[];
  readonly commands: Readonly<
    Record<Command, (api: Api, scope: Scope, row: Row, signal: AbortSignal) => Promise<unknown>>
  >;
  /** Returns the rules that limit commands to some rows. Absent if every command is allowed for every row. */
  commandRules?(scope: Scope): CommandRules<Row, Command>;
  /** Saves a new sequence of all rows. Absent if the user cannot reorder the rows. */
  reorder?(api: Api, scope: Scope, reordering: Reordering, signal: AbortSignal): Promise<unknown>;
}

/** Draft of a record as it was opened. `version` is sent in the If-Match header for optimistic locking. */
export interface OpenedEntry<Draft> {
  readonly draft: Draft;
  readonly version?: number | undefined;
}

/**
 * Entry that another user saved in the meantime. `merged` is the three-way merge of both users' changes, or undefined
 * if the descriptor cannot merge.
 */
export interface StaleEntry<Draft> extends OpenedEntry<Draft> {
  readonly merged?: Draft | undefined;
}

/** Draft to save. An undefined `id` creates a new record. */
export interface SaveEntry<Draft> {
  readonly id: Id | undefined;
  readonly draft: Draft;
  readonly version: number | undefined;
  /** Draft before the user's changes: the saved entry, or the blank draft of a new entry. */
  readonly base?: Draft | undefined;
}

/** Draft to save, with the idempotency key of the request. */
export interface SaveRequestOf<Draft> extends SaveEntry<Draft> {
  readonly key: string;
}

/** Error that `read` or `loadChoices` throws if the record does not exist or can no longer be edited. */
export class MissingEntry extends Error {
  override readonly name = "MissingEntry";
}

/**
 * Descriptor of an editor. The draft contains all fields that the form shows, and `save` sends only the fields that the
 * user can change.
 */
export interface EditorDescriptor<Scope, Draft, Choices = undefined> {
  readonly name: string;
  /** Fields that are left out when the unsaved draft is stored in the browser, for example chosen pictures. */
  readonly unstored?: readonly string[];
  /**
   * Returns the permission that the user needs to save the entry. An undefined `id` means a new entry. Absent if no
   * permission is needed.
   */
  permission?(scope: Scope, id: Id | undefined): string | undefined;
  /**
   * Returns true if the entry cannot be saved by this user at all, for example because the entry belongs to a company
   * group.
   */
  isLocked?(scope: Scope, draft: Draft, choices: Choices): boolean;
  /** Loads the data for the form, such as permissions or categories. */
  loadChoices(api: Api, scope: Scope, signal: AbortSignal): Promise<Choices>;
  blank(scope: Scope, choices: Choices): Draft;
  read(api: Api, scope: Scope, id: Id, signal: AbortSignal): Promise<OpenedEntry<Draft>>;
  save(api: Api, scope: Scope, request: SaveRequestOf<Draft>, signal: AbortSignal): Promise<Identified>;
  /**
   * Three-way merge of two users' changes to the draft `base`; if both changed the same field, the change in `mine`
   * wins. Absent if the user must choose one of the two versions.
   */
  merge?(base: Draft, mine: Draft, theirs: Draft): Draft;
}

/** Returns the rows after the row `id` was moved to the index `to`. Returns the same list if no row has this id. */
export const moveRow = <Row extends Identified>(rows: readonly Row[], id: Id, to: number): readonly Row[] => {
  const moved = rows.find((row) => row.id === id);
  return moved ? rows.filter((row) => row !== moved).toSpliced(to, 0, moved) : rows;
};
