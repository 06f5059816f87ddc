import type { PaymentActionKind } from "#machines/payments/moneyIntent.ts";

/** Russian names of the actions on a payment. */
export const paymentActionNames: Readonly<Record<PaymentActionKind, string>> = {
  check: "Проверить",
  refund: "Вернуть",
  confirm: "Подтвердить",
};

/** Russian texts about the effect of each action on a payment, shown in the confirmation dialog. */
export const paymentActionEffects: Readonly<Record<PaymentActionKind, string>> = {
  check: "Спросить платёжную систему, оплачен ли счёт",
  refund: "Вернуть оплату",
  confirm: "Подтвердить, что деньги получены",
};
