import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import { roundMoney, sumMoney } from "#domain/money.ts";
import type { Db } from "../../database/connection.ts";
import { requireRow } from "../shared/domainErrors.ts";
import { sourceOfPaymentSql } from "./paymentBooking.ts";
import { readShift, type Shift } from "./shiftRows.ts";

/** Report of a shift as the API returns it. */
export type StoredReport = Schemas["CashShiftReport"];
type Pending = Schemas["PendingCash"];
type Sums = Omit<StoredReport, "shift" | "at" | "expected" | "pending">;

/**
 * Returns the cash that employees have not handed in, by employee. If `sourceId` is given, returns only the cash of
 * this source.
 */
export const listPendingCash = async (
  db: Db,
  companyId: number,
  sourceId: number | null = null,
): Promise<Pending[]> => {
  const { rows } = await sql<Pending>`
    select u.id, u.alias, sum(f.amount) as amount, json_agg(json_build_object('paymentId', f.id, 'orderId', f.order_id,
      'internalOrderId', f.internal_id, 'amount', f.amount, 'date', f.creation_date) order by f.creation_date, f.id) as payments
    from (select p.id, p.order_id, o.internal_id, p.amount, p.creation_date, p.operator_id, ${sourceOfPaymentSql} as source_id
      from payment p join payment_method m on m.id = p.payment_method_id join orders o on o.id = p.order_id and o.company_id = p.company_id
      where p.company_id = ${companyId} and p.status = 'pending' and m.is_cash) f
    join app_user u on u.id = f.operator_id
    where ${sourceId}::int is null or f.source_id = ${sourceId}
    group by u.id, u.alias order by u.alias collate "und-x-icu", u.id`.execute(db);
  return rows;
};

const readSums = async (db: Db, companyId: number, shiftId: number): Promise<Sums> => {
  const { rows } = await sql<Sums>`select
      coalesce(sum(t.amount) filter (where t.kind = 'income' and t.payment_id is not null), 0) as payments,
      (count(*) filter (where t.kind = 'income' and t.payment_id is not null))::int as "paymentCount",
      coalesce(sum(t.amount) filter (where t.kind = 'expense' and t.payment_id is not null), 0) as refunds,
      (count(*) filter (where t.kind = 'expense' and t.payment_id is not null))::int as "refundCount",
      coalesce(sum(t.amount) filter (where t.kind = 'income' and t.payment_id is null), 0) as income,
      coalesce(sum(t.amount) filter (where t.kind = 'expense' and t.payment_id is null), 0) as expense,
      (select coalesce(sum(x.amount), 0) from finance_transaction x
        where x.company_id = ${companyId} and x.to_shift_id = ${shiftId}) as "transferIn",
      coalesce(sum(t.amount) filter (where t.kind = 'transfer'), 0) as "transferOut"
    from finance_transaction t where t.company_id = ${companyId} and t.shift_id = ${shiftId}`.execute(db);
  return requireRow(rows[0]);
};

/** Computes the X report of an open shift. */
export const computeReport = async (db: Db, companyId: number, shift: Shift): Promise<StoredReport> => {
  const sums = await readSums(db, companyId, shift.id);
  const { payments, refunds, income, expense, transferIn, transferOut } = sums;
  const expected = sumMoney([shift.opening, payments, -refunds, income, -expense, transferIn, -transferOut]);
  const pending = await listPendingCash(db, companyId, shift.financeSourceId);
  return { shift, at: new Date().toISOString(), ...sums, expected: roundMoney(expected), pending };
};

/**
 * Returns the current X report of an open shift, or the stored Z report of a closed shift. Throws `NotFound` for an
 * unknown shift.
 */
export const readReport = async (db: Db, companyId: number, id: number): Promise<StoredReport> => {
  const shift = await readShift(db, companyId, id);
  if (shift.closedAt === null) return computeReport(db, companyId, shift);
  const { report } = await db
    .selectFrom("cash_shift")
    // `closeShift` stores a report of this type.
    .select((eb) => eb.ref("report").$castTo<Omit<StoredReport, "shift">>().as("report"))
    .where("id", "=", id)
    .where("company_id", "=", companyId)
    .executeTakeFirstOrThrow();
  return { ...report, shift };
};
