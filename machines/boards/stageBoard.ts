import type { Schemas } from "#api/client.ts";
import { roundMoney } from "#domain/money.ts";
import type { Failure } from "#machines/core/failure.ts";
import type { OutboxEntry } from "#machines/core/outbox.ts";
import type { OrderRow } from "#machines/orders/list/orderList.ts";
import {
  closesUnpaid,
  reasonNotToChoose,
  type StatusReason,
  type StatusRequest,
} from "#machines/orders/status/statusChange.ts";

type Status = Schemas["OrderStatus"];

/** Query for the open orders of a company. */
export interface StageQuery {
  readonly companyId: number;
}

/**
 * Move of an order to another column. `isDone` is true after the server has answered; the move then stays applied until
 * the board gets orders that already contain it.
 */
export interface StageMove {
  readonly entry: OutboxEntry<StatusRequest>;
  readonly isDone: boolean;
}

/**
 * Move that the server has refused. The card of the order shows the refusal until the user dismisses it or moves the
 * order again, or until the order is closed.
 */
export interface RefusedMove {
  readonly orderId: number;
  readonly failure: Failure;
}

/** Permissions that determine to which columns the user can move an order. */
export interface StageRules {
  /** True if the user may change the status of orders (permission `order.changeStatus`). */
  readonly mayMove: boolean;
  /** True if the user may close an unpaid order (permission `payment.confirm`). */
  readonly mayCloseUnpaid: boolean;
}

/** Order that the user is moving. */
export interface HeldOrder {
  readonly order: OrderRow;
  readonly rules: StageRules;
  /** Way in which the user chooses the column: by dragging, by pressing M and a digit, or in a list of the columns. */
  readonly by: "drag" | "keys" | "list";
}

/** Reason why an order cannot be picked up or moved. */
export type MoveReason =
  | StatusReason
  | { readonly code: "permission"; readonly permission: string }
  /** An earlier move of the order is not confirmed yet. */
  | { readonly code: "moving" }
  /** The order is paid and cannot be cancelled before the payment is returned. `paid` is in roubles. */
  | { readonly code: "paid"; readonly paid: number };

/**
 * Returns the part of the order's amount that completed payments do not cover, roubles. If the server sends no
 * `paidAmount`, pending payments also count as completed; if it sends neither figure, returns 0.
 */
export const unpaidOf = ({ amount, paidAmount, requiredAmount = 0 }: OrderRow): number =>
  paidAmount === undefined ? requiredAmount : Math.max(0, roundMoney(amount - paidAmount));

/** Returns the reason why the user cannot pick up the order, or undefined if there is none. */
export const reasonNotToTake = (
  { id }: Pick<OrderRow, "id">,
  { mayMove }: Pick<StageRules, "mayMove">,
  moves: readonly StageMove[],
): MoveReason | undefined => {
  if (!mayMove) return { code: "permission", permission: "order.changeStatus" };
  return moves.some(({ entry }) => entry.request.orderId === id) ? { code: "moving" } : undefined;
};

/**
 * Returns the reason why the held order cannot be moved to the column of a status, or undefined if there is none. Used
 * by the guard, and shown on the columns while the order is held.
 */
export const reasonNotToMove = (
  { order, rules: { mayCloseUnpaid } }: Pick<HeldOrder, "order" | "rules">,
  status: Status,
): MoveReason | undefined => {
  const reason = reasonNotToChoose({ order, unpaid: unpaidOf(order), mayCloseUnpaid }, status);
  if (reason) return reason;
  const { paidAmount = 0 } = order;
  return status.isCancel && paidAmount > 0 ? { code: "paid", paid: paidAmount } : undefined;
};

/** Returns true if the user must give a reason for the status, or confirm that the status closes an unpaid order. */
export const needsExplanation = (order: OrderRow, status: Status): boolean =>
  status.isRequireReason || closesUnpaid(unpaidOf(order), status);

/** Returns the orders with the unconfirmed moves applied. */
export const applyMoves = (orders: readonly OrderRow[], moves: readonly StageMove[]): readonly OrderRow[] => {
  const statusIds = new Map(moves.map(({ entry: { request } }) => [request.orderId, request.statusId]));
  return orders.map((order) => ({ ...order, statusId: statusIds.get(order.id) ?? order.statusId }));
};

/** Column of the stage board with its orders. */
export interface StageColumn {
  readonly status: Status;
  /**
   * True if the status closes or cancels orders. The column of such a status shows only orders that are being moved
   * into it.
   */
  readonly isFinal: boolean;
  readonly orders: readonly OrderRow[];
}

const isFinalStatus = ({ isClosed, isCancel }: Status): boolean => isClosed || isCancel;

/**
 * Returns the columns of the board: the statuses of open orders first, then the final statuses, both sorted by
 * position. A removed status or a technical final status has a column only if an order has this status.
 */
export const stageColumns = (statuses: readonly Status[], orders: readonly OrderRow[]): readonly StageColumn[] =>
  statuses
    .map((status) => ({
      status,
      isFinal: isFinalStatus(status),
      orders: orders.filter(({ statusId }) => statusId === status.id),
    }))
    .filter(
      ({ status, isFinal, orders: own }) => own.length > 0 || !(status.isRemoved || (isFinal && status.isTechnical)),
    )
    .toSorted((one, other) => Number(one.isFinal) - Number(other.isFinal) || one.status.order - other.status.order);

/** Returns the digit that chooses a column: 1 to 9, then 0. Returns undefined for the columns after the tenth. */
export const columnDigit = (index: number): string | undefined => (index < 10 ? String((index + 1) % 10) : undefined);
