import type { DeliveryOrder } from "#machines/boards/delivery.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Link } from "../../ui/Link.tsx";
import { DueBadge } from "./DueBadge.tsx";
import { moneyText } from "./deliveryTexts.ts";

/**
 * Order on the dispatchers' board: number, due time, address, money, the reason of a failed delivery, and a mark if the
 * order is cancelled or its dishes are ready.
 */
export const OrderSummary = ({ order, companyId, now }: { order: DeliveryOrder; companyId: number; now: number }) => (
  <div className="grid gap-0.5">
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Link href={`/Company/${companyId}/Order/${order.orderId}`} className="font-semibold text-accent hover:underline">
        № {order.internalId}
      </Link>
      <DueBadge due={order.due} now={now} companyId={companyId} />
      {order.isCancelled && <Badge colour="red">отменён</Badge>}
      {order.isReady && !order.isCancelled && <Badge colour="green">готов</Badge>}
    </p>
    <p className="wrap-anywhere">{order.address}</p>
    <p className="text-sm text-muted">{moneyText(order)}</p>
    {order.failure && <p className="text-sm text-negative wrap-anywhere">Не доставлен: {order.failure}</p>}
  </div>
);
