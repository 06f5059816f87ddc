import { useSelector } from "@xstate/react";
import type { ActorRefFrom } from "xstate";
import { formatMoney } from "#domain/money.ts";
import type { paymentActionMachine } from "#machines/payments/paymentAction.machine.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { ErrorBox } from "../../../ui/ErrorBox.tsx";
import { actionEffects, actionNames } from "./actionWords.ts";
import { MoveProgress, useMayLeave } from "./MoveProgress.tsx";
import { useDetailActor, useStanding } from "./useDetail.ts";

/** One action on one payment, asked about first (business, section 4). */
export const ActionDialog = ({ actor }: { actor: ActorRefFrom<typeof paymentActionMachine> }) => {
  const detail = useDetailActor();
  const { payments } = useStanding();
  const state = useSelector(actor, (snapshot) => snapshot);
  const { kind, paymentId, message } = state.context;
  const { move } = state.children;
  const mayLeave = useMayLeave(move);
  const payment = payments.find(({ id }) => id === paymentId);
  const mayConfirm = state.matches("confirming") || state.matches("refused");
  const close = () => mayLeave && detail.send({ type: "dialog.close" });
  return (
    <Dialog
      title="Подтвердить действие?"
      onClose={close}
      actions={
        <>
          <Button data-autofocus={mayConfirm || undefined} why={!mayLeave && "Выполняется"} onClick={close}>
            {mayConfirm ? "Нет" : "Закрыть"}
          </Button>
          {mayConfirm && (
            <Button
              kind={kind === "refund" ? "danger" : "primary"}
              onClick={() => actor.send({ type: "action.confirm" })}
            >
              {actionNames[kind]}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-3 text-sm">
        {message && <ErrorBox message={message} />}
        <p>
          {actionEffects[kind]}
          {payment && (
            <>
              : <b>{payment.paymentMethodName}</b>, <b className="whitespace-nowrap">{formatMoney(payment.amount)}</b>
            </>
          )}
        </p>
        {move && (
          <MoveProgress
            move={move}
            sending="Выполняем…"
            absent="Действие не записано: сервер его не получил. Отправить его ещё раз можно без опаски."
          />
        )}
        {state.matches("lost") && (
          <ErrorBox message="Не удалось узнать, выполнено ли действие. Обновите страницу: оно будет проверено.">
            <Button data-autofocus onClick={() => location.reload()}>
              Обновить страницу
            </Button>
          </ErrorBox>
        )}
      </div>
    </Dialog>
  );
};
