import { X } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import type { Schemas } from "#api/client.ts";
import { decimalText } from "#domain/decimal.ts";
import { formatMoney } from "#domain/money.ts";
import { nextStatus } from "#machines/orders/status/statusChange.ts";
import { useCommands } from "../../../keyboard/commands.ts";
import { useReferences } from "../../../services/context.ts";
import { failureText } from "../../../services/failureText.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { Button } from "../../../ui/Button.tsx";
import { ErrorBox } from "../../../ui/ErrorBox.tsx";
import { Link } from "../../../ui/Link.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";
import { useDetail, useDetailActor, useOrderSnapshot, useOrderStatus, useReasonNotTo } from "./useDetail.ts";

const Lines = () => {
  const { order } = useOrderSnapshot();
  return (
    <section className="card text-sm" aria-labelledby="quick-lines">
      <h3 id="quick-lines" className="mb-2 font-semibold">
        Позиции
      </h3>
      <ul className="grid gap-1.5">
        {order.items.map((item) => (
          <li key={item.id} className="flex justify-between gap-3">
            <span className="wrap-anywhere">
              <b>{decimalText(item.count)} ×</b> {item.name}
              {item.modificators.map(({ id, modificatorName, count }) => (
                <span key={id} className="block pl-4 text-muted">
                  + {modificatorName}
                  {count > 1 && ` × ${decimalText(count)}`}
                </span>
              ))}
              {item.note && <span className="block pl-4 text-muted">повару: {item.note}</span>}
            </span>
            <span className="whitespace-nowrap">{formatMoney(item.amount)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
};

const Payments = () => {
  const { payments } = useOrderSnapshot();
  if (payments.length === 0) return null;
  return (
    <section className="card text-sm" aria-labelledby="quick-payments">
      <h3 id="quick-payments" className="mb-2 font-semibold">
        Оплаты
      </h3>
      <ul className="grid gap-1">
        {payments.map(({ id, paymentMethodName, status, amount }) => (
          <li key={id} className="flex justify-between gap-3">
            <span className="wrap-anywhere">
              {paymentMethodName} <span className="text-muted">· {status}</span>
            </span>
            <span className="whitespace-nowrap">{formatMoney(amount)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
};

const Actions = () => {
  const detail = useDetailActor();
  const { order } = useOrderSnapshot();
  const { statuses } = useReferences(order.companyId);
  const whyNotPay = useReasonNotTo({ type: "payment.open" });
  const whyNotStatus = useReasonNotTo({ type: "status.open" });
  const next = nextStatus(statuses, order);
  const changeStatus = () => detail.send({ type: "status.open" });
  // The change is made through the status dialog, which asks for a required reason, asks before it closes an unpaid
  // order, and shows a refusal. If nothing has to be asked, the dialog closes by itself after the change.
  const choose = (status: Schemas["OrderStatus"]) => {
    changeStatus();
    detail.getSnapshot().children.status?.send({ type: "status.choose", status });
  };
  useCommands([{ title: "Сменить статус", keys: "s", why: whyNotStatus, run: changeStatus }]);
  return (
    <footer className="sticky bottom-0 grid grid-cols-2 gap-2 border-t border-line bg-surface py-3">
      {next && (
        <Button kind="primary" className="col-span-2" why={whyNotStatus} onClick={() => choose(next)}>
          Дальше: {next.name}
        </Button>
      )}
      <Button why={whyNotStatus} keys="S" onClick={changeStatus}>
        Сменить статус
      </Button>
      <Button why={whyNotPay} onClick={() => detail.send({ type: "payment.open" })}>
        Принять оплату
      </Button>
    </footer>
  );
};

const Title = ({ due }: { due: ReactNode }) => {
  const { order } = useOrderSnapshot();
  const status = useOrderStatus(order);
  return (
    <>
      <h2 className="text-base font-semibold">
        <Link href={`/Company/${order.companyId}/Order/${order.id}`} className="text-accent hover:underline">
          Заказ № {order.internalId}
        </Link>
      </h2>
      <Badge colour={status?.color}>{status?.name ?? "…"}</Badge>
      <span className="text-sm text-muted">{due}</span>
    </>
  );
};

/**
 * Panel beside the order list with the lines, payments and next steps of one order. The props are parts of the order
 * screen: the notes, the due time, the amounts and the customer.
 */
export const QuickPanel = ({
  notes,
  due,
  sums,
  customer,
  onClose,
}: {
  notes: ReactNode;
  due: ReactNode;
  sums: ReactNode;
  customer: ReactNode;
  onClose: () => void;
}) => {
  const detail = useDetailActor();
  const state = useDetail((snapshot) => snapshot.value.order);
  const isKnown = useDetail((snapshot) => snapshot.hasTag("known"));
  const failure = useDetail(({ context }) => context.failure);
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus({ preventScroll: true }), []);
  useCommands([{ title: "Закрыть заказ сбоку", keys: "Esc", run: onClose }]);
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      aria-label="Выбранный заказ"
      className="sticky top-16 grid max-h-[calc(100dvh-230px)] content-start gap-3 overflow-y-auto rounded-lg border border-line bg-surface px-3 pt-2 outline-none"
    >
      <header className="flex items-start gap-2">
        <div className="flex flex-1 flex-wrap items-center gap-x-2 gap-y-1 pt-1">
          {isKnown ? <Title due={due} /> : <h2 className="text-base font-semibold">Заказ</h2>}
        </div>
        <Button kind="ghost" aria-label="Закрыть" title="Закрыть (Esc)" onClick={onClose}>
          <X size={16} aria-hidden />
        </Button>
      </header>
      {isKnown ? (
        <>
          {notes}
          <Lines />
          {sums}
          <Payments />
          {customer}
          <Actions />
        </>
      ) : state === "loading" ? (
        <Spinner />
      ) : (
        <ErrorBox message={failureText(failure)}>
          {state === "failed" && <Button onClick={() => detail.send({ type: "order.reload" })}>Повторить</Button>}
        </ErrorBox>
      )}
    </aside>
  );
};
