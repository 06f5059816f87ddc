import { type RawBuilder, sql } from "kysely";
import { unitCostSql } from "./stockCosts.ts";

/**
 * Returns the SQL of two recursive tables that replace semi-finished stock items by their ingredients. `part` starts
 * with `rows` (order_id, stock_item_id, count, depth 0), and `raw` is the result (order_id, stock_item_id, count).
 */
export const explodeRecipeSql = (rows: RawBuilder<unknown>) => sql`
  part(order_id, stock_item_id, count, depth) as (
    ${rows}
    union all
    select u.order_id, p.part_id, u.count * p.count, u.depth + 1
    from part u join stock_item_part p on p.stock_item_id = u.stock_item_id where u.depth < 10),
  raw(order_id, stock_item_id, count) as (
    select u.order_id, u.stock_item_id, sum(u.count) from part u
    where not exists (select 1 from stock_item_part p where p.stock_item_id = u.stock_item_id)
    group by u.order_id, u.stock_item_id)`;

/**
 * Returns the SQL for the raw stock that orders use (order_id, stock_item_id, count, amount). Calculates it from the
 * recipes of the dishes and modifiers, and from the current costs.
 */
export const usedStockSql = (orderIds: readonly number[]) => sql`
  with recursive dish(order_id, item_id, count) as (
    select order_id, item_id, count::numeric from order_line where order_id = any(${[...orderIds]}::int[])
    union all
    select l.order_id, m."modificatorId", m.count * m.portion
    from order_line l, jsonb_to_recordset(l.modificators) as m("modificatorId" int, count numeric, portion numeric)
    where l.order_id = any(${[...orderIds]}::int[])),
  ${explodeRecipeSql(sql`select d.order_id, c.stock_item_id, d.count * c.count, 0
    from dish d join item_composition c on c.item_id = d.item_id`)}
  select r.order_id, r.stock_item_id, round(r.count, 5) as count, round(r.count * ${unitCostSql(sql`o.company_id`)}, 2) as amount
  from raw r join stock_item t on t.id = r.stock_item_id join orders o on o.id = r.order_id`;
