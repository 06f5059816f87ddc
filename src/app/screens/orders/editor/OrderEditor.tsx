import { useLocation } from "wouter";
import { isDirty } from "#machines/orders/editor/editorContext.ts";
import { useEmitted } from "../../../shared/useEmitted.ts";
import { useLeaveGuard } from "../../../shared/useLeaveGuard.ts";
import { toast } from "../../../ui/toast.ts";
import { EditorShell, type EditorShellProps } from "./EditorShell.tsx";
import { type EditorActor, EditorActorContext, type EditorSnapshot } from "./useEditor.ts";
import { useEditorMachine } from "./useEditorMachine.ts";

/** Returns true if leaving the screen would lose unsaved changes or the outcome of a running save. */
const isUnsaved = (snapshot: EditorSnapshot): boolean =>
  (snapshot.matches("editing") && isDirty(snapshot.context)) || snapshot.matches({ saving: "sending" });

/**
 * Screen of the order editor that the actor `editor` runs. `onClose` is called when the user closes the editor without
 * a navigation to another screen.
 */
export const EditorScreen = ({
  editor,
  onClose,
  ...props
}: EditorShellProps & { editor: EditorActor; onClose: () => void }) => {
  const leave = useLeaveGuard(
    () => !isUnsaved(editor.getSnapshot()),
    (to) => editor.send({ type: "leave.ask", to }),
  );
  useEmitted(editor, {
    "order.repeated": ({ internalId }) => toast(`Позиции заказа №${internalId} добавлены.`),
    "order.unchanged": () => toast("Изменений нет."),
    "order.saving": () => toast("Заказ сохраняется, подождите ответа."),
    "screen.leave": ({ to }) => (to === null ? onClose() : leave()),
  });
  return (
    <EditorActorContext value={editor}>
      <EditorShell {...props} />
    </EditorActorContext>
  );
};

/** Prefetches the code of the editor's dialogs and notes, because the server may be unreachable when they are shown. */
export const fetchEditorParts = async (): Promise<unknown> => (await import("./editorParts.ts")).fetchParts();

/** Screen with the editor of a saved order. */
export const OrderEditor = ({ companyId, orderId }: { companyId: number; orderId: number }) => {
  const [, navigate] = useLocation();
  const editor = useEditorMachine(companyId, orderId, null);
  return (
    <EditorScreen
      editor={editor}
      companyId={companyId}
      orderId={orderId}
      onNext={() => navigate(`/Company/${companyId}/Order/New`)}
      onClose={() => navigate(`/Company/${companyId}/Order/${orderId}`)}
    />
  );
};
