import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import { formatMoney, roundMoney } from "#domain/money.ts";
import type { Db } from "../../database/connection.ts";
import type { Caller } from "../session/caller.ts";
import { Conflict, invalidFields, VersionRequired } from "../shared/domainErrors.ts";
import { lockRow } from "../shared/lockRow.ts";
import { checkVersion, type VersionedId } from "../shared/versioning.ts";
import { insertCorrection, readBalance } from "./movements.ts";
import { computeReport, readReport, type StoredReport } from "./shiftReport.ts";
import { readShift, type Shift } from "./shiftRows.ts";
import { lockSourceAlone } from "./sourceLocks.ts";

const checkAmount = (field: string, amount: number): void => {
  if (roundMoney(amount) !== amount) throw invalidFields({ [field]: "Не больше двух знаков после запятой." });
};

/** Returns the trimmed reason of a difference. Throws `Invalid` without a reason. */
const requireReason = (reason: string | null | undefined, difference: number): string => {
  const text = reason?.trim();
  if (text) return text;
  const title = difference < 0 ? "Недостача" : "Излишек";
  throw invalidFields({ reason: `${title} ${formatMoney(Math.abs(difference))} Укажите причину.` });
};

/**
 * Opens a shift of a cash source; if the amount in the drawer differs from the balance, first adds a correction that
 * belongs to no shift. Throws:
 * - `NotFound` for an unknown source,
 * - `Invalid` for a malformed amount, for a source that is not a cash source, or without a reason for the correction,
 * - `Conflict` if the source has an open shift.
 */
export const openShift = async (
  tx: Db,
  companyId: number,
  { userId }: Caller,
  { financeSourceId, opening, reason }: Schemas["CashShiftOpening"],
): Promise<Shift> => {
  checkAmount("opening", opening);
  const source = await lockSourceAlone(tx, companyId, financeSourceId);
  if (source.kind !== "cash") throw invalidFields({ financeSourceId: "Смены бывают только у кассы." });
  const { rows } = await sql<{ openId: number | null; last: number }>`select
    max(id) filter (where closed_at is null) as "openId", coalesce(max(number), 0) as last
    from cash_shift where company_id = ${companyId} and source_id = ${source.id}`.execute(tx);
  const { openId, last } = rows[0] ?? { openId: null, last: 0 };
  if (openId !== null) {
    const { number, openedByAlias } = await readShift(tx, companyId, openId);
    throw new Conflict(`Смена № ${number} уже открыта${openedByAlias ? `: ${openedByAlias}` : ""}.`);
  }
  const difference = roundMoney(opening - (await readBalance(tx, source.id)));
  if (difference !== 0) {
    const text = requireReason(reason, difference);
    const correction = { companyId, sourceId: source.id, shiftId: null, amount: difference, userId };
    await insertCorrection(tx, { ...correction, reason: text });
  }
  const { id } = await tx
    .insertInto("cash_shift")
    .values({ company_id: companyId, source_id: source.id, number: last + 1, opening, opened_by: userId })
    .returning("id")
    .executeTakeFirstOrThrow();
  return readShift(tx, companyId, id);
};

/**
 * Locks the source of a shift against movements, and then the shift. Throws `NotFound` for an unknown shift or a
 * removed source, or `VersionRequired` without a version.
 */
const lockShift = async (tx: Db, companyId: number, { id, seen }: VersionedId): Promise<Shift> => {
  const { financeSourceId } = await readShift(tx, companyId, id);
  if (seen === undefined) throw new VersionRequired();
  await lockSourceAlone(tx, companyId, financeSourceId);
  await lockRow(tx, "cash_shift", companyId, id);
  return readShift(tx, companyId, id);
};

const lockOpenShift = async (tx: Db, companyId: number, which: VersionedId): Promise<Shift> => {
  const shift = await lockShift(tx, companyId, which);
  if (shift.closedAt !== null) throw new Conflict(`Смена № ${shift.number} закрыта и не меняется.`);
  checkVersion(shift, which.seen);
  return shift;
};

