import { sql } from "kysely";
import type { Db } from "../database/connection.ts";
import { usedStockSql } from "../services/stock/explodeRecipe.ts";
import { fillInventories } from "./inventories.ts";
import { applyDemoCosts, fillPackingLists, replayDemoCosts } from "./packingLists.ts";
import { fillStockActs } from "./stockActs.ts";
import { fillTransfers } from "./transfers.ts";

/**
 * Number of days with stock operations. It is slightly more than the month that the list of operations shows by
 * default.
 */
const DAYS = 35;

/** Returns the SQL for the stock that the recent orders of all companies use. */
const recentlyUsedStock = async (tx: Db) => {
  const { rows } = await sql<{ companyId: number; orderIds: number[] }>`
    select o.company_id as "companyId", array_agg(o.id order by o.id) as "orderIds" from orders o join order_status s on s.id = o.status_id and s.is_add_stock_operation
    where o.creation_date > now() - make_interval(days => ${DAYS}) group by o.company_id`.execute(tx);
  return sql.join(
    rows.map(({ companyId, orderIds }) => sql`(${usedStockSql(companyId, orderIds)})`),
    sql` union all `,
  );
};

/**
 * Writes the stock operations of orders: reserved operations for open orders, processed operations for closed orders.
 * The goods leave the shelf 20 minutes after the creation of the order. The operation is dated 40 minutes after the
 * creation of the order, but never in the future.
 */
const writeOrders = async (tx: Db): Promise<void> => {
  await sql`
    insert into stock_operation (company_id, stock_item_id, operation_type, count, amount, date, is_processed, is_reserved,
      order_id, operator_id, taken_at)
    select o.company_id, u.stock_item_id, '-', u.count, u.amount,
      least(o.creation_date + interval '40 minutes', now()), s.is_closed, not s.is_closed, o.id, o.operator_id,
      least(o.creation_date + interval '20 minutes', now())
    from (${await recentlyUsedStock(tx)}) u join orders o on o.id = u.order_id join order_status s on s.id = o.status_id
    order by o.creation_date, o.id, u.stock_item_id`.execute(tx);
};

/**
 * Writes a stock delivery at the start of each week for companies 2 and 3, which have no packing lists. Delivers less
 * of every eighth stock item than the orders use, so that the demo contains negative balances.
 */
const writeDeliveries = async (tx: Db): Promise<void> => {
  await sql`
    insert into stock_operation (company_id, stock_item_id, operation_type, count, amount, date, is_processed, is_locked, comment)
    select company_id, stock_item_id, '+', ceil(sum(count) * share), round(sum(amount) * share, 2),
      least(date_trunc('week', min(date)) + interval '6 hours', min(date)), true, true, 'Поставка по накладной'
    from stock_operation cross join lateral (select case when stock_item_id % 8 = 1 then 0.9 else 1.15 end as share) s
    where order_id is not null and company_id <> 1
    group by company_id, stock_item_id, share, date_trunc('week', date)`.execute(tx);
};

/**
 * Writes off expired greens and sour cream 3 days and 10 hours after their delivery, for all deliveries that are older
 * than 4 days.
 */
const writeOff = async (tx: Db): Promise<void> => {
  await sql`
    insert into stock_operation (company_id, stock_item_id, operation_type, count, amount, date, is_processed, comment, operator_id)
    select o.company_id, t.id, '-', 0.5, round(0.5 * t.estimate_cost, 2), o.date + interval '3 days 10 hours', true,
      'Списание: истёк срок годности', (select min(user_id) from company_user m where m.company_id = o.company_id)
    from stock_operation o join stock_item t on t.id = o.stock_item_id
    where o.is_locked and o.operation_type = '+' and o.count > 0 and t.title in ('Зелень', 'Сметана') and o.date < now() - interval '4 days'`.execute(
    tx,
  );
};

/** Hides the noodles from the stock list of each company. */
const hideUnusedStock = async (tx: Db): Promise<void> => {
  await sql`
    insert into hidden_stock_item (company_id, stock_item_id)
    select c.id, t.id from company c
    join stock_item t on t.company_id = c.id or t.company_group_id = c.company_group_id
    where t.title = 'Лапша'`.execute(tx);
};

/**
 * Sets the minima of 15 stock items of company 1. Two of three minima are above the current stock, so that items must
 * be ordered from several suppliers.
 */
const setMinima = async (tx: Db): Promise<void> => {
  await sql`
    insert into stock_minimum (company_id, stock_item_id, min_count, order_up_to)
    select 1, n.id, n.min_count, case when n.rank % 4 = 0 then null else n.min_count * 2 end from (
      select t.id, t.rank, ceil(case when t.rank % 3 = 0 then greatest(o.count, 0) / 2 else greatest(o.count, 0) + 5 end) as min_count
      from (select id, row_number() over (order by id) as rank from stock_item
        where title in ('Мука', 'Сахар', 'Яйцо', 'Молоко', 'Сметана', 'Сыр моцарелла', 'Томаты', 'Огурцы', 'Картофель', 'Зелень',
          'Курица', 'Лосось', 'Рис', 'Нори', 'Упаковка') and company_group_id is not null) t
      cross join lateral (select coalesce(sum(case operation_type when '+' then count else -count end), 0) as count
        from stock_operation x where x.company_id = 1 and x.stock_item_id = t.id and x.is_processed) o) n`.execute(tx);
};

/**
 * Adds stock operations of recent orders, deliveries (with packing lists only in company 1), write-offs, transfers,
 * inventories and stock acts. Also hides a stock item and sets minima.
 */
export const fillStockOperations = async (tx: Db, now: Date): Promise<void> => {
  await writeOrders(tx);
  await writeDeliveries(tx);
  await fillPackingLists(tx, now);
  await writeOff(tx);
  await fillTransfers(tx, now);
  await replayDemoCosts(tx, now);
  await fillInventories(tx, now);
  await applyDemoCosts(tx);
  await fillStockActs(tx, now);
  await hideUnusedStock(tx);
  await setMinima(tx);
};
