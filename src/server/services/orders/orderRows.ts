import { sql } from "kysely";
import type { Db } from "../../database/connection.ts";
import type { StoredLine } from "./orderLines.ts";

/** SQL: lines with a number for each modifier that has none yet. */
const numbered = (rows: string) => sql`
  select r.*, coalesce((select jsonb_agg(jsonb_build_object('id', nextval('order_modificator_id')) || m.value order by m.at)
    from jsonb_array_elements(r.modificators) with ordinality as m(value, at)), '[]') as chosen
  from jsonb_populate_recordset(null::order_line, ${rows}::jsonb) r`;

/** SQL that adds the new lines among `rows` (JSON of line columns) to the order whose id and due time are SQL expressions. */
export const writeLines = (order: { companyId: number; id: unknown; date: unknown }, rows: string) => sql`
  insert into order_line (company_id, order_id, date, position, item_id, category_id, category_name, name, price, count, amount,
    discount_value, discount_description, cost, note, modificators)
  select ${order.companyId}, ${order.id}, ${order.date}, position, item_id, category_id, category_name, name, price, count, amount, discount_value,
    discount_description, cost, note, chosen
  from (${numbered(rows)}) n where n.id is null`;

/** Makes the lines of an order what `rows` (JSON of line columns) say: those with an id stay, the rest go. */
export const replaceLines = async (
  tx: Db,
  { id: orderId, companyId }: { id: number; companyId: number },
  rows: string,
): Promise<void> => {
  await sql`
    with gone as (
      delete from order_line where order_id = ${orderId}
        and id not in (select r.id from jsonb_populate_recordset(null::order_line, ${rows}::jsonb) r where r.id is not null)),
    kept as (
      update order_line l set position = n.position, item_id = n.item_id, category_id = n.category_id,
        category_name = n.category_name, name = n.name, price = n.price, count = n.count, amount = n.amount,
        discount_value = n.discount_value, discount_description = n.discount_description, cost = n.cost, note = n.note,
        modificators = n.chosen
      from (${numbered(rows)}) n where l.id = n.id and l.order_id = ${orderId})
    ${writeLines({ companyId, id: sql`${orderId}::int`, date: sql`(select date from orders where id = ${orderId})` }, rows)}`.execute(
    tx,
  );
};

/** The lines of an order as they are stored, in their order. */
export const readLines = async (tx: Db, orderId: number): Promise<StoredLine[]> => {
  const { rows } = await sql<StoredLine>`
    select id, item_id as "itemId", category_id as "categoryId", category_name as "categoryName", name, price, cost, count,
      note, modificators, amount, discount_value as "discountValue", discount_description as "discountDescription"
    from order_line where order_id = ${orderId} order by position`.execute(tx);
  return rows;
};
