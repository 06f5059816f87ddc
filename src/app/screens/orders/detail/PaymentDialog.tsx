import { useSelector } from "@xstate/react";
import type { ActorRefFrom } from "xstate";
import { formatMoney } from "#domain/money.ts";
import { sumOfRows } from "#machines/payments/amounts.ts";
import { type paymentFormMachine, reasonNotToPay } from "#machines/payments/paymentForm.machine.ts";
import { useCommands } from "../../../keyboard/commands.ts";
import { amountReasonText } from "./dialogReasonTexts.ts";
import { FormState } from "./FormState.tsx";
import { MoneyDialog, type MoneyDialogActor } from "./MoneyDialog.tsx";
import { PaymentForm } from "./PaymentForm.tsx";
import { useAmountKeys } from "./useAmountKeys.ts";

const texts = {
  sending: "Принимаем оплату…",
  notRecorded: "Оплата не записана: сервер её не получил. Отправить ту же оплату ещё раз можно без опаски.",
  dropped: "Оплата не записана. Деньги не приняты.",
  lost: "Не удалось узнать, записана ли оплата. Обновите страницу: она будет проверена.",
};

/**
 * Dialog that accepts a payment by one or several payment methods. The dialog can also change the order's status
 * (business, sections 4 and 5).
 */
export const PaymentDialog = ({
  dialog,
  form,
}: {
  dialog: MoneyDialogActor;
  form: ActorRefFrom<typeof paymentFormMachine>;
}) => {
  const state = useSelector(form, (snapshot) => snapshot);
  const { rows, snapshot } = state.context;
  const total = sumOfRows(rows);
  const [firstRow] = rows;
  const fill = () => firstRow && form.send({ type: "row.fill", id: firstRow.id });
  useAmountKeys();
  useCommands([{ title: "Вся сумма", keys: "f", scope: "dialog", run: fill }]);
  return (
    <MoneyDialog
      actor={dialog}
      title={`Принять оплату · заказ № ${snapshot.order.internalId}`}
      size="medium"
      texts={texts}
      submit={
        state.matches("editing")
          ? {
              label: total > 0 ? `Принять ${formatMoney(total)}` : "Принять",
              command: "Принять оплату",
              why: amountReasonText(reasonNotToPay(state.context)),
              run: () => form.send({ type: "form.submit" }),
            }
          : undefined
      }
    >
      <FormState state={state} onRetry={() => form.send({ type: "form.retry" })}>
        <PaymentForm form={form} />
      </FormState>
    </MoneyDialog>
  );
};
