import { useSelector } from "@xstate/react";
import type { ActorRefFrom } from "xstate";
import { formatMoney } from "#domain/money.ts";
import { amountOf, sumsOf } from "#machines/payments/acceptPayment.ts";
import { type externalInvoiceMachine, whyNotIssue } from "#machines/payments/externalInvoice.machine.ts";
import { useCommands } from "../../../commands.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { ErrorBox } from "../../../ui/ErrorBox.tsx";
import { Note } from "../../../ui/Note.tsx";
import { AmountField } from "./AmountField.tsx";
import { DueStrip } from "./DueStrip.tsx";
import { InsteadOfForm } from "./InsteadOfForm.tsx";
import { MethodField } from "./MethodField.tsx";
import { useMayLeave } from "./MoveProgress.tsx";
import { StaleNote } from "./StaleNote.tsx";
import { useAmountKeys } from "./useAmountKeys.ts";
import { useDetailActor } from "./useDetail.ts";

type InvoiceActor = ActorRefFrom<typeof externalInvoiceMachine>;

const Form = ({ actor }: { actor: InvoiceActor }) => {
  const context = useSelector(actor, (snapshot) => snapshot.context);
  const { due } = sumsOf(context.order, context.payments);
  if (context.methods.length === 0) {
    return <Note>У компании нет внешних способов оплаты. Их добавляют в настройках компании.</Note>;
  }
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        actor.send({ type: "invoice.submit" });
      }}
    >
      {context.message && !context.before && <ErrorBox message={context.message} />}
      <StaleNote before={context.before} order={context.order} />
      <DueStrip amount={context.order.amount} sums={sumsOf(context.order, context.payments)} />
      <MethodField
        methods={context.methods}
        value={context.row.methodId}
        onMethod={(methodId) => actor.send({ type: "method.choose", methodId })}
      />
      <AmountField
        label="Сумма счёта"
        text={context.row.text}
        error={amountOf(context.row) > due ? "Больше остатка" : undefined}
        onText={(text) => actor.send({ type: "amount.type", text })}
        onFill={() => actor.send({ type: "amount.fill" })}
      />
      <button type="submit" hidden />
    </form>
  );
};

const words = {
  sending: "Выставляем счёт…",
  absent: "Счёт не выставлен: сервер его не получил. Отправить тот же счёт ещё раз можно без опаски.",
  lost: "Не удалось узнать, выставлен ли счёт. Обновите страницу: он будет проверен.",
};

/** Issuing an invoice that the payer pays on a page of the provider (business, section 4). */
export const InvoiceDialog = ({ actor }: { actor: InvoiceActor }) => {
  const detail = useDetailActor();
  const state = useSelector(actor, (snapshot) => snapshot);
  const { context } = state;
  const { move } = state.children;
  const mayLeave = useMayLeave(move);
  const isEntering = state.matches("entering");
  const amount = amountOf(context.row);
  const why = isEntering ? whyNotIssue(context) : "Выполняется";
  const close = () => mayLeave && detail.send({ type: "dialog.close" });
  const submit = () => actor.send({ type: "invoice.submit" });
  useAmountKeys();
  useCommands([
    { title: "Выставить счёт", keys: "Ctrl+Enter", scope: "dialog", why, run: submit },
    { title: "Вся сумма", keys: "f", scope: "dialog", run: () => actor.send({ type: "amount.fill" }) },
  ]);
  return (
    <Dialog
      title={`Выставить счёт · заказ № ${context.order.internalId}`}
      onClose={close}
      actions={
        <>
          <Button why={!mayLeave && "Счёт выставляется"} onClick={close}>
            {isEntering ? "Отмена" : "Закрыть"}
          </Button>
          {isEntering && (
            <Button kind="primary" why={why} title="Ctrl+Enter" onClick={submit}>
              {amount > 0 ? `Выставить на ${formatMoney(amount)}` : "Выставить"}
            </Button>
          )}
        </>
      }
    >
      {isEntering && <Form actor={actor} />}
      <InsteadOfForm state={state} move={move} words={words} onRetry={() => actor.send({ type: "invoice.retry" })} />
    </Dialog>
  );
};
