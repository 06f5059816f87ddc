import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import { businessDay, type Day, type Zone } from "#domain/dates.ts";
import { addDays } from "#domain/days.ts";
import type { Db } from "../../database/connection.ts";
import { lockCompany } from "../accounts/administrators.ts";
import { isVisibleToSql } from "../catalogue/catalogueScope.ts";
import { findVisibleIds } from "../items/itemLines.ts";
import type { CompanyScope } from "../session/caller.ts";
import {
  Conflict,
  type FieldErrors,
  invalidFields,
  NotFound,
  refuseFields,
  requireRow,
  VersionRequired,
} from "../shared/domainErrors.ts";
import { lockRow } from "../shared/lockRow.ts";
import { checkVersion, parseName, type VersionedId } from "../shared/versioning.ts";

type Row = Schemas["InventoryGroupRow"];
type Group = Schemas["InventoryGroup"];
type Save = Schemas["InventoryGroupSave"];
type Company = Pick<CompanyScope, "id" | "zone">;

interface Dates {
  readonly creationDate: Date;
  readonly lastCountedAt: Date | null;
}

const rowColumns = sql`g.id, g.company_id as "companyId", g.name, g.every_days as "everyDays", g.is_blind as "isBlind",
  g.creation_date as "creationDate", g.version,
  (select max(l.counted_at) from inventory i join inventory_line l on l.inventory_id = i.id and l.company_id = i.company_id
    where i.company_id = g.company_id and i.group_id = g.id and i.state = 'approved') as "lastCountedAt",
  (select i.id from inventory i
    where i.company_id = g.company_id and i.group_id = g.id and i.state in ('counting', 'reviewing')) as "openInventoryId"`;

/**
 * Returns the FROM clause for the entries `x` of inventory groups and their stock items `t`. Omits stock items that are
 * removed or not visible to the company.
 */
const itemsSql = (companyId: number) => sql`inventory_group_item x join stock_item t on t.id = x.stock_item_id
  and not t.is_removed and ${isVisibleToSql({ companyId, companyGroupId: null }, "t")}`;

/**
 * Returns the business day on which the next inventory of a group is due, or null for a group without an interval. A
 * group without approved inventories is due on the day of its creation.
 */
const dueOn = ({ everyDays, creationDate, lastCountedAt }: Dates & Pick<Row, "everyDays">, zone: Zone): Day | null => {
  if (everyDays === null) return null;
  return lastCountedAt ? addDays(businessDay(lastCountedAt, zone), everyDays) : businessDay(creationDate, zone);
};

const toRow = <Found extends Dates & Pick<Row, "everyDays">>(found: Found, zone: Zone) => {
  const { creationDate, lastCountedAt, ...row } = found;
  return { ...row, lastCountedAt: lastCountedAt?.toISOString() ?? null, dueOn: dueOn(found, zone) };
};

/** Returns the groups of a company, sorted by name. */
export const listInventoryGroups = async (db: Db, { id, zone }: Company): Promise<Row[]> => {
  const { rows } = await sql<Omit<Row, "dueOn" | keyof Dates> & Dates>`
    select ${rowColumns}, (select count(*)::int from ${itemsSql(id)} where x.group_id = g.id) as "itemCount"
    from inventory_group g where g.company_id = ${id} and not g.is_removed
    order by g.name collate "und-x-icu", g.id`.execute(db);
  return rows.map((row) => toRow(row, zone));
};

/** Reads a group of a company. Throws `NotFound` for any other group. */
export const readInventoryGroup = async (db: Db, { id: companyId, zone }: Company, id: number): Promise<Group> => {
  const { rows } = await sql<Omit<Group, "dueOn" | "itemCount" | keyof Dates> & Dates>`
    select ${rowColumns}, coalesce((select json_agg(t.id order by t.title collate "und-x-icu", t.id) from ${itemsSql(companyId)}
      where x.group_id = g.id), '[]') as "stockItemIds"
    from inventory_group g where g.company_id = ${companyId} and g.id = ${id} and not g.is_removed`.execute(db);
  const found = requireRow(rows[0], "Группа инвентаризации не найдена.");
  return { ...toRow(found, zone), itemCount: found.stockItemIds.length };
};

/**
 * Trims and returns a group name; the caller must hold the company lock. Throws `Invalid` if a different group has this
 * name.
 */
const parseUniqueName = async (tx: Db, companyId: number, wanted: string, id: number): Promise<string> => {
  const name = parseName(wanted);
  const other = await tx
    .selectFrom("inventory_group")
    .select("id")
    .where("company_id", "=", companyId)
    .where("is_removed", "=", false)
    .where("id", "!=", id)
    .where((eb) => eb(eb.fn("lower", ["name"]), "=", eb.fn("lower", [eb.val(name)])))
    .executeTakeFirst();
  if (other) throw invalidFields({ name: "Группа с таким названием уже есть." });
  return name;
};

