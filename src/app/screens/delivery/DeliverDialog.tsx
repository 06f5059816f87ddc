import { formatMoney, roundMoney } from "#domain/money.ts";
import type { CourierWork, DeliveryOrder, StopTap } from "#machines/boards/delivery.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";

/**
 * Dialog for the delivery of an unpaid order. The courier chooses the payment method that the customer used, or
 * delivers the order without payment.
 */
export const DeliverDialog = ({
  order: { internalId, requiredAmount, invoicedAmount = 0, change },
  methods,
  why,
  onDeliver,
  onClose,
}: {
  order: DeliveryOrder;
  methods: CourierWork["paymentMethods"];
  /** Reason why the courier may not accept payments. */
  why: string | undefined;
  onDeliver: (payment: StopTap["payment"]) => void;
  onClose: () => void;
}) => (
  <Dialog title={`Оплата у двери, заказ № ${internalId}`} onClose={onClose}>
    {invoicedAmount > 0 && (
      <p className="mb-3">
        Счёт на <b className="whitespace-nowrap">{formatMoney(invoicedAmount)}</b> ещё не оплачен.
      </p>
    )}
    {requiredAmount > 0 && (
      <p className="mb-3">
        Клиент должен <b className="whitespace-nowrap">{formatMoney(requiredAmount)}</b>
        {change !== null && change > requiredAmount && (
          <>
            , сдача с {formatMoney(change)} —{" "}
            <b className="whitespace-nowrap">{formatMoney(roundMoney(change - requiredAmount))}</b>
          </>
        )}
        .
      </p>
    )}
    <div className="grid gap-2">
      {requiredAmount > 0 &&
        methods.map(({ id, name }) => (
          <Button
            key={id}
            kind="primary"
            className="min-h-14!"
            why={why}
            onClick={() => onDeliver({ paymentMethodId: id, amount: requiredAmount })}
          >
            {name}: {formatMoney(requiredAmount)}
          </Button>
        ))}
      <Button className="min-h-14!" onClick={() => onDeliver(undefined)}>
        Доставлен без оплаты
      </Button>
    </div>
  </Dialog>
);
