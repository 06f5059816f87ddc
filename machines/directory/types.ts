import type { Api } from "#api/client.ts";

/** Id of a row. */
export type Id = number | string;

/** Anything that a directory may list. */
export interface Identified {
  readonly id: Id;
}

/** New order of a directory's rows; `seen` is the order that the user saw. */
export interface Reordering {
  readonly seen: readonly Id[];
  readonly ids: readonly Id[];
}

/** List of a directory: how its rows are read, and the commands for one of them. */
export interface DirectoryDescriptor<Scope, Row extends Identified, Command extends string = "remove"> {
  readonly name: string;
  list(api: Api, scope: Scope, signal: AbortSignal): Promise<readonly Row[]>;
  readonly commands: Readonly<
    Record<Command, (api: Api, scope: Scope, row: Row, signal: AbortSignal) => Promise<unknown>>
  >;
  /** Saves another order of all rows, where users decide on the order. */
  reorder?(api: Api, scope: Scope, reordering: Reordering, signal: AbortSignal): Promise<unknown>;
}

/** Entry as it was opened; `version` goes into If-Match, where the server counts versions. */
export interface OpenedEntry<Draft> {
  readonly draft: Draft;
  readonly version?: number | undefined;
}

/** Draft that is to be saved; without `id` it creates an entry. */
export interface SaveEntry<Draft> {
  readonly id: Id | undefined;
  readonly draft: Draft;
  readonly version: number | undefined;
}

/** Save of an entry under its idempotency key. */
export interface SaveRequestOf<Draft> extends SaveEntry<Draft> {
  readonly key: string;
}

/** Thrown by `read` where the server has no such entry. */
export class MissingEntry extends Error {
  override readonly name = "MissingEntry";
}

/** Editor of a directory. `read` maps the entry to the draft, so that no other field gets into the save. */
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

/** Returns the headers of a write: If-Match where the server counts versions, and Idempotency-Key. */
export const toWriteHeaders = ({ version, key }: EntryVersion): { "If-Match"?: string; "Idempotency-Key": string } => ({
  ...(version !== undefined && { "If-Match": `"${version}"` }),
  "Idempotency-Key": key,
});
