import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import { formatNumber } from "#domain/figures.ts";
import type { Db } from "../../database/connection.ts";
import {
  type CatalogueScope,
  chooseOwner,
  isOwnedBySql,
  isVisibleToSql,
  lockEntry,
  type Owner,
} from "../catalogue/catalogueScope.ts";
import { isTooFine, tooFineMessage } from "../items/itemLines.ts";
import { Conflict, type FieldErrors, invalidFields, refuseFields } from "../shared/domainErrors.ts";
import { checkVersion, findNameFlaw, type Saver, type VersionedId } from "../shared/versioning.ts";
import { checkPacks, readPacks, writePacks } from "./stockItemPacks.ts";
import { lockStockItems, updateDependentCosts, writeParts } from "./stockItemParts.ts";
import { readStockItem } from "./stockItems.ts";

type Create = Schemas["StockItemCreate"];
/** Fields of a stock item that an update can change. The owner cannot change after creation. */
type Save = Omit<Create, "id" | "companyId" | "companyGroupId">;

const checkFields = ({ title, unit, estimateCost }: Save): void => {
  const errors: FieldErrors = {};
  const titleFlaw = findNameFlaw(title.trim());
  if (titleFlaw) errors["title"] = titleFlaw;
  if (!unit.trim()) errors["unit"] = "Укажите единицу измерения.";
  if (isTooFine(estimateCost)) errors["estimateCost"] = tooFineMessage;
  refuseFields(errors);
};

/**
 * Throws `Invalid` if another stock item of the owner has the same title. Users could not distinguish the two items in
 * a recipe.
 */
const checkTitle = async (tx: Db, owner: Owner, title: string, id: number | null): Promise<void> => {
  const { rows } = await sql`select 1 from stock_item t where not t.is_removed and ${isOwnedBySql(owner, "t")}
    and t.id is distinct from ${id} and lower(t.title) = lower(${title})`.execute(tx);
  if (rows.length > 0) throw invalidFields({ title: "Товар с таким названием уже есть." });
};

/**
 * Returns the name of a stock group in the spelling that other stock items already use. A group therefore never appears
 * twice in different letter case.
 */
const groupNameOf = async (tx: Db, owner: Owner, text: string | null, id: number | null): Promise<string | null> => {
  const name = text?.trim() || null;
  const { rows } = await sql<{ name: string }>`select t.group_name as name from stock_item t
    where not t.is_removed and ${isVisibleToSql(owner, "t")} and t.id is distinct from ${id}
      and lower(t.group_name) = lower(${name}) order by t.id limit 1`.execute(tx);
  return rows[0]?.name ?? name;
};

/**
 * Validates the fields of a request and returns them as column values. A field that is missing in the request is
 * undefined, so its column stays unchanged. Throws `Invalid` for an invalid field or a used title.
 */
const columnsOf = async (tx: Db, owner: Owner, save: Save, id: number | null) => {
  checkFields(save);
  checkPacks(save, id === null ? [] : await readPacks(tx, id));
  const title = save.title.trim();
  await checkTitle(tx, owner, title, id);
  return {
    title,
    unit: save.unit.trim(),
    estimate_cost: save.estimateCost,
    group_name: save.groupName === undefined ? undefined : await groupNameOf(tx, owner, save.groupName, id),
  };
};

/**
 * Creates a stock item and returns its id. Throws `Invalid` for invalid fields, and the errors of `chooseOwner` and
 * `lockStockItems`.
 */
export const createStockItem = async (tx: Db, { scope }: Pick<Saver, "scope">, save: Create): Promise<number> => {
  const owner = chooseOwner(scope, save);
  await lockStockItems(tx, owner);
  const columns = await columnsOf(tx, owner, save, null);
  const { id } = await tx
    .insertInto("stock_item")
    .values({ ...columns, company_id: owner.companyId, company_group_id: owner.companyGroupId })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (save.packs) await writePacks(tx, id, save.packs);
  if (save.parts) await writeParts(tx, owner, id, save.parts);
  await updateDependentCosts(tx, owner, id);
  return id;
};

/**
 * Updates a stock item that belongs to the scope. Throws `Stale` with the current stock item when the caller saw a
 * different version, `Invalid` for invalid fields, and the errors of `lockEntry`.
 */
export const updateStockItem = async (
  tx: Db,
  { scope }: Pick<Saver, "scope">,
  { id, seen }: VersionedId,
  save: Save,
): Promise<void> => {
  const owner = await lockEntry(tx, "stock_item", id, scope, lockStockItems);
  const stockItem = await readStockItem(tx, scope, id);
  checkVersion(stockItem, seen, "Товар", "stockItem");
  const columns = await columnsOf(tx, owner, save, id);
  await tx
    .updateTable("stock_item")
    .set({ ...columns, version: stockItem.version + 1 })
    .where("id", "=", id)
    .execute();
  if (save.packs) await writePacks(tx, id, save.packs);
  if (save.parts) await writeParts(tx, owner, id, save.parts);
  await updateDependentCosts(tx, owner, id);
};

interface User {
  readonly name: string;
  readonly count: number;
}

/**
 * Returns the names of the first three dishes or stock items that contain a stock item, and the total number of such
 * dishes or items. If a group owns the stock item, a name also contains the company of the dish or item.
 */
const usersOf = async (tx: Db, id: number, { companyId }: Owner): Promise<readonly User[]> => {
  const { rows } = await sql<User>`
    select '«' || u.name || '»' || coalesce(' (' || c.name || ')', '') as name, (count(*) over ())::int as count from (
      select i.id, i.name, i.company_id from item_composition k join item i on i.id = k.item_id and not i.is_removed
      where k.stock_item_id = ${id}
      union all
      select o.id, o.title, o.company_id from stock_item_part p join stock_item o on o.id = p.stock_item_id and not o.is_removed
      where p.part_id = ${id}) u
    left join company c on c.id = u.company_id and ${companyId}::int is null
    order by u.name, u.id limit 3`.execute(tx);
  return rows;
};

/**
 * Marks a stock item as removed and keeps its stock operations. Throws `Conflict` while a recipe uses the stock item,
 * and the errors of `lockEntry`.
 */
export const removeStockItem = async (tx: Db, scope: CatalogueScope, id: number): Promise<void> => {
  const owner = await lockEntry(tx, "stock_item", id, scope, lockStockItems);
  const users = await usersOf(tx, id, owner);
  const [first] = users;
  if (first) {
    const rest = first.count - users.length;
    const names = users.map(({ name }) => name).join(", ") + (rest > 0 ? ` и ещё ${formatNumber(rest)}` : "");
    throw new Conflict(`Товар есть в составе: ${names}. Сначала уберите его оттуда.`);
  }
  await tx
    .updateTable("stock_item")
    .set((eb) => ({ is_removed: true, version: eb("version", "+", 1) }))
    .where("id", "=", id)
    .execute();
};
