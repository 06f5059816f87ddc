import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import { lockCompany } from "../accounts/administrators.ts";
import { isInScopeSql } from "../catalogue/catalogueScope.ts";
import { isTooFine, tooFineMessage } from "../items/itemLines.ts";
import { refuseFields, requireRow, VersionRequired } from "../shared/domainErrors.ts";
import { checkVersion, type VersionedId } from "../shared/versioning.ts";
import type { StockSelection } from "./stockList.ts";

type Minimum = Schemas["StockMinimum"];

/**
 * Reads the minimum of a stock item in a company, with the version 0 if it was never saved. Throws `NotFound` for an
 * unknown stock item.
 */
export const readStockMinimum = async (db: Db, { companyId, scope }: StockSelection, id: number): Promise<Minimum> => {
  const { rows } = await sql<Minimum>`
    select t.id, t.title, t.unit, m.min_count as "minCount", m.order_up_to as "orderUpTo", coalesce(m.version, 0) as version
    from stock_item t left join stock_minimum m on m.company_id = ${companyId} and m.stock_item_id = t.id
    where t.id = ${id} and not t.is_removed and ${isInScopeSql(scope, "t")}`.execute(db);
  return requireRow(rows[0], "Товар не найден.");
};

/**
 * Changes the minimum of a stock item in a company. Throws `VersionRequired` without a version, `NotFound` for an
 * unknown stock item, `Stale` if the caller saw a different version, or `Invalid` for invalid quantities.
 */
export const updateStockMinimum = async (
  tx: Db,
  selection: StockSelection,
  { id, seen }: VersionedId,
  { minCount, orderUpTo }: Schemas["StockMinimumSave"],
): Promise<Minimum> => {
  if (seen === undefined) throw new VersionRequired();
  await lockCompany(tx, selection.companyId);
  const before = await readStockMinimum(tx, selection, id);
  checkVersion(before, seen, "Минимум");
  refuseFields({
    ...((orderUpTo ?? minCount ?? 0) < (minCount ?? 0) && { orderUpTo: "Не меньше минимума." }),
    ...(isTooFine(minCount ?? undefined) && { minCount: tooFineMessage }),
    ...(isTooFine(orderUpTo ?? undefined) && { orderUpTo: tooFineMessage }),
  });
  const row = { min_count: minCount, order_up_to: orderUpTo, version: before.version + 1 };
  await tx
    .insertInto("stock_minimum")
    .values({ company_id: selection.companyId, stock_item_id: id, ...row })
    .onConflict((conflict) => conflict.columns(["company_id", "stock_item_id"]).doUpdateSet(row))
    .execute();
  return readStockMinimum(tx, selection, id);
};
