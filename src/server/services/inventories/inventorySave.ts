import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Zone } from "#domain/dates.ts";
import { formatDateTime } from "#domain/format.ts";
import type { Db } from "../../database/connection.ts";
import { isVisibleToSql } from "../catalogue/catalogueScope.ts";
import type { Caller, CompanyScope } from "../session/caller.ts";
import {
  Conflict,
  type FieldErrors,
  NotFound,
  refuseFields,
  requireRow,
  VersionRequired,
} from "../shared/domainErrors.ts";
import { lockRow } from "../shared/lockRow.ts";
import { checkVersion, type VersionedId } from "../shared/versioning.ts";
import { shelfTimeSql } from "../stock/shelf.ts";
import { type FullInventory, readInventory } from "./inventories.ts";

type State = Schemas["InventoryState"];

const OPEN: readonly State[] = ["counting", "reviewing"];

const describeState = ({ state, closedAt, closedByAlias }: FullInventory, zone: Zone): string => {
  if (state === "counting") return "Сначала отправьте инвентаризацию на проверку.";
  if (state === "reviewing") return "Инвентаризация уже на проверке.";
  const at = [closedAt && formatDateTime(closedAt, zone.timeZone), closedByAlias].filter(Boolean).join(", ");
  return `Инвентаризация уже ${state === "approved" ? "проведена" : "отменена"}: ${at}.`;
};

/** Locks an inventory. Throws `NotFound` for an unknown inventory, and `Conflict` if its state is not in `states`. */
export const lockInventory = async (
  tx: Db,
  company: CompanyScope,
  id: number,
  states: readonly State[] = OPEN,
): Promise<FullInventory> => {
  await lockRow(tx, "inventory", company.id, id);
  const found = await readInventory(tx, company.id, id);
  if (!states.includes(found.state)) throw new Conflict(describeState(found, company.zone));
  return found;
};

/**
 * Locks an inventory. Throws `VersionRequired` without a version; `Stale` if the caller saw a different version; and
 * the errors of `lockInventory`.
 */
export const lockSeenInventory = async (
  tx: Db,
  company: CompanyScope,
  { id, seen }: VersionedId,
  states: readonly State[] = OPEN,
): Promise<FullInventory> => {
  if (seen === undefined) throw new VersionRequired();
  const found = await lockInventory(tx, company, id, states);
  checkVersion(found, seen, "Инвентаризацию");
  return found;
};

interface LockedGroup {
  readonly name: string;
  readonly isBlind: boolean;
  readonly openInventoryId: number | null;
}

/**
 * Locks a group, so that two transactions cannot both start an inventory of the group. Throws `NotFound` for an unknown
 * group, or `Conflict` if an inventory of the group is open.
 */
const lockGroup = async (tx: Db, companyId: number, id: number): Promise<LockedGroup> => {
  await tx
    .selectFrom("inventory_group")
    .select("id")
    .where("id", "=", id)
    .where("company_id", "=", companyId)
    .forNoKeyUpdate()
    .execute();
  const { rows } = await sql<LockedGroup>`
    select g.name, g.is_blind as "isBlind", (select i.id from inventory i
      where i.company_id = g.company_id and i.group_id = g.id and i.state in ('counting', 'reviewing')) as "openInventoryId"
    from inventory_group g where g.id = ${id} and g.company_id = ${companyId} and not g.is_removed`.execute(tx);
  const group = requireRow(rows[0], "Группа инвентаризации не найдена.");
  const { name, openInventoryId } = group;
  if (openInventoryId !== null)
    throw new Conflict(`Группу «${name}» уже считают. Закончите ту инвентаризацию или отмените её.`, {
      errors: { groupId: "Эту группу уже считают." },
      data: { inventoryId: openInventoryId },
    });
  return group;
};

/**
 * Starts an inventory of a group with a line for each of its items. Throws `Conflict` if the group has no usable items,
 * and the errors of `lockGroup`.
 */
