import { sql } from "kysely";
import { roundMoney } from "#domain/money.ts";
import type { Db } from "../../database/connection.ts";
import { type LockedOrder, readPaid } from "../orders/orderLock.ts";
import { changeStatus } from "../orders/orderStatus.ts";
import { type Caller, type CompanyScope, hasPermission } from "../session/caller.ts";
import { readDeliverySettings } from "./deliverySettings.ts";

type DeliveryEvent = "start" | "delivered";

/**
 * Returns true if a delivery may set a status. The order must be open, and the status must come after the current one
 * and must not be removed, be technical, require a reason or cancel the order. A closing status needs a paid order or
 * the permission to confirm payments, and is never set by the start of a trip, because a transaction may close only one
 * order.
 */
const mayFollow = async (
  tx: Db,
  company: CompanyScope,
  order: LockedOrder,
  statusId: number,
  event: DeliveryEvent,
): Promise<boolean> => {
  const { rows } = await sql<{ isClosed: boolean }>`select n.is_closed as "isClosed" from order_status n, order_status s
    where n.id = ${statusId} and n.company_id = ${company.id} and s.id = ${order.status.id} and n.sort > s.sort
      and not n.is_removed and not n.is_technical and not n.is_require_reason and not n.is_cancel
      and not s.is_closed and not s.is_cancel`.execute(tx);
  const [next] = rows;
  if (event === "start" && next?.isClosed) return false;
  if (!next?.isClosed || hasPermission(company, "payment.confirm")) return next !== undefined;
  const { completed } = await readPaid(tx, order);
  return roundMoney(order.amount - completed) <= 0;
};

/**
 * Changes the status of a locked order when its delivery has started or when it was delivered, to the status that the
 * delivery settings contain for this event. Does nothing without such a status, or if `mayFollow` returns false. Throws
 * the errors of `changeStatus`.
 */
export const followStatus = async (
  tx: Db,
  company: CompanyScope,
  caller: Caller,
  order: LockedOrder,
  event: DeliveryEvent,
): Promise<void> => {
  const { startStatusId, deliveredStatusId } = await readDeliverySettings(tx, company.id);
  const statusId = event === "start" ? startStatusId : deliveredStatusId;
  if (statusId === null || !(await mayFollow(tx, company, order, statusId, event))) return;
  await changeStatus(tx, company, caller, order, { statusId, reason: null });
};
