import { useDroppable } from "@dnd-kit/core";
import { type ReactNode, useState } from "react";
import { formatMoney, roundMoney } from "#domain/money.ts";
import type { StageColumn } from "#machines/boards/stageBoard.ts";
import type { OrderRow } from "#machines/orders/list/orderList.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { Button } from "../../../ui/Button.tsx";
import { classNames } from "../../../ui/classNames.ts";
import { Link } from "../../../ui/Link.tsx";

/** Number of cards that a column shows at first, and number of cards that the button "show more" adds. */
const STEP = 25;

const sumOf = (orders: readonly OrderRow[]): number => roundMoney(orders.reduce((sum, { amount }) => sum + amount, 0));

/**
 * Column of the stage board. While the user moves an order, the column shows whether it can take this order. A column
 * of a final status is narrow and has a link to today's orders with this status.
 */
export const BoardColumn = ({
  column: { status, isFinal, orders },
  companyId,
  digit,
  isHolding,
  reason,
  children,
}: {
  column: StageColumn;
  companyId: number;
  /** Digit key that chooses the column. It is shown while the user moves an order with the keyboard. */
  digit: string | undefined;
  /** True while the user moves an order. */
  isHolding: boolean;
  /** Reason why the order that the user moves cannot be moved to this column. */
  reason: string | undefined;
  children: (order: OrderRow) => ReactNode;
}) => {
  const { id, name, color } = status;
  const [limit, setLimit] = useState(STEP);
  const { setNodeRef, isOver } = useDroppable({ id });
  const hidden = orders.length - limit;
  const isAllowed = isHolding && !reason;
  return (
    <section
      ref={setNodeRef}
      aria-label={name}
      data-column={id}
      className={classNames(
        "flex max-h-full shrink-0 snap-start flex-col rounded-lg border-2 bg-sunken p-2",
        isFinal ? "w-40" : "min-w-60 max-w-96 flex-1 max-[700px]:min-w-[80vw]",
        isAllowed ? (isOver ? "border-accent bg-accent-weak" : "border-accent") : "border-transparent",
        isHolding && reason && isOver && "border-negative",
      )}
    >
      <h2 className="flex items-center gap-1.5 px-0.5 text-sm">
        {digit && <kbd className="text-base">{digit}</kbd>}
        <span className="min-w-0 flex-1">
          <Badge colour={color}>{name}</Badge>
        </span>
        {(!isFinal || orders.length > 0) && <span className="font-semibold text-muted">{orders.length}</span>}
      </h2>
      <p
        className={classNames(
          "mt-1 line-clamp-3 min-h-9 px-0.5 text-xs",
          isHolding && reason ? "text-negative" : "text-muted",
        )}
      >
        {isHolding && (reason ?? "Можно переместить сюда")}
        {!isHolding && isFinal && (
          <Link
            href={`/Company/${companyId}/DashBoard/Summury?orderStatusId=${id}`}
            className="inline-block py-1 text-accent hover:underline"
          >
            За сегодня
          </Link>
        )}
        {!isHolding && !isFinal && orders.length > 0 && formatMoney(sumOf(orders))}
      </p>
      {orders.length > 0 && (
        <ul className="relative grid grid-cols-1 gap-2 overflow-y-auto">
          {orders.slice(0, limit).map((order) => children(order))}
        </ul>
      )}
      {hidden > 0 && (
        <Button className="mt-2" onClick={() => setLimit(limit + STEP)}>
          Ещё {hidden}
        </Button>
      )}
    </section>
  );
};
