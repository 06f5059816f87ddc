import { sql } from "kysely";
import type { Db } from "../../database/connection.ts";
import { truncateText } from "../shared/truncateText.ts";
import type { OrderKey } from "./orderKey.ts";

/** Area of an order that a history record describes. */
export type HistoryElement = "Order" | "Item" | "Discount" | "Status" | "Payment" | "Tag" | "Delivery" | "Print";

/** Change of an order as the order history shows it. */
export interface HistoryEntry {
  readonly typeElement: HistoryElement;
  readonly type: "Add" | "Update" | "Delete";
  readonly newName: string;
}

const MAX_NAME = 600;

/**
 * Stores changes of an order; a null employee means the system. Uses the time of writing, because the transaction may
 * have waited for an earlier change.
 */
export const recordHistory = async (
  tx: Db,
  order: OrderKey,
  employeeId: number | null,
  entries: readonly HistoryEntry[],
): Promise<void> => {
  if (entries.length === 0) return;
  const rows = entries.map(({ typeElement, type, newName }) => ({
    order_id: order.id,
    company_id: order.companyId,
    type_element: typeElement,
    type,
    date: sql<Date>`clock_timestamp()`,
    employee_id: employeeId,
    new_name: truncateText(newName, MAX_NAME),
  }));
  await tx.insertInto("order_history").values(rows).execute();
};

/** Returns the history of an order as JSON text, the latest change first. */
export const readOrderHistoryJson = async (db: Db, order: OrderKey): Promise<string> => {
  const { rows } = await sql<{ json: string }>`
    select coalesce(json_agg(r), '[]')::text as json from (
      select h.id, h.type_element as "typeElement", h.type, h.date, u.alias as "employeeAlias",
        h.employee_id as "employeeId", h.new_name as "newName"
      from order_history h left join app_user u on u.id = h.employee_id
      where h.order_id = ${order.id} and h.company_id = ${order.companyId} order by h.date desc, h.id desc) r`.execute(
    db,
  );
  return rows[0]?.json ?? "[]";
};
