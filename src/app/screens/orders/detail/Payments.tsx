import { CircleCheck, CircleX, Clock } from "lucide-react";
import { Fragment } from "react";
import type { Schemas } from "#api/client.ts";
import { formatDate, formatDateTime, formatTime } from "#domain/format.ts";
import { formatAmount } from "#domain/money.ts";
import { paymentState } from "#machines/orders/detail/orderNews.ts";
import { actionPermissions, paymentActions } from "#machines/orders/detail/orderReasons.ts";
import type { PaymentActionKind } from "#machines/payments/moneyIntent.ts";
import { useOverridable } from "../../../overrides/useOverridable.ts";
import { useServices, useTimeZone } from "../../../services/context.ts";
import { Button } from "../../../ui/Button.tsx";
import { classNames } from "../../../ui/classNames.ts";
import { prefetchDialog } from "../../../ui/Dialog.tsx";
import { paymentActionNames } from "./paymentActionTexts.ts";
import { RefundRow, shownRefunds } from "./RefundRow.tsx";
import { useDetailActor, useOrderSnapshot, useReasonNotTo } from "./useDetail.ts";

const looks = {
  pending: { Icon: Clock, row: "bg-warning-weak", text: "text-warning" },
  completed: { Icon: CircleCheck, row: "bg-positive-weak", text: "text-positive" },
  rejected: { Icon: CircleX, row: "bg-negative-weak", text: "text-negative" },
};

const compact = "min-h-7! px-2! text-xs pointer-coarse:min-h-10!";

const Action = ({ kind, paymentId }: { kind: PaymentActionKind; paymentId: number }) => {
  const detail = useDetailActor();
  const action = { type: "action.open", kind, paymentId } as const;
  const why = useReasonNotTo(action);
  const { hintOf } = useOverridable(useOrderSnapshot().order.companyId);
  return (
    <Button
      className={compact}
      why={why}
      title={hintOf(actionPermissions[kind])}
      onPointerEnter={prefetchDialog}
      onClick={() => detail.send(action)}
    >
      {paymentActionNames[kind]}
    </Button>
  );
};

const Actions = ({ payment }: { payment: Schemas["Payment"] }) => {
  const detail = useDetailActor();
  const isInvoice = payment.isExternal && paymentState(payment) === "pending";
  return (
    <span className="flex flex-wrap justify-end gap-1 py-1 min-[900px]:flex-nowrap">
      {isInvoice && (
        <Button
          className={compact}
          onPointerEnter={prefetchDialog}
          onClick={() => detail.send({ type: "invoice.show", paymentId: payment.id })}
        >
          Счёт
        </Button>
      )}
      {paymentActions(payment).map((kind) => (
        <Action key={kind} kind={kind} paymentId={payment.id} />
      ))}
    </span>
  );
};

/**
 * Time at which a payment was made, completed or refunded. The date is shown only if it differs from `day`, the current
 * day.
 */
const Moment = ({ at, day, timeZone }: { at: string; day: string; timeZone: string }) => (
  <time dateTime={at} title={formatDateTime(at, timeZone)}>
    {formatDate(at, timeZone) === formatDate(day, timeZone) ? formatTime(at, timeZone) : formatDateTime(at, timeZone)}
  </time>
);

const Payment = ({ payment, day, timeZone }: { payment: Schemas["Payment"]; day: string; timeZone: string }) => {
  const { Icon, row, text } = looks[paymentState(payment)];
  const startTime = <Moment at={payment.date} day={day} timeZone={timeZone} />;
  const ended = payment.complitedDate && <Moment at={payment.complitedDate} day={day} timeZone={timeZone} />;
  return (
    <tr className={classNames(row, "[&:hover>td]:bg-transparent!")} data-payment={payment.id}>
      <td className="py-1.5 font-semibold wrap-break-word min-[700px]:min-w-28">
        {payment.paymentMethodName}
        <span className="block text-xs font-normal text-muted min-[1101px]:hidden">
          {startTime}
          {ended && <> · завершена {ended}</>}
          {payment.operatorAlias && <span className="min-[701px]:hidden"> · {payment.operatorAlias}</span>}
        </span>
      </td>
      <td className="whitespace-nowrap max-[1100px]:hidden">{startTime}</td>
      <td className={classNames(text, "font-medium")}>
        <span className="flex items-center gap-1.5">
          <Icon size={16} aria-hidden className="shrink-0" />
          {payment.status}
        </span>
        {(payment.refundedDate || payment.refundReason) && shownRefunds(payment).length === 0 && (
          <span className="block text-xs font-normal wrap-break-word">
            {payment.refundedDate && <Moment at={payment.refundedDate} day={day} timeZone={timeZone} />}
            {payment.refundedByAlias && ` · ${payment.refundedByAlias}`}
            {payment.refundReason && ` · ${payment.refundReason}`}
          </span>
        )}
      </td>
      <td className="whitespace-nowrap max-[1100px]:hidden">{ended ?? <span className="text-muted">—</span>}</td>
      <td className="max-[700px]:hidden">{payment.operatorAlias ?? <span className="text-muted">—</span>}</td>
      <td className="num font-semibold whitespace-nowrap">{formatAmount(payment.amount)}</td>
      <td>
        <Actions payment={payment} />
      </td>
    </tr>
  );
};

/**
 * List of the order's payments. Each payment has buttons for its possible actions, and its refunds below it (business,
 * sections 2 and 4).
 */
export const Payments = () => {
  const { order, payments } = useOrderSnapshot();
  const timeZone = useTimeZone(order.companyId);
  const today = new Date(useServices().now()).toISOString();
  if (payments.length === 0) {
    return (
      <p className="sheet px-4 py-8 text-center text-sm text-muted">
        Оплат пока нет. Примите первую кнопкой «Принять оплату» справа.
      </p>
    );
  }
  return (
    <div className="sheet">
      <table className="table payments">
        <thead>
          <tr>
            <th scope="col">Способ</th>
            <th scope="col" className="max-[1100px]:hidden">
              Дата
            </th>
            <th scope="col">Состояние</th>
            <th scope="col" className="max-[1100px]:hidden">
              Завершена
            </th>
            <th scope="col" className="max-[700px]:hidden">
              Принял
            </th>
            <th scope="col" className="num">
              Сумма, р.
            </th>
            <th scope="col">
              <span className="sr-only">Действия</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {payments.map((payment) => (
            <Fragment key={payment.id}>
              <Payment payment={payment} day={today} timeZone={timeZone} />
              {shownRefunds(payment).map((refund) => (
                <RefundRow
                  key={refund.id}
                  refund={refund}
                  moment={<Moment at={refund.date} day={today} timeZone={timeZone} />}
                />
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
};
