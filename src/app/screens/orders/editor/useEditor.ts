import { useSelector } from "@xstate/react";
import { createContext, use, useMemo } from "react";
import type { ActorRefFrom, SnapshotFrom } from "xstate";
import type { OrderPrice } from "#domain/pricing.ts";
import type { TextFieldName } from "#machines/orders/draftEdits.ts";
import { priceDraft } from "#machines/orders/draftOrder.ts";
import type { orderEditorMachine } from "#machines/orders/orderEditor.machine.ts";

/** The machine behind the editor that is shown. */
export type EditorActor = ActorRefFrom<typeof orderEditorMachine>;

/** What the machine shows at a moment. */
export type EditorSnapshot = SnapshotFrom<typeof orderEditorMachine>;

/** Carries the machine to the parts of the editor. */
export const EditorContext = createContext<EditorActor | undefined>(undefined);

/** The machine; throws outside of the editor. */
export const useEditorActor = (): EditorActor => {
  const editor = use(EditorContext);
  if (!editor) throw new Error("No order editor above this component");
  return editor;
};

/** One thing that the machine shows; the component is drawn anew only when it changes. */
export const useEditor = <T>(select: (snapshot: EditorSnapshot) => T): T => useSelector(useEditorActor(), select);

/** What a text field of the draft needs: its text, its error, and what to do with a key. */
export const useTextField = (field: TextFieldName) => {
  const editor = useEditorActor();
  return {
    value: useEditor(({ context }) => context.draft[field]),
    error: useEditor(({ context }) => context.problems[field]),
    onText: (text: string) => editor.send({ type: "draft.type", field, text }),
  };
};

/** The preview of the price, made anew when lines, discount or discount list change. */
export const usePreview = (): OrderPrice => {
  const lines = useEditor(({ context }) => context.draft.lines);
  const discountId = useEditor(({ context }) => context.draft.discountId);
  const discounts = useEditor(({ context }) => context.pricedDiscounts);
  return useMemo(() => priceDraft({ lines, discountId }, discounts), [lines, discountId, discounts]);
};

const opensList = (target: EventTarget | null): boolean =>
  target instanceof Element && target.getAttribute("aria-expanded") === "true";

/** Moves the focus from a field to the next one that is walked through by Enter. */
export const walkOn = (from: EventTarget | null): void => {
  const stops = [...document.querySelectorAll<HTMLElement>("[data-walk]")].filter((stop) => stop.offsetParent !== null);
  if (from instanceof HTMLElement) stops[stops.indexOf(from) + 1]?.focus();
};

/** Enter in a field walks on to the next one; Shift+Enter breaks the line of a comment. */
export const onEnterWalk = (event: React.KeyboardEvent): void => {
  if (event.key !== "Enter" || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (!(event.target instanceof HTMLElement) || !("walk" in event.target.dataset) || opensList(event.target)) return;
  event.preventDefault();
  walkOn(event.target);
};
