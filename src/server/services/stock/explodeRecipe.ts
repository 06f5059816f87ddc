import { type RawBuilder, sql } from "kysely";
import { unitCostSql } from "./stockCosts.ts";

/** Returns SQL that is true if a stock item is semi-finished, which means that it has a recipe. */
export const isMadeSql = (stockItemId: RawBuilder<unknown>) =>
  sql`exists (select 1 from stock_item_part p where p.stock_item_id = ${stockItemId})`;

/**
 * Returns SQL that is true if a company keeps a stock item in stock at a time. The company must have received the item
 * by then, from a supplier, another company or its own production, without a reversal.
 */
export const isKeptInStockSql = (
  companyId: RawBuilder<unknown>,
  stockItemId: RawBuilder<unknown>,
  at: RawBuilder<unknown>,
) => sql`exists (select 1 from stock_cost_history h
  where h.company_id = ${companyId} and h.stock_item_id = ${stockItemId} and h.date <= ${at})`;

/**
 * Returns SQL that is true if a stock item is replaced by its ingredients. The item must be semi-finished, and the
 * company must not keep it in stock.
 */
export const isReplacedByIngredientsSql = (
  companyId: RawBuilder<unknown>,
  stockItemId: RawBuilder<unknown>,
  at: RawBuilder<unknown>,
) => sql`(${isMadeSql(stockItemId)} and not ${isKeptInStockSql(companyId, stockItemId, at)})`;

/**
 * Returns the SQL of two recursive tables that replace semi-finished stock items by their ingredients, down to depth
 * 10, except items that satisfy `isKept`, a condition on `u`. `part` starts with `rows` (root_id, stock_item_id, count,
 * depth), and `raw` is the result (root_id, stock_item_id, count).
 */
export const explodeRecipeSql = (rows: RawBuilder<unknown>, isKept: RawBuilder<unknown> = sql`false`) => sql`
  part(root_id, stock_item_id, count, depth) as (
    ${rows}
    union all
    select u.root_id, p.part_id, u.count * p.count, u.depth + 1
    from part u join stock_item_part p on p.stock_item_id = u.stock_item_id where u.depth < 10 and not ${isKept}),
  raw(root_id, stock_item_id, count) as (
    select u.root_id, u.stock_item_id, sum(u.count) from part u
    where not ${isMadeSql(sql`u.stock_item_id`)} or ${isKept}
    group by u.root_id, u.stock_item_id)`;

/**
 * Returns the SQL for the stock that orders of a company use (order_id, stock_item_id, count, amount). The quantities
 * follow from the recipes of the dishes and modifiers, the amounts from the current costs. A semi-finished item is not
 * replaced by its ingredients if the company kept the item in stock when the goods of the order left the shelf.
 *
 * The planner overestimates the rows of `dish` and `raw`, and would read all orders and all recipes. To prevent this,
 * the statement joins `leaving` instead of `orders`, and `offset 0` forces one index scan for each dish.
 */
export const usedStockSql = (companyId: number, orderIds: readonly number[]) => sql`
  with recursive dish(order_id, item_id, count) as (
    select order_id, item_id, count::numeric from order_line
    where company_id = ${companyId} and order_id = any(${[...orderIds]}::int[])
    union all
    select l.order_id, m."modificatorId", m.count * m.portion
    from order_line l, jsonb_to_recordset(l.modificators) as m("modificatorId" int, count numeric, portion numeric)
    where l.company_id = ${companyId} and l.order_id = any(${[...orderIds]}::int[])),
  leaving(order_id, at) as materialized (
    select o.id, coalesce((select min(coalesce(x.taken_at, x.date)) from stock_operation x
      where x.company_id = ${companyId} and x.order_id = o.id), clock_timestamp())
    from orders o where o.company_id = ${companyId} and o.id = any(${[...orderIds]}::int[])),
  ${explodeRecipeSql(
    sql`select d.order_id, c.stock_item_id, d.count * c.count, 0
    from dish d, lateral (select * from item_composition where item_id = d.item_id offset 0) c`,
    sql`exists (select 1 from leaving g where g.order_id = u.root_id
      and ${isKeptInStockSql(sql`${companyId}::int`, sql`u.stock_item_id`, sql`g.at`)})`,
  )}
  select r.root_id as order_id, r.stock_item_id, round(r.count, 5) as count,
    round(r.count * ${unitCostSql(sql`${companyId}::int`)}, 2) as amount
  from raw r join stock_item t on t.id = r.stock_item_id join leaving o on o.order_id = r.root_id`;
