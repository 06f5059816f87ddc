import type { Db } from "../../database/connection.ts";
import { findVisibleIds } from "../items/itemLines.ts";
import { invalidFields } from "../shared/domainErrors.ts";

/** Throws `Invalid` for a stock item that the company does not have; one that it has stays until the transaction ends. */
export const checkStockItem = async (tx: Db, companyId: number, stockItemId: number): Promise<void> => {
  const known = await findVisibleIds(tx, "stock_item", { companyId, companyGroupId: null }, [stockItemId]);
  if (known.has(stockItemId)) return;
  throw invalidFields({ stockItemId: "Этого товара больше нет. Выберите другой." });
};
