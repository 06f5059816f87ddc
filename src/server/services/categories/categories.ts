import { type RawBuilder, sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import { MAX_DEPTH, parentProblem, type TreeCategory } from "#domain/categoryTree.ts";
import { counted } from "#domain/format.ts";
import type { Db } from "../../database/connection.ts";
import {
  type CatalogueScope,
  chooseOwner,
  isInScopeSql,
  isOwnedBySql,
  lockEntry,
  lockOwner,
  type Owner,
} from "../catalogue/catalogueScope.ts";
import { fileUrlSql } from "../companies/companies.ts";
import { storedFieldsSql } from "../customFields/customFields.ts";
import { storeFormPicture } from "../files/files.ts";
import { Conflict, invalidFields, requireRow } from "../shared/domainErrors.ts";
import { checkVersion, requireName, type Saver, type Seen } from "../shared/versioning.ts";

type Category = Schemas["Category"];
type Detail = Schemas["CategoryDetail"];
type Save = Omit<Schemas["CategoryCreate"] & Schemas["CategoryUpdate"], "id" | "imageFile">;

/** SQL: the categories within a scope, each with the names of its chain, and the dishes within it that are in them. */
const selectCategories = (scope: CatalogueScope, which: RawBuilder<unknown>) => sql`
  with recursive mine as (select c.* from category c where not c.is_removed and ${isInScopeSql(scope, "c")}),
  chain(id, full_name, depth) as (
    select id, name, 1 from mine where parent_id is null
    union all
    select m.id, c.full_name || ' - ' || m.name, c.depth + 1
    from mine m join chain c on c.id = m.parent_id where c.depth < ${MAX_DEPTH}),
  counted as (
    select k.category_id, count(*)::int as items
    from item_category k join item i on i.id = k.item_id and not i.is_removed and ${isInScopeSql(scope, "i")} group by 1)
  select m.id, m.name, m.parent_id as "parentId", ${fileUrlSql("m.image_file_id")} as "imageUrl",
    m.custom_field as "customField", m.is_active as "isActive", m.company_group_id is not null as "isCompanyGroup",
    coalesce(c.full_name, m.name) as "fullName", coalesce(n.items, 0) as "countItems",
    m.company_id as "companyId", m.company_group_id as "companyGroupId", m.version
  from mine m left join chain c on c.id = m.id left join counted n on n.category_id = m.id where ${which}`;

/** Categories within a scope, by name, with the number of dishes in each. */
export const listCategories = async (db: Db, scope: CatalogueScope): Promise<Category[]> => {
  const { rows } = await sql<Detail>`
    ${selectCategories(scope, sql`true`)} order by m.name collate "und-x-icu", m.id`.execute(db);
  return rows.map(({ companyId: _company, companyGroupId: _group, version: _version, ...category }) => category);
};

/** One category within a scope. */
export const readCategory = async (db: Db, scope: CatalogueScope, id: number): Promise<Detail> => {
  const { rows } = await sql<Detail>`${selectCategories(scope, sql`m.id = ${id}`)}`.execute(db);
  return requireRow(rows[0], "Категория не найдена.");
};

const siblingsOf = async (tx: Db, owner: Owner): Promise<readonly TreeCategory[]> => {
  const { rows } = await sql<TreeCategory>`select c.id, c.name, c.parent_id as "parentId" from category c
    where not c.is_removed and ${isOwnedBySql(owner, "c")}`.execute(tx);
  return rows;
};

/** A category with the name and the parent that it is to have; two of one name side by side could not be told apart. */
interface Place {
  readonly id: number | undefined;
  readonly name: string;
  readonly parentId: number | null;
}

/** Throws `Invalid` unless the place is free and no chain of parents would bite its own tail. The owner is locked, so that two moves at once cannot either. */
const checkPlace = async (tx: Db, owner: Owner, { id, name, parentId }: Place): Promise<void> => {
  await lockOwner(tx, owner);
  const categories = await siblingsOf(tx, owner);
  const problem = parentProblem(categories, id, parentId);
  if (problem) throw invalidFields({ parentId: problem });
  const isTaken = categories.some(
    (one) => one.id !== id && one.parentId === parentId && one.name.toLowerCase() === name.toLowerCase(),
  );
  if (isTaken) throw invalidFields({ name: "Здесь уже есть категория с таким названием." });
};

/** What a save says of a category, checked, by column; a column that it does not name is left out. */
const columnsOf = async (tx: Db, owner: Owner, place: Place, save: Save) => {
  await checkPlace(tx, owner, place);
  return {
    name: place.name,
    parent_id: place.parentId,
    custom_field: await storedFieldsSql(tx, owner, "category", save.customField),
    is_active: save.isActive,
  };
};

/** Adds a category; gives its id. */
export const createCategory = async (tx: Db, { scope, picture, userId }: Saver, save: Save): Promise<number> => {
  const owner = chooseOwner(scope, save);
  const image = await storeFormPicture(tx, picture, owner, userId);
  const place = { id: undefined, name: requireName(save.name), parentId: save.parentId || null };
  const columns = await columnsOf(tx, owner, place, save);
  const { id } = await tx
    .insertInto("category")
    .values({ ...columns, image_file_id: image, company_id: owner.companyId, company_group_id: owner.companyGroupId })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
};

/** Changes a category; a part that is left out stays. Throws `Stale` with the current one when the caller saw another version. */
export const updateCategory = async (
  tx: Db,
  { scope, picture, userId }: Saver,
  { id, seen }: Seen,
  save: Save,
): Promise<void> => {
  const image = picture && (await storeFormPicture(tx, picture, await readCategory(tx, scope, id), userId));
  const owner = await lockEntry(tx, "category", id, scope);
  const category = await readCategory(tx, scope, id);
  checkVersion(category, seen, "Категорию", "category");
  const parentId = save.parentId === undefined ? category.parentId : save.parentId || null;
  const columns = await columnsOf(tx, owner, { id, name: requireName(save.name), parentId }, save);
  await tx
    .updateTable("category")
    .set({
      ...columns,
      image_file_id: image ?? (save.isRemoveImage ? null : undefined),
      version: category.version + 1,
    })
    .where("id", "=", id)
    .execute();
};

interface Contents {
  categories: number;
  items: number;
  modified: string | null;
}

/**
 * Removes a category: it leaves every choice, while orders keep its name. One that is still the place of something is not removed, because
 * its dishes would be found by nobody and its categories would lose their place.
 */
export const removeCategory = async (tx: Db, scope: CatalogueScope, id: number): Promise<void> => {
  await lockEntry(tx, "category", id, scope);
  const { rows } = await sql<Contents>`
    select (select count(*)::int from category where parent_id = ${id} and not is_removed) as categories,
      (select count(*)::int from item_category k join item i on i.id = k.item_id and not i.is_removed
        where k.category_id = ${id}) as items,
      (select min(i.name) from item_modificator m join item i on i.id = m.item_id and not i.is_removed
        where m.category_modificator_id = ${id}) as modified`.execute(tx);
  const { categories, items, modified } = rows[0] ?? { categories: 0, items: 0, modified: null };
  if (categories > 0)
    throw new Conflict(
      `В категории ${counted(categories, ["подкатегория", "подкатегории", "подкатегорий"])}. Сначала перенесите или удалите ${categories === 1 ? "её" : "их"}.`,
    );
  if (items > 0)
    throw new Conflict(
      `В категории ${counted(items, ["блюдо", "блюда", "блюд"])}. Сначала перенесите ${items === 1 ? "его" : "их"} в другую категорию или удалите.`,
    );
  if (modified !== null)
    throw new Conflict(`Из категории выбираются модификаторы блюда «${modified}». Сначала измените это блюдо.`);
  await tx
    .updateTable("category")
    .set((eb) => ({ is_removed: true, version: eb("version", "+", 1) }))
    .where("id", "=", id)
    .execute();
};
