import { sql } from "kysely";
import type { Db } from "../../database/connection.ts";

/** SQL of what an order uses: compositions of its dishes and modifiers, half-finished items taken apart to what they are made of. */
const usedBy = (orderId: number) => sql`
  with recursive dish(item_id, count) as (
    select item_id, count::numeric from order_line where order_id = ${orderId}
    union all
    select m."modificatorId", m.count * m.portion
    from order_line l, jsonb_to_recordset(l.modificators) as m("modificatorId" int, count numeric, portion numeric)
    where l.order_id = ${orderId}),
  part(stock_item_id, count, depth) as (
    select c.stock_item_id, d.count * c.count, 1 from dish d join item_composition c on c.item_id = d.item_id
    union all
    select p.part_id, u.count * p.count, u.depth + 1
    from part u join stock_item_part p on p.stock_item_id = u.stock_item_id where u.depth < 10)
  select u.stock_item_id, sum(u.count) as count from part u
  where not exists (select 1 from stock_item_part p where p.stock_item_id = u.stock_item_id)
  group by u.stock_item_id`;

/** Writes the '-' operations of an order's composition, reserved until the order is closed. */
export const reserveStock = async (tx: Db, companyId: number, orderId: number, operatorId: number): Promise<void> => {
  await sql`
    insert into stock_operation (company_id, stock_item_id, operation_type, count, amount, is_reserved, order_id, operator_id)
    select ${companyId}, t.id, '-', round(u.count, 5), round(u.count * t.estimate_cost, 2), true, ${orderId}, ${operatorId}
    from (${usedBy(orderId)}) u join stock_item t on t.id = u.stock_item_id`.execute(tx);
};

/** Takes back the operations of an order that has not been closed. */
export const releaseStock = async (tx: Db, orderId: number): Promise<void> => {
  await sql`delete from stock_operation where order_id = ${orderId} and is_reserved`.execute(tx);
};

/** Turns the reservations of a closed order into processed operations. */
export const processStock = async (tx: Db, orderId: number): Promise<void> => {
  await sql`update stock_operation set is_reserved = false, is_processed = true, date = now()
    where order_id = ${orderId} and is_reserved`.execute(tx);
};

/** Whether the order has reserved stock. */
export const hasReserved = async (tx: Db, orderId: number): Promise<boolean> => {
  const { rows } = await sql`select 1 from stock_operation where order_id = ${orderId} and is_reserved limit 1`.execute(
    tx,
  );
  return rows.length > 0;
};

/** Stock items that an order uses, by title. */
export const usedStockItems = async (db: Db, orderId: number) => {
  const { rows } = await sql<{ stockItemId: number; title: string; unit: string; count: number }>`
    select t.id as "stockItemId", t.title, t.unit, round(u.count, 5) as count
    from (${usedBy(orderId)}) u join stock_item t on t.id = u.stock_item_id order by t.title, t.id`.execute(db);
  return rows;
};
