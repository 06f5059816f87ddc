import type { Api } from "#api/client.ts";

/** Id of a row. */
export type Id = number | string;

/** Row that a directory can list. */
export interface Identified {
  readonly id: Id;
}

/** New order of a directory's rows; `seen` is the order that the user saw. */
export interface Reordering {
  readonly seen: readonly Id[];
  readonly ids: readonly Id[];
}

/** Descriptor of a directory's list: reads its rows and runs commands for one row. */
export interface DirectoryDescriptor<Scope, Row extends Identified, Command extends string = "remove"> {
  readonly name: string;
  list(api: Api, scope: Scope, signal: AbortSignal): Promise<readonly Row[]>;
  readonly commands: Readonly<
    Record<Command, (api: Api, scope: Scope, row: Row, signal: AbortSignal) => Promise<unknown>>
  >;
  /** Saves a new order of all rows. Absent when the user cannot reorder the rows. */
  reorder?(api: Api, scope: Scope, reordering: Reordering, signal: AbortSignal): Promise<unknown>;
}

/** Draft of a stored entry. `version` is sent in If-Match for optimistic locking. */
export interface OpenedEntry<Draft> {
  readonly draft: Draft;
  readonly version?: number | undefined;
}

/** Draft to save. Without `id` the save creates an entry. */
export interface SaveEntry<Draft> {
  readonly id: Id | undefined;
  readonly draft: Draft;
  readonly version: number | undefined;
}

/** Save of an entry under its idempotency key. */
export interface SaveRequestOf<Draft> extends SaveEntry<Draft> {
  readonly key: string;
}

/** Error that `read` throws when the entry does not exist. */
export class MissingEntry extends Error {
  override readonly name = "MissingEntry";
}

/** Descriptor of an editor. `read` maps the entry to the draft, so that no other field gets into the save. */
export interface EditorDescriptor<Scope, Draft, Choices = undefined> {
  readonly name: string;
  /** Loads the choices of the form: permissions, categories, payment sources. */
  loadChoices(api: Api, scope: Scope, signal: AbortSignal): Promise<Choices>;
  blank(scope: Scope, choices: Choices): Draft;
  read(api: Api, scope: Scope, id: Id, signal: AbortSignal): Promise<OpenedEntry<Draft>>;
  save(api: Api, scope: Scope, request: SaveRequestOf<Draft>, signal: AbortSignal): Promise<Identified>;
}

/** Returns the rows with one of them moved to the index `to`. */
export const moveRow = <Row extends Identified>(rows: readonly Row[], id: Id, to: number): readonly Row[] => {
  const moved = rows.find((row) => row.id === id);
  return moved ? rows.filter((row) => row !== moved).toSpliced(to, 0, moved) : rows;
};

/** Version and idempotency key of a write. */
export type EntryVersion = Pick<SaveRequestOf<unknown>, "version" | "key">;

/** Returns the headers Idempotency-Key and, for a versioned entry, If-Match. */
export const toWriteHeaders = ({ version, key }: EntryVersion): { "If-Match"?: string; "Idempotency-Key": string } => ({
  ...(version !== undefined && { "If-Match": `"${version}"` }),
  "Idempotency-Key": key,
});
