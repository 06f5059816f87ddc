import { sql } from "kysely";
import type { Db } from "../../database/connection.ts";
import type { createLineRows } from "./orderFields.ts";
import type { OrderKey } from "./orderKey.ts";
import type { StoredLine } from "./orderLines.ts";

type LineRow = ReturnType<typeof createLineRows>[number];

/** Returns the SQL for order line rows, in which new modifiers get ids. */
const numberedRows = (rows: readonly LineRow[]) => sql`
  select r.*, coalesce((select jsonb_agg(jsonb_build_object('id', nextval('order_modificator_id')) || m.value order by m.at)
    from jsonb_array_elements(r.modificators) with ordinality as m(value, at)), '[]') as chosen
  from jsonb_populate_recordset(null::order_line, ${JSON.stringify(rows)}::jsonb) r`;

export const insertLines = async (tx: Db, order: OrderKey, rows: readonly LineRow[]): Promise<void> => {
  await sql`
    insert into order_line (company_id, order_id, date, position, item_id, category_id, category_name, name, price, count,
      amount, discount_value, discount_description, cost, note, modificators)
    select ${order.companyId}, o.id, o.date, position, item_id, category_id, category_name, n.name, price, count, n.amount,
      discount_value, discount_description, n.cost, n.note, chosen
    from (${numberedRows(rows)}) n, orders o
    where o.id = ${order.id} and o.company_id = ${order.companyId}`.execute(tx);
};

const updateLines = async (tx: Db, order: OrderKey, rows: readonly LineRow[]): Promise<void> => {
  await sql`
    update order_line l set position = n.position, item_id = n.item_id, category_id = n.category_id,
      category_name = n.category_name, name = n.name, price = n.price, count = n.count, amount = n.amount,
      discount_value = n.discount_value, discount_description = n.discount_description, cost = n.cost, note = n.note,
      modificators = n.chosen
    from (${numberedRows(rows)}) n
    where l.id = n.id and l.order_id = ${order.id} and l.company_id = ${order.companyId}`.execute(tx);
};

const deleteOtherLines = async (tx: Db, order: OrderKey, keptIds: readonly number[]): Promise<void> => {
  await tx
    .deleteFrom("order_line")
    .where("order_id", "=", order.id)
    .where("company_id", "=", order.companyId)
    .where((eb) => eb("id", "<>", eb.fn<number>("all", [eb.val(keptIds)])))
    .execute();
};

/**
 * Replaces the lines of an order. Updates the line of a row with an id, inserts a row without an id, and deletes all
 * other lines.
 */
export const replaceLines = async (tx: Db, order: OrderKey, rows: readonly LineRow[]): Promise<void> => {
  const kept = rows.filter(({ id }) => id !== null);
  await deleteOtherLines(
    tx,
    order,
    kept.flatMap(({ id }) => id ?? []),
  );
  if (kept.length > 0) await updateLines(tx, order, kept);
  if (kept.length < rows.length)
    await insertLines(
      tx,
      order,
      rows.filter(({ id }) => id === null),
    );
};

/** Reads the lines of an order, sorted by position. */
export const readLines = async (tx: Db, order: OrderKey): Promise<StoredLine[]> => {
  return tx
    .selectFrom("order_line")
    .select([
      "id",
      "item_id as itemId",
      "category_id as categoryId",
      "category_name as categoryName",
      "name",
      "price",
      "cost",
      "count",
      "note",
      "amount",
      "discount_value as discountValue",
      "discount_description as discountDescription",
    ])
    .select(sql<StoredLine["modificators"]>`modificators`.as("modificators"))
    .where("order_id", "=", order.id)
    .where("company_id", "=", order.companyId)
    .orderBy("position")
    .execute();
};
