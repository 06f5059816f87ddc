import { counted, type PluralForms } from "#domain/format.ts";
import type { BulkCounts, BulkItem, BulkKind, BulkReason } from "#machines/orders/bulk/bulkChange.ts";
import { failureText } from "../../../services/failureText.ts";
import { statusReasonText } from "../detail/dialogReasonTexts.ts";

const orders: PluralForms = ["заказ", "заказа", "заказов"];

/** Returns the title of the dialog. */
export const bulkTitle = (kind: BulkKind, isUndo: boolean, count: number): string => {
  const subject = isUndo ? "Вернуть как было" : kind === "status" ? "Новый статус" : "Курьер";
  return `${subject} · ${counted(count, orders)}`;
};

const reasonText = (reason: BulkReason): string | undefined => {
  switch (reason.code) {
    case "failed":
      return failureText(reason.failure);
    case "stale":
      return "Заказ тем временем изменил другой сотрудник";
    case "unversioned":
      return "Сервер не сообщает, менял ли заказ кто-то ещё";
    case "delivered":
      return "Заказ уже доставлен";
    case "noAddress":
      return "Нет адреса доставки";
    default:
      return statusReasonText(reason);
  }
};

/** Returns the text that follows the number of an order in the list, or undefined for an order that is not read yet. */
export const stepText = ({ step }: BulkItem, isUndo: boolean): string | undefined => {
  switch (step.kind) {
    case "refused":
      return reasonText(step.reason);
    case "unchanged":
      return "Уже так, менять нечего";
    case "planned":
    case "queued":
      return isUndo ? "Вернём как было" : "Изменим";
    case "unanswered":
      return "Сервер не ответил: неизвестно, изменён ли заказ";
    case "unsent":
      return "Остановлено, не изменён";
    case "changed":
      return isUndo ? "Возвращён как был" : "Изменён";
    case "unread":
      return undefined;
  }
};

/** Returns the summary of a finished run in one sentence. */
export const reportText = ({ changed, refused, unchanged, unanswered, unsent }: BulkCounts, isUndo: boolean): string =>
  [
    `${isUndo ? "Возвращено" : "Изменено"}: ${changed}`,
    refused > 0 && `отказано: ${refused}`,
    unanswered > 0 && `без ответа: ${unanswered}`,
    unsent > 0 && `остановлено: ${unsent}`,
    unchanged > 0 && `без изменений: ${unchanged}`,
  ]
    .filter(Boolean)
    .join(", ");
