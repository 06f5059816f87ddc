import type { Order } from "#machines/queries/order.ts";
import { Note } from "../../../ui/Note.tsx";
import { orderChangeTexts } from "../comparedOrder.ts";
import { useComparisonNames } from "./useDetail.ts";

/**
 * Note about the changes that another user made to the order while the dialog was open. Nothing is rendered without
 * such changes (`before` is undefined).
 */
export const StaleNote = ({ before, order }: { before: Order | undefined; order: Order }) => {
  const names = useComparisonNames(order.companyId);
  if (before === undefined) return null;
  const changes = orderChangeTexts(before, order, names);
  return (
    <Note>
      <span className="wrap-anywhere">
        <b>Заказ тем временем изменили:</b> {changes.length > 0 ? changes.join("; ") : "приняли или вернули оплату"}.
        Проверьте и продолжайте.
      </span>
    </Note>
  );
};
