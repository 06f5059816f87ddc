import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import { formatMoney, roundMoney } from "#domain/money.ts";
import type { Db } from "../../database/connection.ts";
import { type HistoryEntry, recordHistory } from "../orders/orderHistory.ts";
import { type LockedOrder, lockOrder, touchOrder } from "../orders/orderLock.ts";
import { changeStatus, readStatus } from "../orders/orderStatus.ts";
import { type Caller, type CompanyScope, holds } from "../session/caller.ts";
import { Conflict, type FieldErrors, Forbidden, Invalid } from "../shared/domainErrors.ts";
import { checkAmounts, checkRoom, type Method, readMethods, readPayment } from "./paymentRules.ts";

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
  taken: { userId: number; requestKey: string | null; isCompleted: boolean },
): Promise<void> => {
  await sql`
    insert into payment (company_id, order_id, payment_method_id, amount, creation_date, completed_date, status, operator_id,
      request_key)
    select ${order.companyId}, ${order.id}, p."paymentMethodId", p.amount, now(),
      case when ${taken.isCompleted}::boolean then now() end,
      case when ${taken.isCompleted}::boolean then 'completed' else 'pending' end, ${taken.userId}, ${taken.requestKey}
    from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as p("paymentMethodId" int, amount numeric)`.execute(tx);
};

const checkNext = async (tx: Db, company: CompanyScope, statusId: number): Promise<void> => {
  if (!holds(company, "order.changeStatus")) throw new Forbidden("У вас нет права менять статус заказа.");
  const { isCancel, name } = await readStatus(tx, company.id, statusId);
  if (isCancel) throw new Conflict(`Со статусом «${name}» заказ отменён, оплату принять нельзя.`);
};

/** Takes payment of an order in one or more methods, and gives it a new status if one is named; all or nothing. */
export const acceptPayment = async (
  tx: Db,
  company: CompanyScope,
  caller: Caller,
  target: { orderId: number; seen: number | undefined; requestKey: string | null },
  wanted: Schemas["PaymentAcceptance"],
): Promise<void> => {
  checkAmounts(
    wanted.payment.map(({ amount }) => amount),
    (index) => `payment.${index}.amount`,
  );
  const order = await lockOrder(tx, company.id, target.orderId, target.seen);
  await checkRoom(
    tx,
    order,
    wanted.payment.reduce((sum, { amount }) => roundMoney(sum + amount), 0),
  );
  const methods = await readMethods(
    tx,
    company.id,
    wanted.payment.map(({ paymentMethodId }) => paymentMethodId),
  );
  checkMethods(wanted.payment, methods);
  const statusId = wanted.orderStatusId ?? order.status.id;
  const isMoved = statusId !== order.status.id;
  if (isMoved) await checkNext(tx, company, statusId);
  const isCompleted = holds(company, "payment.confirm");
  await insertPayments(tx, order, wanted.payment, {
    userId: caller.userId,
    requestKey: target.requestKey,
    isCompleted,
  });
  const entries = wanted.payment.map(({ paymentMethodId, amount }): HistoryEntry => {
    const name = methods.get(paymentMethodId)?.name ?? "";
    return { typeElement: "Payment", type: "Add", newName: `${name}, ${formatMoney(amount)}` };
  });
  await recordHistory(tx, order.id, caller.userId, entries);
  if (!isMoved) return touchOrder(tx, order.id);
  await changeStatus(tx, company, caller, order, { statusId, reason: wanted.orderStatusReason ?? null });
};

/** Confirms a pending payment that was taken by hand. */
export const confirmPayment = async (
  tx: Db,
  caller: Caller,
  place: { companyId: number; orderId: number; paymentId: number },
): Promise<void> => {
  const order = await lockOrder(tx, place.companyId, place.orderId, undefined);
  const payment = await readPayment(tx, place);
  if (payment.provider) throw new Conflict("Внешнюю оплату подтверждает платёжная система: проверьте счёт.");
  if (payment.status === "rejected") throw new Conflict("Оплата отклонена, подтвердить её нельзя.");
  if (payment.status === "completed") throw new Conflict("Оплата уже подтверждена.");
  if (order.status.isCancel) throw new Conflict("Заказ отменён, подтвердить оплату нельзя: отклоните её.");
  await sql`update payment set status = 'completed', completed_date = now() where id = ${payment.id}`.execute(tx);
  const newName = `${payment.methodName}, ${formatMoney(payment.amount)}: подтверждена`;
  await recordHistory(tx, payment.orderId, caller.userId, [{ typeElement: "Payment", type: "Update", newName }]);
  await touchOrder(tx, payment.orderId);
};
