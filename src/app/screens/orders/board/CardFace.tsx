import type { Schemas } from "#api/client.ts";
import { formatDate, formatElapsed, formatTime } from "#domain/format.ts";
import { formatMoney } from "#domain/money.ts";
import { formatPhone } from "#domain/phone.ts";
import { pickupText } from "#domain/pickup.ts";
import { expectedAt, overdueMs } from "#machines/orders/list/orderAttention.ts";
import type { OrderRow } from "#machines/orders/list/orderList.ts";
import { Badge } from "../../../ui/Badge.tsx";

/** Values that all cards of the board need. `now` is in ms since 1970. */
export interface CardSetting {
  readonly companyId: number;
  readonly now: number;
  readonly timeZone: string;
  readonly tags: ReadonlyMap<number, Schemas["Tag"]>;
}

/**
 * Promised time of an order, with its date if it is another day. The time of a late order is red and shows the delay.
 */
export const CardDue = ({ order, setting: { now, timeZone } }: { order: OrderRow; setting: CardSetting }) => {
  const due = expectedAt(order);
  const date = formatDate(due, timeZone);
  const time = `${date === formatDate(new Date(now), timeZone) ? "" : `${date.slice(0, 5)} `}${formatTime(due, timeZone)}`;
  const late = overdueMs(order, now);
  if (late === 0) return <span className="text-muted">к {time}</span>;
  return (
    <span className="text-xs font-semibold text-negative">
      к {time} · <span className="whitespace-nowrap">+{formatElapsed(late)}</span>
    </span>
  );
};

const paidText = ({ amount, requiredAmount, paidAmount = 0 }: OrderRow): string => {
  if (requiredAmount === undefined || amount === 0) return "";
  if (requiredAmount === 0) return paidAmount < amount ? "оплата ждёт подтверждения" : "оплачен";
  return requiredAmount < amount ? `ещё ${formatMoney(requiredAmount)}` : "не оплачен";
};

const courierText = ({ deliveryAddress, isInHall, courierName }: OrderRow): string => {
  if (deliveryAddress === null) return pickupText(isInHall);
  return courierName === null ? "без курьера" : (courierName ?? deliveryAddress);
};

/** Content of a card below its heading: customer, dishes, tags, courier, payment state and amount. */
export const CardFace = ({ order, setting }: { order: OrderRow; setting: CardSetting }) => {
  const tags = order.tags.flatMap((id) => setting.tags.get(id) ?? []);
  const dishes = (order.dishes ?? []).map(({ name, count }) => (count > 1 ? `${name} × ${count}` : name)).join(", ");
  const isPaid = order.requiredAmount === 0;
  return (
    <>
      <p className="truncate">{order.customerName || formatPhone(order.phone)}</p>
      {dishes && (
        <p className="line-clamp-2 text-muted" title={dishes}>
          {dishes}
        </p>
      )}
      {tags.length > 0 && (
        <p className="mt-1 flex flex-wrap gap-1">
          {tags.map(({ id, name, color }) => (
            <Badge key={id} colour={color}>
              {name}
            </Badge>
          ))}
        </p>
      )}
      <p className="mt-1 flex flex-wrap items-baseline justify-between gap-x-2">
        <span className="min-w-0 truncate text-muted" title={courierText(order)}>
          {courierText(order)}
        </span>
        <span>
          <span className={isPaid ? "text-positive" : "text-warning"}>{paidText(order)}</span>{" "}
          <b className="whitespace-nowrap">{formatMoney(order.amount)}</b>
        </span>
      </p>
    </>
  );
};
