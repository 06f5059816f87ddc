import type { Api } from "#api/client.ts";
import type { Identified } from "../directory/types.ts";

/** Filters of a list, as the URL keeps them. An empty text means no filter. */
export type ListFilter = Readonly<Record<string, string>>;

/** Request of a page: the first one, or the one after a cursor. */
export interface PageRequest {
  readonly filter: ListFilter;
  readonly cursor: string | undefined;
}

/** Page of a long list. `next` is the cursor of the next page, or null. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly next: string | null;
}

/** Command for a row. `argument` is the user's choice in its dialog. */
export interface PagedCommand<Row, Command, Argument = undefined> {
  readonly command: Command;
  readonly row: Row;
  readonly argument?: Argument | undefined;
}

/** Idempotency key and signal of one attempt to carry a command out. */
export interface CommandAttempt {
  readonly key: string;
  readonly signal: AbortSignal;
}

/** Completed command. `after` is the changed row, absent when it left the list. */
export interface PagedCommandDone<Row, Command> extends PagedCommand<Row, Command, unknown> {
  readonly after: Row | undefined;
}

/** Descriptor of a list with cursor pagination. A command returns the changed row, or undefined when it left the list; it must be idempotent. */
export interface PagedQueryDescriptor<Row extends Identified, Command extends string = never, Argument = undefined> {
  page(api: Api, filter: ListFilter, cursor: string | undefined, signal: AbortSignal): Promise<Page<Row>>;
  readonly commands: Readonly<
    Record<
      Command,
      (api: Api, row: Row, attempt: CommandAttempt, argument: Argument | undefined) => Promise<Row | undefined>
    >
  >;
  /** Interval at which the first page is polled, ms. Without it the list is read again on request only. */
  readonly pollEvery?: number;
}

/** Returns the rows followed by those of the next page. A row that moved between the pages appears once. */
export const joinPages = <Row extends Identified>(rows: readonly Row[], more: readonly Row[]): readonly Row[] => {
  const known = new Set(rows.map(({ id }) => id));
  return [...rows, ...more.filter(({ id }) => !known.has(id))];
};

/** Returns the rows after a command, with its row replaced or removed. */
export const applyCommand = <Row extends Identified>(
  rows: readonly Row[],
  { row: target, after }: PagedCommandDone<Row, unknown>,
): readonly Row[] =>
  rows.flatMap((row) => {
    if (row.id !== target.id) return [row];
    return after === undefined ? [] : [after];
  });
