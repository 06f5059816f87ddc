import { sql } from "kysely";
import type { Db } from "../../database/connection.ts";
import type { OrderKey } from "../orders/orderKey.ts";
import { Conflict } from "../shared/domainErrors.ts";
import { dishSql } from "./kitchenItems.ts";

/** Event that may send an order to the kitchen: its creation, a new status, or the printing of a kitchen ticket. */
export type SendingCause = "created" | "status" | "ticket";

/**
 * Returns SQL that is true if the company of the order `o` sends orders to the kitchen on the event `cause`. Creation
 * also counts as reaching a status, because a new order has a status.
 */
const isSentSql = (cause: SendingCause) => {
  const rule = sql`coalesce((select send_by from kitchen_settings k where k.company_id = o.company_id), 'time')`;
  if (cause === "ticket") return sql`${rule} = 'button'`;
  const byStatus = sql`o.status_id = (select send_status_id from kitchen_settings k
    where k.company_id = o.company_id and k.send_by = 'status')`;
  // A shop order that needs a review is not sent at its creation. If the company sends orders by 'time', such an order
  // is sent at the first status change that leaves the order open. This status change counts as the acceptance.
  const isAccepted = sql`(${rule} = 'time' and o.is_open
    and exists (select 1 from shop_order g where g.order_id = o.id and g.company_id = o.company_id and g.is_review))`;
  return cause === "created" ? sql`(${rule} = 'time' or ${byStatus})` : sql`(${byStatus} or ${isAccepted})`;
};

/**
 * Sends an order to the kitchen if its company sends orders on the event `cause`. An order that was already sent is not
 * sent again.
 */
export const sendOrderToKitchen = async (tx: Db, order: OrderKey, cause: SendingCause): Promise<void> => {
  await sql`
    with sent as (update orders o set kitchen_sent_at = now()
      where o.id = ${order.id} and o.company_id = ${order.companyId} and o.kitchen_sent_at is null and ${isSentSql(cause)} returning o.id, o.company_id)
    insert into kitchen_line (order_line_id, order_id, company_id, category_id, known)
    select l.id, l.order_id, sent.company_id, l.category_id, ${dishSql} from sent join order_line l on l.order_id = sent.id and l.company_id = ${order.companyId}`.execute(
    tx,
  );
};

/** Removes a sent order from the kitchen. Throws `Conflict` if a cook has started one of its dishes. */
export const recallOrderFromKitchen = async (tx: Db, { id, companyId }: OrderKey): Promise<void> => {
  await tx
    .deleteFrom("kitchen_line")
    .where("order_id", "=", id)
    .where("company_id", "=", companyId)
    .where("state", "=", "new")
    .execute();
  const started = await tx
    .selectFrom("kitchen_line")
    .select("order_id")
    .where("order_id", "=", id)
    .where("company_id", "=", companyId)
    .execute();
  if (started.length > 0) throw new Conflict("Кухня уже начала готовить, вернуть статус нельзя.");
  await tx
    .updateTable("orders")
    .set({ kitchen_sent_at: null })
    .where("id", "=", id)
    .where("company_id", "=", companyId)
    .execute();
};

/**
 * Adds the new lines of an edited order to the kitchen if the order was already sent. A changed dish that was ready
 * becomes new again.
 */
export const updateKitchenItems = async (tx: Db, { id, companyId }: OrderKey): Promise<void> => {
  await sql`
    insert into kitchen_line (order_line_id, order_id, company_id, category_id)
    select l.id, l.order_id, o.company_id, l.category_id from orders o join order_line l on l.order_id = o.id and l.company_id = o.company_id
    where o.id = ${id} and o.company_id = ${companyId} and o.kitchen_sent_at is not null on conflict do nothing`.execute(
    tx,
  );
  await sql`
    update kitchen_line k set state = 'new', started_at = null, ready_at = null, cook_id = null from order_line l
    where l.id = k.order_line_id and l.company_id = k.company_id and k.order_id = ${id} and k.company_id = ${companyId}
      and k.state = 'ready' and k.known is distinct from ${dishSql}`.execute(tx);
};

/**
 * Marks the dishes of a closed order as closed. The kitchen display then shows only those of them that became ready
 * within the last 2 hours.
 */
export const closeKitchenItems = async (tx: Db, order: OrderKey): Promise<void> => {
  await tx
    .updateTable("kitchen_line")
    .set({ closed_at: sql`now()` })
    .where("order_id", "=", order.id)
    .where("company_id", "=", order.companyId)
    .where("closed_at", "is", null)
    .execute();
};

/**
 * Shows the dishes of an order in the kitchen again after the cancellation of the order is undone. This concerns the
 * dishes that left the display because a cook had confirmed the cancellation.
 */
export const reopenKitchenItems = async (tx: Db, { id, companyId }: OrderKey): Promise<void> => {
  await sql`update kitchen_line k set closed_at = null from order_line l
    where l.id = k.order_line_id and l.company_id = k.company_id and k.order_id = ${id} and k.company_id = ${companyId}
      and k.closed_at is not null`.execute(tx);
};
