import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import { type CatalogueScope, chooseOwner, lockEntry, lockOwner, type Owner } from "../catalogue/catalogueScope.ts";
import { storedFieldsSql } from "../customFields/customFields.ts";
import { storeFormPicture } from "../files/files.ts";
import { refuseFields } from "../shared/domainErrors.ts";
import { checkVersion, parseName, type Saver, type VersionedId } from "../shared/versioning.ts";
import { findVisibleIds, isTooFine, tooFineMessage, writeComposition, writeModifiers } from "./itemLines.ts";
import { readItem } from "./items.ts";

type Create = Omit<Schemas["ItemCreate"], "imageFile">;
/** Fields of a dish that an update can change. A dish always stays with its company or company group. */
type Update = Omit<Schemas["ItemUpdate"], "imageFile" | "id" | "companyId" | "companyGroupId">;

/**
 * Validates the fields of a request, stores its picture and returns the column values. A field that is missing in the
 * request is undefined, so its column stays unchanged. Throws `Invalid` for invalid fields, and the errors of
 * `storeFormPicture`.
 */
const columnsOf = async (tx: Db, owner: Owner, saver: Saver, save: Update) => {
  if (isTooFine(save.price)) refuseFields({ price: tooFineMessage });
  const custom = await storedFieldsSql(tx, owner, "item", save.customField);
  const picture = await storeFormPicture(tx, saver.picture, owner, saver.userId);
  return {
    name: parseName(save.name),
    price: save.price,
    vendor_code: save.vendorCode === undefined ? undefined : save.vendorCode.trim() || null,
    internal_info: save.internalInfo === undefined ? undefined : save.internalInfo.trim() || null,
    prep_minutes: save.prepMinutes,
    is_active: save.isActive,
    custom_field: custom,
    image_file_id: picture ?? (save.isRemoveImage ? null : undefined),
  };
};

/**
 * Writes the categories and the main category of a dish. Clears a main category that is no longer among the categories.
 * Throws `Invalid` without a category, for a category that the owner may not use, and if the requested main category is
 * not among the categories.
 */
const writeCategories = async (tx: Db, owner: Owner, itemId: number, save: Update): Promise<void> => {
  const { categoriesId, defaultCategoryId } = save;
  if (categoriesId) {
    const visible = await findVisibleIds(tx, "category", owner, categoriesId);
    if (categoriesId.length === 0) refuseFields({ categoriesId: "Выберите хотя бы одну категорию." });
    if (categoriesId.some((id) => !visible.has(id)))
      refuseFields({ categoriesId: "Одной из выбранных категорий больше нет. Уберите её или выберите другую." });
    await tx.deleteFrom("item_category").where("item_id", "=", itemId).execute();
    await tx
      .insertInto("item_category")
      .values(categoriesId.map((id) => ({ item_id: itemId, category_id: id })))
      .execute();
  }
  const wanted = defaultCategoryId === undefined ? sql`item.default_category_id` : sql`${defaultCategoryId}::int`;
  const { rows } = await sql<{ chosen: number | null }>`
    update item set default_category_id = (
      select k.category_id from item_category k where k.item_id = item.id and k.category_id = ${wanted})
    where id = ${itemId} returning default_category_id as chosen`.execute(tx);
  if (defaultCategoryId && !rows[0]?.chosen)
    refuseFields({ defaultCategoryId: "Основная категория должна быть среди выбранных." });
};

const writeParts = async (tx: Db, owner: Owner, itemId: number, save: Update): Promise<void> => {
  await writeCategories(tx, owner, itemId, save);
  if (save.composition) await writeComposition(tx, owner, itemId, save.composition);
  if (save.modificators) await writeModifiers(tx, owner, itemId, save.modificators);
};

/**
 * Creates a dish and returns its id. Throws `Invalid` for invalid fields, and the errors of `chooseOwner`, `lockOwner`
 * and `storeFormPicture`.
 */
export const createItem = async (tx: Db, saver: Saver, save: Create): Promise<number> => {
  const owner = chooseOwner(saver.scope, save);
  await lockOwner(tx, owner);
  const columns = await columnsOf(tx, owner, saver, save);
  const { id } = await tx
    .insertInto("item")
    .values({ ...columns, company_id: owner.companyId, company_group_id: owner.companyGroupId })
    .returning("id")
    .executeTakeFirstOrThrow();
  await writeParts(tx, owner, id, { ...save, categoriesId: save.categoriesId ?? [] });
  return id;
};

/**
 * Updates a dish that belongs to the scope. Throws `Stale` with the current dish when the caller saw a different
 * version, `Invalid` for invalid fields, and the errors of `lockEntry` and `storeFormPicture`.
 */
export const updateItem = async (tx: Db, saver: Saver, { id, seen }: VersionedId, save: Update): Promise<void> => {
  const owner = await lockEntry(tx, "item", id, saver.scope);
  const item = await readItem(tx, saver.scope, id);
  checkVersion(item, seen, "Позицию", "item");
  const columns = await columnsOf(tx, owner, saver, save);
  await tx
    .updateTable("item")
    .set({ ...columns, version: item.version + 1 })
    .where("id", "=", id)
    .execute();
  await writeParts(tx, owner, id, save);
};

/**
 * Removes a dish from the menu and from the modifiers of all dishes; existing orders keep the dish. Throws the errors
 * of `lockEntry`.
 */
export const removeItem = async (tx: Db, scope: CatalogueScope, id: number): Promise<void> => {
  await lockEntry(tx, "item", id, scope);
  await tx
    .updateTable("item")
    .set((eb) => ({ is_removed: true, version: eb("version", "+", 1) }))
    .where("id", "=", id)
    .execute();
  await tx.deleteFrom("item_modificator").where("modificator_id", "=", id).execute();
};
