import type { Schemas } from "#api/client.ts";
import { formatMoney } from "#domain/money.ts";
import { changedPayments, type PaymentState, paymentState } from "#machines/orders/detail/orderNews.ts";
import { failureText } from "../../../services/failureText.ts";
import { Button } from "../../../ui/Button.tsx";
import { Note } from "../../../ui/Note.tsx";
import { orderChangeTexts } from "../comparedOrder.ts";
import { useComparisonNames, useDetail, useDetailActor, useOrderSnapshot } from "./useDetail.ts";

const stateTexts: Readonly<Record<PaymentState, string>> = {
  pending: "ждёт",
  completed: "принята",
  rejected: "возвращена",
};

const paymentText = (payment: Schemas["Payment"]): string =>
  `оплата ${payment.paymentMethodName} ${formatMoney(payment.amount)}: ${
    payment.refundedAmount && !payment.isRejected
      ? `возвращено ${formatMoney(payment.refundedAmount)}`
      : stateTexts[paymentState(payment)]
  }`;

const Changes = () => {
  const detail = useDetailActor();
  const { order, payments } = useOrderSnapshot();
  const before = useDetail(({ context }) => context.before);
  const names = useComparisonNames(order.companyId);
  if (before === undefined) return null;
  const changes = [
    ...orderChangeTexts(before.order, order, names),
    ...changedPayments(before.payments, payments).map(paymentText),
  ];
  return (
    <Note>
      <span className="min-w-0 flex-1 wrap-anywhere">
        <b>Заказ изменили:</b> {changes.length > 0 ? changes.join("; ") : "подробности в истории"}
      </span>
      <Button onClick={() => detail.send({ type: "changes.dismiss" })}>Понятно</Button>
    </Note>
  );
};

const Postponed = () => {
  const detail = useDetailActor();
  const isPostponed = useDetail((state) => state.matches({ dialog: "postponed" }));
  if (!isPostponed) return null;
  return (
    <Note>
      <span className="flex-1">
        <b>Проверяем оплату.</b> Сервер ещё не ответил, записана ли она. Не принимайте её второй раз.
      </span>
      <Button onClick={() => detail.send({ type: "intent.verify" })}>Проверить сейчас</Button>
    </Note>
  );
};

const Away = () => {
  const detail = useDetailActor();
  const isAway = useDetail((state) => state.hasTag("away"));
  const failure = useDetail(({ context }) => context.failure);
  if (!isAway) return null;
  return (
    <Note>
      <span className="flex-1">Показано то, что было прочитано раньше. {failureText(failure)}</span>
      <Button onClick={() => detail.send({ type: "order.reload" })}>Обновить</Button>
    </Note>
  );
};

/** Notes above the order about other users' changes, an unverified money movement, or an unreachable server. */
export const Notes = () => (
  <div className="mb-3 grid gap-2 empty:hidden">
    <Postponed />
    <Changes />
    <Away />
  </div>
);
