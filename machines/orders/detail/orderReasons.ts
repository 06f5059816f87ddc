import type { Schemas } from "#api/client.ts";
import type { PaymentActionKind } from "#machines/payments/moneyIntent.ts";
import { type OrderSnapshot, paymentSums } from "#machines/payments/orderSnapshot.ts";
import { type PermissionReason, type Permissions, permissionReasonOf } from "#machines/session/permissions.ts";
import { paymentState } from "./orderNews.ts";

/** Data that, together with the order, determine which actions are possible. */
export interface OrderFacts {
  readonly permissions: Permissions;
  readonly userId: number;
  readonly hasStatuses: boolean;
}

/** Reason why an action on an order is not possible. */
export type OrderReason =
  | {
      readonly code:
        | "loading"
        | "closed"
        | "cancelled"
        | "notEditable"
        | "nothingDue"
        | "noStatuses"
        | "verifying"
        | "notOffered";
    }
  | PermissionReason;

/** Action on an order. For each action there can be a reason why it is not possible. */
export type OrderAction =
  | { readonly type: "order.edit" }
  | { readonly type: "payment.open" }
  | { readonly type: "invoice.open" }
  | { readonly type: "status.open" }
  | { readonly type: "invoice.show"; readonly paymentId: number }
  | { readonly type: "action.open"; readonly kind: PaymentActionKind; readonly paymentId: number };

/** Permissions that the actions on a payment require. */
export const actionPermissions: Readonly<Record<PaymentActionKind, string>> = {
  check: "payment.external",
  refund: "payment.reject",
  confirm: "payment.confirm",
};

/** Returns the actions that are possible for a payment in its current state (business, section 4). */
export const paymentActions = (payment: Schemas["Payment"]): PaymentActionKind[] => {
  const state = paymentState(payment);
  if (state === "rejected") return [];
  if (state === "completed") return ["refund"];
  return payment.isExternal ? ["check", "refund"] : ["confirm", "refund"];
};

const permissionReason = ({ permissions }: OrderFacts, permission: string): OrderReason | undefined =>
  permissionReasonOf(permissions, permission);

const reasonNotToTakeMoney = (
  { order, payments }: OrderSnapshot,
  facts: OrderFacts,
  permission: string,
): OrderReason | undefined => {
  if (order.isClosed) return { code: "closed" };
  if (order.isCanceled) return { code: "cancelled" };
  const missing = permissionReason(facts, permission);
  if (missing) return missing;
  return paymentSums(order, payments).due === 0 ? { code: "nothingDue" } : undefined;
};

const reasonNotToEdit = ({ order }: OrderSnapshot, facts: OrderFacts): OrderReason | undefined => {
  if (order.isClosed) return { code: "closed" };
  if (!order.isEditable) return { code: "notEditable" };
  const isForeign = order.operatorId !== null && order.operatorId !== facts.userId;
  return (
    permissionReason(facts, "order.edit") ?? (isForeign ? permissionReason(facts, "order.editForeign") : undefined)
  );
};

const reasonNotToChangeStatus = ({ order }: OrderSnapshot, facts: OrderFacts): OrderReason | undefined => {
  if (order.isClosed) return { code: "closed" };
  const missing = permissionReason(facts, "order.changeStatus");
  if (missing) return missing;
  return facts.hasStatuses ? undefined : { code: "noStatuses" };
};

const reasonNotToAct = (
  { payments }: OrderSnapshot,
  facts: OrderFacts,
  kind: PaymentActionKind,
  paymentId: number,
): OrderReason | undefined => {
  const payment = payments.find(({ id }) => id === paymentId);
  if (!payment || !paymentActions(payment).includes(kind)) return { code: "notOffered" };
  return permissionReason(facts, actionPermissions[kind]);
};

/**
 * Returns the reason why an action on the order is not possible, or undefined if it is possible. Used by the machine's
 * guards and for tooltips.
 */
export const orderReason = (
  snapshot: OrderSnapshot | undefined,
  facts: OrderFacts,
  action: OrderAction,
): OrderReason | undefined => {
  if (!snapshot) return { code: "loading" };
  switch (action.type) {
    case "order.edit":
      return reasonNotToEdit(snapshot, facts);
    case "payment.open":
      return reasonNotToTakeMoney(snapshot, facts, "payment.accept");
    case "invoice.open":
      return reasonNotToTakeMoney(snapshot, facts, "payment.external");
    case "status.open":
      return reasonNotToChangeStatus(snapshot, facts);
    case "action.open":
      return reasonNotToAct(snapshot, facts, action.kind, action.paymentId);
    case "invoice.show":
      return undefined;
  }
};
