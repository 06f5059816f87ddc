import { type RawBuilder, sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import { usedStockSql } from "./explodeRecipe.ts";

/** Orders, and the stock item whose operations are looked at; without it those of all. */
export interface OrderOperations {
  readonly orderIds: readonly number[];
  readonly stockItemId: number | undefined;
}

const isAsked = (id: RawBuilder<unknown>, { stockItemId }: OrderOperations) =>
  stockItemId === undefined ? sql`true` : sql`${id} = ${stockItemId}`;

/**
 * SQL of the table `amiss`: each operation of the orders that is 'missing', 'wrong' or 'superfluous', with what it should be. A cancelled
 * order takes nothing; an order whose status takes from the stock does, and one that was closed does as it did before.
 */
const amiss = (asked: OrderOperations) => sql`
  moving as (
    select o.id, o.company_id, o.creation_date, s.is_closed from orders o join order_status s on s.id = o.status_id
    where o.id = any(${[...asked.orderIds]}::int[]) and not s.is_cancel and (s.is_add_stock_operation
      or s.is_closed and exists (select 1 from stock_operation x where x.order_id = o.id))),
  wanted as (
    select m.id as order_id, m.company_id, m.creation_date, m.is_closed, u.stock_item_id, u.count, u.amount
    from (${usedStockSql(asked.orderIds)}) u join moving m on m.id = u.order_id
    where ${isAsked(sql`u.stock_item_id`, asked)}),
  own as (
    select * from stock_operation
    where order_id = any(${[...asked.orderIds]}::int[]) and ${isAsked(sql`stock_item_id`, asked)}),
  amiss as (
    select o.id, coalesce(o.order_id, w.order_id) as order_id, w.company_id, w.creation_date, w.is_closed, w.stock_item_id,
      w.count, w.amount,
      case when o.id is null then 'missing' when w.order_id is null then 'superfluous' else 'wrong' end as flaw
    from own o full join wanted w on w.order_id = o.order_id and w.stock_item_id = o.stock_item_id
    where o.id is null or not o.is_locked and (w.order_id is null
      or (o.count, o.amount, o.is_reserved, o.is_processed) <> (w.count, w.amount, not w.is_closed, w.is_closed)))`;

/** The orders with whose operations something is amiss, by id. */
export const findInconsistentOrders = async (db: Db, asked: OrderOperations): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    with ${amiss(asked)}
    select distinct order_id as id from amiss order by order_id`.execute(db);
  return rows.map(({ id }) => id);
};

/** Puts the operations of orders right that this transaction holds; what was missing is dated by the last change of the order's status. */
export const correctOperations = async (
  tx: Db,
  asked: OrderOperations,
  operatorId: number,
): Promise<Schemas["StockCalculated"]> => {
  const { rows } = await sql<Schemas["StockCalculated"]>`
    with ${amiss(asked)},
    added as (
      insert into stock_operation (company_id, stock_item_id, operation_type, count, amount, date, is_reserved, is_processed,
        order_id, operator_id)
      select company_id, stock_item_id, '-', count, amount, coalesce((select max(h.date) from order_history h
          where h.order_id = a.order_id and h.type_element = 'Status'), creation_date), not is_closed, is_closed, order_id,
        ${operatorId}
      from amiss a where flaw = 'missing' returning 1),
    changed as (
      update stock_operation o set count = a.count, amount = a.amount, is_reserved = not a.is_closed, is_processed = a.is_closed
      from amiss a where a.id = o.id and a.flaw = 'wrong' returning 1),
    removed as (
      delete from stock_operation o using amiss a where a.id = o.id and a.flaw = 'superfluous' returning 1)
    select (select count(*) from added) as added, (select count(*) from changed) as changed,
      (select count(*) from removed) as removed`.execute(tx);
  return rows[0] ?? { added: 0, changed: 0, removed: 0 };
};
