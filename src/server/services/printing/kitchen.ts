import { sql } from "kysely";
import { applyTicket, type KitchenChange, type KitchenLine, type KnownLines } from "#domain/kitchenTicket.ts";
import type { Db } from "../../database/connection.ts";
import { orderWaySql } from "../orders/orderDelivery.ts";
import type { OrderKey } from "../orders/orderKey.ts";

/**
 * Returns the dishes of an order that the kitchen must prepare, keyed by order line. Returns no dishes for a cancelled
 * order.
 */
export const readKitchenNeeds = async (db: Db, order: OrderKey): Promise<KnownLines> => {
  const { rows } = await sql<{ id: number; line: KitchenLine }>`
    select l.id, jsonb_build_object('name', l.name, 'categoryId', l.category_id, 'count', l.count,
      'note', nullif(l.note, ''), 'orderNote', nullif(o.note, ''), 'way', ${orderWaySql}, 'modificators', coalesce((
        select jsonb_agg(jsonb_build_object('name', m.name, 'count', m.count))
        from jsonb_to_recordset(l.modificators) as m(name text, count int)), '[]')) as line
    from order_line l join orders o on o.id = l.order_id and o.company_id = l.company_id join order_status s on s.id = o.status_id
    where l.order_id = ${order.id} and l.company_id = ${order.companyId} and not s.is_cancel order by l.position`.execute(
    db,
  );
  return new Map(rows.map(({ id, line }) => [id, line]));
};

/**
 * Returns the dishes of an order as its printed kitchen tickets contain them. Returns undefined if no ticket was
 * printed.
 */
export const readPrintedChanges = async (db: Db, order: OrderKey): Promise<KnownLines | undefined> => {
  const { rows } = await sql<{ changes: KitchenChange[] }>`
    select ticket->'changes' as changes from print_job
    where order_id = ${order.id} and company_id = ${order.companyId} and kind = 'kitchen' and status = 'printed' and ticket is not null and not is_copy
    order by printed_number`.execute(db);
  if (rows.length === 0) return undefined;
  return rows.reduce<KnownLines>((known, { changes }) => applyTicket(known, changes), new Map());
};
