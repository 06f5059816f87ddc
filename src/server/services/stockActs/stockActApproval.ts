import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import { readErrorCode } from "../../database/transaction.ts";
import type { Caller, CompanyScope } from "../session/caller.ts";
import { Conflict } from "../shared/domainErrors.ts";
import type { VersionedId } from "../shared/versioning.ts";
import { refuseBelowZero } from "../stock/belowZero.ts";
import {
  completeOperations,
  readApprovedDate,
  readOperationDate,
  reverseOperations,
  storeState,
} from "../stock/documentLedger.ts";
import type { LedgerDocument } from "../stock/ledgerDocument.ts";
import { replayCosts, unitCostAtSql } from "../stock/stockCosts.ts";
import { requireStockItems } from "../stock/stockItemInScope.ts";
import { lockStock } from "../stock/stockLock.ts";
import { requireOpenStock } from "../stock/stockSettings.ts";
import { lockStockAct } from "./stockActSave.ts";
import { type FullStockAct, readStockAct } from "./stockActs.ts";
import { actUsageSql } from "./stockActUsage.ts";

type Line = FullStockAct["items"][number];

const NUMBER_TOO_LARGE = "22003";

const toLedger = (
  { id, kind, approvedAt }: FullStockAct,
  company: CompanyScope,
  { userId }: Caller,
  date: Date,
): LedgerDocument => ({
  table: "stock_act",
  id,
  companyId: company.id,
  date,
  approvedAt,
  operatorId: userId,
  genitive: "акта",
  shelfQuestion:
    kind === "production" ? "К подсчёту это уже было приготовлено?" : "К подсчёту товар уже был выброшен или отдан?",
});

/** Stock item that a line uses. */
interface UsedItem {
  readonly lineId: number;
  readonly stockItemId: number;
  readonly count: number;
}

const readUsage = async (
  tx: Db,
  { id, companyId, date }: LedgerDocument,
  kind: Schemas["StockActKind"],
): Promise<readonly UsedItem[]> => {
  const at = sql`${date}::timestamptz`;
  const { rows } = await sql<UsedItem>`
    select line_id as "lineId", stock_item_id as "stockItemId", count
    from (${actUsageSql({ id, companyId, kind, at })}) n order by line_id, stock_item_id`.execute(tx);
  return rows;
};

const insertIssues = async (
  tx: Db,
  { id, companyId, date, operatorId }: LedgerDocument,
  used: readonly UsedItem[],
): Promise<void> => {
  await sql`
    insert into stock_operation (company_id, stock_item_id, operation_type, count, amount, date, is_processed, is_locked,
      is_ignore_sub_procedure, stock_act_id, stock_act_line_id, operator_id)
    select ${companyId}, t.id, '-', r.count, round(r.count * ${unitCostAtSql(sql`${companyId}`, sql`${date}::timestamptz`)}, 2),
      ${date}, true, true, true, ${id}, r."lineId", ${operatorId}
    from jsonb_to_recordset(${JSON.stringify(used)}::jsonb) as r("lineId" int, "stockItemId" int, count numeric)
    join stock_item t on t.id = r."stockItemId" order by r."lineId", t.id`.execute(tx);
};

/** Adds the receipts of produced lines. The cost of a receipt is the sum of the amounts of the ingredients. */
const insertReceipts = async (
  tx: Db,
  { id, companyId, date, operatorId }: LedgerDocument,
  lines: readonly Line[],
): Promise<void> => {
  await sql`
    insert into stock_operation (company_id, stock_item_id, operation_type, count, amount, price, date, is_processed,
      is_locked, is_ignore_sub_procedure, stock_act_id, stock_act_line_id, operator_id)
    select ${companyId}, l.stock_item_id, '+', l.count, c.amount, round(c.amount / l.count, 8), ${date}, true, true, true,
      ${id}, l.id, ${operatorId}
    from stock_act_line l
    cross join lateral (select sum(o.amount) as amount from stock_operation o
      where o.stock_act_line_id = l.id and o.company_id = l.company_id and o.operation_type = '-') c
    where l.company_id = ${companyId} and l.id = any(${lines.map((line) => line.id)}::int[]) order by l.position`.execute(
    tx,
  );
};

/**
 * Writes the operations of a production act; products that are ingredients of other lines are produced first, so that
 * their cost is known. Throws `Conflict` if the recipes of the lines form a cycle.
 */
