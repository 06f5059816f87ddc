import { useEffect } from "react";
import { useLocation } from "wouter";
import { counted, formatDateTime } from "#domain/format.ts";
import { formatMoney } from "#domain/money.ts";
import { formatPhone } from "#domain/phone.ts";
import { differingPreview } from "#machines/orders/editor/editorContext.ts";
import { expectedAt } from "#machines/orders/list/orderAttention.ts";
import type { Order } from "#machines/queries/order.ts";
import { useCommands } from "../../../keyboard/commands.ts";
import { useTimeZone } from "../../../services/context.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { toast } from "../../../ui/toast.ts";
import { OPENS_PAYMENT } from "../detail/openPayment.ts";
import { PrintProblem } from "../detail/PrintProblem.tsx";
import { usePrint } from "../detail/usePrint.ts";
import { ConflictDialog } from "./ConflictDialog.tsx";
import { useEditor, useEditorActor } from "./useEditor.ts";

const Offer = ({ companyId }: { companyId: number }) => {
  const editor = useEditorActor();
  const timeZone = useTimeZone(companyId);
  const stored = useEditor(({ context }) => context.stored);
  if (!stored) return null;
  const { phone, lines } = stored.record.draft;
  const facts = [
    phone && formatPhone(phone),
    lines.length > 0 && counted(lines.length, ["позиция", "позиции", "позиций"]),
  ].filter(Boolean);
  const restore = () => editor.send({ type: "stored.restore" });
  return (
    <Dialog
      title="Есть незаконченный заказ"
      onClose={restore}
      actions={
        <>
          <Button onClick={() => editor.send({ type: "stored.drop" })}>Начать заново</Button>
          <Button kind="primary" data-autofocus onClick={restore}>
            Продолжить
          </Button>
        </>
      }
    >
      <p>
        Черновик от {formatDateTime(new Date(stored.savedAt), timeZone)}
        {facts.length > 0 && `: ${facts.join(", ")}`}. Продолжить с того же места?
      </p>
      <p className="mt-2 text-sm text-muted">Если начать заново, черновик будет удалён.</p>
    </Dialog>
  );
};

const Leave = () => {
  const editor = useEditorActor();
  return (
    <Dialog
      title="Уйти с заказа?"
      size="medium"
      onClose={() => editor.send({ type: "leave.stay" })}
      actions={
        <>
          <Button kind="danger" onClick={() => editor.send({ type: "leave.drop" })}>
            Удалить черновик
          </Button>
          <Button onClick={() => editor.send({ type: "leave.keep" })}>Уйти, черновик оставить</Button>
          <Button kind="primary" data-autofocus onClick={() => editor.send({ type: "leave.stay" })}>
            Остаться
          </Button>
        </>
      }
    >
      <p>Заказ не сохранён. Черновик хранится на этом компьютере 24 часа и будет предложен, когда вы вернётесь.</p>
    </Dialog>
  );
};

const Past = ({ companyId }: { companyId: number }) => {
  const editor = useEditorActor();
  const timeZone = useTimeZone(companyId);
  const date = useEditor(({ context }) => context.draft.date);
  const correct = () => editor.send({ type: "date.correct" });
  return (
    <Dialog
      title="Время заказа уже прошло"
      onClose={correct}
      actions={
        <>
          <Button onClick={() => editor.send({ type: "date.confirm" })}>Сохранить</Button>
          <Button kind="primary" data-autofocus onClick={correct}>
            Исправить
          </Button>
        </>
      }
    >
      <p>Заказ будет записан на {date && formatDateTime(date, timeZone)}. Всё верно?</p>
    </Dialog>
  );
};

/** Buttons of the steps that usually follow a new order: the payment, and the ticket for the kitchen. */
const NextSteps = ({ order }: { order: Order }) => {
  const [, navigate] = useLocation();
  const printer = usePrint(order);
  const pay = () => navigate(`/Company/${order.companyId}/Order/${order.id}`, { state: OPENS_PAYMENT });
  const cook = () => printer.print("kitchen");
  useCommands([
    { title: "Принять оплату", keys: "p", scope: "dialog", run: pay },
    { title: "Отправить на кухню", keys: "k", scope: "dialog", why: printer.why, run: cook },
  ]);
  return (
    <>
      <PrintProblem printer={printer} />
      <Button keys="P" onClick={pay}>
        Оплата
      </Button>
      <Button keys="K" why={printer.why} onClick={cook}>
        На кухню
      </Button>
    </>
  );
};

