import type { Db } from "../../database/connection.ts";
import { requireRow } from "../shared/domainErrors.ts";

/** Returns the cost of an order, roubles. Throws `NotFound` when the company has no such order. */
export const readOrderCost = async (db: Db, companyId: number, orderId: number): Promise<number> => {
  const rows = await db
    .selectFrom("orders")
    .select("cost")
    .where("id", "=", orderId)
    .where("company_id", "=", companyId)
    .execute();
  return requireRow(rows[0], "Заказ не найден.").cost;
};

/** Throws `NotFound` when the company has no such order. */
export const checkOrder = async (db: Db, companyId: number, orderId: number): Promise<void> => {
  await readOrderCost(db, companyId, orderId);
};
