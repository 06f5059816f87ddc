import type { Api } from "#api/client.ts";
import type { Identified } from "./resource.ts";

/** What a list is narrowed by, as its query string keeps it; an empty text is no filter. */
export type FeedFilter = Readonly<Record<string, string>>;

/** Some rows of a long list, and what brings the ones after them; null on the last page. */
export interface FeedPage<Row> {
  readonly rows: readonly Row[];
  readonly next: string | null;
}

/** A command and the row that it is meant for. */
export interface FeedCommand<Row, Command> {
  readonly command: Command;
  readonly row: Row;
}

/** A row after its command; without `row` it has left the list. */
export interface FeedDone<Row, Command> extends FeedCommand<Row, Command> {
  readonly after: Row | undefined;
}

/** A list paged by the server as its machine needs it; a command answers the row as it is now, or nothing when it has gone. */
export interface Fed<Row extends Identified, Command extends string = never> {
  page(api: Api, filter: FeedFilter, cursor: string | undefined, signal: AbortSignal): Promise<FeedPage<Row>>;
  readonly commands: Readonly<Record<Command, (api: Api, row: Row, signal: AbortSignal) => Promise<Row | undefined>>>;
  /** After what time the first page is read again by itself, milliseconds; without it only at a wish. */
  readonly refreshEvery?: number;
}

/** The rows with the ones of a further page behind them; what moved between the pages is shown once. */
export const joined = <Row extends Identified>(rows: readonly Row[], more: readonly Row[]): readonly Row[] => {
  const known = new Set(rows.map(({ id }) => id));
  return [...rows, ...more.filter(({ id }) => !known.has(id))];
};

/** The rows after a command: the row it was meant for is replaced, or gone. */
export const afterCommand = <Row extends Identified>(
  rows: readonly Row[],
  { row, after }: FeedDone<Row, unknown>,
): readonly Row[] =>
  rows.flatMap((one) => {
    if (one.id !== row.id) return [one];
    return after === undefined ? [] : [after];
  });
