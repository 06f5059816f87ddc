import { type KeyboardEvent, Suspense, useEffect } from "react";
import { formatPhone } from "#domain/phone.ts";
import { isDirty } from "#machines/orders/editor/editorContext.ts";
import { reasonNotToSave } from "#machines/orders/editor/orderEditor.machine.ts";
import { useCommands } from "../../../keyboard/commands.ts";
import { lazyComponent } from "../../../routing/lazyComponent.ts";
import { useServices } from "../../../services/context.ts";
import { useTitle } from "../../../shared/useTitle.ts";
import { ClientCard } from "./ClientCard.tsx";
import { DeliveryCard } from "./DeliveryCard.tsx";
import { saveReasonText } from "./editorTexts.ts";
import { LinesTable } from "./LinesTable.tsx";
import { Picker } from "./Picker.tsx";
import { Summary } from "./Summary.tsx";
import { focusNextOnEnter, useEditor, useEditorActor } from "./useEditor.ts";

// The code of the notes is requested at the first render, because some notes are shown when the server is unreachable.
const EditorNotes = lazyComponent("EditorNotes", () => import("./EditorNotes.tsx"));

const SEARCH_ID = "picker-search";

const focusDiscount = (): void => {
  const list = document.querySelector<HTMLSelectElement>("#discount-field select");
  list?.focus();
  list?.showPicker?.();
};

const wrongField = (): HTMLElement | null => document.querySelector<HTMLElement>('form [aria-invalid="true"]');

/** Focuses the first invalid field. If only the lines of the order are missing, focuses the dish search. */
const focusProblem = (): void => (wrongField() ?? document.getElementById(SEARCH_ID))?.focus();

/** Focuses the first invalid field, or the phone field if there is none. */
const focusStart = (): void => {
  const field = wrongField();
  if (field) field.focus();
  else document.querySelector<HTMLElement>("#phone-field input")?.focus({ preventScroll: true });
};

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
    <header className="mb-3 flex flex-wrap items-baseline gap-x-3">
      <h1 title={orderId === null ? undefined : `Полный номер ${orderId}`}>{title}</h1>
      <p className="text-sm text-muted">{facts}</p>
    </header>
  );
};

const isTyped = (target: EventTarget): boolean =>
  target instanceof Element && target.matches("input, textarea, select");

/**
 * Focuses the dish search when the user types a letter or digit outside of any field. The character then appears in the
 * search.
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
 * Order form in columns: customer and delivery, dishes and lines, total. On a tablet there are two columns instead of
 * three.
 */
export const EditorForm = ({ companyId, orderId }: { companyId: number; orderId: number | null }) => {
  const { now } = useServices();
  const editor = useEditorActor();
  const isEditable = useEditor((snapshot) => snapshot.hasTag("editable"));
  const saveReason = useEditor((snapshot) => saveReasonText(reasonNotToSave(snapshot)));
  const save = () => {
    editor.send({ type: "order.save", at: new Date(now()).toISOString() });
    if (editor.getSnapshot().hasTag("editable")) setTimeout(focusProblem);
  };
  useEffect(() => {
    if (isEditable) focusStart();
  }, [isEditable]);
  useCommands([
    {
      title: orderId === null ? "Сохранить заказ" : "Сохранить изменения",
      keys: "Ctrl+Enter",
      why: saveReason,
      run: save,
    },
    { title: "Скидка", keys: "Ctrl+D", run: focusDiscount },
    { title: "Уйти с заказа", keys: "Esc", run: () => editor.send({ type: "leave.ask", to: null }) },
    { title: "Найти блюдо", keys: "/", run: () => document.getElementById(SEARCH_ID)?.focus() },
  ]);
  return (
    <form noValidate onSubmit={(event) => event.preventDefault()} onKeyDown={onKey}>
      <Heading orderId={orderId} />
      <Suspense>
        <EditorNotes />
      </Suspense>
      <div
        inert={!isEditable}
        className="grid items-start gap-3.5 min-[760px]:grid-cols-[280px_minmax(0,1fr)] min-[1240px]:grid-cols-[280px_minmax(0,1fr)_264px]"
      >
        <section aria-label="Клиент и доставка" className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3.5">
          <ClientCard companyId={companyId} />
          <DeliveryCard companyId={companyId} />
        </section>
        <section
          aria-label="Позиции"
          className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3.5 [--tiles:clamp(218px,calc(100dvh-560px),430px)] min-[760px]:row-span-2 min-[1240px]:row-span-1 min-[760px]:sticky min-[760px]:top-16"
        >
          <Picker searchId={SEARCH_ID} />
          <LinesTable />
        </section>
        <Summary companyId={companyId} orderId={orderId} saveReason={saveReason} onSave={save} />
      </div>
    </form>
  );
};
