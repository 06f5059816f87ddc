import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import { type CatalogueScope, isInScopeSql } from "../catalogue/catalogueScope.ts";
import type { Complete } from "../shared/complete.ts";
import { requireRow } from "../shared/domainErrors.ts";
import { packsSql } from "./stockItemPacks.ts";

/** Stock item with its recipe, and the dishes and stock items that contain it. */
export type StockItem = Complete<Schemas["StockItemDetail"]>;

const rowColumnsOf = ({ home }: CatalogueScope) => sql`t.id, t.title, t.unit, t.estimate_cost::float8 as "estimateCost",
  (select round(c.average_cost, 5)::float8 from stock_cost c where c.company_id = ${home?.companyId ?? null}::int and c.stock_item_id = t.id)
    as "averageCost", t.group_name as "groupName",
  t.company_group_id is not null as "isCompanyGroup",
  exists (select 1 from stock_item_part p where p.stock_item_id = t.id) as "isMade"`;

/** Returns the SQL for the stock items `t` of a catalogue scope. */
const fromStockItems = (scope: CatalogueScope) =>
  sql`from stock_item t where not t.is_removed and ${isInScopeSql(scope, "t")}`;

/** Returns the stock items of a catalogue scope, sorted by title. */
export const listStockItems = async (db: Db, scope: CatalogueScope): Promise<Schemas["StockItem"][]> => {
  const { rows } = await sql<Schemas["StockItem"]>`
    select ${rowColumnsOf(scope)} ${fromStockItems(scope)} order by t.title collate "und-x-icu", t.id`.execute(db);
  return rows;
};

/** Returns the estimated cost of one unit of each stock item in a catalogue scope, roubles. */
export const listStockItemCosts = async (db: Db, scope: CatalogueScope): Promise<Schemas["StockItemCost"][]> => {
  const { rows } = await sql<Schemas["StockItemCost"]>`
    select t.id, t.estimate_cost::float8 as "estimateCost" ${fromStockItems(scope)} order by t.id`.execute(db);
  return rows;
};

/** Returns the stock groups of a catalogue scope, sorted by name. Stock items without a group come last. */
export const listStockGroups = async (db: Db, scope: CatalogueScope): Promise<Schemas["StockGroup"][]> => {
  const { rows } = await sql<Schemas["StockGroup"]>`
    select g.name, g."countItems" from (
      select min(t.group_name) as name, count(*)::int as "countItems" ${fromStockItems(scope)} group by lower(t.group_name)) g
    order by g.name is null, g.name collate "und-x-icu"`.execute(db);
  return rows;
};

/**
 * Reads a stock item of a catalogue scope, with the recipes in the scope that use the item. Throws `NotFound` for an
 * item outside the scope.
 */
export const readStockItem = async (db: Db, scope: CatalogueScope, id: number): Promise<StockItem> => {
  const { rows } = await sql<StockItem>`
    select ${rowColumnsOf(scope)}, t.company_id as "companyId", t.company_group_id as "companyGroupId", t.version,
      ${packsSql} as packs,
      coalesce((select json_agg(json_build_object('stockItemId', p.part_id, 'count', trim_scale(p.count))
        order by o.title, o.id) from stock_item_part p join stock_item o on o.id = p.part_id
        where p.stock_item_id = t.id), '[]'::json) as parts,
      coalesce((select json_agg(u order by u.name, u.id) from (
        select i.id, i.name from item_composition k join item i on i.id = k.item_id and not i.is_removed
        where k.stock_item_id = t.id and ${isInScopeSql(scope, "i")} order by i.name, i.id limit 100) u), '[]'::json) as "usedInItems",
      coalesce((select json_agg(u order by u.name, u.id) from (
        select o.id, o.title as name from stock_item_part p join stock_item o on o.id = p.stock_item_id and not o.is_removed
        where p.part_id = t.id and ${isInScopeSql(scope, "o")} order by o.title, o.id limit 100) u), '[]'::json)
        as "usedInStockItems"
    ${fromStockItems(scope)} and t.id = ${id}`.execute(db);
  return requireRow(rows[0], "Товар не найден.");
};
