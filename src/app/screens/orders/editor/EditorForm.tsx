import { type KeyboardEvent, Suspense, useEffect, useEffectEvent, useLayoutEffect, useState } from "react";
import { formatPhone } from "#domain/phone.ts";
import { isDirty } from "#machines/orders/editor/editorContext.ts";
import { reasonNotToSave } from "#machines/orders/editor/orderEditor.machine.ts";
import { useCommands } from "../../../keyboard/commands.ts";
import { lazyComponent } from "../../../routing/lazyComponent.ts";
import { useServices } from "../../../services/context.ts";
import { useTitle } from "../../../shared/useTitle.ts";
import { classNames } from "../../../ui/classNames.ts";
import { ClientCard } from "./ClientCard.tsx";
import { DeliveryCard } from "./DeliveryCard.tsx";
import { type EditorStep, stepContaining } from "./editorSteps.ts";
import { saveReasonText } from "./editorTexts.ts";
import { OrderPanel } from "./OrderPanel.tsx";
import { Picker } from "./Picker.tsx";
import type { StopMarks } from "./pickerChoice.ts";
import { focusNextOnEnter, useEditor, useEditorActor } from "./useEditor.ts";

// The code of the notes is requested at the first render, because some notes are shown when the server is unreachable.
const EditorNotes = lazyComponent("EditorNotes", () => import("./EditorNotes.tsx"));

const StepButtons = lazyComponent("StepButtons", () => import("./StepButtons.tsx"));

const SEARCH_ID = "picker-search";

const searchField = (): HTMLElement | null => document.getElementById(SEARCH_ID);

const wrongField = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('form :is([aria-invalid="true"], [data-invalid])');

const phoneField = (): HTMLElement | null => document.querySelector<HTMLElement>("#phone-field input");

const discountField = (): HTMLSelectElement | null => document.querySelector("#discount-field select");

const Heading = ({ orderId }: { orderId: number | null }) => {
  const internalId = useEditor(({ context }) => context.order?.internalId);
  const call = useEditor(({ context }) => context.target.call);
  const kept = useEditor((snapshot) => {
    if (!snapshot.matches("editing") || !isDirty(snapshot.context)) return "";
    return snapshot.context.isKept ? "черновик сохранён" : "черновик не сохраняется";
  });
  const facts = [call?.phone && `по звонку с ${formatPhone(call.phone)}`, kept].filter(Boolean).join(" · ");
  const title = orderId === null ? "Новый заказ" : `Заказ № ${internalId ?? orderId} — изменение`;
  useTitle(title);
  return (
    <header className="flex flex-wrap items-baseline gap-x-3">
      <h1 title={orderId === null ? undefined : `Полный номер ${orderId}`}>{title}</h1>
      <p className="text-sm text-muted">{facts}</p>
    </header>
  );
};

const isTyped = (target: EventTarget): boolean =>
  target instanceof Element && target.matches("input, textarea, select");

/**
 * Focuses the dish search when the user types a letter or digit outside of any field while no dialog is open. The
 * character is entered in the search.
 */
const onLetterSearch = (event: KeyboardEvent): void => {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyped(event.target) || event.defaultPrevented) return;
  if (!/^[\p{L}\p{N}]$/u.test(event.key) || document.querySelector('[role="dialog"]')) return;
  document.getElementById(SEARCH_ID)?.focus();
  event.stopPropagation();
};

const onKey = (event: KeyboardEvent): void => {
  focusNextOnEnter(event);
  onLetterSearch(event);
};

/**
 * Order form in three columns: customer and delivery, dishes, order. On a tablet the order is a bar below two columns,
 * and on a phone the form shows one part at a time.
 */
export const EditorForm = ({
  companyId,
  orderId,
  onPark,
}: {
  companyId: number;
  orderId: number | null;
  onPark: (() => void) | undefined;
}) => {
  const { now } = useServices();
  const editor = useEditorActor();
  const isEditable = useEditor((snapshot) => snapshot.hasTag("editable"));
  const saveReason = useEditor((snapshot) => saveReasonText(reasonNotToSave(snapshot)));
  const [step, setStep] = useState<EditorStep>("client");
  const [stops, setStops] = useState<StopMarks>();
  const [awaited, setAwaited] = useState<{ readonly field: HTMLElement }>();
  /** Focuses a field. On a phone, first shows the part of the form that contains the field. */
  const show = (field: HTMLElement | null) => {
    if (field?.offsetParent === null) {
      setAwaited({ field });
      setStep(stepContaining(field));
    } else field?.focus({ preventScroll: field === phoneField() });
  };
  useLayoutEffect(() => awaited?.field.focus(), [awaited]);
  const save = () => {
    editor.send({ type: "order.save", at: new Date(now()).toISOString() });
    if (editor.getSnapshot().hasTag("editable")) setTimeout(() => show(wrongField() ?? searchField()));
  };
  const focusStart = useEffectEvent(() => show(wrongField() ?? phoneField()));
  useEffect(() => {
    if (isEditable) focusStart();
  }, [isEditable]);
  const find = () => show(searchField());
  const chooseDiscount = () => {
    const field = discountField();
    show(field);
    if (field?.offsetParent && !field.disabled) field.showPicker?.();
  };
  useCommands([
    {
      title: orderId === null ? "Сохранить заказ" : "Сохранить изменения",
      keys: "Ctrl+Enter",
      why: saveReason,
      run: save,
    },
    { title: "Скидка", keys: "Ctrl+D", run: chooseDiscount },
    { title: "Уйти с заказа", keys: "Esc", run: () => editor.send({ type: "leave.ask", to: null }) },
    { title: "Найти блюдо", keys: "/", run: find },
    { title: "Найти блюдо из любого поля", keys: "Ctrl+/", run: find },
  ]);
  const hidden = (part: EditorStep) => part !== step && "phone:hidden";
  return (
    <form noValidate className="@container" onSubmit={(event) => event.preventDefault()} onKeyDown={onKey}>
      <div className="editor-columns items-start tablet-down:[&_:is(input,textarea,select,button)]:scroll-mb-24">
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3">
          <Heading orderId={orderId} />
          <Suspense fallback={<div />}>
            <EditorNotes onStops={setStops} />
          </Suspense>
          <div className="h-10 tablet-up:hidden">
            <Suspense>
              <StepButtons step={step} onChoose={setStep} />
            </Suspense>
          </div>
          <section
            aria-label="Клиент и доставка"
            data-step="client"
            inert={!isEditable}
            className={classNames("grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3", hidden("client"))}
          >
            <ClientCard companyId={companyId} />
            <DeliveryCard companyId={companyId} />
          </section>
        </div>
        <section
          aria-label="Меню"
          data-step="dishes"
          inert={!isEditable}
          className={classNames(
            "h-[calc(100dvh-250px-var(--lanes,0px))] min-h-[320px] min-w-0 tablet-up:sticky tablet-up:top-16 tablet-up:h-[calc(100dvh-150px-var(--lanes,0px))] desktop:h-[calc(100dvh-80px-var(--lanes,0px))] desktop:min-h-[480px]",
            hidden("dishes"),
          )}
        >
          <Picker searchId={SEARCH_ID} stops={stops} />
        </section>
        <OrderPanel
          companyId={companyId}
          orderId={orderId}
          step={step}
          saveReason={saveReason}
          onSave={save}
          onStep={setStep}
          onPark={onPark}
        />
      </div>
    </form>
  );
};
