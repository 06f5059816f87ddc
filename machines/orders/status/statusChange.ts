import type { Schemas } from "#api/client.ts";
import { mutationMachineOf } from "#machines/core/mutation.machine.ts";
import type { MutationReport } from "#machines/core/mutation.ts";

type Order = Schemas["Order"];
type Status = Schemas["OrderStatus"];

/** Order whose status is changed. */
export interface StatusInput {
  readonly order: Order;
  /** Sum that is not paid, roubles. */
  readonly unpaid: number;
  /** Whether the user may close an order that is not paid (`payment.confirm`; decisions, section 5). */
  readonly mayCloseUnpaid: boolean;
}

/** Change of a status that is sent; `version` is the version of the order that the user saw. */
export interface StatusRequest {
  readonly companyId: number;
  readonly orderId: number;
  readonly version: number;
  readonly statusId: number;
  readonly reason: string;
}

/** Order that another user changed first. `unpaid` is absent when the payments could not be read. */
export interface StatusConflict {
  readonly order: Order;
  readonly unpaid: number | undefined;
}

/** Mutation that changes a status. */
export const statusMutationMachine = mutationMachineOf<StatusRequest, Order, StatusConflict>();

/** Reports of the mutation to the dialog. */
export type StatusReport = MutationReport<Order, StatusConflict>;

/** Returns the statuses that a user may choose, neither removed nor technical, in their order (business, section 4). */
export const selectableStatuses = (statuses: readonly Status[]): Status[] =>
  statuses.filter(({ isRemoved, isTechnical }) => !isRemoved && !isTechnical).toSorted((a, b) => a.order - b.order);

/** Returns whether the status would close the order while `unpaid` roubles are missing (decisions, section 5). */
export const closesUnpaid = (unpaid: number, { isClosed, isCancel }: Status): boolean =>
  unpaid > 0 && isClosed && !isCancel;

/** Reason why a status cannot be chosen or the change cannot be sent. */
export type StatusReason =
  | { readonly code: "closed" | "current" | "notSelectable" | "noStatus" | "noReason" }
  /** The order would be closed although `unpaid` roubles are missing, which needs `payment.confirm`. */
  | { readonly code: "unpaid"; readonly unpaid: number };

/** Returns the reason why a status cannot be chosen. It serves the guard and the tooltip of the choice. */
export const reasonNotToChoose = (
  { order, unpaid, mayCloseUnpaid }: StatusInput,
  status: Status,
): StatusReason | undefined => {
  if (status.isRemoved || status.isTechnical) return { code: "notSelectable" };
  if (status.id === order.statusId) return { code: "current" };
  return closesUnpaid(unpaid, status) && !mayCloseUnpaid ? { code: "unpaid", unpaid } : undefined;
};

/** Returns the reason why the chosen status cannot be sent. It serves the guard and the tooltip of the button. */
export const reasonNotToSubmit = ({
  order,
  status,
  reason,
}: Pick<StatusInput, "order"> & { status: Status | undefined; reason: string }): StatusReason | undefined => {
  if (status === undefined) return { code: "noStatus" };
  if (order.isClosed) return { code: "closed" };
  return status.isRequireReason && reason.trim() === "" ? { code: "noReason" } : undefined;
};
