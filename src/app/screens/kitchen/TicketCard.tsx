import { formatTime } from "#domain/format.ts";
import { pickupText } from "#domain/pickup.ts";
import { minutesUntil, type OrderTicket } from "#machines/boards/kitchen.ts";
import { useTimeZone } from "../../services/context.ts";
import { KitchenDish } from "./KitchenDish.tsx";
import type { TapItem } from "./useKitchen.ts";

const SOON_MINUTES = 10;

/** Minutes until the order is due, or minutes of its delay. The colour shows the urgency. */
const DueMark = ({ due, now }: { due: string; now: number }) => {
  const minutes = minutesUntil(due, now);
  if (minutes < 0) return <span className="badge shrink-0" data-colour="red">{`опоздание ${-minutes} мин`}</span>;
  const colour = minutes < SOON_MINUTES ? "orange" : "grey";
  return <span className="badge shrink-0" data-colour={colour}>{`через ${minutes} мин`}</span>;
};

/** Card of an order with its dishes, in a column of the kitchen board or on the expo board. */
export const TicketCard = ({
  ticket: { orderId, internalId, due, orderNote, isDelivery, isInHall, persons, items },
  companyId,
  now,
  hasTime,
  tap,
}: {
  ticket: OrderTicket;
  companyId: number;
  now: number;
  /**
   * True if the minutes until the order is due are shown. The minutes are hidden if all dishes of the card are ready.
   */
  hasTime: boolean;
  tap: TapItem;
}) => {
  const timeZone = useTimeZone(companyId);
  return (
    <li data-order={orderId} className="card grid content-start gap-2 p-3!">
      <h3 className="flex flex-wrap items-center justify-between gap-x-2">
        <span className="text-xl font-semibold">№ {internalId}</span>
        {hasTime && <DueMark due={due} now={now} />}
        <span className="w-full text-sm text-muted">
          к {formatTime(due, timeZone)}, {isDelivery ? "доставка" : pickupText(isInHall)}
          {persons ? `, персон: ${persons}` : ""}
        </span>
      </h3>
      {orderNote && <p className="rounded-md bg-warning-weak px-2 py-1 text-warning wrap-anywhere">{orderNote}</p>}
      {items.map((item) => (
        <KitchenDish key={item.id} item={item} tap={tap} />
      ))}
    </li>
  );
};
