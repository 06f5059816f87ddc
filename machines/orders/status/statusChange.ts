import type { Schemas } from "#api/client.ts";
import { mutationMachineOf } from "#machines/core/mutation.machine.ts";
import type { MutationReport } from "#machines/core/mutation.ts";
import type { Order } from "#machines/queries/order.ts";

type Status = Schemas["OrderStatus"];

/** Input of the status dialog: the order, and the data that determine which statuses can be chosen. */
export interface StatusInput {
  readonly order: Order;
  /** Unpaid amount of the order, roubles. */
  readonly unpaid: number;
  /** True if the user may close an unpaid order (permission `payment.confirm`; decisions, section 5). */
  readonly mayCloseUnpaid: boolean;
}

/** Request to change the status of an order. `version` is the version of the order that the user saw. */
export interface StatusRequest {
  readonly companyId: number;
  readonly orderId: number;
  readonly version: number | undefined;
  readonly statusId: number;
  readonly reason: string;
}

/**
 * Order as another user changed it in the meantime. `unpaid` is the unpaid amount, or undefined if the payments could
 * not be read.
 */
export interface StatusConflict {
  readonly order: Order;
  readonly unpaid: number | undefined;
}

/** Maximum length of the reason for a status change. */
export const REASON_LENGTH = 500;

export const statusMutationMachine = mutationMachineOf<StatusRequest, Order, StatusConflict>();

/** Events that the mutation of the status sends to the status dialog. */
export type StatusReport = MutationReport<Order, StatusConflict>;

/**
 * Returns the statuses that can be chosen, sorted by position. Removed and technical statuses are excluded (business,
 * section 4).
 */
export const selectableStatuses = (statuses: readonly Status[]): Status[] =>
  statuses.filter(({ isRemoved, isTechnical }) => !isRemoved && !isTechnical).toSorted((a, b) => a.order - b.order);

/**
 * Returns the next status that can be chosen and does not cancel the order. Returns undefined if no such status
 * follows, or if the present status is not in the list.
 */
export const nextStatus = (statuses: readonly Status[], { statusId }: Pick<Order, "statusId">): Status | undefined => {
  const current = statuses.find(({ id }) => id === statusId);
  if (!current) return undefined;
  return selectableStatuses(statuses).find(({ order, isCancel }) => order > current.order && !isCancel);
};

/** Returns true if the status would close an order that is not fully paid (decisions, section 5). */
export const closesUnpaid = (unpaid: number, { isClosed, isCancel }: Status): boolean =>
  unpaid > 0 && isClosed && !isCancel;

/** Reason why a status cannot be chosen, or why a status change cannot be sent. */
export type StatusReason =
  | { readonly code: "closed" | "current" | "notSelectable" | "noStatus" | "noReason" }
  /** The order is not fully paid, and the user lacks the permission `payment.confirm`. `unpaid` is in roubles. */
  | { readonly code: "unpaid"; readonly unpaid: number };

/**
 * Returns the reason why a status cannot be chosen, or undefined if there is none. Used by guards, for tooltips, and to
 * plan a bulk change.
 */
export const reasonNotToChoose = (
  {
    order,
    unpaid,
    mayCloseUnpaid,
  }: Pick<StatusInput, "unpaid" | "mayCloseUnpaid"> & { readonly order: Pick<Order, "statusId"> },
  status: Status,
): StatusReason | undefined => {
  if (status.isRemoved || status.isTechnical) return { code: "notSelectable" };
  if (status.id === order.statusId) return { code: "current" };
  return closesUnpaid(unpaid, status) && !mayCloseUnpaid ? { code: "unpaid", unpaid } : undefined;
};

/**
 * Returns the reason why the status change cannot be sent, or undefined if there is none. Used by guards, for the
 * button's tooltip, and to plan a bulk change.
 */
export const reasonNotToSubmit = ({
  order,
  status,
  reason,
}: {
  order: Pick<Order, "isClosed">;
  status: Status | undefined;
  reason: string;
}): StatusReason | undefined => {
  if (status === undefined) return { code: "noStatus" };
  if (order.isClosed) return { code: "closed" };
  return status.isRequireReason && reason.trim() === "" ? { code: "noReason" } : undefined;
};
