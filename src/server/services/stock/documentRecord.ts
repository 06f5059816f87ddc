import { sql } from "kysely";
import { dayRange, shiftDay, type Zone } from "#domain/dates.ts";
import { formatDateTime } from "#domain/format.ts";
import type { Db } from "../../database/connection.ts";
import { isTooFine, tooFineMessage } from "../items/itemLines.ts";
import type { CompanyScope } from "../session/caller.ts";
import { Conflict, type FieldErrors, VersionRequired } from "../shared/domainErrors.ts";
import { businessDayAt } from "../shared/today.ts";
import { checkVersion, type VersionedId } from "../shared/versioning.ts";

const EARLIEST = new Date("2000-01-01T00:00:00Z");

/** Error message for a date that `parseDocumentDate` does not accept. */
export const documentDateMessage = "Дата — не раньше 2000 года и не позже завтра.";

/**
 * Parses the time of a document, by default the current time. Returns undefined for a malformed time and for a time
 * before 2000 or after tomorrow.
 */
export const parseDocumentDate = (text: string | undefined, zone: Zone): Date | undefined => {
  const now = new Date();
  const date = text === undefined ? now : new Date(text);
  const { end } = dayRange(shiftDay(businessDayAt(now, zone).day, { days: 1 }), zone);
  return date >= EARLIEST && date < end ? date : undefined;
};

/**
 * Returns the errors of lines that repeat a stock item or have a too precise quantity, keyed by field. `prepositional`
 * is the Russian name of the document in the prepositional case.
 */
export const findLineErrors = (
  items: readonly { readonly stockItemId: number; readonly count: number }[],
  prepositional: string,
): FieldErrors => {
  const errors: FieldErrors = {};
  const seen = new Set<number>();
  for (const [index, { stockItemId, count }] of items.entries()) {
    if (seen.has(stockItemId)) errors[`items.${index}.stockItemId`] = `Этот товар в ${prepositional} уже есть.`;
    seen.add(stockItemId);
    if (isTooFine(count)) errors[`items.${index}.count`] = tooFineMessage;
  }
  return errors;
};

type State = "draft" | "approved" | "reversed";

/** Fields that each kind of document has. */
interface DocumentRecord {
  readonly state: State;
  readonly version: number;
  readonly approvedAt: string | null;
  readonly approvedByAlias: string | null;
  readonly reversedAt: string | null;
  readonly reversedByAlias: string | null;
}

/** Kind of a document: its table, its Russian names, and the function that reads one document. */
export interface DocumentKind<Found extends DocumentRecord> {
  readonly table: "packing_list" | "stock_act";
  readonly accusative: string;
  /** Sentences about the state of a document, without a full stop. */
  readonly states: Readonly<Record<State, string>>;
  read(db: Db, companyId: number, id: number): Promise<Found>;
}

const describeState = (
  sentence: string,
  { state, approvedAt, approvedByAlias, reversedAt, reversedByAlias }: DocumentRecord,
  zone: Zone,
): string => {
  const [at, by] = state === "reversed" ? [reversedAt, reversedByAlias] : [approvedAt, approvedByAlias];
  const details = [at && formatDateTime(at, zone.timeZone), by].filter(Boolean).join(", ");
  return details === "" ? `${sentence}.` : `${sentence}: ${details}.`;
};

/**
 * Locks a document in the given state. Throws `VersionRequired` without a version, `NotFound` for an unknown document,
 * `Conflict` for a document in a different state, and `Stale` if the caller saw a different version.
 */
export const lockDocument = async <Found extends DocumentRecord>(
  tx: Db,
  { table, accusative, states, read }: DocumentKind<Found>,
  company: CompanyScope,
  { id, seen }: VersionedId,
  state: State,
): Promise<Found> => {
  if (seen === undefined) throw new VersionRequired();
  // `for update` would block the approval of an earlier packing list. Such an approval inserts cost history rows that
  // refer to later lists, and the foreign key of these rows locks the later lists `for key share`.
  await sql`select 1 from ${sql.table(table)} where id = ${id} and company_id = ${company.id} for no key update`.execute(
    tx,
  );
  const found = await read(tx, company.id, id);
  if (found.state !== state) throw new Conflict(describeState(states[found.state], found, company.zone));
  checkVersion(found, seen, accusative);
  return found;
};
