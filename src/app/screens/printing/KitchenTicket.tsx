import type { Schemas } from "#api/client.ts";
import { ticketLines, ticketNote, ticketWay } from "#domain/kitchenWords.ts";
import { wayText } from "#domain/pickup.ts";
import type { Order } from "#machines/queries/order.ts";
import { classNames } from "../../ui/classNames.ts";
import { dashed, Head, type Printable, Sheet } from "./paperParts.tsx";

const asWhole = ({ items, note }: Order): Schemas["KitchenTicket"] => ({
  isWhole: true,
  changes: items.map((item) => ({
    lineId: item.id,
    before: null,
    after: {
      name: item.name,
      categoryId: item.categoryId,
      count: item.count,
      note: item.note,
      orderNote: note,
      modificators: item.modificators.map(({ modificatorName, count }) => ({ name: modificatorName, count })),
    },
  })),
});

/**
 * Kitchen ticket. It has no prices, and contains either all dishes of an order or the changes since the last ticket.
 */
export const KitchenTicket = (printable: Printable) => {
  const { order, paper } = printable;
  const ticket = printable.ticket ?? asWhole(order);
  const note = ticketNote(ticket.changes);
  const way = ticketWay(ticket.changes);
  const shownWay = way?.text ?? (order.isInHall && wayText("hall"));
  return (
    <Sheet label={`Заказ на кухню ${order.internalId}`} paper={paper}>
      <Head title={ticket.isWhole ? "На кухню" : "ИЗМЕНЕНИЯ, заказ"} of={printable} />
      {shownWay && (
        <p className="mb-2 text-center text-[1.15em] font-bold">
          {shownWay}
          {way && <span className="block text-[0.75em] font-normal">было: {way.before}</span>}
        </p>
      )}
      <ul className="grid gap-1.5">
        {ticketLines(ticket.changes, ticket.isWhole).map(({ lineId, head, isCancelled, details }) => (
          <li key={lineId}>
            <p className={classNames("text-[1.15em] font-bold wrap-anywhere", isCancelled && "line-through")}>{head}</p>
            {details.map((detail) => (
              <p key={detail} className="pl-3 wrap-anywhere">
                {detail}
              </p>
            ))}
          </li>
        ))}
      </ul>
      {note && (
        <div className={classNames("mt-2 border-t pt-2 wrap-anywhere", dashed)}>
          <p className="font-semibold">{note.text || "Комментарий к заказу убран"}</p>
          {note.before !== undefined && (
            <p className="text-[0.85em]">комментарий изменён, было: {note.before || "пусто"}</p>
          )}
        </div>
      )}
    </Sheet>
  );
};