/**
 * Changes the opening amount of an open shift, and books the difference as a correction outside of the shift, because
 * it concerns the money before the shift. Throws:
 * - `Conflict` for a closed shift,
 * - `Stale` if the caller saw a different version,
 * - `Invalid` for a malformed amount, or without a reason for the correction,
 * - the errors of `lockShift`.
 */
export const updateShift = async (
  tx: Db,
  companyId: number,
  { userId }: Caller,
  which: VersionedId,
  { opening, reason }: Schemas["CashShiftSave"],
): Promise<Shift> => {
  checkAmount("opening", opening);
  const shift = await lockOpenShift(tx, companyId, which);
  const difference = roundMoney(opening - shift.opening);
  if (difference === 0) return shift;
  const text = requireReason(reason, difference);
  const correction = { companyId, sourceId: shift.financeSourceId, shiftId: null, amount: difference, userId };
  await insertCorrection(tx, { ...correction, reason: text });
  await tx
    .updateTable("cash_shift")
    .set((eb) => ({ opening, version: eb("version", "+", 1) }))
    .where("id", "=", shift.id)
    .where("company_id", "=", companyId)
    .execute();
  return readShift(tx, companyId, shift.id);
};

/**
 * Removes an open shift, for example one that was opened by mistake. Throws `Conflict` if the shift is closed or has
 * transactions, `Stale` if the caller saw a different version, and the errors of `lockShift`.
 */
export const removeShift = async (tx: Db, companyId: number, which: VersionedId): Promise<undefined> => {
  const { id } = await lockOpenShift(tx, companyId, which);
  const transaction = await tx
    .selectFrom("finance_transaction")
    .select("id")
    .where("company_id", "=", companyId)
    .where((eb) => eb.or({ shift_id: id, to_shift_id: id }))
    .limit(1)
    .executeTakeFirst();
  if (transaction) throw new Conflict("По смене уже есть операции: закройте её.");
  await tx.deleteFrom("cash_shift").where("id", "=", id).where("company_id", "=", companyId).execute();
  return undefined;
};

/**
 * Closes a shift and returns its Z report, or returns the stored report of a shift that is already closed. Adds a
 * correction if the counted amount differs from the expected amount. Throws:
 * - `Stale` if the caller saw a different version,
 * - `Conflict` if the expected amount has changed since the caller saw it,
 * - `Invalid` for a malformed amount, or if a correction has no reason,
 * - the errors of `lockShift`.
 */
export const closeShift = async (
  tx: Db,
  companyId: number,
  { userId }: Caller,
  which: VersionedId,
  { counted, expected: seenExpected, reason }: Schemas["CashShiftClosing"],
): Promise<StoredReport> => {
  checkAmount("counted", counted);
  const shift = await lockShift(tx, companyId, which);
  if (shift.closedAt !== null) return readReport(tx, companyId, shift.id);
  checkVersion(shift, which.seen);
  const { shift: _, ...report } = await computeReport(tx, companyId, shift);
  const { expected } = report;
  if (seenExpected !== undefined && seenExpected !== expected)
    throw new Conflict(`Пока шёл пересчёт, по кассе прошли операции. Теперь должно быть ${formatMoney(expected)}`);
  const difference = roundMoney(counted - expected);
  const text = difference === 0 ? null : requireReason(reason, difference);
  if (text !== null) {
    const correction = { companyId, sourceId: shift.financeSourceId, shiftId: shift.id, amount: difference, userId };
    await insertCorrection(tx, { ...correction, reason: text });
  }
  await tx
    .updateTable("cash_shift")
    .set((eb) => ({
      expected,
      counted,
      reason: text,
      closed_at: sql<Date>`now()`,
      closed_by: userId,
      report: JSON.stringify(report),
      version: eb("version", "+", 1),
    }))
    .where("id", "=", shift.id)
    .where("company_id", "=", companyId)
    .execute();
  return readReport(tx, companyId, shift.id);
};
