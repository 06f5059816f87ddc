import { changesOf, paymentChanges } from "#machines/orders/orderDetail.ts";
import { Button } from "../../../ui/Button.tsx";
import { Note } from "../../../ui/Note.tsx";
import { useDetail, useDetailActor, useOrderWords, useStanding } from "./useDetail.ts";

const Changes = () => {
  const detail = useDetailActor();
  const { order, payments } = useStanding();
  const before = useDetail(({ context }) => context.before);
  const words = useOrderWords(order.companyId);
  if (before === undefined) return null;
  const changes = [...changesOf(before.order, order, words), ...paymentChanges(before.payments, payments)];
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
  const message = useDetail(({ context }) => context.message);
  if (!isAway) return null;
  return (
    <Note>
      <span className="flex-1">Показано то, что было прочитано раньше. {message}</span>
      <Button onClick={() => detail.send({ type: "order.reload" })}>Обновить</Button>
    </Note>
  );
};

/** What the operator must know before going on: changes by others, money in doubt, an unreachable server. */
export const Notes = () => (
  <div className="mb-3 grid gap-2 empty:hidden">
    <Postponed />
    <Changes />
    <Away />
  </div>
);