/**
 * Locks the stock items of a group. Throws `Invalid` for a repeated item, and `NotFound` for a removed item or an item
 * of another company.
 */
const checkItems = async (tx: Db, companyId: number, ids: readonly number[]): Promise<void> => {
  const errors: FieldErrors = {};
  for (const [index, id] of ids.entries())
    if (ids.indexOf(id) < index) errors[`stockItemIds.${index}`] = "Этот товар в группе уже есть.";
  refuseFields(errors);
  const visible = await findVisibleIds(tx, "stock_item", { companyId, companyGroupId: null }, ids);
  const missing = ids.findIndex((id) => !visible.has(id));
  if (missing >= 0) throw new NotFound(`Товара в строке ${missing + 1} больше нет. Уберите его из группы.`);
};

const prepare = async (tx: Db, companyId: number, id: number, save: Save) => {
  const name = await parseUniqueName(tx, companyId, save.name, id);
  await checkItems(tx, companyId, save.stockItemIds);
  return { name, every_days: save.everyDays ?? null, is_blind: save.isBlind ?? false };
};

const writeItems = async (tx: Db, groupId: number, stockItemIds: readonly number[]): Promise<void> => {
  await tx.deleteFrom("inventory_group_item").where("group_id", "=", groupId).execute();
  await tx
    .insertInto("inventory_group_item")
    .values(stockItemIds.map((id) => ({ group_id: groupId, stock_item_id: id })))
    .execute();
};

/**
 * Stores a group. Throws `Invalid` for a used name or a repeated item, and `NotFound` for an item that the company
 * cannot use.
 */
export const createInventoryGroup = async (tx: Db, company: Company, save: Save): Promise<Group> => {
  await lockCompany(tx, company.id);
  const columns = await prepare(tx, company.id, 0, save);
  const { id } = await tx
    .insertInto("inventory_group")
    .values({ ...columns, company_id: company.id })
    .returning("id")
    .executeTakeFirstOrThrow();
  await writeItems(tx, id, save.stockItemIds);
  return readInventoryGroup(tx, company, id);
};

/**
 * Locks a group, so that no inventory of the group starts until the transaction ends. Throws `VersionRequired` without
 * a version, `NotFound` for an unknown group, or `Stale` if the caller saw a different version.
 */
const lockGroup = async (tx: Db, company: Company, { id, seen }: VersionedId): Promise<Group> => {
  if (seen === undefined) throw new VersionRequired();
  await lockCompany(tx, company.id);
  await lockRow(tx, "inventory_group", company.id, id);
  const group = await readInventoryGroup(tx, company, id);
  checkVersion(group, seen, "Группу");
  return group;
};

/**
 * Changes a group; its existing inventories keep their items. Throws the errors of `lockGroup` and
 * `createInventoryGroup`.
 */
export const updateInventoryGroup = async (
  tx: Db,
  company: Company,
  which: VersionedId,
  save: Save,
): Promise<Group> => {
  const { id } = await lockGroup(tx, company, which);
  const columns = await prepare(tx, company.id, id, save);
  await tx
    .updateTable("inventory_group")
    .set((eb) => ({ ...columns, version: eb("version", "+", 1) }))
    .where("id", "=", id)
    .execute();
  await writeItems(tx, id, save.stockItemIds);
  return readInventoryGroup(tx, company, id);
};

/**
 * Removes a group, or only marks it as removed if it has inventories. Throws the errors of `lockGroup`, and `Conflict`
 * while an inventory of the group is open.
 */
export const removeInventoryGroup = async (tx: Db, company: Company, which: VersionedId): Promise<undefined> => {
  const { id, name, openInventoryId } = await lockGroup(tx, company, which);
  if (openInventoryId !== null)
    throw new Conflict(`Группу «${name}» сейчас считают. Сначала проведите или отмените инвентаризацию.`);
  const counts = await tx
    .selectFrom("inventory")
    .select("id")
    .where("company_id", "=", company.id)
    .where("group_id", "=", id)
    .limit(1)
    .execute();
  if (counts.length === 0) await tx.deleteFrom("inventory_group").where("id", "=", id).execute();
  else
    await tx
      .updateTable("inventory_group")
      .set((eb) => ({ is_removed: true, version: eb("version", "+", 1) }))
      .where("id", "=", id)
      .execute();
  return undefined;
};
