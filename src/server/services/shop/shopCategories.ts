import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import { lockCompany } from "../accounts/administrators.ts";
import { Conflict, invalidFields } from "../shared/domainErrors.ts";
import { checkVersion } from "../shared/versioning.ts";

type Categories = Schemas["ShopCategories"];
type Category = Categories["categories"][number];

/** Returns SQL that is true if the category `c` is not removed and belongs to the company or to its group. */
const isUsableSql = (companyId: number) => sql`not c.is_removed and (c.company_id = ${companyId}
  or c.company_group_id = (select company_group_id from company where id = ${companyId}))`;

const dishCountSql = sql`(select count(*)::int from item_category k join item i on i.id = k.item_id
  where k.category_id = c.id and i.is_active and not i.is_removed)`;

/** Shows all categories with dishes in a new shop, except the categories that are offered as modifiers. */
export const showAllCategories = async (tx: Db, companyId: number): Promise<void> => {
  await sql`insert into shop_category (company_id, category_id, sort)
    select ${companyId}, c.id, row_number() over (order by c.id) from category c
    where ${isUsableSql(companyId)} and ${dishCountSql} > 0
      and not exists (select 1 from item_modificator m where m.category_modificator_id = c.id)`.execute(tx);
};

/**
 * Reads the categories of a company for its shop: first the shown categories in the sequence of the shop, then all
 * other categories by name. If the company has no shop, the version is 0.
 */
export const readShopCategories = async (db: Db, companyId: number): Promise<Categories> => {
  const shop = await db
    .selectFrom("shop")
    .select("categories_version as version")
    .where("company_id", "=", companyId)
    .executeTakeFirst();
  const { rows } = await sql<Category>`
    select c.id as "categoryId", c.name, s.title, s.category_id is not null as "isShown", ${dishCountSql} as "dishCount"
    from category c left join shop_category s on s.category_id = c.id and s.company_id = ${companyId}
    where ${isUsableSql(companyId)} order by s.sort nulls last, lower(c.name), c.id`.execute(db);
  return { categories: rows, version: shop?.version ?? 0 };
};

const checkCategories = async (tx: Db, companyId: number, ids: readonly number[]): Promise<void> => {
  if (new Set(ids).size < ids.length) throw invalidFields({ categories: "Категория названа дважды." });
  const { rows } = await sql`select 1 from category c where ${isUsableSql(companyId)} and c.id = any(${ids}::int[])
    for key share`.execute(tx);
  if (rows.length < ids.length) throw invalidFields({ categories: "Такой категории нет." });
};

/**
 * Replaces the categories that a shop shows. Throws `Conflict` if the company has no shop, `Stale` if the caller saw a
 * different version, and `Invalid` for a repeated or unusable category.
 */
export const updateShopCategories = async (
  tx: Db,
  companyId: number,
  seen: number | undefined,
  { categories }: Schemas["ShopCategoriesSave"],
): Promise<Categories> => {
  await lockCompany(tx, companyId);
  const before = await readShopCategories(tx, companyId);
  if (before.version === 0) throw new Conflict("Сначала задайте адрес магазина в его настройках.");
  checkVersion(before, seen);
  await checkCategories(
    tx,
    companyId,
    categories.map(({ categoryId }) => categoryId),
  );
  await tx.deleteFrom("shop_category").where("company_id", "=", companyId).execute();
  const rows = categories.map(({ categoryId, title }, sort) => ({
    company_id: companyId,
    category_id: categoryId,
    sort,
    title: title?.trim() || null,
  }));
  if (rows.length > 0) await tx.insertInto("shop_category").values(rows).execute();
  await tx
    .updateTable("shop")
    .set({ categories_version: before.version + 1 })
    .where("company_id", "=", companyId)
    .execute();
  return readShopCategories(tx, companyId);
};
