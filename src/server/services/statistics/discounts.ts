import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import { intervalOfSql, isCountedSql, ordersInSql, type Span } from "./figures.ts";
import { byGroup, type GroupedSpan } from "./groups.ts";

/** Returns the SQL for the orders of a time span that have a discount and are not cancelled. */
const discountedIn = (span: Span) => sql`${ordersInSql(span)} and ${isCountedSql} and o.discount_amount > 0`;

/** Returns the discounts given in a time span, the largest total first. */
export const readDiscounts = async (db: Db, span: Span): Promise<Schemas["DiscountReportRow"][]> => {
  const { rows } = await sql<Schemas["DiscountReportRow"]>`
    select t.discount_id as "discountId", coalesce(d.name, t.name, '') as "discountName", t.count, t.amount, t."ordersAmount"
    from (select o.discount_id, max(o.discount_name) as name, count(*)::int as count, sum(o.discount_amount) as amount,
        sum(o.amount) as "ordersAmount"
      from ${discountedIn(span)} group by 1) t
    left join discount d on d.id = t.discount_id order by t.amount desc, 2, 1`.execute(db);
  return rows;
};

/**
 * Returns the discounts given in a time span, summed by the employee who took the order. The largest total comes first.
 */
export const readDiscountsByEmployee = async (db: Db, span: Span): Promise<Schemas["EmployeeFigures"][]> => {
  const { rows } = await sql<Schemas["EmployeeFigures"]>`
    select t.operator_id as "employeeId", u.alias as "employeeAlias", t.count, t.amount
    from (select o.operator_id, count(*)::int as count, sum(o.discount_amount) as amount
      from ${discountedIn(span)} group by 1) t
    left join app_user u on u.id = t.operator_id order by t.amount desc, 2, 1`.execute(db);
  return rows;
};

/** Returns the discounts given in each day, week or month of a time span. */
export const readDiscountsByGroup = async (db: Db, span: GroupedSpan) => {
  const { rows } = await sql<{ piece: number; count: number; amount: number }>`
    select ${intervalOfSql(sql`o.date`, span)} as piece, count(*)::int as count, sum(o.discount_amount) as amount
    from ${discountedIn(span)} group by 1`.execute(db);
  return byGroup(span, rows, { count: 0, amount: 0 });
};
