import { type RawBuilder, sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import { estimatedCost, type Ingredient } from "#domain/dish.ts";
import type { Db } from "../../database/connection.ts";
import { type CatalogueScope, isInScopeSql } from "../catalogue/catalogueScope.ts";
import { fileUrlSql } from "../companies/companies.ts";
import type { Complete } from "../shared/complete.ts";
import { requireRow } from "../shared/domainErrors.ts";

/** Dish as a row of the dish list. */
export type ItemRow = Schemas["ItemRow"];

type Item = Complete<Schemas["Item"]>;

interface WithIngredients {
  readonly ingredients: readonly Ingredient[];
}

/**
 * Returns the SQL for the ingredients of the dishes `i`, one row per dish. The costs of the ingredients are the average
 * costs of the company in the path or, without a company or an average cost, the estimated costs.
 */
const ingredientsOf = ({ home }: CatalogueScope) => sql`(
  select p.item_id, json_agg(json_build_object('count', p.count,
    'cost', coalesce(round(a.average_cost, 5), t.estimate_cost))) as ingredients
  from i join item_composition p on p.item_id = i.id join stock_item t on t.id = p.stock_item_id
    left join stock_cost a on a.company_id = ${home?.companyId ?? null}::int and a.stock_item_id = t.id
  group by p.item_id)`;

/** SQL for the categories of the dishes `i`, one row per dish. */
const categories = sql`(
  select ic.item_id, json_agg(c.id order by c.name, c.id) as ids,
    string_agg(c.name, ', ' order by c.name, c.id) as names
  from i join item_category ic on ic.item_id = i.id join category c on c.id = ic.category_id and not c.is_removed
  group by ic.item_id)`;

/**
 * Returns the SQL of a common table expression `i` with the dishes of a scope. Queries join `i` to read the related
 * rows of these dishes.
 */
const itemsInScope = (scope: CatalogueScope, condition = sql`true`): RawBuilder<unknown> =>
  sql`with i as (select * from item i where not i.is_removed and ${isInScopeSql(scope, "i")} and ${condition})`;

const rowColumns = sql`i.id, i.name, coalesce(o.price, i.price)::float8 as price,
  case when o.price is not null then i.price::float8 end as "sharedPrice", coalesce(k.ids, '[]'::json) as "categoriesId",
  coalesce(k.names, '') as "categoriesName", c.id as "defaultCategoryId",
  i.vendor_code as "vendorCode", ${fileUrlSql("i.image_file_id")} as "imageUrl", i.is_active as "isActive",
  i.company_group_id is not null as "isCompanyGroup", coalesce(s.ingredients, '[]'::json) as ingredients`;

const fromItems = (
  scope: CatalogueScope,
) => sql`from i left join category c on c.id = i.default_category_id and not c.is_removed
  left join item_price o on o.company_id = ${scope.home?.companyId ?? null}::int and o.item_id = i.id
  left join ${categories} k on k.item_id = i.id left join ${ingredientsOf(scope)} s on s.item_id = i.id`;

const byName = sql`order by i.name collate "und-x-icu", i.id`;

const addCost = <Row extends WithIngredients>({
  ingredients: parts,
  ...row
}: Row): Omit<Row, "ingredients"> & ItemCost => ({
  ...row,
  estimateCost: estimatedCost(parts),
});

interface ItemCost {
  readonly estimateCost: number;
}

/** Returns the dishes of a catalogue scope, sorted by name, including inactive dishes. */
export const listItems = async (db: Db, scope: CatalogueScope): Promise<ItemRow[]> => {
  const { rows } = await sql<Omit<ItemRow, "estimateCost"> & WithIngredients>`
    ${itemsInScope(scope)} select ${rowColumns} ${fromItems(scope)} ${byName}`.execute(db);
  return rows.map(addCost);
};

/** Returns the cost of each dish of a catalogue scope, calculated from its ingredients, roubles. */
export const listItemCosts = async (db: Db, scope: CatalogueScope): Promise<Schemas["ItemCost"][]> => {
  const { rows } = await sql<{ id: number } & WithIngredients>`
    ${itemsInScope(scope)} select i.id, coalesce(s.ingredients, '[]'::json) as ingredients
    from i left join ${ingredientsOf(scope)} s on s.item_id = i.id order by i.id`.execute(db);
  return rows.map(addCost);
};

/** Returns the SQL for the dishes of a scope that offer the dish `i` as a modifier, at most 100. */
const usedInItems = (scope: CatalogueScope): RawBuilder<unknown> => sql`coalesce((
  select json_agg(u order by u.name, u.id) from (
    select d.id, d.name from item d where not d.is_removed and d.id <> i.id and ${isInScopeSql(scope, "d")} and exists (
      select 1 from item_modificator m where m.item_id = d.id and (m.modificator_id = i.id or m.modificator_id = 0
        and exists (select 1 from item_category uc where uc.item_id = i.id and uc.category_id = m.category_modificator_id)))
    order by d.name, d.id limit 100) u), '[]'::json)`;

/** Reads a dish of a catalogue scope. Throws `NotFound` for a dish outside the scope. */
export const readItem = async (db: Db, scope: CatalogueScope, id: number): Promise<Item> => {
  const { rows } = await sql<Omit<Item, "estimateCost"> & WithIngredients>`
    ${itemsInScope(scope, sql`i.id = ${id}`)} select ${rowColumns}, i.internal_info as "internalInfo", i.custom_field as "customField", i.version, i.prep_minutes as "prepMinutes",
      i.company_id as "companyId", i.company_group_id as "companyGroupId",
      coalesce((select json_agg(json_build_object('stockItemId', p.stock_item_id, 'count', trim_scale(p.count))
        order by t.title, t.id) from item_composition p join stock_item t on t.id = p.stock_item_id
        where p.item_id = i.id), '[]'::json) as composition,
      coalesce((select json_agg(json_build_object('id', m.id, 'modificatorId', m.modificator_id,
        'categoryModificatorId', m.category_modificator_id, 'portion', trim_scale(m.portion), 'price', trim_scale(m.price), 'isRequired', m.is_required)
        order by m.id) from item_modificator m where m.item_id = i.id), '[]'::json) as modificators,
      ${usedInItems(scope)} as "usedInItems"
    ${fromItems(scope)}`.execute(db);
  return addCost(requireRow(rows[0], "Позиция меню не найдена."));
};
