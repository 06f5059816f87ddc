import { type KitchenItem, type OrderTicket, toTickets } from "#machines/boards/kitchen.ts";
import { useNow } from "../../shared/useNow.ts";
import { TicketCard } from "./TicketCard.tsx";
import type { TapItem } from "./useKitchen.ts";

const isToAssemble = ({ items }: OrderTicket): boolean =>
  items.some(({ state, isChanged, isCancelled }) => state !== "ready" || isChanged || isCancelled);

const byDue = (one: OrderTicket, other: OrderTicket): number => one.due.localeCompare(other.due);

/** Board of the station at which the dishes of an order are put together (expo). Complete orders come last. */
export const ExpoBoard = ({
  companyId,
  items,
  tap,
}: {
  companyId: number;
  items: readonly KitchenItem[];
  tap: TapItem;
}) => {
  const now = useNow(15_000);
  const tickets = toTickets(items).toSorted(byDue);
  const open = tickets.filter(isToAssemble);
  const sorted = [...open, ...tickets.filter((ticket) => !isToAssemble(ticket))];
  if (sorted.length === 0) return <p className="text-muted">Собирать нечего: заказов на кухне нет.</p>;
  return (
    <ul aria-label="Заказы" className="grid items-start gap-3 min-[700px]:grid-cols-2 min-[1100px]:grid-cols-3">
      {sorted.map((ticket) => (
        <TicketCard
          key={ticket.orderId}
          ticket={ticket}
          companyId={companyId}
          now={now}
          hasTime={isToAssemble(ticket)}
          tap={tap}
        />
      ))}
    </ul>
  );
};
