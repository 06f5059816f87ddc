import { Suspense, useDeferredValue, useEffect, useEffectEvent } from "react";
import { formatMoney } from "#domain/money.ts";
import { formatPhone } from "#domain/phone.ts";
import { pickupText } from "#domain/pickup.ts";
import { paymentSums } from "#machines/payments/orderSnapshot.ts";
import { useCommands } from "../../../keyboard/commands.ts";
import { useOverridable } from "../../../overrides/useOverridable.ts";
import { lazyComponent } from "../../../routing/lazyComponent.ts";
import { useIsModuleOn } from "../../../services/context.ts";
import { afterPaint } from "../../../startup/afterPaint.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { Button } from "../../../ui/Button.tsx";
import { classNames } from "../../../ui/classNames.ts";
import { prefetchDialog } from "../../../ui/Dialog.tsx";
import { prefetchDialogs } from "./Dialogs.tsx";
import { formatAddress } from "./formatAddress.ts";
import { OPENS_PAYMENT } from "./openPayment.ts";
import { PrintProblem } from "./PrintProblem.tsx";
import { useDetail, useDetailActor, useOrderSnapshot, useReasonNotTo } from "./useDetail.ts";
import { usePrint } from "./usePrint.ts";

const PrintCard = lazyComponent("PrintCard", () => import("./PrintCard.tsx"));

const prefetch = () => {
  prefetchDialog();
  prefetchDialogs();
};

const Actions = () => {
  const detail = useDetailActor();
  const { order } = useOrderSnapshot();
  const printer = usePrint(order);
  const { hintOf } = useOverridable(order.companyId);
  const hasInvoices = useIsModuleOn(order.companyId, "externalPayment");
  // The code of a dialog is normally prefetched on hover. A keyboard shortcut opens the dialog without hovering,
  // possibly while the server is unreachable, so the code of all dialogs is prefetched here.
  useEffect(() => afterPaint(prefetch), []);
  // The print jobs are requested only after a second render, so that they do not delay the order.
  const isSeen = useDeferredValue(true, false);
  const why = {
    payment: useReasonNotTo({ type: "payment.open" }),
    invoice: useReasonNotTo({ type: "invoice.open" }),
    status: useReasonNotTo({ type: "status.open" }),
    print: printer.why,
  };
  const pay = () => detail.send({ type: "payment.open" });
  // After a new order is saved, the order editor offers the payment. Its button opens this screen with `OPENS_PAYMENT`.
  // The payment dialog then opens as soon as the machine has checked that no unfinished payment exists.
  const mayPay = useDetail((snapshot) => snapshot.can({ type: "payment.open" }));
  const payAtOnce = useEffectEvent(pay);
  useEffect(() => {
    if (history.state !== OPENS_PAYMENT || !mayPay) return;
    history.replaceState(null, "");
    payAtOnce();
  }, [mayPay]);
  const changeStatus = () => detail.send({ type: "status.open" });
  const issue = () => detail.send({ type: "invoice.open" });
  const print = () => printer.print("preBill");
  const cook = () => printer.print("kitchen");
  useCommands([
    { title: "Принять оплату", keys: "p", why: why.payment, run: pay },
    { title: "Сменить статус", keys: "s", why: why.status, run: changeStatus },
    ...(hasInvoices ? [{ title: "Выставить счёт", why: why.invoice, run: issue }] : []),
    { title: "Печать предчека", why: why.print, run: print },
    { title: "Отправить на кухню", why: why.print, run: cook },
  ]);
  return (
    <>
      <section
        className="card grid content-start gap-2"
        aria-labelledby="detail-actions"
        onPointerEnter={prefetch}
        onFocus={prefetch}
      >
        <h2 id="detail-actions" className="mb-1 text-sm font-semibold">
          Действия
        </h2>
        <Button kind="primary" why={why.payment} title={hintOf("payment.accept")} keys="P" onClick={pay}>
          Принять оплату
        </Button>
        <Button why={why.status} title={hintOf("order.changeStatus")} keys="S" onClick={changeStatus}>
          Сменить статус
        </Button>
        {hasInvoices && (
          <Button why={why.invoice} onClick={issue}>
            Выставить счёт
          </Button>
        )}
        <div className="grid grid-cols-2 gap-2">
          <Button why={why.print} onClick={print}>
            Предчек
          </Button>
          <Button why={why.print} onClick={cook}>
            На кухню
          </Button>
        </div>
        <PrintProblem printer={printer} />
        {printer.isOffering && (
          <div role="status" className="grid gap-2 rounded-md bg-accent-weak px-3 py-2 text-sm text-accent">
            На кухне уже последняя версия: ничего не изменилось.
            <Button why={why.print} onClick={printer.printWhole}>
              Отправить целиком ещё раз
            </Button>
            <Button onClick={printer.cancel}>Не отправлять</Button>
          </div>
        )}
      </section>
      <Suspense>
        {isSeen && (
          <PrintCard
            companyId={order.companyId}
            orderId={order.id}
            version={order.version}
            printer={printer.actor}
            why={why.print}
            onCook={cook}
          />
        )}
      </Suspense>
    </>
  );
};

