import { sql } from "kysely";
import type { Db } from "../../database/connection.ts";
import { found } from "../shared/problem.ts";

/** The cost of an order of a company, roubles. Throws 404 when the company has no such order. */
export const readOrderCost = async (db: Db, companyId: number, orderId: number): Promise<number> => {
  const { rows } = await sql<{ cost: number }>`
    select cost from orders where id = ${orderId} and company_id = ${companyId}`.execute(db);
  return found(rows[0], "Заказ не найден.").cost;
};

/** Throws 404 when the company has no such order. */
export const checkOrder = async (db: Db, companyId: number, orderId: number): Promise<void> => {
  await readOrderCost(db, companyId, orderId);
};
