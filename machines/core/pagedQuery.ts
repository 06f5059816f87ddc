import type { AnswerFieldType } from "#api/answerShape.ts";
import type { Api } from "#api/client.ts";
import type { Identified } from "../directory/types.ts";
import type { CommandRules } from "./commandRules.ts";
import type { LiveTopic } from "./environment.ts";

/** Filter values by name, stored in the URL. An empty string means that the filter is not set. */
export type ListFilter = Readonly<Record<string, string>>;

/** Request of one page of a list. Without a cursor the first page is read. */
export interface PageRequest {
  readonly filter: ListFilter;
  readonly cursor: string | undefined;
}

/** Page of a list. `next` is the cursor of the next page, or null on the last page. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly next: string | null;
}

/** Command on one row. `argument` is the value that the user chose in the command's dialog. */
export interface PagedCommand<Row, Command, Argument = undefined> {
  readonly command: Command;
  readonly row: Row;
  readonly argument?: Argument | undefined;
}

/** Idempotency key and abort signal of one attempt to run a command. */
export interface CommandAttempt {
  readonly key: string;
  readonly signal: AbortSignal;
}

/** Finished command on a row. `after` is the changed row, or undefined if the row is not in the list any more. */
export interface PagedCommandDone<Row, Command> extends PagedCommand<Row, Command, unknown> {
  readonly after: Row | undefined;
}

/**
 * Descriptor of a list with cursor pagination. A command must be idempotent, and returns the changed row, or undefined
 * if the row is no longer in the list.
 */
export interface PagedQueryDescriptor<Row extends Identified, Command extends string = never, Argument = undefined> {
  /** Types of the row fields that the views format. A page with other types is refused as unreadable. */
  readonly fields?: Readonly<Record<string, AnswerFieldType>>;
  page(api: Api, filter: ListFilter, cursor: string | undefined, signal: AbortSignal): Promise<Page<Row>>;
  readonly commands: Readonly<
    Record<
      Command,
      (api: Api, row: Row, attempt: CommandAttempt, argument: Argument | undefined) => Promise<Row | undefined>
    >
  >;
  /** Rules that limit commands to some rows. Absent if every command is allowed for every row. */
  readonly commandRules?: CommandRules<Row, Command>;
  /**
   * Pause between a read and the next poll of the first page, ms. If absent, the list is not polled. A hidden tab and a
   * list with more than one page are not polled either.
   */
  readonly pollEvery?: number;
  /**
   * Live feed topics. If only the first page is loaded, it is read again when the feed reports a change of one of these
   * topics. While the feed works, the first page is polled at most once a minute.
   */
  readonly topics?: readonly LiveTopic[];
}

/** Appends the rows of the next page. A row that is already in the list is not added again. */
export const joinPages = <Row extends Identified>(rows: readonly Row[], more: readonly Row[]): readonly Row[] => {
  const known = new Set(rows.map(({ id }) => id));
  return [...rows, ...more.filter(({ id }) => !known.has(id))];
};

/** Returns the rows after a command. The row of the command is replaced, or removed if the command returned no row. */
export const applyCommand = <Row extends Identified>(
  rows: readonly Row[],
  { row: target, after }: PagedCommandDone<Row, unknown>,
): readonly Row[] =>
  rows.flatMap((row) => {
    if (row.id !== target.id) return [row];
    return after === undefined ? [] : [after];
  });
