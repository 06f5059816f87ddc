import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import { explodeRecipeSql, isKeptInStockSql, isReplacedByIngredientsSql } from "../stock/explodeRecipe.ts";
import { shelfCountSql } from "../stock/shelf.ts";
import { unitCostAtSql } from "../stock/stockCosts.ts";

/** Figures of the line of a stock item. For an item that is not counted, all fields except `stockItemId` are null. */
export interface LineFigures {
  readonly stockItemId: number;
  readonly counted: number | null;
  readonly firstCountedAt: Date | null;
  readonly countedAt: Date | null;
}

/** Figures of a line that are compared with the stock operations. `amount` is in roubles, negative for a loss. */
export interface ComparedFigures extends LineFigures {
  readonly expected: number | null;
  readonly difference: number | null;
  readonly amount: number | null;
}

/**
 * Returns the common table expressions of an inventory: `counted` has the figures of each line, and `loose` the
 * ingredients that were counted only inside semi-finished items. A counted semi-finished item is replaced by its
 * ingredients, unless the company kept it in stock at the time of the count.
 */
const countedTables = (companyId: number, id: number) => sql`
  own as (
    select e.stock_item_id, sum(e.count) as count, min(e.counted_at) as first_at, max(e.counted_at) as last_at
    from inventory_entry e
    where e.company_id = ${companyId} and e.inventory_id = ${id} and e.count is not null group by e.stock_item_id),
  ${explodeRecipeSql(
    sql`select o.stock_item_id, o.stock_item_id, o.count::numeric, 0 from own o
      where ${isReplacedByIngredientsSql(sql`${companyId}::int`, sql`o.stock_item_id`, sql`o.last_at`)}`,
    sql`exists (select 1 from own o where o.stock_item_id = u.root_id
      and ${isKeptInStockSql(sql`${companyId}::int`, sql`u.stock_item_id`, sql`o.last_at`)})`,
  )},
  contained as (
    select r.stock_item_id, sum(r.count) as count, min(o.first_at) as first_at, max(o.last_at) as last_at
    from raw r join own o on o.stock_item_id = r.root_id group by r.stock_item_id),
  counted as (
    select l.stock_item_id,
      ${isReplacedByIngredientsSql(sql`${companyId}::int`, sql`l.stock_item_id`, sql`coalesce(o.last_at, i.rest_zero_at, clock_timestamp())`)} as is_made,
      coalesce(o.count, 0) + coalesce(c.count, 0) as count,
      least(coalesce(o.first_at, i.rest_zero_at), c.first_at) as first_at,
      greatest(coalesce(o.last_at, i.rest_zero_at), c.last_at) as last_at,
      o.count is not null or i.rest_zero_at is not null as is_counted
    from inventory i join inventory_line l on l.inventory_id = i.id and l.company_id = i.company_id
    left join own o on o.stock_item_id = l.stock_item_id
    left join contained c on c.stock_item_id = l.stock_item_id
    where i.id = ${id} and i.company_id = ${companyId}),
  loose as (
    select stock_item_id, count from contained c
    where not exists (select 1 from counted n where n.stock_item_id = c.stock_item_id and n.is_counted))`;

const figureColumns = sql`n.stock_item_id as "stockItemId",
  case when n.is_counted then round(n.count, 5) end as counted,
  case when n.is_counted then n.first_at end as "firstCountedAt",
  case when n.is_counted then n.last_at end as "countedAt"`;

/** Returns the counted quantities, one row for each line of an inventory. */
export const readCounted = async (db: Db, companyId: number, id: number): Promise<readonly LineFigures[]> => {
  const { rows } = await sql<LineFigures>`with recursive ${countedTables(companyId, id)}
    select ${figureColumns} from counted n`.execute(db);
  return rows;
};

/**
 * Returns the ingredients that are part of counted semi-finished items but were not counted themselves, sorted by
 * title.
 */
export const readUncountedParts = async (
  db: Db,
  companyId: number,
  id: number,
): Promise<Schemas["UncountedPart"][]> => {
  const { rows } = await sql<Schemas["UncountedPart"]>`with recursive ${countedTables(companyId, id)}
    select t.id as "stockItemId", t.title, t.unit, round(l.count, 5) as count
    from loose l join stock_item t on t.id = l.stock_item_id order by t.title collate "und-x-icu", t.id`.execute(db);
  return rows;
};

/**
 * Returns the lines of an inventory: a counted line is compared with the stock operations up to its count, and an
 * uncounted line has only the current expected quantity. A replaced semi-finished item has no expected quantity,
 * because its counted quantity is added to the ingredients.
 */
export const compareCounted = async (
  db: Db,
  companyId: number,
  inventoryId: number,
): Promise<readonly ComparedFigures[]> => {
  const company = sql`${companyId}`;
  const { rows } = await sql<ComparedFigures>`
    with recursive ${countedTables(companyId, inventoryId)},
    figure as (select ${figureColumns}, n.is_made as "isMade" from counted n),
    expectation as materialized (
      select f.*, case when not f."isMade" then ${shelfCountSql(company, sql`f."stockItemId"`, sql`coalesce(f."countedAt", (select clock_timestamp()))`)} end
        as expected
      from figure f)
    select f."stockItemId", f.counted, f."firstCountedAt", f."countedAt", f.expected, f.counted - f.expected as difference,
      round((f.counted - f.expected) * ${unitCostAtSql(company, sql`f."countedAt"`)}, 2) as amount
    from expectation f join stock_item t on t.id = f."stockItemId"`.execute(db);
  return rows;
};
