import { useSelector } from "@xstate/react";
import type { ActorRefFrom } from "xstate";
import { formatMoney } from "#domain/money.ts";
import { type AmountRow, amountOf } from "#machines/payments/amounts.ts";
import { type invoiceFormMachine, reasonNotToIssue } from "#machines/payments/invoiceForm.machine.ts";
import { paymentSums } from "#machines/payments/orderSnapshot.ts";
import { useCommands } from "../../../keyboard/commands.ts";
import { Note } from "../../../ui/Note.tsx";
import { AmountField } from "./AmountField.tsx";
import { DueStrip } from "./DueStrip.tsx";
import { amountReasonText } from "./dialogReasonTexts.ts";
import { FormState } from "./FormState.tsx";
import { MethodField } from "./MethodField.tsx";
import { MoneyDialog, type MoneyDialogActor } from "./MoneyDialog.tsx";
import { useAmountKeys } from "./useAmountKeys.ts";

type FormActor = ActorRefFrom<typeof invoiceFormMachine>;

const texts = {
  sending: "Выставляем счёт…",
  notRecorded: "Счёт не выставлен: сервер его не получил. Отправить тот же счёт ещё раз можно без опаски.",
  dropped: "Счёт не выставлен.",
  lost: "Не удалось узнать, выставлен ли счёт. Обновите страницу: он будет проверен.",
};

const Fields = ({ form, row }: { form: FormActor; row: AmountRow }) => {
  const { snapshot, methods } = useSelector(form, ({ context }) => context);
  const sums = paymentSums(snapshot.order, snapshot.payments);
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        form.send({ type: "form.submit" });
      }}
    >
      <DueStrip amount={snapshot.order.amount} sums={sums} />
      <MethodField
        methods={methods}
        value={row.methodId}
        onMethod={(methodId) => form.send({ type: "method.choose", methodId })}
      />
      <AmountField
        label="Сумма счёта"
        text={row.text}
        error={amountOf(row) > sums.due ? "Больше остатка" : undefined}
        onText={(text) => form.send({ type: "amount.type", text })}
        onFill={() => form.send({ type: "amount.fill" })}
      />
      <button type="submit" hidden />
    </form>
  );
};

/** Dialog that issues an invoice. The customer pays it on the payment provider's page (business, section 4). */
export const InvoiceDialog = ({ dialog, form }: { dialog: MoneyDialogActor; form: FormActor }) => {
  const state = useSelector(form, (snapshot) => snapshot);
  const { rows, snapshot } = state.context;
  const [row] = rows;
  const amount = row ? amountOf(row) : 0;
  useAmountKeys();
  useCommands([{ title: "Вся сумма", keys: "f", scope: "dialog", run: () => form.send({ type: "amount.fill" }) }]);
  return (
    <MoneyDialog
      actor={dialog}
      title={`Выставить счёт · заказ № ${snapshot.order.internalId}`}
      texts={texts}
      submit={
        state.matches("editing")
          ? {
              label: amount > 0 ? `Выставить на ${formatMoney(amount)}` : "Выставить",
              command: "Выставить счёт",
              why: amountReasonText(reasonNotToIssue(state.context)),
              run: () => form.send({ type: "form.submit" }),
            }
          : undefined
      }
    >
      <FormState state={state} onRetry={() => form.send({ type: "form.retry" })}>
        {row ? (
          <Fields form={form} row={row} />
        ) : (
          <Note>
            Выставить счёт нечем: внешних способов оплаты нет или они не настроены. Они есть в настройках компании.
          </Note>
        )}
      </FormState>
    </MoneyDialog>
  );
};
