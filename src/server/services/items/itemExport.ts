import { sql } from "kysely";
import type { TableFormat } from "#domain/table.ts";
import type { Db } from "../../database/connection.ts";
import { type CatalogueScope, isOwnedBySql, isVisibleToSql, type Owner } from "../catalogue/catalogueScope.ts";
import { NotFound } from "../shared/domainErrors.ts";
import { writeTable } from "../tables/writeTable.ts";
import { type Categories, COLUMNS, cellOf } from "./itemTable.ts";

/** Category with its name and its full name. The full name starts with the names of the parents. */
export interface NamedCategory {
  readonly id: number;
  readonly name: string;
  readonly fullName: string;
}

/** Returns the company or company group in the path. Throws `NotFound` when the path contains neither. */
export const requireHome = ({ home }: CatalogueScope): Owner => {
  if (!home) throw new NotFound("Укажите компанию или группу.");
  return home;
};

/** Returns the categories that dishes of an owner may have, sorted by id. */
export const listNamedCategories = async (db: Db, owner: Owner): Promise<readonly NamedCategory[]> => {
  const { rows } = await sql<NamedCategory>`
    with recursive chain(id, name, full_name, depth) as (
      select c.id, c.name, c.name, 1 from category c where c.parent_id is null and not c.is_removed and ${isVisibleToSql(owner, "c")}
      union all
      select c.id, c.name, p.full_name || ' - ' || c.name, p.depth + 1
      from category c join chain p on p.id = c.parent_id where not c.is_removed and ${isVisibleToSql(owner, "c")} and p.depth < 20)
    select id, name, full_name as "fullName" from chain order by id`.execute(db);
  return rows;
};

const idsBy = (key: "name" | "fullName", categories: readonly NamedCategory[]): Map<string, number[]> => {
  const ids = new Map<string, number[]>();
  for (const category of categories) {
    const name = category[key].toLowerCase();
    ids.set(name, [...(ids.get(name) ?? []), category.id]);
  }
  return ids;
};

/** Indexes categories for export and import: ids by lower-case name and full name, and full names by id. */
export const indexCategories = (categories: readonly NamedCategory[]): Categories => ({
  ids: new Map([...idsBy("name", categories), ...idsBy("fullName", categories)]),
  fullNames: new Map(categories.map(({ id, fullName }) => [id, fullName])),
});

/** Dish with the fields that are columns of the table. */
export interface TableItem {
  readonly id: number;
  readonly name: string;
  readonly price: number;
  readonly vendorCode: string;
  readonly internalInfo: string;
  readonly isActive: boolean;
  readonly categoriesId: readonly number[];
  readonly defaultCategoryId: number | null;
}

/** Returns the dishes of an owner, without the dishes of its group, sorted by id. */
export const listOwnItems = async (db: Db, owner: Owner): Promise<readonly TableItem[]> => {
  const { rows } = await sql<TableItem>`
    select i.id, i.name, i.price::float8 as price, coalesce(i.vendor_code, '') as "vendorCode",
      coalesce(i.internal_info, '') as "internalInfo", i.is_active as "isActive",
      coalesce((select json_agg(c.id order by c.id) from item_category k join category c on c.id = k.category_id
        and not c.is_removed where k.item_id = i.id), '[]'::json) as "categoriesId",
      (select c.id from category c where c.id = i.default_category_id and not c.is_removed) as "defaultCategoryId"
    from item i where not i.is_removed and ${isOwnedBySql(owner, "i")} order by i.id`.execute(db);
  return rows;
};

/**
 * Exports the dishes of an owner to a file that can be edited and imported again. Throws `NotFound` if the path
 * contains neither a company nor a group.
 */
export const exportItems = async (
  db: Db,
  scope: CatalogueScope,
  format: TableFormat,
): Promise<{ mime: string; bytes: Buffer }> => {
  const owner = requireHome(scope);
  const categories = indexCategories(await listNamedCategories(db, owner));
  const items = await listOwnItems(db, owner);
  const rows = items.map((item) => [
    item.id,
    item.name,
    item.price,
    cellOf(item.categoriesId, categories),
    categories.fullNames.get(item.defaultCategoryId ?? 0) ?? null,
    item.vendorCode,
    item.internalInfo,
    item.isActive,
  ]);
  return writeTable({ name: "Позиции меню", head: Object.values(COLUMNS), rows }, format);
};
