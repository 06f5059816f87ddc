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
import type { Complete } from "../shared/complete.ts";
import { Conflict, invalidFields, requireRow } from "../shared/domainErrors.ts";
import { checkVersion, parseName, type Saver, type VersionedId } from "../shared/versioning.ts";

type Category = Complete<Schemas["Category"]>;
type Detail = Complete<Schemas["CategoryDetail"]>;
type Save = Omit<Schemas["CategoryCreate"] & Schemas["CategoryUpdate"], "id" | "imageFile">;

/** Returns the SQL for the categories of a catalogue scope, with full names and numbers of dishes. */
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

/** Returns the categories of a catalogue scope, sorted by name, with the number of dishes in each. */
export const listCategories = async (db: Db, scope: CatalogueScope): Promise<Category[]> => {
  const { rows } = await sql<Detail>`
    ${selectCategories(scope, sql`true`)} order by m.name collate "und-x-icu", m.id`.execute(db);
  return rows.map(({ companyId: _company, companyGroupId: _group, version: _version, ...category }) => category);
};

/** Reads a category of a catalogue scope. Throws `NotFound` for a category outside the scope. */
export const readCategory = async (db: Db, scope: CatalogueScope, id: number): Promise<Detail> => {
  const { rows } = await sql<Detail>`${selectCategories(scope, sql`m.id = ${id}`)}`.execute(db);
  return requireRow(rows[0], "Категория не найдена.");
};

const readTree = async (tx: Db, owner: Owner): Promise<readonly TreeCategory[]> => {
  const { rows } = await sql<TreeCategory>`select c.id, c.name, c.parent_id as "parentId" from category c
    where not c.is_removed and ${isOwnedBySql(owner, "c")}`.execute(tx);
  return rows;
};

/** New name and parent of a category. Categories with the same parent must have different names. */
interface CategoryPosition {
  readonly id: number | undefined;
  readonly name: string;
  readonly parentId: number | null;
}

/**
 * Locks the owner, so that its categories do not move concurrently. Throws `Invalid` if the name is taken, or if the
 * parent is unknown, would form a cycle or would exceed the maximum depth, and the error of `lockOwner`.
 */
const checkPosition = async (tx: Db, owner: Owner, { id, name, parentId }: CategoryPosition): Promise<void> => {
  await lockOwner(tx, owner);
  const categories = await readTree(tx, owner);
  const problem = parentProblem(categories, id, parentId);
  if (problem) throw invalidFields({ parentId: problem });
  const isTaken = categories.some(
    (one) => one.id !== id && one.parentId === parentId && one.name.toLowerCase() === name.toLowerCase(),
  );
  if (isTaken) throw invalidFields({ name: "Здесь уже есть категория с таким названием." });
};

/**
 * Validates the position and the fields of a request, and returns the column values. Fields that are missing in the
 * request are undefined, so that an update does not change their columns. Throws the errors of `checkPosition` and
 * `storedFieldsSql`.
 */
const columnsOf = async (tx: Db, owner: Owner, position: CategoryPosition, save: Save) => {
  await checkPosition(tx, owner, position);
  return {
    name: position.name,
    parent_id: position.parentId,
    custom_field: await storedFieldsSql(tx, owner, "category", save.customField),
    is_active: save.isActive,
  };
};

/**
 * Creates a category and returns its id. Throws `Invalid` for invalid fields, and the errors of `chooseOwner`,
 * `storeFormPicture` and `checkPosition`.
 */
export const createCategory = async (tx: Db, { scope, picture, userId }: Saver, save: Save): Promise<number> => {
  const owner = chooseOwner(scope, save);
  const image = await storeFormPicture(tx, picture, owner, userId);
  const position = { id: undefined, name: parseName(save.name), parentId: save.parentId || null };
  const columns = await columnsOf(tx, owner, position, save);
  const { id } = await tx
    .insertInto("category")
    .values({ ...columns, image_file_id: image, company_id: owner.companyId, company_group_id: owner.companyGroupId })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
};

/**
 * Updates the fields of a category that the request contains. Throws `Stale` with the current category if the caller
 * saw a different version, `Invalid` for invalid fields, and the errors of `storeFormPicture`, `checkPosition` and
 * `lockEntry`.
 */
export const updateCategory = async (
  tx: Db,
  { scope, picture, userId }: Saver,
  { id, seen }: VersionedId,
  save: Save,
): Promise<void> => {
  const image = picture && (await storeFormPicture(tx, picture, await readCategory(tx, scope, id), userId));
  const owner = await lockEntry(tx, "category", id, scope);
  const category = await readCategory(tx, scope, id);
  checkVersion(category, seen, "Категорию", "category");
  const parentId = save.parentId === undefined ? category.parentId : save.parentId || null;
  const columns = await columnsOf(tx, owner, { id, name: parseName(save.name), parentId }, save);
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
 * Marks a category as removed. Throws `Conflict` while the category contains dishes or other categories, or while
 * dishes offer the category as a modifier, and the errors of `lockEntry`.
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
