import { sql } from "kysely";
import type { Db } from "../database/connection.ts";

const DAYS = 21;

/** Writes what the orders of the last weeks took from the stock, and weekly deliveries that more than cover it. */
export const fillStockOperations = async (tx: Db): Promise<void> => {
  await sql`
    insert into stock_operation (company_id, stock_item_id, operation_type, count, amount, date, is_processed, is_reserved,
      order_id, operator_id)
    select o.company_id, t.id, '-', round(sum(u.count), 5), round(sum(u.count) * t.estimate_cost, 2), o.creation_date,
      s.is_closed, not s.is_closed, o.id, o.operator_id
    from orders o
    join order_status s on s.id = o.status_id and s.is_add_stock_operation
    join order_line l on l.order_id = o.id
    join item_composition c on c.item_id = l.item_id
    left join stock_item_part p on p.stock_item_id = c.stock_item_id
    cross join lateral (select coalesce(p.part_id, c.stock_item_id) as id, l.count * c.count * coalesce(p.count, 1) as count) u
    join stock_item t on t.id = u.id
    where o.creation_date > now() - make_interval(days => ${DAYS})
    group by o.id, s.id, t.id`.execute(tx);
  await sql`
    insert into stock_operation (company_id, stock_item_id, operation_type, count, amount, date, is_processed, comment)
    select company_id, stock_item_id, '+', ceil(sum(count) * 1.2), round(sum(amount) * 1.2, 2),
      date_trunc('week', date) + interval '8 hours', true, 'Поставка'
    from stock_operation group by company_id, stock_item_id, date_trunc('week', date)`.execute(tx);
};
