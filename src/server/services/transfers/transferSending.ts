import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import { readErrorCode } from "../../database/transaction.ts";
import type { Caller, CompanyScope } from "../session/caller.ts";
import { lockPresence } from "../shared/companyPresence.ts";
import { Conflict } from "../shared/domainErrors.ts";
import type { VersionedId } from "../shared/versioning.ts";
import { refuseBelowZero } from "../stock/belowZero.ts";
import { replayCosts, unitCostSql } from "../stock/stockCosts.ts";
import { requireStockItems } from "../stock/stockItemInScope.ts";
import { lockStock } from "../stock/stockLock.ts";
import { requireOpenStock } from "../stock/stockSettings.ts";
import { recipientOff } from "./transferChoices.ts";
import { lockTransferList } from "./transferSave.ts";
import { type FullTransferList, readTransferList } from "./transfers.ts";

const NUMBER_TOO_LARGE = "22003";

/** Transfer with the user who writes its stock operations and the time of all these operations. */
export interface TransferWriting {
  readonly list: FullTransferList;
  readonly caller: Caller;
  readonly date: Date;
}

/** Returns the time of the database. The caller must hold the stock locks (see `shareStock`). */
export const readOperationTime = async (tx: Db): Promise<Date> => {
  const { rows } = await sql<{ date: Date }>`select clock_timestamp()::timestamptz(3) as date`.execute(tx);
  return rows[0]?.date ?? new Date();
};

const stockItemIdsOf = ({ items }: FullTransferList): number[] => items.map(({ stockItemId }) => stockItemId);

/**
 * Writes the goods off the stock of the sender, and sets the missing prices. Throws `Conflict` for sums that are too
 * large to store.
 */
const writeOffGoods = async (tx: Db, { list, caller, date }: TransferWriting): Promise<void> => {
  const unitCost = unitCostSql(sql`${list.fromCompanyId}`);
  try {
    await sql`
      insert into stock_operation (company_id, stock_item_id, operation_type, count, amount, date, is_processed, is_locked,
        is_ignore_sub_procedure, transfer_list_id, transfer_line_id, operator_id)
      select ${list.fromCompanyId}, t.id, '-', l.count, round(l.count * ${unitCost}, 2), ${date}, true, true, true, ${list.id},
        l.id, ${caller.userId}
      from transfer_line l join stock_item t on t.id = l.stock_item_id
      where l.transfer_list_id = ${list.id} order by l.position`.execute(tx);
    await sql`update transfer_line l set price = round(${unitCost}, 5) from stock_item t
      where t.id = l.stock_item_id and l.transfer_list_id = ${list.id} and l.price is null`.execute(tx);
  } catch (failure) {
    if (readErrorCode(failure) !== NUMBER_TOO_LARGE) throw failure;
    throw new Conflict("Слишком большая сумма перемещения. Уменьшите количество.");
  }
};

const requireRecipient = async (tx: Db, { toCompanyId, toCompanyName }: FullTransferList): Promise<void> => {
  const off = await lockPresence(tx, toCompanyId);
  if (off.includes("stock")) throw recipientOff(toCompanyName);
};

/**
 * Sends the goods of a draft and writes them off the stock of the sender. Throws:
 * - `NotFound` for a removed recipient,
 * - `Conflict` in a closed period, if an item was removed, if the recipient's stock module is off, if a balance would
 *   fall below zero (unless `isBelowZeroAllowed`), or for sums that are too large to store,
 * - the errors of `lockTransferList`.
 */
export const sendTransferList = async (
  tx: Db,
  company: CompanyScope,
  caller: Caller,
  which: VersionedId,
  { isBelowZeroAllowed = false }: Schemas["TransferSending"] = {},
): Promise<FullTransferList> => {
  const action = { side: "sender", state: "draft", verb: "Отправить" } as const;
  const list = await lockTransferList(tx, company, which, action);
  await requireRecipient(tx, list);
  await requireStockItems(tx, company.id, list.items, "перемещения");
  await requireOpenStock(tx, company.id, new Date(), company.zone);
  await lockStock(tx, company.id);
  const date = await readOperationTime(tx);
  await writeOffGoods(tx, { list, caller, date });
  if (!isBelowZeroAllowed) await refuseBelowZero(tx, company.id, stockItemIdsOf(list));
  await tx
    .updateTable("transfer_list")
    .set((eb) => ({ state: "sent", sent_at: date, sent_by: caller.userId, version: eb("version", "+", 1) }))
    .where("id", "=", list.id)
    .execute();
  return readTransferList(tx, company.id, list.id);
};

/**
 * Adds the refused quantities of the lines back to the stock of the sender. Their cost is the cost at which they left
 * the stock.
 */
export const returnGoods = async (tx: Db, { list, caller, date }: TransferWriting): Promise<void> => {
  const { rows } = await sql<{ stockItemId: number }>`
    insert into stock_operation (company_id, stock_item_id, operation_type, count, amount, price, date, is_processed,
      is_locked, is_ignore_sub_procedure, transfer_list_id, transfer_line_id, operator_id, comment)
    select o.company_id, o.stock_item_id, '+', l.refused_count, round(l.refused_count * o.amount / o.count, 2),
      round(o.amount / o.count, 8), ${date}, true, true, true, ${list.id}, l.id, ${caller.userId}, l.reason
    from transfer_line l join stock_operation o on o.transfer_line_id = l.id and o.company_id = ${list.fromCompanyId}
      and o.operation_type = '-'
    where l.transfer_list_id = ${list.id} and l.refused_count > 0 order by l.position
    returning stock_item_id as "stockItemId"`.execute(tx);
  const stockItemIds = rows.map(({ stockItemId }) => stockItemId);
  await replayCosts(tx, { companyId: list.fromCompanyId, stockItemIds, since: date });
};

/** Closes a transfer: stores its final state, the user and the reason. */
export const closeTransferList = async (
  tx: Db,
  { list, caller, date }: TransferWriting,
  state: "accepted" | "refused" | "recalled",
  reason: string | null = null,
): Promise<void> => {
  await tx
    .updateTable("transfer_list")
    .set({ state, closed_at: date, closed_by: caller.userId, closing_reason: reason })
    .set((eb) => ({ version: eb("version", "+", 1) }))
    .where("id", "=", list.id)
    .execute();
};

/** Returns all goods to the stock of the sender. The caller must hold the stock lock of the sender. */
export const returnAllGoods = async (tx: Db, writing: TransferWriting): Promise<void> => {
  await tx
    .updateTable("transfer_line")
    .set((eb) => ({ refused_count: eb.ref("count") }))
    .where("transfer_list_id", "=", writing.list.id)
    .execute();
  await returnGoods(tx, writing);
};

/**
 * Recalls a transfer that is under way: all goods return to the stock of the sender. Throws `Conflict` in a closed
 * period, and the errors of `lockTransferList`.
 */
export const recallTransferList = async (
  tx: Db,
  company: CompanyScope,
  caller: Caller,
  which: VersionedId,
): Promise<FullTransferList> => {
  const action = { side: "sender", state: "sent", verb: "Отозвать" } as const;
  const list = await lockTransferList(tx, company, which, action);
  await requireOpenStock(tx, company.id, new Date(), company.zone);
  await lockStock(tx, company.id);
  const writing = { list, caller, date: await readOperationTime(tx) };
  await returnAllGoods(tx, writing);
  await closeTransferList(tx, writing, "recalled");
  return readTransferList(tx, company.id, list.id);
};
