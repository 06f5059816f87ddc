import { sql } from "kysely";
import type { Db } from "#server/database/connection.ts";
import { findUnbalanced } from "./stockBalance.ts";

/**
 * Recalculates from the raw rows the sums that triggers and services store. Returns the stored sums that differ. Does
 * not check the amounts of orders with a discount or with modifiers.
 */
export const findWrongSums = async (db: Db): Promise<readonly unknown[]> => {
  const customers = sql`
    select c.id as customer, c.own_count, c.own_total, o.count, o.total from customer c, lateral (
      select count(*) as count, coalesce(sum(amount), 0) as total
      from orders o join order_status s on s.id = o.status_id and not s.is_cancel where o.customer_id = c.id) o
    where c.own_count <> o.count or c.own_total <> o.total`;
  const orders = sql`
    select o.id as order, o.amount, l.amount as lines from orders o, lateral (
      select coalesce(sum(amount), 0) as amount from order_line where order_id = o.id) l
    where o.discount_id is null and o.amount <> l.amount
      and not exists (select from order_line where order_id = o.id and modificators <> '[]')`;
  const days = sql`
    select company_id as company, day, last_internal_id, o.highest from order_day d, lateral (
      select max(internal_id) as highest from orders where company_id = d.company_id and day = d.day) o
    where o.highest > last_internal_id`;
  const wrong: unknown[] = [...(await findUnbalanced(db))];
  for (const statement of [customers, orders, days]) wrong.push(...(await statement.execute(db)).rows);
  return wrong;
};

/** Returns the number of orders up to an id, and a hash of these orders with their lines, payments and history. */
export const hashOrders = async (db: Db, upTo: number): Promise<{ readonly count: number; readonly hash: string }> => {
  const { rows } = await sql<{ count: number; hash: string }>`
    select count(*) as count, md5(string_agg(to_jsonb(o)::text || coalesce(parts, ''), ',' order by o.id)) as hash
    from orders o, lateral (
      select string_agg(part, ',' order by part) as parts from (
        select to_jsonb(l)::text as part from order_line l where l.order_id = o.id
        union all select to_jsonb(p)::text from payment p where p.order_id = o.id
        union all select to_jsonb(h)::text from order_history h where h.order_id = o.id) all_parts) p
    where o.id <= ${upTo}`.execute(db);
  const [first] = rows;
  if (!first) throw new Error("an aggregate without a row");
  return first;
};
