import { sql } from "kysely";
import type { Db } from "../../database/connection.ts";
import { Conflict } from "../shared/domainErrors.ts";
import { lockSources, requireShifts } from "./sourceLocks.ts";

/**
 * SQL for the finance source of the payment `p`: the source of its payment method `m`. If the method has no source or
 * its source was removed, cash goes to the oldest cash source of the company, and other payments go to its oldest bank
 * source.
 */
export const sourceOfPaymentSql = sql<number | null>`coalesce((
  select s.id from finance_source s where s.id = m.finance_source_id and not s.is_removed), (
  select min(s.id) from finance_source s where s.company_id = p.company_id and not s.is_removed
    and s.kind = case when m.is_cash then 'cash' else 'bank' end))`;

interface Booking {
  readonly paymentId: number;
  readonly refundId: number | null;
  readonly amount: number;
  readonly isCash: boolean;
  readonly methodName: string;
  readonly sourceId: number | null;
}

const isBookable = (booking: Booking): booking is Booking & { sourceId: number } => booking.sourceId !== null;

const insertBookings = async (
  tx: Db,
  companyId: number,
  rows: readonly Booking[],
  { kind, userId }: { kind: "income" | "expense"; userId: number | null },
): Promise<void> => {
  const bookings = rows.filter(isBookable);
  const homeless = rows.find((row) => !isBookable(row));
  if (homeless) throw new Conflict(`Укажите источник финансов для способа оплаты «${homeless.methodName}».`);
  const locked = await lockSources(
    tx,
    companyId,
    bookings.map(({ sourceId }) => sourceId),
  );
  const cash = bookings.flatMap(({ isCash, sourceId }) => (isCash ? (locked.get(sourceId) ?? []) : []));
  await requireShifts(tx, companyId, cash);
  await tx
    .insertInto("finance_transaction")
    .values(
      bookings.map(({ paymentId, refundId, amount, sourceId }) => ({
        company_id: companyId,
        kind,
        source_id: sourceId,
        amount,
        payment_id: paymentId,
        refund_id: refundId,
        shift_id: locked.get(sourceId)?.shiftId ?? null,
        user_id: userId,
      })),
    )
    .execute();
};

/**
 * Adds the income of completed payments, which the caller has changed in this transaction under the locks of their
 * orders. Throws `Conflict` if a payment has no finance source, or if cash requires a shift and no shift is open.
 */
export const bookPayments = async (
  tx: Db,
  companyId: number,
  { paymentIds, userId }: { paymentIds: readonly number[]; userId: number | null },
): Promise<void> => {
  const { rows } = await sql<Booking>`select p.id as "paymentId", null::int as "refundId", p.amount,
      m.is_cash as "isCash", m.name as "methodName", ${sourceOfPaymentSql} as "sourceId"
    from payment p join payment_method m on m.id = p.payment_method_id
    where p.company_id = ${companyId} and p.id = any(${[...paymentIds]}::int[]) order by p.id`.execute(tx);
  await insertBookings(tx, companyId, rows, { kind: "income", userId });
};

/**
 * Books a refund as an expense of the source that received the payment. If that source was removed, uses the current
 * source of the payment method (`sourceOfPaymentSql`). The caller must hold the order lock. Throws `Conflict` without a
 * source, or if cash requires a shift and no shift is open.
 */
export const bookRefund = async (
  tx: Db,
  companyId: number,
  { refundId, userId }: { refundId: number; userId: number | null },
): Promise<void> => {
  const { rows } = await sql<Booking>`select p.id as "paymentId", r.id as "refundId", r.amount, m.is_cash as "isCash",
      m.name as "methodName", coalesce((
        select t.source_id from finance_transaction t join finance_source s on s.id = t.source_id
        where t.payment_id = p.id and t.company_id = p.company_id and t.kind = 'income' and not s.is_removed), ${sourceOfPaymentSql}) as "sourceId"
    from payment_refund r join payment p on p.id = r.payment_id and p.company_id = r.company_id join payment_method m on m.id = p.payment_method_id
    where r.id = ${refundId} and r.company_id = ${companyId}`.execute(tx);
  await insertBookings(tx, companyId, rows, { kind: "expense", userId });
};
