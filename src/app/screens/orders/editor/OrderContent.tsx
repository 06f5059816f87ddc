import { counted } from "#domain/format.ts";
import { formatMoney, parseAmount, roundMoney } from "#domain/money.ts";
import { fullAmount } from "#domain/pricing.ts";
import { countPortions } from "#machines/orders/editor/draftEdits.ts";
import { expectedAt } from "#machines/orders/list/orderAttention.ts";
import { useServices, useTimeZone } from "../../../services/context.ts";
import { DiscountField } from "./DiscountField.tsx";
import { DUE_MINUTE_MS, formatDue, useLeadTime } from "./dueTime.ts";
import { LinesTable } from "./LinesTable.tsx";
import { SummaryRow } from "./SummaryRow.tsx";
import { useEditor, usePreview } from "./useEditor.ts";

/**
 * Row with the money that the customer gets back for their banknote. If the banknote is smaller than the price
 * `amount` (roubles), a warning is shown instead. Nothing is rendered without a banknote or a price.
 */
const ChangeRow = ({ amount }: { amount: number }) => {
  const banknote = parseAmount(useEditor(({ context }) => context.draft.change));
  if (!banknote || amount === 0) return null;
  const change = roundMoney(banknote - amount);
  return change >= 0 ? (
    <SummaryRow name="Сдача" value={formatMoney(change)} />
  ) : (
    <p className="text-xs text-warning">«Сдача с» меньше суммы заказа.</p>
  );
};

/**
 * Returns the promised time as text. A saved order keeps its promised time until the user changes the due time. The
 * lead time is added only to a due time from one minute ago to five minutes ahead, as on the server. The text is empty
 * for the due time "now" if the company has no lead time.
 */
const usePromisedTime = (companyId: number): string => {
  const { now } = useServices();
  const timeZone = useTimeZone(companyId);
  const leadTime = useLeadTime(companyId, timeZone);
  const order = useEditor(({ context }) => context.order);
  const date = useEditor(({ context }) => context.draft.date);
  const baseDate = useEditor(({ context }) => context.base?.draft.date);
  if (order && date === baseDate) return formatDue(expectedAt(order), timeZone, now());
  const due = date === null ? now() : Date.parse(date);
  const minutesAhead = (due - now()) / DUE_MINUTE_MS;
  const isNow = minutesAhead > -1 && minutesAhead <= 5;
  return (isNow && leadTime(due)) || formatDue(date, timeZone, now());
};

/** Lines and discount of the order, the parts of the price, and the promised time. */
export const OrderContent = ({ companyId }: { companyId: number }) => {
  const count = useEditor(({ context }) => countPortions(context.draft));
  const price = usePreview();
  const { amount, discountAmount, deliveryPrice } = price;
  const promised = usePromisedTime(companyId);
  return (
    <>
      <LinesTable />
      <div className="border-t border-line px-3.5 pt-2.5">
        <DiscountField companyId={companyId} />
        <dl className="mt-2">
          <SummaryRow name={counted(count, ["позиция", "позиции", "позиций"])} value={formatMoney(fullAmount(price))} />
          {discountAmount > 0 && (
            <SummaryRow name="Скидка" value={`−${formatMoney(discountAmount)}`} tone="text-positive" />
          )}
          {deliveryPrice > 0 && <SummaryRow name="Доставка" value={formatMoney(deliveryPrice)} />}
          <ChangeRow amount={amount} />
          {promised && <SummaryRow name="Ко времени" value={promised} />}
        </dl>
      </div>
    </>
  );
};
