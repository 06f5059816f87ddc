import {
  type Announcements,
  DndContext,
  type DragEndEvent,
  DragOverlay,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { useSelector } from "@xstate/react";
import { type FocusEvent, useCallback, useEffect, useMemo, useRef, useState } from "react";
import {
  applyMoves,
  columnDigit,
  type HeldOrder,
  reasonNotToMove,
  reasonNotToTake,
  type StageColumn,
  stageColumns,
} from "#machines/boards/stageBoard.ts";
import type { OrderRow } from "#machines/orders/list/orderList.ts";
import type { References } from "#machines/queries/references.ts";
import { isPermitted } from "#machines/session/permissions.ts";
import { useCommands } from "../../../keyboard/commands.ts";
import { useOverridable } from "../../../overrides/useOverridable.ts";
import { useServices, useTimeZone } from "../../../services/context.ts";
import { useNow } from "../../../shared/useNow.ts";
import { BoardCard } from "./BoardCard.tsx";
import { BoardColumn } from "./BoardColumn.tsx";
import { CardDue, CardFace, type CardSetting } from "./CardFace.tsx";
import { ColumnsDialog } from "./ColumnsDialog.tsx";
import { MoveReasonDialog } from "./MoveReasonDialog.tsx";
import { moveFocus } from "./moveFocus.ts";
import { moveReasonText } from "./moveReasonText.ts";
import type { StageBoardActor } from "./useStageBoard.ts";

/**
 * Touch settings of dragging: a finger must rest on a card for `delay` ms and move at most `tolerance` px. A swipe
 * therefore scrolls the board.
 */
const TOUCH = { delay: 250, tolerance: 8 };

const announcementsOf = (held: HeldOrder | undefined, columns: readonly StageColumn[]): Announcements => {
  const describe = (id: UniqueIdentifier): string | undefined => {
    const status = columns.find((column) => column.status.id === id)?.status;
    if (!held || !status) return undefined;
    return `${status.name}. ${moveReasonText(reasonNotToMove(held, status)) ?? "Можно переместить сюда"}.`;
  };
  return {
    onDragStart: () => "Заказ взят.",
    onDragOver: ({ over }) => (over ? describe(over.id) : undefined),
    onDragEnd: () => "Заказ отпущен.",
    onDragCancel: () => "Перемещение отменено.",
  };
};

/**
 * Registers the keyboard commands of the board. M picks up the focused order, a digit then chooses the column, and M or
 * Esc cancels the move.
 */
const useMoveKeys = ({
  held,
  columns,
  why,
  onTake,
  onChoose,
  onCancel,
}: {
  /** Order that the user moves with the keyboard. */
  held: HeldOrder | undefined;
  columns: readonly StageColumn[];
  /** Reason why the focused order cannot be picked up. */
  why: string | undefined;
  onTake: () => void;
  onChoose: (status: StageColumn["status"]) => void;
  onCancel: () => void;
}) => {
  const choices = columns.flatMap(({ status }, index) => {
    const keys = columnDigit(index);
    if (!held || keys === undefined) return [];
    const reason = moveReasonText(reasonNotToMove(held, status));
    return [{ title: `Переместить в «${status.name}»`, keys, why: reason, run: () => onChoose(status) }];
  });
  useCommands([
    { title: "Переместить заказ", keys: "m", why: held ? undefined : why, run: held ? onCancel : onTake },
    ...(held ? [...choices, { title: "Не перемещать", keys: "Esc", run: onCancel }] : []),
  ]);
};

/**
 * Columns of the stage board with their cards. The user moves a card by dragging, with the keyboard, or in a list of
 * columns.
 */
export const StageColumns = ({
  companyId,
  board,
  orders,
  references,
}: {
  companyId: number;
  board: StageBoardActor;
  orders: readonly OrderRow[];
  references: References;
}) => {
  const { newKey } = useServices();
  const { permissions } = useOverridable(companyId);
  const timeZone = useTimeZone(companyId);
  const now = useNow(15_000);
  const { held, moves, refusals } = useSelector(board, ({ context }) => context);
  const isExplaining = useSelector(board, (snapshot) => snapshot.matches({ holding: "explaining" }));
  const [focusedId, setFocusedId] = useState<number>();
  const list = useRef<HTMLElement>(null);
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: TOUCH }),
  );
  const mayMove = isPermitted(permissions, "order.changeStatus");
  const mayCloseUnpaid = isPermitted(permissions, "payment.confirm");
  const setting = useMemo<CardSetting>(
    () => ({ companyId, now, timeZone, tags: new Map(references.tags.map((tag) => [tag.id, tag])) }),
    [companyId, now, timeZone, references.tags],
  );
  const columns = useMemo(
    () => stageColumns(references.statuses, applyMoves(orders, moves)),
    [references.statuses, orders, moves],
  );
  const take = useCallback(
    (order: OrderRow, by: HeldOrder["by"]) => {
      board.send({ type: "move.cancel" });
      board.send({ type: "card.take", order, by, rules: { mayMove, mayCloseUnpaid } });
    },
    [board, mayMove, mayCloseUnpaid],
  );
  const openList = useCallback((order: OrderRow) => take(order, "list"), [take]);
  const dismiss = useCallback((orderId: number) => board.send({ type: "refusal.dismiss", orderId }), [board]);
  const cancel = () => board.send({ type: "move.cancel" });
  const choose = (status: StageColumn["status"]) => board.send({ type: "column.choose", status, key: newKey() });
  const drop = ({ over }: DragEndEvent) => {
    const status = columns.find((column) => column.status.id === over?.id)?.status;
    if (held && status && !reasonNotToMove(held, status)) choose(status);
    else cancel();
  };
  const focused = orders.find(({ id }) => id === focusedId);
  useMoveKeys({
    held: held?.by === "keys" && !isExplaining ? held : undefined,
    columns,
    why: focused ? moveReasonText(reasonNotToTake(focused, { mayMove }, moves)) : "Сначала выберите заказ стрелками",
    onTake: () => focused && take(focused, "keys"),
    onChoose: choose,
    onCancel: cancel,
  });
  // A moved card is rendered in a different column and loses the focus, so the focus is restored here.
  useEffect(() => {
    const isShown = columns.some((column) => column.orders.some(({ id }) => id === focusedId));
    if (!isShown || !document.activeElement?.matches("body, #main")) return;
    list.current?.querySelector<HTMLElement>(`[data-card="${focusedId}"] [data-open]`)?.focus({ preventScroll: true });
  }, [columns, focusedId]);
  const keepFocused = ({ target }: FocusEvent) => {
    const card = target.closest<HTMLElement>("[data-card]");
    if (card) setFocusedId(Number(card.dataset["card"]));
  };
  const reasonOf = (status: StageColumn["status"]) => held && moveReasonText(reasonNotToMove(held, status));
  const isByKeys = held?.by === "keys" && !isExplaining;
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={pointerWithin}
      accessibility={{
        container: document.body,
        announcements: announcementsOf(held, columns),
        screenReaderInstructions: { draggable: "" },
      }}
      onDragStart={({ active }) => {
        const order = orders.find(({ id }) => id === active.id);
        if (order) take(order, "drag");
      }}
      onDragEnd={drop}
      onDragCancel={cancel}
    >
      <p role="status" className={isByKeys ? "mb-2 text-sm font-semibold text-accent" : "sr-only"}>
        {isByKeys && `Заказ № ${held.order.internalId}: нажмите цифру столбца. Esc отменяет.`}
      </p>
      <section
        ref={list}
        aria-label="Столбцы"
        className={`relative -mx-1 flex h-[calc(100dvh-10rem)] min-h-72 items-stretch gap-2 overflow-x-auto px-1 pb-2 ${held ? "" : "snap-x snap-mandatory"}`}
        onKeyDown={moveFocus}
        onFocus={keepFocused}
      >
        {columns.map((column, index) => (
          <BoardColumn
            key={column.status.id}
            column={column}
            companyId={companyId}
            digit={isByKeys ? columnDigit(index) : undefined}
            isHolding={held !== undefined}
            reason={reasonOf(column.status)}
          >
            {(order) => (
              <BoardCard
                key={order.id}
                order={order}
                setting={setting}
                isHeld={held?.order.id === order.id}
                isMoving={moves.some(({ entry }) => entry.request.orderId === order.id)}
                refusal={refusals.find(({ orderId }) => orderId === order.id)}
                onMove={mayMove ? openList : undefined}
                onDismiss={dismiss}
              />
            )}
          </BoardColumn>
        ))}
      </section>
      <DragOverlay dropAnimation={null}>
        {held?.by === "drag" && !isExplaining && (
          <div className="rounded-md border border-accent bg-raised px-2.5 py-2 text-sm shadow-float">
            <p className="flex gap-2 py-1">
              <b>№ {held.order.internalId}</b> <CardDue order={held.order} setting={setting} />
            </p>
            <CardFace order={held.order} setting={setting} />
          </div>
        )}
      </DragOverlay>
      {held?.by === "list" && !isExplaining && (
        <ColumnsDialog held={held} columns={columns} onChoose={choose} onClose={cancel} />
      )}
      {isExplaining && <MoveReasonDialog board={board} />}
    </DndContext>
  );
};
