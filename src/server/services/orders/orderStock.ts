import { sql } from "kysely";
import type { Db } from "../../database/connection.ts";
import { usedStockSql } from "../stock/explodeRecipe.ts";
import { shelfTimeSql } from "../stock/shelf.ts";
import { unitCostSql, updateOrderCosts } from "../stock/stockCosts.ts";
import { shareStock } from "../stock/stockLock.ts";
import type { OrderKey } from "./orderKey.ts";

/**
 * Reserves the stock items that an order uses: adds issue operations ('-') that are reserved until the order is closed.
 * `taken_at` is the time at which the goods leave the shelf.
 */
export const reserveStock = async (
  tx: Db,
  companyId: number,
  orderId: number,
  operatorId: number | null,
): Promise<void> => {
  await shareStock(tx, companyId);
  // Skips a stock item for which the order already has an operation. The conflict columns are not listed, because they
  // depend on the partitioning of the table (OPERATIONS.md, "Distribution by company").
  await sql`
    insert into stock_operation (company_id, stock_item_id, operation_type, count, amount, is_reserved, order_id, operator_id,
      taken_at)
    select ${companyId}, u.stock_item_id, '-', u.count, u.amount, true, u.order_id, ${operatorId}::int, ${shelfTimeSql}
    from (${usedStockSql(companyId, [orderId])}) u
    on conflict do nothing`.execute(tx);
};

const reservations = (companyId: number, orderId: number) => sql`
  select id, company_id, stock_item_id, order_id, count, amount, coalesce(taken_at, date) as taken_at from stock_operation
  where company_id = ${companyId} and order_id = ${orderId} and is_reserved and not is_locked`;

const toEarlier = sql`insert into earlier_reservation (company_id, stock_item_id, order_id, taken_at, until, count)`;

/**
 * Deletes the stock reservations of an order, so that the goods return to the shelf. The deleted reservations are kept
 * in `earlier_reservation`, because inventories counted before the deletion still need them.
 */
export const releaseStock = async (tx: Db, companyId: number, orderId: number): Promise<void> => {
  await shareStock(tx, companyId);
  await sql`
    with gone as (
      delete from stock_operation where company_id = ${companyId} and id in (select id from (${reservations(companyId, orderId)}) r)
      returning company_id, stock_item_id, order_id, coalesce(taken_at, date) as taken_at, count)
    ${toEarlier} select company_id, stock_item_id, order_id, taken_at, ${shelfTimeSql}, count from gone`.execute(tx);
};

/**
 * Updates the stock reservations of an order to its current quantities, without a change of `taken_at`. Stores the old
 * minus the new quantity in `earlier_reservation`. For an inventory that was counted before the change, the former
 * quantity is computed from this difference.
 */
export const renewStock = async (
  tx: Db,
  companyId: number,
  orderId: number,
  operatorId: number | null,
): Promise<void> => {
  await shareStock(tx, companyId);
  await sql`
    with used as materialized (${usedStockSql(companyId, [orderId])}),
    old as materialized (${reservations(companyId, orderId)}),
    earlier as (
      ${toEarlier}
      select o.company_id, o.stock_item_id, o.order_id, o.taken_at, ${shelfTimeSql}, o.count - coalesce(u.count, 0)
      from old o left join used u on u.stock_item_id = o.stock_item_id where o.count <> coalesce(u.count, 0)),
    gone as (
      delete from stock_operation x using old o
      where x.id = o.id and x.company_id = ${companyId} and not exists (select 1 from used u where u.stock_item_id = o.stock_item_id)),
    changed as (
      update stock_operation x set count = u.count, amount = u.amount from old o join used u on u.stock_item_id = o.stock_item_id
      where x.id = o.id and x.company_id = ${companyId} and (o.count, o.amount) <> (u.count, u.amount))
    select 1`.execute(tx);
  await reserveStock(tx, companyId, orderId, operatorId);
};

/**
 * Converts the stock reservations of a closed order into processed stock operations (areas, section 1). Their amounts
 * are calculated with the current costs, and the sum becomes the cost of the order.
 */
export const processStock = async (tx: Db, companyId: number, orderId: number): Promise<void> => {
  await shareStock(tx, companyId);
  await sql`update stock_operation o set is_reserved = false, is_processed = true, date = clock_timestamp(),
      taken_at = coalesce(o.taken_at, o.date), amount = round(o.count * ${unitCostSql(sql`${companyId}`)}, 2)
    from stock_item t where t.id = o.stock_item_id and o.company_id = ${companyId} and o.order_id = ${orderId} and o.is_reserved and not o.is_locked`.execute(
    tx,
  );
  await updateOrderCosts(tx, companyId, [orderId]);
};

export const hasReservedStock = async (tx: Db, order: OrderKey): Promise<boolean> => {
  const rows = await tx
    .selectFrom("stock_operation")
    .select("id")
    .where("order_id", "=", order.id)
    .where("company_id", "=", order.companyId)
    .where("is_reserved", "=", true)
    .limit(1)
    .execute();
  return rows.length > 0;
};

/** Returns the stock items that an order uses, sorted by title. */
export const listUsedStockItems = async (db: Db, { companyId, id: orderId }: OrderKey) => {
  const { rows } = await sql<{ stockItemId: number; title: string; unit: string; count: number }>`
    select t.id as "stockItemId", t.title, t.unit, u.count
    from (${usedStockSql(companyId, [orderId])}) u join stock_item t on t.id = u.stock_item_id order by t.title, t.id`.execute(
    db,
  );
  return rows;
};
