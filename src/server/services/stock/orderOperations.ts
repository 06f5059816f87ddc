import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../database/connection.ts";
import { usedStockSql } from "./explodeRecipe.ts";
import { unitCostAtSql, updateOrderCosts } from "./stockCosts.ts";

/**
 * Orders whose stock operations are compared with the recipes. `stockItemId` limits the comparison to one stock item.
 */
export interface OrderOperations {
  readonly companyId: number;
  readonly orderIds: readonly number[];
  readonly stockItemId: number | undefined;
}

const isSelected = (id: RawBuilder<unknown>, { stockItemId }: OrderOperations) =>
  stockItemId === undefined ? sql`true` : sql`${id} = ${stockItemId}`;

/**
 * Returns the SQL of the table `differences`: missing operations ('missing'), and unlocked operations that are wrong
 * ('wrong') or superfluous ('superfluous'). The amounts of open orders are not compared, because they are not final. An
 * uncancelled order needs operations if its status writes off stock, or if it is closed and already has operations.
 */
const differences = (selection: OrderOperations) => sql`
  affected as (
    select o.id, o.company_id, o.creation_date, s.is_closed from orders o join order_status s on s.id = o.status_id
    where o.company_id = ${selection.companyId} and o.id = any(${[...selection.orderIds]}::int[]) and not s.is_cancel and (s.is_add_stock_operation
      or s.is_closed and exists (select 1 from stock_operation x
        where x.company_id = ${selection.companyId} and x.order_id = o.id))),
  existing as (
    select id, order_id, stock_item_id, count, amount, date, is_reserved, is_processed, is_locked from stock_operation
    where company_id = ${selection.companyId} and order_id = any(${[...selection.orderIds]}::int[]) and ${isSelected(sql`stock_item_id`, selection)}),
  used as (
    select m.id as order_id, m.company_id, m.is_closed, u.stock_item_id, u.count, u.amount,
      coalesce(o.date, (select max(h.date) from order_history h
        where h.company_id = ${selection.companyId} and h.order_id = m.id and h.type_element = 'Status'),
        m.creation_date) as at
    from (${usedStockSql(selection.companyId, selection.orderIds)}) u join affected m on m.id = u.order_id
    left join existing o on o.order_id = m.id and o.stock_item_id = u.stock_item_id
    where ${isSelected(sql`u.stock_item_id`, selection)}),
  expected as (
    select u.order_id, u.company_id, u.is_closed, u.stock_item_id, u.count, u.at, case when u.is_closed
      then round(u.count * ${unitCostAtSql(sql`${selection.companyId}::int`, sql`u.at`)}, 2) else u.amount end as amount
    from used u join stock_item t on t.id = u.stock_item_id),
  differences as (
    select o.id, coalesce(o.order_id, w.order_id) as order_id, coalesce(o.stock_item_id, w.stock_item_id) as item_id,
      w.company_id, w.is_closed, w.stock_item_id, w.count, w.amount, w.at, least(o.date, w.at) as since,
      case when o.id is null then 'missing' when w.order_id is null then 'superfluous' else 'wrong' end as flaw
    from existing o full join expected w on w.order_id = o.order_id and w.stock_item_id = o.stock_item_id
    where o.id is null or not o.is_locked and (w.order_id is null
      or (o.count, o.is_reserved, o.is_processed) <> (w.count, not w.is_closed, w.is_closed)
      or w.is_closed and o.amount <> w.amount))`;