export const startInventory = async (
  tx: Db,
  company: CompanyScope,
  { userId }: Caller,
  { groupId, comment }: Schemas["InventoryStart"],
): Promise<FullInventory> => {
  const { name, isBlind } = await lockGroup(tx, company.id, groupId);
  const { id } = await tx
    .insertInto("inventory")
    .values({
      company_id: company.id,
      group_id: groupId,
      is_blind: isBlind,
      started_at: sql<Date>`${shelfTimeSql}`,
      started_by: userId,
      comment: comment?.trim() || null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const { numAffectedRows } = await sql`
    insert into inventory_line (inventory_id, company_id, stock_item_id)
    select ${id}, ${company.id}, t.id from inventory_group_item x join stock_item t on t.id = x.stock_item_id
    where x.group_id = ${groupId} and not t.is_removed
      and ${isVisibleToSql({ companyId: company.id, companyGroupId: null }, "t")} order by t.id`.execute(tx);
  if (!numAffectedRows) throw new Conflict(`В группе «${name}» не осталось товаров. Добавьте их.`);
  return readInventory(tx, company.id, id);
};

type Reasons = Exclude<Schemas["InventorySave"]["reasons"], undefined>;

/**
 * Throws `Invalid` if two reasons are for the same stock item, and `NotFound` if a reason is for an item that the
 * inventory does not contain.
 */
const checkReasons = (reasons: Reasons, { items }: FullInventory): void => {
  const errors: FieldErrors = {};
  const seen = new Set<number>();
  for (const [index, { stockItemId }] of reasons.entries()) {
    if (seen.has(stockItemId)) errors[`reasons.${index}.stockItemId`] = "Причина этого товара уже указана.";
    seen.add(stockItemId);
  }
  refuseFields(errors);
  if (reasons.some(({ stockItemId }) => !items.some((item) => item.stockItemId === stockItemId)))
    throw new NotFound("Этого товара в инвентаризации нет.");
};

const writeReasons = async (tx: Db, companyId: number, id: number, reasons: Reasons): Promise<void> => {
  const rows = JSON.stringify(
    reasons.map(({ stockItemId, reason }) => ({ stockItemId, reason: reason?.trim() || null })),
  );
  await sql`update inventory_line l set reason = r.reason
    from jsonb_to_recordset(${rows}::jsonb) as r("stockItemId" int, reason text)
    where l.company_id = ${companyId} and l.inventory_id = ${id} and l.stock_item_id = r."stockItemId"`.execute(tx);
};

/**
 * Changes the comment and the reasons of an open inventory. Throws the errors of `lockSeenInventory` and
 * `checkReasons`.
 */
export const updateInventory = async (
  tx: Db,
  company: CompanyScope,
  which: VersionedId,
  { comment, reasons = [] }: Schemas["InventorySave"],
): Promise<FullInventory> => {
  const before = await lockSeenInventory(tx, company, which);
  checkReasons(reasons, before);
  await tx
    .updateTable("inventory")
    .set((eb) => ({
      version: eb("version", "+", 1),
      ...(comment !== undefined && { comment: comment?.trim() || null }),
    }))
    .where("id", "=", before.id)
    .where("company_id", "=", company.id)
    .execute();
  await writeReasons(tx, company.id, before.id, reasons);
  return readInventory(tx, company.id, before.id);
};

/**
 * Removes an inventory without entries. Throws `Conflict` if the inventory has entries or is in review, and the errors
 * of `lockSeenInventory`.
 */
export const removeInventory = async (tx: Db, company: CompanyScope, which: VersionedId): Promise<undefined> => {
  const { id, items, state } = await lockSeenInventory(tx, company, which);
  if (state !== "counting" || items.some(({ entries }) => entries.length > 0))
    throw new Conflict("В инвентаризации уже есть записи. Отмените её.");
  await tx.deleteFrom("inventory").where("id", "=", id).where("company_id", "=", company.id).execute();
  return undefined;
};

/** Cancels an open inventory. Its entries can still be read. Throws the errors of `lockSeenInventory`. */
export const cancelInventory = async (
  tx: Db,
  company: CompanyScope,
  { userId }: Caller,
  which: VersionedId,
  { reason }: Schemas["InventoryCancel"] = {},
): Promise<FullInventory> => {
  const { id } = await lockSeenInventory(tx, company, which);
  await tx
    .updateTable("inventory")
    .set((eb) => ({
      state: "cancelled",
      version: eb("version", "+", 1),
      closed_at: sql<Date>`clock_timestamp()`,
      closed_by: userId,
      cancel_reason: reason?.trim() || null,
    }))
    .where("id", "=", id)
    .where("company_id", "=", company.id)
    .execute();
  return readInventory(tx, company.id, id);
};