const produce = async (
  tx: Db,
  document: LedgerDocument,
  lines: readonly Line[],
  used: readonly UsedItem[],
): Promise<void> => {
  const rest = new Map(lines.map((line) => [line.stockItemId, line]));
  while (rest.size > 0) {
    const waiting = new Set(used.filter(({ stockItemId }) => rest.has(stockItemId)).map(({ lineId }) => lineId));
    const ready = [...rest.values()].filter(({ id }) => !waiting.has(id));
    if (ready.length === 0) throw new Conflict("Состав товаров замкнут в круг. Исправьте состав.");
    const readyIds = new Set(ready.map(({ id }) => id));
    await insertIssues(
      tx,
      document,
      used.filter(({ lineId }) => readyIds.has(lineId)),
    );
    await insertReceipts(tx, document, ready);
    for (const { stockItemId } of ready) rest.delete(stockItemId);
    const stockItemIds = ready.map(({ stockItemId }) => stockItemId);
    if (rest.size > 0) await replayCosts(tx, { companyId: document.companyId, stockItemIds, since: document.date });
  }
};

/** Throws `Conflict` for a line that uses no stock item because its recipe is empty or its quantity is too small. */
const requireUsage = (lines: readonly Line[], used: readonly UsedItem[]): void => {
  const idle = lines.find(({ id }) => !used.some(({ lineId }) => lineId === id));
  if (idle) throw new Conflict(`«${idle.stockItemTitle}»: по составу ничего не набирается. Проверьте состав товара.`);
};

const writeOperations = async (
  tx: Db,
  document: LedgerDocument,
  { kind, items }: FullStockAct,
  used: readonly UsedItem[],
): Promise<void> => {
  try {
    if (kind === "production") await produce(tx, document, items, used);
    else await insertIssues(tx, document, used);
  } catch (failure) {
    if (readErrorCode(failure) !== NUMBER_TOO_LARGE) throw failure;
    throw new Conflict("Слишком большое количество. Проверьте строки акта и состав товаров.");
  }
};

/** Stores the cost of the stock items that the lines have used. */
const storeAmount = async (tx: Db, { id, companyId }: LedgerDocument): Promise<void> => {
  await sql`update stock_act set amount = (select sum(amount) from stock_operation
    where company_id = ${companyId} and stock_act_id = ${id}
    and stock_act_line_id is not null and operation_type = '-') where id = ${id} and company_id = ${companyId}`.execute(
    tx,
  );
};

/**
 * Approves a draft: writes off its items, or the ingredients of its products, and receives the products at the cost of
 * their ingredients. Throws:
 * - `Conflict` in a closed period, for a removed item, for a line that uses no stock item, for recipes that form a
 *   cycle or result in a too large quantity, for a balance below zero (unless `isBelowZeroAllowed`), or if a later
 *   inventory counted the items and `isOnShelf` is undefined,
 * - the errors of `lockStockAct`.
 */
export const approveStockAct = async (
  tx: Db,
  company: CompanyScope,
  caller: Caller,
  which: VersionedId,
  { isBelowZeroAllowed = false, isOnShelf }: Schemas["StockActAction"] = {},
): Promise<FullStockAct> => {
  const act = await lockStockAct(tx, company, which, "draft");
  await requireStockItems(tx, company.id, act.items, "акта");
  await requireOpenStock(tx, company.id, new Date(act.date), company.zone);
  await lockStock(tx, company.id);
  const document = toLedger(act, company, caller, await readOperationDate(tx, act.date));
  const used = await readUsage(tx, document, act.kind);
  requireUsage(act.items, used);
  await writeOperations(tx, document, act, used);
  await storeAmount(tx, document);
  await completeOperations(tx, document, isOnShelf);
  const usedIds = [...new Set(used.map(({ stockItemId }) => stockItemId))];
  if (!isBelowZeroAllowed) await refuseBelowZero(tx, company.id, usedIds);
  await storeState(tx, document, "approved");
  return readStockAct(tx, company.id, act.id);
};

/**
 * Reverses an approved act (storno) by negated operations with the same date; quantities that later inventories have
 * counted do not change. Throws `Conflict` in a closed period, or if the balance of a product would fall below zero
 * (unless `isBelowZeroAllowed`), and the errors of `lockStockAct`.
 */
export const reverseStockAct = async (
  tx: Db,
  company: CompanyScope,
  caller: Caller,
  which: VersionedId,
  { isBelowZeroAllowed = false }: Schemas["StockActAction"] = {},
): Promise<FullStockAct> => {
  const act = await lockStockAct(tx, company, which, "approved");
  await requireOpenStock(tx, company.id, new Date(act.date), company.zone);
  await lockStock(tx, company.id);
  const date = await readApprovedDate(tx, {
    table: "stock_act",
    id: act.id,
    companyId: company.id,
    date: act.date,
  });
  const document = toLedger(act, company, caller, date);
  await reverseOperations(tx, document);
  const productIds = act.kind === "production" ? act.items.map(({ stockItemId }) => stockItemId) : [];
  if (!isBelowZeroAllowed) await refuseBelowZero(tx, company.id, productIds);
  await storeState(tx, document, "reversed");
  return readStockAct(tx, company.id, act.id);
};