/**
 * Dialog with the next steps after a save. If an existing order was saved with the expected total, the editor closes
 * without this dialog.
 */
const Saved = ({ companyId, onNext }: EditorDialogsProps) => {
  const editor = useEditorActor();
  const timeZone = useTimeZone(companyId);
  const [, navigate] = useLocation();
  const saved = useEditor(({ context }) => context.saved);
  const differing = useEditor(({ context }) => differingPreview(context));
  const isEdit = useEditor(({ context }) => context.target.orderId !== null);
  const isQuiet = isEdit && differing === undefined;
  const leave = () => editor.send({ type: "leave.ask", to: null });
  useEffect(() => {
    if (!isQuiet || !saved) return;
    toast(`Заказ № ${saved.internalId} сохранён`);
    editor.send({ type: "leave.ask", to: null });
  }, [editor, isQuiet, saved]);
  const open = () => navigate(`/Company/${companyId}/Order/${saved?.id}`);
  useCommands([
    ...(isEdit ? [] : [{ title: "Новый заказ", keys: "n", scope: "dialog" as const, run: onNext }]),
    { title: "Открыть заказ", keys: "o", scope: "dialog", run: open },
  ]);
  if (!saved || isQuiet) return null;
  return (
    <Dialog
      title="Заказ сохранён"
      size="large"
      onClose={leave}
      actions={
        <>
          <Button keys="O" onClick={open}>
            Открыть заказ
          </Button>
          {!isEdit && (
            <>
              <NextSteps order={saved} />
              <Button keys="N" onClick={onNext}>
                Новый заказ
              </Button>
            </>
          )}
          <Button kind="primary" data-autofocus onClick={leave}>
            OK
          </Button>
        </>
      }
    >
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        <dt className="text-muted">Номер за день</dt>
        <dd className="text-xl font-semibold">{saved.internalId}</dd>
        <dt className="text-muted">Полный номер</dt>
        <dd>{saved.id}</dd>
        <dt className="text-muted">Итого</dt>
        <dd className="font-semibold">{formatMoney(saved.amount)}</dd>
        <dt className="text-muted">Ко времени</dt>
        <dd>{formatDateTime(expectedAt(saved), timeZone)}</dd>
      </dl>
      {differing !== undefined && (
        <p role="alert" className="mt-3 rounded-md bg-warning-weak px-3 py-2 text-sm text-warning">
          Сумма отличается от показанной: на экране было {formatMoney(differing)}, сохранено {formatMoney(saved.amount)}{" "}
          Цены или скидка изменились, пока вы принимали заказ. Назовите клиенту новую сумму.
        </p>
      )}
    </Dialog>
  );
};

interface EditorDialogsProps {
  companyId: number;
  /** Opens the editor for another new order. */
  onNext: () => void;
}

/** Dialog that belongs to the current state of the editor's machine. Nothing is rendered if the state has no dialog. */
export const EditorDialogs = ({ companyId, onNext }: EditorDialogsProps) => {
  const dialog = useEditor((snapshot) => {
    if (snapshot.matches("offering")) return "offer";
    if (snapshot.matches({ editing: { leaving: "asking" } })) return "leave";
    if (snapshot.matches({ editing: { drafting: "confirming" } })) return "past";
    if (snapshot.matches("conflicting")) return "conflict";
    return snapshot.matches("saved") ? "saved" : "nothing";
  });
  if (dialog === "offer") return <Offer companyId={companyId} />;
  if (dialog === "leave") return <Leave />;
  if (dialog === "past") return <Past companyId={companyId} />;
  if (dialog === "conflict") return <ConflictDialog companyId={companyId} />;
  return dialog === "saved" ? <Saved companyId={companyId} onNext={onNext} /> : null;
};
