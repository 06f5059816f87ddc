import { type RawBuilder, sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import type { Complete } from "../shared/complete.ts";
import { usedStockSql } from "./explodeRecipe.ts";

/** Orders and stock item whose stock operations are compared with the recipes. Undefined selects all stock items. */
export interface OrderOperations {
  readonly orderIds: readonly number[];
  readonly stockItemId: number | undefined;
}

const isSelected = (id: RawBuilder<unknown>, { stockItemId }: OrderOperations) =>
  stockItemId === undefined ? sql`true` : sql`${id} = ${stockItemId}`;

/**
 * Returns the SQL of the table `differences`: stock operations that are 'missing', 'wrong' or 'superfluous'. An order
 * must have operations if its status writes off stock, or if it is closed and has some; a cancelled order must have
 * none.
 */
const differences = (selection: OrderOperations) => sql`
  affected as (
    select o.id, o.company_id, o.creation_date, s.is_closed from orders o join order_status s on s.id = o.status_id
    where o.id = any(${[...selection.orderIds]}::int[]) and not s.is_cancel and (s.is_add_stock_operation
      or s.is_closed and exists (select 1 from stock_operation x where x.order_id = o.id))),
  expected as (
    select m.id as order_id, m.company_id, m.creation_date, m.is_closed, u.stock_item_id, u.count, u.amount
    from (${usedStockSql(selection.orderIds)}) u join affected m on m.id = u.order_id
    where ${isSelected(sql`u.stock_item_id`, selection)}),
  existing as (
    select * from stock_operation
    where order_id = any(${[...selection.orderIds]}::int[]) and ${isSelected(sql`stock_item_id`, selection)}),
  differences as (
    select o.id, coalesce(o.order_id, w.order_id) as order_id, w.company_id, w.creation_date, w.is_closed, w.stock_item_id,
      w.count, w.amount,
      case when o.id is null then 'missing' when w.order_id is null then 'superfluous' else 'wrong' end as flaw
    from existing o full join expected w on w.order_id = o.order_id and w.stock_item_id = o.stock_item_id
    where o.id is null or not o.is_locked and (w.order_id is null
      or (o.count, o.amount, o.is_reserved, o.is_processed) <> (w.count, w.amount, not w.is_closed, w.is_closed)))`;

/** Returns the ids of the orders whose stock operations differ from the recipes. */
export const findInconsistentOrders = async (db: Db, selection: OrderOperations): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    with ${differences(selection)}
    select distinct order_id as id from differences order by order_id`.execute(db);
  return rows.map(({ id }) => id);
};

/**
 * Corrects the stock operations of orders that this transaction has locked. A missing operation gets the date of
 * the order's last status change.
 */
export const correctOperations = async (
  tx: Db,
  selection: OrderOperations,
  operatorId: number,
): Promise<Complete<Schemas["StockCalculated"]>> => {
  const { rows } = await sql<Complete<Schemas["StockCalculated"]>>`
    with ${differences(selection)},
    added as (
      insert into stock_operation (company_id, stock_item_id, operation_type, count, amount, date, is_reserved, is_processed,
        order_id, operator_id)
      select company_id, stock_item_id, '-', count, amount, coalesce((select max(h.date) from order_history h
          where h.order_id = a.order_id and h.type_element = 'Status'), creation_date), not is_closed, is_closed, order_id,
        ${operatorId}
      from differences a where flaw = 'missing' returning 1),
    changed as (
      update stock_operation o set count = a.count, amount = a.amount, is_reserved = not a.is_closed, is_processed = a.is_closed
      from differences a where a.id = o.id and a.flaw = 'wrong' returning 1),
    removed as (
      delete from stock_operation o using differences a where a.id = o.id and a.flaw = 'superfluous' returning 1)
    select (select count(*) from added) as added, (select count(*) from changed) as changed,
      (select count(*) from removed) as removed`.execute(tx);
  return rows[0] ?? { added: 0, changed: 0, removed: 0 };
};
