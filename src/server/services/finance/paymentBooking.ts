import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../database/connection.ts";
import { Conflict } from "../shared/domainErrors.ts";
import { lockSources, requireShifts } from "./sourceLocks.ts";

/** SQL for the source of the payment `p` with the method `m`: that of the method, or the oldest suitable one. */
export const sourceOfPaymentSql = sql<number | null>`coalesce((
  select s.id from finance_source s where s.id = m.finance_source_id and not s.is_removed), (
  select min(s.id) from finance_source s where s.company_id = p.company_id and not s.is_removed
    and s.kind = case when m.is_cash then 'cash' else 'bank' end))`;

/** Movement of money that a payment causes: income if it is completed, an expense if it is refunded. */
type PaymentKind = "income" | "expense";

interface Booking {
  readonly id: number;
  readonly amount: number;
  readonly isCash: boolean;
  readonly methodName: string;
  readonly sourceId: number | null;
}

// A refund comes from the source that got the payment, even if the method has another source since.
const sources: Record<PaymentKind, RawBuilder<unknown>> = {
  income: sourceOfPaymentSql,
  expense: sql`coalesce((select t.source_id from finance_transaction t join finance_source s on s.id = t.source_id
      where t.payment_id = p.id and t.kind = 'income' and not s.is_removed),
    ${sourceOfPaymentSql})`,
};

const isBookable = (booking: Booking): booking is Booking & { sourceId: number } => booking.sourceId !== null;

/**
 * Adds the transactions of completed or refunded payments. The caller holds the locks of their orders and has changed
 * the payments in the same transaction. Throws `Conflict` if cash requires a shift and there is none.
 */
export const bookPayments = async (
  tx: Db,
  companyId: number,
  kind: PaymentKind,
  { paymentIds, userId }: { paymentIds: readonly number[]; userId: number | null },
): Promise<void> => {
  const { rows } = await sql<Booking>`select p.id, p.amount, m.is_cash as "isCash", m.name as "methodName",
      ${sources[kind]} as "sourceId"
    from payment p join payment_method m on m.id = p.payment_method_id
    where p.id = any(${[...paymentIds]}::int[]) order by p.id`.execute(tx);
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
      bookings.map(({ id, amount, sourceId }) => ({
        company_id: companyId,
        kind,
        source_id: sourceId,
        amount,
        payment_id: id,
        shift_id: locked.get(sourceId)?.shiftId ?? null,
        user_id: userId,
      })),
    )
    .execute();
};
