import { Suspense } from "react";
import { counted } from "#domain/format.ts";
import { formatMoney } from "#domain/money.ts";
import { countPortions } from "#machines/orders/editor/draftEdits.ts";
import { isDirty } from "#machines/orders/editor/editorContext.ts";
import { lazyComponent } from "../../../routing/lazyComponent.ts";
import { Button } from "../../../ui/Button.tsx";
import { classNames } from "../../../ui/classNames.ts";
import type { EditorStep } from "./editorSteps.ts";
import { useEditor, useEditorActor, usePreview } from "./useEditor.ts";

// The content is rendered even if the order has no lines, so that its chunk is loaded early. When the first line is
// added, the server may be unreachable.
const OrderContent = lazyComponent("OrderContent", () => import("./OrderContent.tsx"));

/**
 * Panel with the lines, the discount and the total of the order, and the save button. On a desktop the panel is the
 * third column, and on tablets and phones it is a bar at the bottom. The lines are shown on a tablet after a click on a
 * button, and on a phone in the last step.
 */
export const OrderPanel = ({
  companyId,
  orderId,
  step,
  saveReason,
  onSave,
  onStep,
  onPark,
}: {
  companyId: number;
  orderId: number | null;
  step: EditorStep;
  saveReason: string | undefined;
  onSave: () => void;
  onStep: (step: EditorStep) => void;
  onPark: (() => void) | undefined;
}) => {
  const editor = useEditorActor();
  const count = useEditor(({ context }) => countPortions(context.draft));
  const { amount } = usePreview();
  const isSending = useEditor((snapshot) => snapshot.matches("saving"));
  const hasContent = useEditor(({ context }) => isDirty(context));
  const isEditable = useEditor((snapshot) => snapshot.hasTag("editable"));
  const positions = counted(count, ["позиция", "позиции", "позиций"]);
  const isLast = step === "order";
  return (
    <section aria-label="Заказ" inert={!isEditable} className="sheet order-panel">
      <div className={classNames("flex min-h-0 flex-1 flex-col tablet:max-h-[60dvh]", !isLast && "tablet-down:hidden")}>
        <Suspense fallback={<div className="flex-1" />}>
          <OrderContent companyId={companyId} />
        </Suspense>
      </div>
      <div className="flex flex-wrap items-center gap-2 px-3.5 pb-3 desktop:flex-col desktop:items-stretch tablet-down:pt-2">
        <Button
          className="phone:hidden desktop:hidden"
          aria-expanded={isLast}
          onClick={() => onStep(isLast ? "dishes" : "order")}
        >
          <span className="sr-only">Состав заказа: </span>
          {positions} <span aria-hidden>{isLast ? "▾" : "▴"}</span>
        </Button>
        <p className="flex flex-1 items-baseline justify-between gap-2 font-semibold tablet:justify-end desktop:mt-1.5 desktop:border-t desktop:border-line desktop:pt-2">
          <span>К оплате</span>
          <span className="text-lg whitespace-nowrap" aria-live="polite" data-total>
            {formatMoney(amount)}
          </span>
        </p>
        {!isLast && (
          <Button
            kind="primary"
            className="!min-h-10 tablet-up:hidden"
            onClick={() => onStep(step === "client" ? "dishes" : "order")}
          >
            Далее
          </Button>
        )}
        <Button
          kind="primary"
          className={classNames("!min-h-10", !isLast && "phone:hidden")}
          keys="Ctrl ↵"
          why={saveReason}
          onClick={onSave}
          aria-busy={isSending || undefined}
        >
          {isSending ? "Сохраняем…" : orderId === null ? "Сохранить заказ" : "Сохранить"}
        </Button>
        <div className={classNames("flex gap-2 *:flex-1", !isLast && "phone:hidden")}>
          {onPark && (
            <Button keys="Alt+N" why={!hasContent && "Заказ ещё пустой"} onClick={onPark}>
              Отложить
            </Button>
          )}
          <Button onClick={() => editor.send({ type: "leave.ask", to: null })}>Отмена</Button>
        </div>
      </div>
    </section>
  );
};
