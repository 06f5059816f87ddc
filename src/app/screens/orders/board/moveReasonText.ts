import { formatMoney } from "#domain/money.ts";
import type { MoveReason } from "#machines/boards/stageBoard.ts";
import { missingPermission } from "../../../services/permissionReasons.ts";
import { statusReasonText } from "../detail/dialogReasonTexts.ts";

/** Returns the Russian text of the reason why an order cannot be moved, or undefined if there is none. */
export const moveReasonText = (reason: MoveReason | undefined): string | undefined => {
  switch (reason?.code) {
    case "permission":
      return missingPermission(reason.permission);
    case "moving":
      return "Заказ уже перемещается";
    case "paid":
      return `Сначала верните клиенту ${formatMoney(reason.paid)}`;
    case "current":
      return "Заказ уже здесь";
    default:
      return statusReasonText(reason);
  }
};
