import { useSelector } from "@xstate/react";
import { createContext, use, useMemo } from "react";
import type { ActorRefFrom, SnapshotFrom } from "xstate";
import type { OrderPrice } from "#domain/pricing.ts";
import type { TextFieldName } from "#machines/orders/editor/draft.ts";
import { priceDraft } from "#machines/orders/editor/draftOrder.ts";
import type { orderEditorMachine } from "#machines/orders/editor/orderEditor.machine.ts";
import { problemText } from "./editorTexts.ts";

/** Actor of the order editor's machine. */
export type EditorActor = ActorRefFrom<typeof orderEditorMachine>;

/** Snapshot of the order editor's machine. */
export type EditorSnapshot = SnapshotFrom<typeof orderEditorMachine>;

/** React context with the actor of the order editor's machine. */
export const EditorActorContext = createContext<EditorActor | undefined>(undefined);

/** Returns the actor of the order editor's machine. Throws if the component is not in the order editor. */
export const useEditorActor = (): EditorActor => {
  const editor = use(EditorActorContext);
  if (!editor) throw new Error("No order editor above this component");
  return editor;
};

/**
 * Returns the value that `select` takes from the machine's snapshot. The component renders again only when this value
 * changes.
 */
export const useEditor = <T>(select: (snapshot: EditorSnapshot) => T): T => useSelector(useEditorActor(), select);

/** Returns the props that bind a text field to the draft. */
export const useTextField = (field: TextFieldName) => {
  const editor = useEditorActor();
  return {
    value: useEditor(({ context }) => context.draft[field]),
    error: useEditor(({ context }) => problemText(context.problems[field])),
    onText: (text: string) => editor.send({ type: "draft.type", field, text }),
  };
};

/**
 * Returns the price preview. It is computed again only when the lines, the chosen discount, the list of discounts or
 * the delivery changes.
 */
export const usePreview = (): OrderPrice => {
  const lines = useEditor(({ context }) => context.draft.lines);
  const discountId = useEditor(({ context }) => context.draft.discountId);
  const discounts = useEditor(({ context }) => context.pricedDiscounts);
  const delivery = useEditor(({ context }) => context.delivery);
  return useMemo(
    () => priceDraft({ lines, discountId }, discounts, delivery),
    [lines, discountId, discounts, delivery],
  );
};

const opensList = (target: EventTarget | null): boolean =>
  target instanceof Element && target.getAttribute("aria-expanded") === "true";

/**
 * Moves the focus to the next visible field with the attribute `data-walk`. Skips rarely used fields
 * (`data-walk="rare"`).
 */
export const focusNextField = (from: EventTarget | null): void => {
  const stops = [...document.querySelectorAll<HTMLElement>("[data-walk]")].filter(
    (stop) => stop === from || (stop.dataset["walk"] !== "rare" && stop.offsetParent !== null),
  );
  if (from instanceof HTMLElement) stops[stops.indexOf(from) + 1]?.focus();
};

/**
 * Moves the focus to the next field on Enter, unless the field's list of options is open. In a comment Shift+Enter
 * inserts a line break instead.
 */
export const focusNextOnEnter = (event: React.KeyboardEvent): void => {
  if (event.key !== "Enter" || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (!(event.target instanceof HTMLElement) || !("walk" in event.target.dataset) || opensList(event.target)) return;
  event.preventDefault();
  focusNextField(event.target);
};