/** Returns the ids of the orders whose stock operations differ from the recipes. */
export const findInconsistentOrders = async (db: Db, selection: OrderOperations): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    with ${differences(selection)}
    select distinct order_id as id from differences order by order_id`.execute(db);
  return rows.map(({ id }) => id);
};

/** Ids of corrected operations, the stock items whose operations changed, and the earliest time of a change. */
export interface Correction {
  readonly added: readonly number[];
  readonly changed: readonly number[];
  readonly removed: readonly number[];
  readonly stockItemIds: readonly number[];
  readonly since: Date | null;
}

/**
 * SQL of the tables that correct `earlier_reservation`. The quantities change in the same proportion as those of the
 * operations, because the same wrong recipe affected both.
 */
const correctEarlier = (companyId: number) => sql`
    earlier_changed as (
      update earlier_reservation e set count = round(e.count * a.count / o.count, 5)
      from differences a join stock_operation o on o.id = a.id and o.company_id = ${companyId}
      where a.flaw = 'wrong' and o.count <> a.count and o.count <> 0
        and e.company_id = ${companyId} and e.order_id = o.order_id and e.stock_item_id = o.stock_item_id),
    earlier_removed as (
      delete from earlier_reservation e using differences a
      where a.flaw = 'superfluous' and e.company_id = ${companyId} and e.order_id = a.order_id and e.stock_item_id = a.item_id)`;

const idsOf = (table: string) => sql`(select coalesce(json_agg(id), '[]') from ${sql.table(table)})`;

/**
 * Corrects the stock operations of locked orders and the costs of closed orders, under the stock lock; the times at
 * which the goods left the shelf do not change. A missing operation gets the date of the order's last status change or,
 * without one, of the order's creation.
 */
export const correctOperations = async (
  tx: Db,
  selection: OrderOperations,
  operatorId: number,
): Promise<Correction> => {
  const { rows } = await sql<Correction>`
    with ${differences(selection)},
    added as (
      insert into stock_operation (company_id, stock_item_id, operation_type, count, amount, date, is_reserved, is_processed,
        order_id, operator_id, taken_at)
      select company_id, stock_item_id, '-', count, amount, at, not is_closed, is_closed, order_id, ${operatorId},
        (select min(x.taken_at) from stock_operation x
          where x.company_id = ${selection.companyId} and x.order_id = d.order_id)
      from differences d where flaw = 'missing' returning id),
    changed as (
      update stock_operation o set count = a.count, amount = a.amount, is_reserved = not a.is_closed, is_processed = a.is_closed
      from differences a where a.id = o.id and o.company_id = ${selection.companyId} and a.flaw = 'wrong' returning o.id),
    removed as (
      delete from stock_operation o using differences a
      where a.id = o.id and o.company_id = ${selection.companyId} and a.flaw = 'superfluous' returning o.id),
    ${correctEarlier(selection.companyId)}
    select ${idsOf("added")} as added, ${idsOf("changed")} as changed, ${idsOf("removed")} as removed, min(since) as since,
      coalesce(json_agg(distinct item_id), '[]') as "stockItemIds" from differences`.execute(tx);
  await updateOrderCosts(tx, selection.companyId, selection.orderIds);
  return rows[0] ?? { added: [], changed: [], removed: [], stockItemIds: [], since: null };
};

/**
 * Recalculates the amounts of the operations of closed orders after the costs of the items have changed, and returns
 * the ids of the changed operations. The orders need no lock, because no other work changes closed orders or their
 * operations.
 */
export const repriceOperations = async (
  tx: Db,
  companyId: number,
  orderIds: readonly number[],
  stockItemIds: readonly number[],
): Promise<readonly number[]> => {
  const { rows } = await sql<{ id: number; orderId: number }>`
    with priced as (
      select o.id, round(o.count * ${unitCostAtSql(sql`${companyId}::int`, sql`o.date`)}, 2) as amount
      from stock_operation o join stock_item t on t.id = o.stock_item_id join orders r on r.id = o.order_id and r.company_id = o.company_id
      join order_status s on s.id = r.status_id and s.is_closed
      where o.company_id = ${companyId} and o.order_id = any(${[...orderIds]}::int[]) and o.stock_item_id = any(${[...stockItemIds]}::int[])
        and o.is_processed and not o.is_locked)
    update stock_operation o set amount = p.amount from priced p
    where o.company_id = ${companyId} and p.id = o.id and p.amount <> o.amount
    returning o.id, o.order_id as "orderId"`.execute(tx);
  await updateOrderCosts(
    tx,
    companyId,
    rows.map(({ orderId }) => orderId),
  );
  return rows.map(({ id }) => id);
};
