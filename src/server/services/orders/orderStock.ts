import { sql } from "kysely";
import type { Db } from "../../database/connection.ts";
import { usedStockSql } from "../stock/explodeRecipe.ts";
import { unitCostSql, updateOrderCosts } from "../stock/stockCosts.ts";
import { shareStock } from "../stock/stockLock.ts";

/**
 * Reserves the stock items that an order uses. A reservation is an expense operation ('-') that stays reserved until
 * the order is closed.
 */
export const reserveStock = async (
  tx: Db,
  companyId: number,
  orderId: number,
  operatorId: number | null,
): Promise<void> => {
  await sql`
    insert into stock_operation (company_id, stock_item_id, operation_type, count, amount, is_reserved, order_id, operator_id)
    select ${companyId}, u.stock_item_id, '-', u.count, u.amount, true, u.order_id, ${operatorId}::int
    from (${usedStockSql([orderId])}) u
    on conflict (order_id, stock_item_id) where order_id is not null do nothing`.execute(tx);
};

/** Deletes the stock reservations of an order. */
export const releaseStock = async (tx: Db, orderId: number): Promise<void> => {
  await tx
    .deleteFrom("stock_operation")
    .where("order_id", "=", orderId)
    .where("is_reserved", "=", true)
    .where("is_locked", "=", false)
    .execute();
};

/**
 * Converts the stock reservations of a closed order into processed stock operations. Their amounts get the current costs
 * and do not change later. Their sum becomes the cost of the order (areas, section 1).
 */
export const processStock = async (tx: Db, companyId: number, orderId: number): Promise<void> => {
  await shareStock(tx, companyId);
  await sql`update stock_operation o set is_reserved = false, is_processed = true, date = clock_timestamp(),
      amount = round(o.count * ${unitCostSql(sql`${companyId}`)}, 2)
    from stock_item t where t.id = o.stock_item_id and o.order_id = ${orderId} and o.is_reserved and not o.is_locked`.execute(
    tx,
  );
  await updateOrderCosts(tx, [orderId]);
};

export const hasReservedStock = async (tx: Db, orderId: number): Promise<boolean> => {
  const rows = await tx
    .selectFrom("stock_operation")
    .select("id")
    .where("order_id", "=", orderId)
    .where("is_reserved", "=", true)
    .limit(1)
    .execute();
  return rows.length > 0;
};

/** Returns the stock items that an order uses, sorted by title. */
export const listUsedStockItems = async (db: Db, orderId: number) => {
  const { rows } = await sql<{ stockItemId: number; title: string; unit: string; count: number }>`
    select t.id as "stockItemId", t.title, t.unit, u.count
    from (${usedStockSql([orderId])}) u join stock_item t on t.id = u.stock_item_id order by t.title, t.id`.execute(db);
  return rows;
};
