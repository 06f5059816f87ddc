import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import type { Caller, CompanyScope } from "../session/caller.ts";
import type { VersionedId } from "../shared/versioning.ts";
import { refuseBelowZero } from "../stock/belowZero.ts";
import { replayCosts, unitCostAtSql } from "../stock/stockCosts.ts";
import { requireStockItems } from "../stock/stockItemInScope.ts";
import { lockStock } from "../stock/stockLock.ts";
import { requireOpenStock } from "../stock/stockSettings.ts";
import { checkNotCountedLater, insertCounterOperations, insertKeepingOperations } from "./countedLater.ts";
import { lockPackingList } from "./packingListSave.ts";
import { type FullPackingList, readPackingList } from "./packingLists.ts";

const itemIdsOf = ({ items }: FullPackingList): number[] => items.map(({ stockItemId }) => stockItemId);

/**
 * Returns the time of the operations: the time of the document, or the current time if the document is dated in the
 * future.
 */
const readOperationDate = async (tx: Db, { date }: FullPackingList): Promise<Date> => {
  const { rows } = await sql<{ date: Date }>`
    select least(${date}::timestamptz(3), clock_timestamp()::timestamptz(3)) as date`.execute(tx);
  return rows[0]?.date ?? new Date(date);
};

interface Writing {
  readonly company: CompanyScope;
  readonly caller: Caller;
  readonly list: FullPackingList;
  readonly date: Date;
}

const laterOf = ({ company, list, date }: Writing) => ({ companyId: company.id, list, date });

/** Recalculates the costs from the date of the document on. */
const replay = (tx: Db, { company, list, date }: Writing): Promise<void> =>
  replayCosts(tx, { companyId: company.id, stockItemIds: itemIdsOf(list), since: date });

/**
 * Adds the operations of the lines. The cost of a delivery is its price, the cost of a return is the average cost at
 * its time.
 */
const insertOperations = async (tx: Db, writing: Writing, isVatInCost: boolean): Promise<void> => {
  const { company, caller, list, date } = writing;
  const isReturn = list.kind === "return";
  const cost = isVatInCost ? sql`l.amount` : sql`(l.amount - l.vat_amount)`;
  const averageCost = unitCostAtSql(sql`${company.id}`, sql`${date}::timestamptz`);
  await sql`
    insert into stock_operation (company_id, stock_item_id, operation_type, count, amount, price, date, is_processed,
      is_locked, is_ignore_sub_procedure, packing_list_id, packing_list_line_id, operator_id)
    select ${company.id}, t.id, ${isReturn ? "-" : "+"}, l.count,
      ${isReturn ? sql`round(l.count * ${averageCost}, 2)` : sql`round(${cost}, 2)`},
      ${isReturn ? sql`null::numeric` : sql`round(${cost} / l.count, 8)`}, ${date}, true, true, true, ${list.id}, l.id,
      ${caller.userId}
    from packing_list_line l join stock_item t on t.id = l.stock_item_id
    where l.packing_list_id = ${list.id} order by l.position`.execute(tx);
};

const insertReversals = async (tx: Db, { caller, list }: Writing): Promise<void> => {
  await sql`
    insert into stock_operation (company_id, stock_item_id, operation_type, count, amount, price, date, is_processed,
      is_locked, is_ignore_sub_procedure, packing_list_id, packing_list_line_id, inventory_id, operator_id, reversal_of)
    select company_id, stock_item_id, operation_type, -count, -amount, price, date, true, true, true, packing_list_id,
      packing_list_line_id, inventory_id, ${caller.userId}, id
    from stock_operation where packing_list_id = ${list.id} and reversal_of is null order by id`.execute(tx);
};

const setState = async (tx: Db, { company, caller, list }: Writing, state: "approved" | "reversed") => {
  const stamp = { at: sql<Date>`clock_timestamp()`, by: caller.userId };
  await tx
    .updateTable("packing_list")
    .set((eb) => ({
      state,
      version: eb("version", "+", 1),
      ...(state === "approved"
        ? { approved_at: stamp.at, approved_by: stamp.by }
        : { reversed_at: stamp.at, reversed_by: stamp.by }),
    }))
    .where("id", "=", list.id)
    .execute();
  return readPackingList(tx, company.id, list.id);
};

/**
 * Approves a draft: writes the operations of its lines and the new average costs (areas, section 2). Throws the errors
 * of `lockPackingList`, and `Conflict` in a closed period or for a return of more than the stock. Also throws
 * `Conflict` if a later inventory counted the items and `isOnShelf` is undefined.
 */
export const approvePackingList = async (
  tx: Db,
  company: CompanyScope,
  caller: Caller,
  which: VersionedId,
  { isBelowZeroAllowed = false, isOnShelf }: Schemas["PackingListAction"] = {},
): Promise<FullPackingList> => {
  const list = await lockPackingList(tx, company, which, "draft");
  await requireStockItems(tx, company.id, list.items, "накладной");
  const { isVatInCost } = await requireOpenStock(tx, company.id, new Date(list.date), company.zone);
  await lockStock(tx, company.id);
  const writing = { company, caller, list, date: await readOperationDate(tx, list) };
  if (isOnShelf === undefined) await checkNotCountedLater(tx, laterOf(writing));
  await insertOperations(tx, writing, isVatInCost);
  await replay(tx, writing);
  if (isOnShelf && (await insertCounterOperations(tx, laterOf(writing), caller.userId))) await replay(tx, writing);
  if (list.kind === "return" && !isBelowZeroAllowed) await refuseBelowZero(tx, company.id, itemIdsOf(list));
  return setState(tx, writing, "approved");
};

/**
 * Reverses an approved packing list by operations with the same date and the negative count. The quantities of later
 * counts do not change. Throws the errors of `lockPackingList`, and `Conflict` in a closed period or if a balance would
 * fall below zero.
 */
export const reversePackingList = async (
  tx: Db,
  company: CompanyScope,
  caller: Caller,
  which: VersionedId,
  { isBelowZeroAllowed = false }: Schemas["PackingListAction"] = {},
): Promise<FullPackingList> => {
  const list = await lockPackingList(tx, company, which, "approved");
  await requireOpenStock(tx, company.id, new Date(list.date), company.zone);
  await lockStock(tx, company.id);
  const { rows } = await sql<{ date: Date }>`
    select min(date) as date from stock_operation where packing_list_id = ${list.id}`.execute(tx);
  const writing = { company, caller, list, date: rows[0]?.date ?? new Date(list.date) };
  await insertReversals(tx, writing);
  await replay(tx, writing);
  if (await insertKeepingOperations(tx, laterOf(writing), caller.userId)) await replay(tx, writing);
  if (list.kind === "delivery" && !isBelowZeroAllowed) await refuseBelowZero(tx, company.id, itemIdsOf(list));
  return setState(tx, writing, "reversed");
};
