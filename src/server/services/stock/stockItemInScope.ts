import type { Db } from "../../database/connection.ts";
import { findVisibleIds } from "../items/itemLines.ts";
import { invalidFields } from "../shared/domainErrors.ts";

/**
 * Locks a stock item of the company until the transaction ends. Throws `Invalid` when the company has no such
 * stock item.
 */
export const checkStockItem = async (tx: Db, companyId: number, stockItemId: number): Promise<void> => {
  const ids = await findVisibleIds(tx, "stock_item", { companyId, companyGroupId: null }, [stockItemId]);
  if (ids.has(stockItemId)) return;
  throw invalidFields({ stockItemId: "Этого товара больше нет. Выберите другой." });
};
