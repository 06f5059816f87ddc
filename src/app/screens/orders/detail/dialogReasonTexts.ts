import { formatMoney } from "#domain/money.ts";
import type { StatusReason } from "#machines/orders/status/statusChange.ts";
import type { AmountReason } from "#machines/payments/amounts.ts";
import type { RefundReason } from "#machines/payments/refundForm.ts";
import { missingPermission } from "../../../services/permissionReasons.ts";

/** Returns the tooltip for a payment or an invoice that cannot be sent. Returns undefined if `reason` is undefined. */
export const amountReasonText = (reason: AmountReason | undefined): string | undefined => {
  switch (reason?.code) {
    case undefined:
      return undefined;
    case "closed":
      return "Заказ закрыт";
    case "noMethods":
      return "Нет способов оплаты";
    case "noAmount":
      return "Введите сумму";
    case "noReason":
      return "Укажите причину смены статуса";
    case "overDue":
      return `Больше остатка на ${formatMoney(reason.excess)} Остаток ${formatMoney(reason.due)}`;
    case "givenTooLittle":
      return `Получено меньше суммы на ${formatMoney(reason.shortage)}`;
  }
};

/** Returns the tooltip for a refund that cannot be sent. Returns undefined if `reason` is undefined. */
export const refundReasonText = (reason: RefundReason | undefined): string | undefined => {
  switch (reason?.code) {
    case undefined:
      return undefined;
    case "rejected":
      return "Оплата уже возвращена";
    case "noAmount":
      return "Введите сумму";
    case "noLines":
      return "Выберите блюда";
    case "overLeft":
      return `По оплате осталось ${formatMoney(reason.left)}`;
    case "overPrice":
      return `Эти блюда стоят ${formatMoney(reason.price)}`;
  }
};

const statusTexts: Readonly<Record<Exclude<StatusReason["code"], "unpaid">, string>> = {
  closed: "Заказ закрыт",
  current: "Это нынешний статус",
  notSelectable: "Этот статус не выбирают",
  noStatus: "Сначала выберите статус",
  noReason: "Укажите причину",
};

/** Returns the tooltip for a status that cannot be chosen or submitted. Returns undefined if `reason` is undefined. */
export const statusReasonText = (reason: StatusReason | undefined): string | undefined => {
  if (!reason) return undefined;
  if (reason.code !== "unpaid") return statusTexts[reason.code];
  return `Не оплачено ${formatMoney(reason.unpaid)} ${missingPermission("payment.confirm")}`;
};
