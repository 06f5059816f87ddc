import { useSelector } from "@xstate/react";
import type { ActorRefFrom } from "xstate";
import { formatMoney } from "#domain/money.ts";
import { actionPermissions } from "#machines/orders/detail/orderReasons.ts";
import type { confirmFormMachine } from "#machines/payments/confirmForm.machine.ts";
import { leftOfPayment } from "#machines/payments/orderSnapshot.ts";
import { amountToRefund, isPartOffered, pendingRefundOf, reasonNotToRefund } from "#machines/payments/refundForm.ts";
import { useOverridable } from "../../../overrides/useOverridable.ts";
import { useHasExtensionFields } from "../../../services/useIsOffered.ts";
import { TextArea } from "../../../ui/TextArea.tsx";
import { refundReasonText } from "./dialogReasonTexts.ts";
import { MoneyDialog, type MoneyDialogActor } from "./MoneyDialog.tsx";
import { paymentActionEffects, paymentActionNames } from "./paymentActionTexts.ts";
import { RefundFields } from "./RefundFields.tsx";

const texts = {
  sending: "Выполняем…",
  notRecorded: "Действие не записано: сервер его не получил. Отправить его ещё раз можно без опаски.",
  dropped: "Действие не выполнено.",
  lost: "Не удалось узнать, выполнено ли действие. Обновите страницу: оно будет проверено.",
};

/** Dialog in which the user confirms an action on a payment (business, section 4). */
export const ActionDialog = ({
  dialog,
  form,
}: {
  dialog: MoneyDialogActor;
  form: ActorRefFrom<typeof confirmFormMachine>;
}) => {
  const hasReason = useHasExtensionFields();
  const context = useSelector(form, (state) => state.context);
  const { kind, paymentId, snapshot, reason } = context;
  const hint = useOverridable(snapshot.order.companyId).hintOf(actionPermissions[kind]);
  const payment = snapshot.payments.find(({ id }) => id === paymentId);
  const isRefund = kind === "refund";
  // The button of a refund names the sum and the method, so that the user confirms them.
  const label =
    isRefund && payment
      ? `${paymentActionNames[kind]} ${formatMoney(amountToRefund(context))} · ${payment.paymentMethodName}`
      : paymentActionNames[kind];
  return (
    <MoneyDialog
      actor={dialog}
      title="Подтвердить действие?"
      cancel="Нет"
      isCancelFocused
      texts={texts}
      submit={{
        label,
        command: label,
        why: isRefund ? refundReasonText(reasonNotToRefund(context)) : undefined,
        kind: isRefund ? "danger" : "primary",
        run: () => form.send({ type: "form.submit" }),
      }}
    >
      <p className="text-sm">
        {paymentActionEffects[kind]}
        {payment && (
          <>
            : <b>{payment.paymentMethodName}</b>,{" "}
            <b className="whitespace-nowrap">{formatMoney(leftOfPayment(payment))}</b>
          </>
        )}
      </p>
      {hint && <p className="mt-1 text-sm text-muted">{hint}.</p>}
      {isRefund && isPartOffered(payment) && <RefundFields form={form} context={context} />}
      {isRefund && hasReason && !pendingRefundOf(payment) && (
        <TextArea
          label="Причина возврата"
          className="mt-3"
          maxLength={500}
          value={reason}
          onText={(text) => form.send({ type: "reason.type", text })}
        />
      )}
    </MoneyDialog>
  );
};
