import type { ActionKind } from "#machines/payments/paymentAction.machine.ts";

/** Names of the actions on a payment. */
export const actionNames: Record<ActionKind, string> = {
  check: "Проверить",
  refund: "Вернуть",
  confirm: "Подтвердить",
};

/** What an action will do, before it is confirmed. */
export const actionEffects: Record<ActionKind, string> = {
  check: "Спросить платёжную систему, оплачен ли счёт",
  refund: "Вернуть оплату",
  confirm: "Подтвердить, что деньги получены",
};
