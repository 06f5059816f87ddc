import { Suspense } from "react";
import { counted } from "#domain/format.ts";
import { formatMoney } from "#domain/money.ts";
import { fullAmount } from "#domain/pricing.ts";
import { lazyComponent } from "../../../routing/lazyComponent.ts";
import { Button } from "../../../ui/Button.tsx";
import { SummaryRow } from "./SummaryRow.tsx";
import { useEditor, useEditorActor, usePreview } from "./useEditor.ts";

const DiscountField = lazyComponent("DiscountField", () => import("./DiscountField.tsx"));

const ChangeRow = lazyComponent("ChangeRow", () => import("./ChangeRow.tsx"));

/** Card with the order's price and the save button. */
export const Summary = ({
  companyId,
  orderId,
  saveReason,
  onSave,
}: {
  companyId: number;
  orderId: number | null;
  saveReason: string | undefined;
  onSave: () => void;
}) => {
  const editor = useEditorActor();
  const count = useEditor(({ context }) => context.draft.lines.reduce((sum, line) => sum + line.count, 0));
  const price = usePreview();
  const { amount, discountAmount, deliveryPrice } = price;
  const isSending = useEditor((snapshot) => snapshot.matches("saving"));
  const name = orderId === null ? "Сохранить заказ" : "Сохранить";
  return (
    <aside aria-label="Итог" className="card min-[1240px]:sticky min-[1240px]:top-16">
      <Suspense fallback={<div className="h-[58px]" />}>
        <DiscountField companyId={companyId} />
      </Suspense>
      <dl className="mt-3">
        <SummaryRow name={counted(count, ["позиция", "позиции", "позиций"])} value={formatMoney(fullAmount(price))} />
        {discountAmount > 0 && (
          <SummaryRow name="Скидка" value={`−${formatMoney(discountAmount)}`} tone="text-positive" />
        )}
        {deliveryPrice > 0 && <SummaryRow name="Доставка" value={formatMoney(deliveryPrice)} />}
        <div className="mt-1.5 flex items-baseline justify-between gap-2 border-t border-line pt-2 font-semibold">
          <dt>К оплате</dt>
          <dd className="text-lg whitespace-nowrap" aria-live="polite" data-total>
            {formatMoney(amount)}
          </dd>
        </div>
        <Suspense>
          <ChangeRow amount={amount} />
        </Suspense>
      </dl>
      <Button
        kind="primary"
        className="mt-3 w-full !min-h-10"
        keys="Ctrl ↵"
        why={saveReason}
        onClick={onSave}
        aria-busy={isSending || undefined}
      >
        {isSending ? "Сохраняем…" : name}
      </Button>
      <Button className="mt-2 w-full" onClick={() => editor.send({ type: "leave.ask", to: null })}>
        Отмена
      </Button>
    </aside>
  );
};
