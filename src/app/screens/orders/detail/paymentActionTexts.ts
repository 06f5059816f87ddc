import type { PaymentActionKind } from "#machines/payments/moneyIntent.ts";

/** Names of the payment actions. */
export const paymentActionNames: Readonly<Record<PaymentActionKind, string>> = {
  check: "Проверить",
  refund: "Вернуть",
  confirm: "Подтвердить",
};

/** Effects of the payment actions, shown in the confirmation. */
export const paymentActionEffects: Readonly<Record<PaymentActionKind, string>> = {
  check: "Спросить платёжную систему, оплачен ли счёт",
  refund: "Вернуть оплату",
  confirm: "Подтвердить, что деньги получены",
};
