import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import { isCountedSql, movementsInSql, ordersInSql, type Span } from "./figures.ts";

/** Returns the income of a time span, roubles: received payments minus refunds. */
export const readIncome = async (db: Db, span: Span): Promise<number> => {
  const { rows } = await sql<{ income: number }>`
    select coalesce(sum(m.received - m.refunded), 0) as income from ${movementsInSql(span)}`.execute(db);
  return rows[0]?.income ?? 0;
};

/** Returns the money figures of a time span: the amounts of the orders, their costs and the income. */
export const readFinance = async (db: Db, span: Span): Promise<Schemas["FinanceFigures"]> => {
  const [{ rows }, realIncome] = await Promise.all([
    sql<Omit<Schemas["FinanceFigures"], "realIncome">>`
      select coalesce(sum(o.amount), 0) as amount, coalesce(sum(o.cost), 0) as "totalExpense",
        coalesce(sum(o.cost) filter (where s.is_closed), 0) as "realExpense"
      from ${ordersInSql(span)} and ${isCountedSql}`.execute(db),
    readIncome(db, span),
  ]);
  const { amount, totalExpense, realExpense } = rows[0] ?? { amount: 0, totalExpense: 0, realExpense: 0 };
  return { amount, realIncome, totalExpense, realExpense };
};

/** Returns the unpaid amount of the open orders. Closed orders are omitted, because they accept no payments. */
const dueOf = async (db: Db, span: Span): Promise<number> => {
  const { rows } = await sql<{ due: number }>`
    select coalesce(sum(greatest(o.amount - coalesce((
      select sum(p.amount - p.refunded_amount) from payment p where p.order_id = o.id and p.company_id = o.company_id and p.status = 'completed'), 0), 0)), 0) as due
    from ${ordersInSql(span)} and ${isCountedSql} and not s.is_closed`.execute(db);
  return rows[0]?.due ?? 0;
};

/** Returns the payments of a time span by payment method, and the unpaid amount of the open orders of that span. */
export const readPaymentFigures = async (db: Db, span: Span): Promise<Schemas["PaymentFigures"]> => {
  const [{ rows: list }, requred] = await Promise.all([
    sql<Schemas["MethodAmount"]>`
      select k.name, k.id as "paymentMethodId", t.received - t.refunded as amount, t.received, t.refunded
      from (select m.payment_method_id, sum(m.received) as received, sum(m.refunded) as refunded
        from ${movementsInSql(span)} group by 1) t
      join payment_method k on k.id = t.payment_method_id order by k.sort, k.id`.execute(db),
    dueOf(db, span),
  ]);
  return { list, requred };
};
