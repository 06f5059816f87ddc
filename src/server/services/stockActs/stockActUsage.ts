import { type RawBuilder, sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import { explodeRecipeSql, isKeptInStockSql } from "../stock/explodeRecipe.ts";

/** Act and the time at which its used stock items are determined. */
export interface ActUsage {
  readonly id: number;
  readonly companyId: number;
  readonly kind: Schemas["StockActKind"];
  readonly at: RawBuilder<unknown>;
}

/**
 * Returns the SQL for the stock items that the lines of an act use by the current recipes (line_id, stock_item_id,
 * count): the items of a write-off, or the ingredients of products. Semi-finished items are replaced by their
 * ingredients, unless the company keeps them in stock or the act itself produces them.
 */
export const actUsageSql = ({ id, companyId, kind, at }: ActUsage) => {
  const isKept = isKeptInStockSql(sql`${companyId}::int`, sql`u.stock_item_id`, at);
  const exploded =
    kind === "writeOff"
      ? explodeRecipeSql(sql`select l.id, l.stock_item_id, l.count::numeric, 0 from line l`, isKept)
      : explodeRecipeSql(
          sql`select l.id, p.part_id, l.count::numeric * p.count, 1 from line l
            join stock_item_part p on p.stock_item_id = l.stock_item_id`,
          sql`(${isKept} or exists (select 1 from line x where x.stock_item_id = u.stock_item_id))`,
        );
  return sql`
    with recursive line(id, stock_item_id, count) as (
      select id, stock_item_id, count from stock_act_line where company_id = ${companyId} and stock_act_id = ${id}),
    ${exploded}
    select root_id as line_id, stock_item_id, round(count, 5) as count from raw where round(count, 5) > 0`;
};
