import { sql } from "kysely";
import { formatMoney } from "#domain/money.ts";
import type { Db } from "../../database/connection.ts";
import type { InvoiceStatus } from "../../providers/provider.ts";
import { bookPayments } from "../finance/paymentBooking.ts";
import { notifyWatchers } from "../notifications/notifications.ts";
import { recordHistory } from "../orders/orderHistory.ts";
import { orderKeyOf } from "../orders/orderKey.ts";
import { lockOrder } from "../orders/orderLock.ts";
import { readPayment, type StoredPayment } from "./paymentRules.ts";

const WORDS = { succeeded: "счёт оплачен", canceled: "счёт отменён" };

/**
 * Stores the final status of an invoice once, books a paid invoice, adds a history entry and notifies the watchers. The
 * version of the order does not change, so that an online payment does not cause a conflict with an operator's edit.
 * Throws the errors of `lockOrder`, `readPayment` and `bookPayments`.
 */
export const settleInvoice = async (
  tx: Db,
  payment: StoredPayment,
  status: InvoiceStatus,
  byUserId: number | null,
): Promise<void> => {
  if (status === "pending") return;
  const order = await lockOrder(tx, payment.companyId, payment.orderId, undefined);
  const current = await readPayment(tx, { ...payment, paymentId: payment.id });
  if (current.status !== "pending") return;
  const isPaid = status === "succeeded";
  await tx
    .updateTable("payment")
    .set({
      status: isPaid ? "completed" : "rejected",
      external_status: status,
      completed_date: isPaid ? sql`now()` : null,
    })
    .where("company_id", "=", payment.companyId)
    .where("id", "=", payment.id)
    .execute();
  if (isPaid) await bookPayments(tx, payment.companyId, { paymentIds: [payment.id], userId: byUserId });
  // The row of the order is not updated, so its trigger inserts no event. The event is therefore inserted here, so that
  // clients reload the order.
  await tx
    .insertInto("event")
    .values({ topic: "order", company_id: payment.companyId, entity_id: payment.orderId, version: order.version })
    .execute();
  const newName = `${payment.methodName}, ${formatMoney(payment.amount)}: ${WORDS[status]}`;
  await recordHistory(tx, orderKeyOf(payment), byUserId, [{ typeElement: "Payment", type: "Update", newName }]);
  await notifyWatchers(tx, {
    orderId: payment.orderId,
    companyId: payment.companyId,
    byUserId,
    title: `Заказ № ${order.internalId}: ${WORDS[status]}`,
    message: formatMoney(payment.amount) + (isPaid && order.status.isCancel ? " Заказ отменён: верните деньги." : ""),
  });
};
