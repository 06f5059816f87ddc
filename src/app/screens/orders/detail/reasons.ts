import type { Schemas } from "#api/client.ts";
import { formatMoney } from "#domain/money.ts";
import { paymentState } from "#machines/orders/orderDetail.ts";
import type { ActionKind } from "#machines/payments/paymentAction.machine.ts";
import { lacks } from "../../../permissionNames.ts";

type May = (permission: string) => boolean;
type Order = Schemas["Order"];

const CLOSED = "Заказ закрыт";
const UNDER_WAY = "Сначала закончится проверка прошлой оплаты";

const first = (...reasons: (string | false)[]): string | undefined =>
  reasons.find((reason) => reason !== false) || undefined;

/** Why the order cannot be edited. */
export const whyNoEdit = (order: Order, may: May, userId: number): string | undefined =>
  first(
    order.isClosed && CLOSED,
    !order.isEditable && "Заказ в этом статусе не изменяют",
    !may("order.edit") && lacks("order.edit"),
    order.operatorId !== null && order.operatorId !== userId && !may("order.editForeign") && lacks("order.editForeign"),
  );

/** Why no payment can be taken now. */
export const whyNoPayment = (order: Order, due: number, may: May, isPostponed: boolean): string | undefined =>
  first(
    order.isClosed && CLOSED,
    order.isCanceled && "Заказ отменён",
    !may("payment.accept") && lacks("payment.accept"),
    isPostponed && UNDER_WAY,
    due === 0 && `Остаток ${formatMoney(0)}`,
  );

/** Why no invoice can be issued now. */
export const whyNoInvoice = (order: Order, due: number, may: May, isPostponed: boolean): string | undefined =>
  first(
    order.isClosed && CLOSED,
    order.isCanceled && "Заказ отменён",
    !may("payment.external") && lacks("payment.external"),
    isPostponed && UNDER_WAY,
    due === 0 && `Остаток ${formatMoney(0)}`,
  );

/** Why the status cannot be changed. */
export const whyNoStatus = (order: Order, may: May, hasStatuses: boolean): string | undefined =>
  first(
    order.isClosed && CLOSED,
    !may("order.changeStatus") && lacks("order.changeStatus"),
    !hasStatuses && "Статусы ещё загружаются",
  );

/** Why nothing can be printed. */
export const whyNoPrint = (may: May, isPrinting: boolean): string | undefined =>
  first(!may("print.use") && lacks("print.use"), isPrinting && "Уже отправляем");

/** What may be done with a payment, by its state (business, section 4). */
export const actionsOf = (payment: Schemas["Payment"]): ActionKind[] => {
  const state = paymentState(payment);
  if (state === "rejected") return [];
  if (state === "completed") return ["refund"];
  return payment.isExternal ? ["check", "refund"] : ["confirm", "refund"];
};

const permissions: Record<ActionKind, string> = {
  check: "payment.external",
  refund: "payment.reject",
  confirm: "payment.confirm",
};

/** Why an action on a payment is not possible now. */
export const whyNoAction = (kind: ActionKind, may: May, isPostponed: boolean): string | undefined =>
  first(!may(permissions[kind]) && lacks(permissions[kind]), isPostponed && UNDER_WAY);
