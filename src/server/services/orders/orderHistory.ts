import { sql } from "kysely";
import type { Db } from "../../database/connection.ts";
import { truncateText } from "../shared/truncateText.ts";

/** What an entry is about. */
export type HistoryElement = "Order" | "Item" | "Discount" | "Status" | "Payment" | "Tag" | "Delivery" | "Print";

/** One change to be remembered. */
export interface HistoryEntry {
  readonly typeElement: HistoryElement;
  readonly type: "Add" | "Update" | "Delete";
  readonly newName: string;
}

const MAX_NAME = 600;

/** SQL that writes entries of the order `orderId` (an SQL expression); part of a larger statement or one of its own. Their time is that of the writing: a transaction may have begun before another change and waited for it. */
export const insertHistory = (orderId: unknown, employeeId: number | null, entries: readonly HistoryEntry[]) => {
  const rows = entries.map((entry) => ({ ...entry, newName: truncateText(entry.newName, MAX_NAME) }));
  return sql`insert into order_history (order_id, type_element, type, date, employee_id, new_name)
    select ${orderId}, e."typeElement", e.type, clock_timestamp(), ${employeeId}::int, e."newName"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e("typeElement" text, type text, "newName" text)`;
};

/** Remembers changes of an order; an employee of null means the system. */
export const recordHistory = async (
  tx: Db,
  orderId: number,
  employeeId: number | null,
  entries: readonly HistoryEntry[],
): Promise<void> => {
  if (entries.length > 0) await insertHistory(orderId, employeeId, entries).execute(tx);
};

/** The history of an order, the latest first. */
export const orderHistoryJson = async (db: Db, orderId: number): Promise<string> => {
  const { rows } = await sql<{ json: string }>`
    select coalesce(json_agg(r), '[]')::text as json from (
      select h.id, h.type_element as "typeElement", h.type, h.date, u.alias as "employeeAlias",
        h.employee_id as "employeeId", h.new_name as "newName"
      from order_history h left join app_user u on u.id = h.employee_id
      where h.order_id = ${orderId} order by h.date desc, h.id desc) r`.execute(db);
  return rows[0]?.json ?? "[]";
};
