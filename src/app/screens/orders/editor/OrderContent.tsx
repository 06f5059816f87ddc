import { counted } from "#domain/format.ts";
import { formatMoney, parseAmount, roundMoney } from "#domain/money.ts";
import { fullAmount } from "#domain/pricing.ts";
import { useTimeZone } from "../../../services/context.ts";
import { DiscountField } from "./DiscountField.tsx";
import { LinesTable } from "./LinesTable.tsx";
import { SummaryRow } from "./SummaryRow.tsx";
import { useDueTime } from "./useDueTime.ts";
import { useEditor, usePreview } from "./useEditor.ts";

/**
 * Row with the change for the customer's banknote, or a warning if the banknote is smaller than the price. `amount` is
 * the price of the order, in roubles.
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

/** Lines and discount of the order, with the parts of its price and the promised time. */
export const OrderContent = ({ companyId }: { companyId: number }) => {
  const count = useEditor(({ context }) => context.draft.lines.reduce((sum, line) => sum + line.count, 0));
  const price = usePreview();
  const { amount, discountAmount, deliveryPrice } = price;
  const due = useDueTime(companyId, useTimeZone(companyId));
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
          {due && <SummaryRow name="Обещаем" value={due} />}
        </dl>
      </div>
    </>
  );
};
