import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import { formatMoney, roundMoney } from "#domain/money.ts";
import type { Db } from "../../database/connection.ts";
import { bookPayments } from "../finance/paymentBooking.ts";
import { type HistoryEntry, recordHistory } from "../orders/orderHistory.ts";
import { type LockedOrder, lockOrder, touchOrder } from "../orders/orderLock.ts";
import { changeStatus, lockStatus } from "../orders/orderStatus.ts";
import { type Caller, type CompanyScope, hasPermission, requirePermission } from "../session/caller.ts";
import { Conflict, type FieldErrors, Invalid } from "../shared/domainErrors.ts";
import { checkAmounts, checkDebt, type Method, readMethods } from "./paymentRules.ts";

type Part = Schemas["PaymentPart"];

const checkMethods = (parts: readonly Part[], methods: ReadonlyMap<number, Method>): void => {
  const errors: FieldErrors = {};
  for (const [index, { paymentMethodId }] of parts.entries()) {
    const method = methods.get(paymentMethodId);
    const field = `payment.${index}.paymentMethodId`;
    if (!method) errors[field] = "Такого способа оплаты нет.";
    else if (method.provider) errors[field] = `Для способа «${method.name}» выставьте счёт.`;
  }
  const message = Object.values(errors)[0];
  if (message) throw new Invalid(message, errors);
};

const insertPayments = async (
  tx: Db,
  order: LockedOrder,
  parts: readonly Part[],
  { userId, requestKey, isCompleted }: { userId: number; requestKey: string | null; isCompleted: boolean },
): Promise<number[]> => {
  const now = sql<Date>`now()`;
  const rows = parts.map(({ paymentMethodId, amount }) => ({
    company_id: order.companyId,
    order_id: order.id,
    payment_method_id: paymentMethodId,
    amount,
    creation_date: now,
    completed_date: isCompleted ? now : null,
    status: isCompleted ? ("completed" as const) : ("pending" as const),
    operator_id: userId,
    request_key: requestKey,
  }));
  const inserted = await tx.insertInto("payment").values(rows).returning("id").execute();
  return inserted.map(({ id }) => id);
};

const checkNextStatus = async (tx: Db, company: CompanyScope, statusId: number): Promise<void> => {
  requirePermission(company, "order.changeStatus", "У вас нет права менять статус заказа.");
  const { isCancel, name } = await lockStatus(tx, company.id, statusId);
  if (isCancel) throw new Conflict(`Со статусом «${name}» заказ отменён, оплату принять нельзя.`);
};

const historyOf = (parts: readonly Part[], methods: ReadonlyMap<number, Method>): HistoryEntry[] =>
  parts.map(({ paymentMethodId, amount }) => ({
    typeElement: "Payment",
    type: "Add",
    newName: `${methods.get(paymentMethodId)?.name ?? ""}, ${formatMoney(amount)}`,
  }));

/**
 * Stores payments of an order, completed and booked if the caller may confirm payments, otherwise pending; adds
 * history entries, and changes the order status if the request contains a new status. Throws:
 * - `Invalid` for an unknown or an external payment method,
 * - `PermissionMissing` for a new status if the caller may not change the status,
 * - `Conflict` for a new status that cancels the order,
 * - the errors of `checkAmounts`, `lockOrder`, `checkDebt`, `bookPayments` and `changeStatus`.
 */
export const acceptPayment = async (
  tx: Db,
  company: CompanyScope,
  caller: Caller,
  target: { orderId: number; seen: number | undefined; requestKey: string | null },
  request: Schemas["PaymentAcceptance"],
): Promise<void> => {
  const { payment: parts, orderStatusId, orderStatusReason } = request;
  const amounts = parts.map(({ amount }) => amount);
  checkAmounts(amounts, (index) => `payment.${index}.amount`);
  const order = await lockOrder(tx, company.id, target.orderId, target.seen);
  const sum = amounts.reduce((total, amount) => roundMoney(total + amount), 0);
  await checkDebt(tx, order, sum);
  const methodIds = parts.map(({ paymentMethodId }) => paymentMethodId);
  const methods = await readMethods(tx, company.id, methodIds);
  checkMethods(parts, methods);
  const statusId = orderStatusId ?? order.status.id;
  const isStatusChanged = statusId !== order.status.id;
  if (isStatusChanged) await checkNextStatus(tx, company, statusId);
  const isCompleted = hasPermission(company, "payment.confirm");
  const { userId } = caller;
  const paymentIds = await insertPayments(tx, order, parts, { userId, requestKey: target.requestKey, isCompleted });
  if (isCompleted) await bookPayments(tx, company.id, { paymentIds, userId });
  await recordHistory(tx, order, caller.userId, historyOf(parts, methods));
  if (!isStatusChanged) return touchOrder(tx, order);
  await changeStatus(tx, company, caller, order, { statusId, reason: orderStatusReason ?? null });
};
