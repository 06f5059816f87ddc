import { invalidFields } from "./domainErrors.ts";

/** Where a page ends: the moment (as the database writes it) and the id of its last row. */
interface Cursor {
  readonly at: string;
  readonly id: string;
}

const MOMENT = /^(-infinity|\d{4,6}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-](0\d|1[0-5])(:[0-5]\d){0,2})$/;
const IDS = { number: /^\d{1,9}$/, uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/ };

/** Writes a cursor as the opaque text that is handed out. */
const writeCursor = ({ at, id }: Cursor): string => Buffer.from(`${at}~${id}`).toString("base64url");

/** Reads a cursor that was handed out for rows with such ids; throws `Invalid` for anything else. */
export const readCursor = (text: string | undefined, ids: keyof typeof IDS = "number"): Cursor | undefined => {
  if (text === undefined) return undefined;
  const [at = "", id = "", ...more] = Buffer.from(text, "base64url").toString("utf8").split("~");
  if (!MOMENT.test(at) || !IDS[ids].test(id) || more.length > 0)
    throw invalidFields({ cursor: "Неверный вид значения." });
  return { at, id };
};

/** Which page is asked for. */
export interface PageAsked {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** One more row than a page has, so that it is known whether another one follows. */
export const rowLimit = ({ limit = 50 }: PageAsked): number => limit + 1;

/** A page out of the rows that `rowLimit` brought; each row carries its `at` for the cursor, which is not handed out. */
export const cutPage = <Found extends { readonly id: number | string; readonly at: string }>(
  found: readonly Found[],
  { limit = 50 }: PageAsked,
): { rows: Omit<Found, "at">[]; next: string | null } => {
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  const next = found.length > limit && last ? writeCursor({ at: last.at, id: String(last.id) }) : null;
  return { rows: shown.map(({ at: _, ...row }) => row), next };
};

/** The part of a name to look for, as a pattern of `like`; what has a meaning there is taken as it is. */
export const likePattern = (text: string | undefined): string | undefined =>
  text === undefined
    ? undefined
    : `%${text
        .trim()
        .toLowerCase()
        .replace(/[\\%_]/g, "\\$&")}%`;
