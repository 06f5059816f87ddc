import type { Schemas } from "#api/client.ts";
import { changesOf } from "#machines/orders/orderDetail.ts";
import { Note } from "../../../ui/Note.tsx";
import { useOrderWords } from "./useDetail.ts";

/** What another operator changed while this one was deciding. */
export const StaleNote = ({ before, order }: { before: Schemas["Order"] | undefined; order: Schemas["Order"] }) => {
  const words = useOrderWords(order.companyId);
  if (before === undefined) return null;
  const changes = changesOf(before, order, words);
  return (
    <Note>
      <span className="wrap-anywhere">
        <b>Заказ тем временем изменили:</b> {changes.length > 0 ? changes.join("; ") : "приняли или вернули оплату"}.
        Проверьте и продолжайте.
      </span>
    </Note>
  );
};
