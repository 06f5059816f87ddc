import { invalidFields } from "./domainErrors.ts";

/** Position after the last row of a page: the id of the row, and its time in the notation of the database. */
interface Cursor {
  readonly at: string;
  readonly id: string;
}

const MOMENT = /^(-infinity|\d{4,6}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-](0\d|1[0-5])(:[0-5]\d){0,2})$/;
const IDS = { number: /^\d{1,9}$/, uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/ };

/** Encodes a cursor as text. The client sends the text back to get the next page. */
const writeCursor = ({ at, id }: Cursor): string => Buffer.from(`${at}~${id}`).toString("base64url");

/**
 * Decodes a cursor for rows with this kind of id, or returns undefined without a cursor. Throws `Invalid` for a
 * malformed cursor.
 */
export const readCursor = (text: string | undefined, ids: keyof typeof IDS = "number"): Cursor | undefined => {
  if (text === undefined) return undefined;
  const [at = "", id = "", ...more] = Buffer.from(text, "base64url").toString("utf8").split("~");
  if (!MOMENT.test(at) || !IDS[ids].test(id) || more.length > 0)
    throw invalidFields({ cursor: "Неверный вид значения." });
  return { at, id };
};

/** Page size and cursor of a query. */
export interface PageQuery {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** Returns the number of rows to read for a page. The extra row indicates that another page follows. */
export const rowLimit = ({ limit = 50 }: PageQuery): number => limit + 1;

/**
 * Returns one page of rows and the cursor of the next page, which is null after the last page. Removes the field `at`,
 * which only the cursor uses.
 */
export const cutPage = <Found extends { readonly id: number | string; readonly at: string }>(
  found: readonly Found[],
  { limit = 50 }: PageQuery,
): { rows: Omit<Found, "at">[]; next: string | null } => {
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  const next = found.length > limit && last ? writeCursor({ at: last.at, id: String(last.id) }) : null;
  return { rows: shown.map(({ at: _, ...row }) => row), next };
};

/**
 * Returns an SQL `like` pattern for names that contain a text, or undefined without a text. Escapes the wildcards in
 * the text.
 */
export const likePattern = (text: string | undefined): string | undefined =>
  text === undefined
    ? undefined
    : `%${text
        .trim()
        .toLowerCase()
        .replace(/[\\%_]/g, "\\$&")}%`;
