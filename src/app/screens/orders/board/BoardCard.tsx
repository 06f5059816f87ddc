import { useDraggable } from "@dnd-kit/core";
import { ArrowRightLeft } from "lucide-react";
import { memo } from "react";
import type { RefusedMove } from "#machines/boards/stageBoard.ts";
import type { OrderRow } from "#machines/orders/list/orderList.ts";
import { failureText } from "../../../services/failureText.ts";
import { Button } from "../../../ui/Button.tsx";
import { classNames } from "../../../ui/classNames.ts";
import { Link } from "../../../ui/Link.tsx";
import { CardDue, CardFace, type CardSetting } from "./CardFace.tsx";

const Refusal = ({ failure, onDismiss }: { failure: RefusedMove["failure"]; onDismiss: () => void }) => (
  <div role="alert" className="mt-1.5 grid justify-items-start gap-1.5 rounded-md bg-negative-weak p-2 text-negative">
    <span className="wrap-anywhere">{failureText(failure)}</span>
    <Button onClick={onDismiss}>Обновить</Button>
  </div>
);

/**
 * Card of an order on the stage board. The user moves the card by dragging, with the keyboard, or in a list of columns.
 * Without `onMove` the card cannot be moved.
 */
export const BoardCard = memo(
  ({
    order,
    setting,
    isHeld,
    isMoving,
    refusal,
    onMove,
    onDismiss,
  }: {
    order: OrderRow;
    setting: CardSetting;
    isHeld: boolean;
    /** True while the server has not confirmed a move of the order. */
    isMoving: boolean;
    refusal: RefusedMove | undefined;
    onMove: ((order: OrderRow) => void) | undefined;
    onDismiss: (orderId: number) => void;
  }) => {
    const { id, internalId } = order;
    const isFixed = !onMove || isMoving;
    const { setNodeRef, listeners } = useDraggable({ id, disabled: isFixed });
    return (
      <li
        ref={setNodeRef}
        {...listeners}
        data-card={id}
        aria-busy={isMoving || undefined}
        className={classNames(
          "rounded-md border bg-raised px-2.5 py-2 text-sm select-none",
          isHeld ? "border-accent outline-2 outline-accent" : "border-line",
          !isFixed && "cursor-grab",
        )}
      >
        <div className="flex items-center gap-2">
          <Link
            href={`/Company/${setting.companyId}/Order/${id}`}
            data-open
            draggable={false}
            className="py-1 font-semibold hover:underline"
          >
            № {internalId}
          </Link>
          <span className="min-w-0 flex-1">
            {isMoving ? <span className="text-muted">Переносим…</span> : <CardDue order={order} setting={setting} />}
          </span>
          {onMove && (
            <Button
              kind="ghost"
              className="-my-1 -mr-1.5 px-1.5"
              title="Переместить"
              aria-label={`Переместить заказ № ${internalId}`}
              why={isMoving && "Заказ уже перемещается"}
              onClick={() => onMove(order)}
            >
              <ArrowRightLeft size={16} aria-hidden />
            </Button>
          )}
        </div>
        <CardFace order={order} setting={setting} />
        {refusal && !isMoving && <Refusal failure={refusal.failure} onDismiss={() => onDismiss(id)} />}
      </li>
    );
  },
);