/** Amounts of the order: total, accepted, pending and due. */
export const Sums = () => {
  const { order, payments } = useOrderSnapshot();
  const { accepted, pending, due } = paymentSums(order, payments);
  const rows = [
    { name: "Заказ", value: order.amount, tone: "" },
    { name: "Принято", value: accepted, tone: accepted > 0 ? "text-positive font-semibold" : "" },
    { name: "Ждёт", value: pending, tone: pending > 0 ? "text-warning font-semibold" : "" },
  ];
  return (
    <section className="card" aria-labelledby="detail-sums">
      <h2 id="detail-sums" className="mb-2 text-sm font-semibold">
        Оплата
      </h2>
      <dl className="text-sm">
        {rows.map(({ name, value, tone }) => (
          <div key={name} className="flex justify-between gap-3 py-0.5">
            <dt className="text-muted">{name}</dt>
            <dd className={classNames("whitespace-nowrap", tone)}>{formatMoney(value)}</dd>
          </div>
        ))}
        <div className="mt-1.5 flex items-baseline justify-between gap-x-3 border-t border-line pt-2 font-semibold">
          <dt>Остаток</dt>
          <dd className="text-xl whitespace-nowrap" data-due>
            {formatMoney(due)}
          </dd>
        </div>
      </dl>
    </section>
  );
};

/**
 * Customer of the order, with phone, address, banknote to give change for, number of persons and comment. Without an
 * address, a text says how the guest gets the order.
 */
export const Client = () => {
  const { order } = useOrderSnapshot();
  const lines = [
    formatAddress(order) || pickupText(order.isInHall),
    [
      order.deliveryChange !== null && `Сдача с ${formatMoney(order.deliveryChange)}`,
      order.persons && `персон: ${order.persons}`,
    ]
      .filter(Boolean)
      .join(" · "),
    order.note ?? "",
  ].filter((line) => line !== "");
  return (
    <section className="card text-sm" aria-labelledby="detail-client">
      <h2 id="detail-client" className="mb-2 font-semibold">
        Клиент
      </h2>
      <p className="flex flex-wrap items-center gap-2">
        {order.customerAlias && <b className="wrap-anywhere">{order.customerAlias}</b>}
        {order.operatorPhoneCallId !== null && <Badge colour="teal">по звонку</Badge>}
      </p>
      <p>
        <a className="text-accent hover:underline" href={`tel:${order.phone}`}>
          {formatPhone(order.phone)}
        </a>
      </p>
      {lines.map((line) => (
        <p key={line} title={line} className="line-clamp-4 text-muted wrap-anywhere">
          {line}
        </p>
      ))}
    </section>
  );
};

/** Side panel of the order screen with actions, print jobs, sums and the customer. */
export const SidePanel = () => (
  <aside
    aria-label="Действия и оплата"
    className="grid content-start gap-3 min-[1700px]:grid-cols-2 max-[1000px]:order-first max-[1000px]:grid-cols-3 max-[760px]:grid-cols-1"
  >
    <Actions />
    <Sums />
    <Client />
  </aside>
);
