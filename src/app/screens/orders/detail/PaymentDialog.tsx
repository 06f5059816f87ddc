import { useSelector } from "@xstate/react";
import type { ActorRefFrom } from "xstate";
import { formatMoney } from "#domain/money.ts";
import { type acceptPaymentMachine, whyNotPay } from "#machines/payments/acceptPayment.machine.ts";
import { totalOf } from "#machines/payments/acceptPayment.ts";
import { useCommands } from "../../../commands.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { InsteadOfForm } from "./InsteadOfForm.tsx";
import { useMayLeave } from "./MoveProgress.tsx";
import { PaymentForm } from "./PaymentForm.tsx";
import { useAmountKeys } from "./useAmountKeys.ts";
import { useDetailActor } from "./useDetail.ts";

const words = {
  sending: "Принимаем оплату…",
  absent: "Оплата не записана: сервер её не получил. Отправить ту же оплату ещё раз можно без опаски.",
  lost: "Не удалось узнать, записана ли оплата. Обновите страницу: она будет проверена.",
};

/** Taking payment in one or several methods, with a new status if wanted (business, sections 4 and 5). */
export const PaymentDialog = ({ actor }: { actor: ActorRefFrom<typeof acceptPaymentMachine> }) => {
  const detail = useDetailActor();
  const state = useSelector(actor, (snapshot) => snapshot);
  const { context } = state;
  const { move } = state.children;
  const mayLeave = useMayLeave(move);
  const isEntering = state.matches("entering");
  const total = totalOf(context.rows);
  const why = isEntering ? whyNotPay(context) : "Выполняется";
  const close = () => mayLeave && detail.send({ type: "dialog.close" });
  const submit = () => actor.send({ type: "payment.submit" });
  const [firstRow] = context.rows;
  useAmountKeys();
  useCommands([
    { title: "Принять оплату", keys: "Ctrl+Enter", scope: "dialog", why, run: submit },
    {
      title: "Вся сумма",
      keys: "f",
      scope: "dialog",
      run: () => firstRow && actor.send({ type: "row.fill", id: firstRow.id }),
    },
  ]);
  return (
    <Dialog
      title={`Принять оплату · заказ № ${context.order.internalId}`}
      size="medium"
      onClose={close}
      actions={
        <>
          <Button why={!mayLeave && "Оплата отправляется"} onClick={close}>
            {isEntering ? "Отмена" : "Закрыть"}
          </Button>
          {isEntering && (
            <Button kind="primary" why={why} title="Ctrl+Enter" onClick={submit}>
              {total > 0 ? `Принять ${formatMoney(total)}` : "Принять"}
            </Button>
          )}
        </>
      }
    >
      {isEntering && <PaymentForm actor={actor} context={context} />}
      <InsteadOfForm state={state} move={move} words={words} onRetry={() => actor.send({ type: "payment.retry" })} />
    </Dialog>
  );
};
