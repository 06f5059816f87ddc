import { sql } from "kysely";
import { formatMoney } from "#domain/money.ts";
import type { Db } from "../../database/connection.ts";
import { bookPayments } from "../finance/paymentBooking.ts";
import { recordHistory } from "../orders/orderHistory.ts";
import { type LockedOrder, lockOrder, touchOrder } from "../orders/orderLock.ts";
import type { Caller } from "../session/caller.ts";
import { Conflict } from "../shared/domainErrors.ts";
import { readPayment, type StoredPayment } from "./paymentRules.ts";

const reasonNotToConfirm = (order: LockedOrder, { provider, status }: StoredPayment): string | undefined => {
  if (provider) return "Внешнюю оплату подтверждает платёжная система: проверьте счёт.";
  if (status === "rejected") return "Оплата отклонена, подтвердить её нельзя.";
  if (status === "completed") return "Оплата уже подтверждена.";
  return order.status.isCancel ? "Заказ отменён, подтвердить оплату нельзя: отклоните её." : undefined;
};

/**
 * Locks orders in ascending id, so that two requests cannot deadlock. Returns the orders, keyed by id, and throws
 * `NotFound` for an unknown order.
 */
const lockOrders = async (tx: Db, companyId: number, ids: readonly number[]) => {
  const orders = new Map<number, LockedOrder>();
  for (const id of [...new Set(ids)].sort((one, other) => one - other))
    orders.set(id, await lockOrder(tx, companyId, id, undefined));
  return orders;
};

/**
 * Confirms and books pending manual payments, either all or none, and adds history entries. Throws `NotFound` for an
 * unknown order or payment, and `Conflict` for any other payment and for a payment of a cancelled order; with several
 * payments, the message contains the order number. Also throws the errors of `bookPayments`.
 */
export const confirmPayments = async (
  tx: Db,
  caller: Caller,
  companyId: number,
  refs: readonly { readonly orderId: number; readonly paymentId: number }[],
): Promise<void> => {
  const orders = await lockOrders(
    tx,
    companyId,
    refs.map(({ orderId }) => orderId),
  );
  const payments: StoredPayment[] = [];
  for (const { orderId, paymentId } of refs) {
    const payment = await readPayment(tx, { companyId, orderId, paymentId });
    const order = orders.get(orderId);
    const reason = order && reasonNotToConfirm(order, payment);
    if (reason) throw new Conflict(refs.length > 1 ? `Заказ № ${order.internalId}: ${reason}` : reason);
    payments.push(payment);
  }
  const paymentIds = payments.map(({ id }) => id);
  await tx
    .updateTable("payment")
    .set({ status: "completed", completed_date: sql`now()` })
    .where("company_id", "=", companyId)
    .where("id", "in", paymentIds)
    .execute();
  await bookPayments(tx, companyId, { paymentIds, userId: caller.userId });
  for (const { orderId, methodName, amount } of payments) {
    const newName = `${methodName}, ${formatMoney(amount)}: подтверждена`;
    await recordHistory(tx, { id: orderId, companyId }, caller.userId, [
      { typeElement: "Payment", type: "Update", newName },
    ]);
    await touchOrder(tx, { id: orderId, companyId });
  }
};
