import { formatMoney, parseAmount, roundMoney } from "#domain/money.ts";
import { SummaryRow } from "./SummaryRow.tsx";
import { useEditor } from "./useEditor.ts";

/**
 * Row with the change for the customer's banknote, or a warning if the banknote is smaller than the price. `amount` is
 * the price of the order, in roubles.
 */
export const ChangeRow = ({ amount }: { amount: number }) => {
  const banknote = parseAmount(useEditor(({ context }) => context.draft.change));
  if (!banknote || amount === 0) return null;
  const change = roundMoney(banknote - amount);
  return change >= 0 ? (
    <SummaryRow name="Сдача" value={formatMoney(change)} />
  ) : (
    <p className="text-xs text-warning">«Сдача с» меньше суммы заказа.</p>
  );
};
