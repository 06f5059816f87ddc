import { formatMoney } from "#domain/money.ts";
import type { OrderReason } from "#machines/orders/detail/orderReasons.ts";
import { missingPermission } from "../../../services/permissionReasons.ts";

const orderTexts: Readonly<Record<Exclude<OrderReason["code"], "permission">, string>> = {
  loading: "Заказ ещё загружается",
  closed: "Заказ закрыт",
  cancelled: "Заказ отменён",
  notEditable: "Заказ в этом статусе не изменяют",
  nothingDue: `Остаток ${formatMoney(0)}`,
  noStatuses: "Статусы ещё загружаются",
  verifying: "Сначала закончится проверка прошлой оплаты",
  notOffered: "Оплата уже изменилась",
};

/** Returns the tooltip for an action that is not possible on the order. Returns undefined if `reason` is undefined. */
export const orderReasonText = (reason: OrderReason | undefined): string | undefined => {
  if (!reason) return undefined;
  return reason.code === "permission" ? missingPermission(reason.permission) : orderTexts[reason.code];
};
