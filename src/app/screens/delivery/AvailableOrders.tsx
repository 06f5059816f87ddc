import type { DeliveryOrder } from "#machines/boards/delivery.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { DueBadge } from "./DueBadge.tsx";
import { moneyText } from "./deliveryTexts.ts";

/** Orders without a courier. The courier who uses the screen can take them. */
export const AvailableOrders = ({
  orders,
  companyId,
  now,
  onTake,
}: {
  orders: readonly DeliveryOrder[];
  companyId: number;
  now: number;
  onTake: (orderId: number) => void;
}) => (
  <section aria-label="Можно взять" className="grid gap-2">
    <h2 className="font-semibold">Можно взять</h2>
    {orders.length === 0 && <p className="text-muted">Свободных заказов нет.</p>}
    <ul className="grid gap-2">
      {orders.map((order) => (
        <li key={order.orderId} className="card flex items-center gap-3 p-3!">
          <div className="min-w-0 flex-1">
            <p className="flex flex-wrap items-center gap-2">
              <b>№ {order.internalId}</b>
              <DueBadge due={order.due} now={now} companyId={companyId} />
              {order.isReady && <Badge colour="green">готов</Badge>}
            </p>
            <p className="wrap-anywhere">{order.address}</p>
            <p className="text-sm text-muted">{moneyText(order)}</p>
          </div>
          <Button
            className="min-h-14! px-4"
            aria-label={`Взять заказ № ${order.internalId}`}
            onClick={() => onTake(order.orderId)}
          >
            Взять
          </Button>
        </li>
      ))}
    </ul>
  </section>
);
