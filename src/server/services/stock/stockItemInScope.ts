import type { Db } from "../../database/connection.ts";
import { findVisibleIds } from "../items/itemLines.ts";
import { Conflict, invalidFields, NotFound } from "../shared/domainErrors.ts";

/**
 * Locks a stock item of the company until the transaction ends. Throws `Invalid` when the company has no such
 * stock item.
 */
export const checkStockItem = async (tx: Db, companyId: number, stockItemId: number): Promise<void> => {
  const ids = await findVisibleIds(tx, "stock_item", { companyId, companyGroupId: null }, [stockItemId]);
  if (ids.has(stockItemId)) return;
  throw invalidFields({ stockItemId: "Этого товара больше нет. Выберите другой." });
};

interface DocumentLine {
  readonly stockItemId: number;
}

const findMissing = async <Line extends DocumentLine>(tx: Db, companyId: number, lines: readonly Line[]) => {
  const ids = lines.map(({ stockItemId }) => stockItemId);
  const visible = await findVisibleIds(tx, "stock_item", { companyId, companyGroupId: null }, ids);
  return lines.findIndex(({ stockItemId }) => !visible.has(stockItemId));
};

/**
 * Locks the stock items of the lines of a draft. Throws `NotFound` for a removed item or an item of another company.
 */
export const lockLineItems = async (tx: Db, companyId: number, lines: readonly DocumentLine[]): Promise<void> => {
  const missing = await findMissing(tx, companyId, lines);
  if (missing >= 0) throw new NotFound(`Товара в строке ${missing + 1} больше нет. Выберите другой.`);
};

/**
 * Locks the stock items of a stored document. Throws `Conflict` for an item that was removed since; `documentName` is
 * the Russian name of the document in the genitive.
 */
export const requireStockItems = async (
  tx: Db,
  companyId: number,
  lines: readonly (DocumentLine & { readonly stockItemTitle: string })[],
  documentName: string,
): Promise<void> => {
  const missing = lines[await findMissing(tx, companyId, lines)];
  if (missing) throw new Conflict(`Товар «${missing.stockItemTitle}» удалён. Уберите его из ${documentName}.`);
};
