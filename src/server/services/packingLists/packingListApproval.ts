import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import type { Caller, CompanyScope } from "../session/caller.ts";
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
import { unitCostAtSql } from "../stock/stockCosts.ts";
import { requireStockItems } from "../stock/stockItemInScope.ts";
import { lockStock } from "../stock/stockLock.ts";
import { requireOpenStock } from "../stock/stockSettings.ts";
import { lockPackingList } from "./packingListSave.ts";
import { type FullPackingList, readPackingList } from "./packingLists.ts";

const itemIdsOf = ({ items }: FullPackingList): number[] => items.map(({ stockItemId }) => stockItemId);

const toLedger = (
  { id, kind, approvedAt }: FullPackingList,
  company: CompanyScope,
  { userId }: Caller,
  date: Date,
): LedgerDocument => ({
  table: "packing_list",
  id,
  companyId: company.id,
  date,
  approvedAt,
  operatorId: userId,
  genitive: "накладной",
  shelfQuestion:
    kind === "return"
      ? "К подсчёту товар уже вернули поставщику?"
      : "К подсчёту товар из накладной уже лежал на полке?",
});

/**
 * Adds the operations of the lines. The cost of a delivered line is its amount, with VAT only if `isVatInCost` is true.
 * The cost of a returned line is its quantity multiplied by the average cost at the time of the return.
 */
const insertOperations = async (
  tx: Db,
  { id, companyId, date, operatorId }: LedgerDocument,
  isReturn: boolean,
  isVatInCost: boolean,
): Promise<void> => {
  const cost = isVatInCost ? sql`l.amount` : sql`(l.amount - l.vat_amount)`;
  const averageCost = unitCostAtSql(sql`${companyId}`, sql`${date}::timestamptz`);
  await sql`
    insert into stock_operation (company_id, stock_item_id, operation_type, count, amount, price, date, is_processed,
      is_locked, is_ignore_sub_procedure, packing_list_id, packing_list_line_id, operator_id)
    select ${companyId}, t.id, ${isReturn ? "-" : "+"}, l.count,
      ${isReturn ? sql`round(l.count * ${averageCost}, 2)` : sql`round(${cost}, 2)`},
      ${isReturn ? sql`null::numeric` : sql`round(${cost} / l.count, 8)`}, ${date}, true, true, true, ${id}, l.id,
      ${operatorId}
    from packing_list_line l join stock_item t on t.id = l.stock_item_id
    where l.company_id = ${companyId} and l.packing_list_id = ${id} order by l.position`.execute(tx);
};

/**
 * Approves a draft: writes the operations of its lines and the new average costs (areas, section 2). Throws:
 * - `Conflict` in a closed period, for a removed stock item, for returned goods that are not in stock (unless
 *   `isBelowZeroAllowed`), or if a later inventory counted the items and `isOnShelf` is undefined,
 * - the errors of `lockPackingList`.
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
  const document = toLedger(list, company, caller, await readOperationDate(tx, list.date));
  const isReturn = list.kind === "return";
  await insertOperations(tx, document, isReturn, isVatInCost);
  await completeOperations(tx, document, isOnShelf);
  if (isReturn && !isBelowZeroAllowed) await refuseBelowZero(tx, company.id, itemIdsOf(list));
  await storeState(tx, document, "approved");
  return readPackingList(tx, company.id, list.id);
};

/**
 * Reverses an approved packing list (storno) by negated operations with the same date; quantities that later
 * inventories have counted do not change. Throws `Conflict` in a closed period, or if the reversal of a delivery would
 * reduce a balance below zero (unless `isBelowZeroAllowed`), and the errors of `lockPackingList`.
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
  const date = await readApprovedDate(tx, {
    table: "packing_list",
    id: list.id,
    companyId: company.id,
    date: list.date,
  });
  const document = toLedger(list, company, caller, date);
  await reverseOperations(tx, document);
  if (list.kind === "delivery" && !isBelowZeroAllowed) await refuseBelowZero(tx, company.id, itemIdsOf(list));
  await storeState(tx, document, "reversed");
  return readPackingList(tx, company.id, list.id);
};
