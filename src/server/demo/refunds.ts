import { sql } from "kysely";
import { formatMoney } from "#domain/money.ts";
import type { Db } from "../database/connection.ts";

const CASHIER = 5;
const REASON = "Привезли холодным";

/**
 * Latest completed cash payment of demo company 1 that covers an undiscounted order of several dishes, and the price of
 * the first dish in that order.
 */
interface Candidate {
  readonly paymentId: number;
  readonly orderId: number;
  readonly paid: number;
  readonly methodName: string;
  readonly at: Date;
  readonly lineId: number;
  readonly name: string;
  readonly price: number;
}

const findCandidate = async (tx: Db, now: Date): Promise<Candidate | undefined> => {
  const { rows } = await sql<Candidate>`
    select p.id as "paymentId", p.order_id as "orderId", p.amount as paid, m.name as "methodName",
      p.completed_date + interval '7 minutes' as at, l.id as "lineId", l.name, round(l.amount / l.count, 2) as price
    from payment p join payment_method m on m.id = p.payment_method_id and m.is_cash
      join orders o on o.id = p.order_id and o.discount_amount = 0 and o.amount = p.amount
      join order_line l on l.order_id = o.id and l.position = 1 and l.amount > 0
    where p.company_id = 1 and p.status = 'completed' and p.completed_date < ${now}::timestamptz - interval '10 minutes'
      and exists (select 1 from order_line other where other.order_id = o.id and other.position = 2)
    order by p.completed_date desc, p.id desc limit 1`.execute(tx);
  return rows[0];
};

/**
 * Creates a refund for each refunded demo payment. Also creates a refund of one dish from the latest suitable cash
 * payment.
 */
export const fillRefunds = async (tx: Db, now: Date): Promise<void> => {
  await sql`insert into payment_refund (company_id, order_id, payment_id, payment_method_id, amount, user_id, state, creation_date,
      completed_date)
    select company_id, order_id, id, payment_method_id, amount, operator_id, 'completed', refunded_date, refunded_date
    from payment where refunded_date is not null order by id`.execute(tx);
  await sql`update payment set refunded_amount = amount where refunded_date is not null`.execute(tx);
  const found = await findCandidate(tx, now);
  if (!found) return;
  const { paymentId, orderId, paid, methodName, at, lineId, name, price } = found;
  const lines = JSON.stringify([{ orderItemId: lineId, name, count: 1, amount: price }]);
  await sql`insert into payment_refund (company_id, order_id, payment_id, payment_method_id, amount, lines, reason, user_id, state,
      creation_date, completed_date)
    select company_id, order_id, id, payment_method_id, ${price}, ${lines}::jsonb, ${REASON}, ${CASHIER}::int, 'completed',
      ${at}::timestamptz, ${at}::timestamptz
    from payment where id = ${paymentId}`.execute(tx);
  await sql`update payment set refunded_amount = ${price} where id = ${paymentId}`.execute(tx);
  const newName = `${methodName}, ${formatMoney(price)}: возвращена часть от ${formatMoney(paid)} (${name} × 1; ${REASON})`;
  await tx
    .insertInto("order_history")
    .values({
      order_id: orderId,
      company_id: 1,
      type_element: "Payment",
      type: "Update",
      date: at,
      employee_id: CASHIER,
      new_name: newName,
    })
    .execute();
};
