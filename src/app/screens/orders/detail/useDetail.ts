import { useSelector } from "@xstate/react";
import { createContext, use, useEffect, useMemo } from "react";
import type { ActorRefFrom, SnapshotFrom } from "xstate";
import type { Schemas } from "#api/client.ts";
import { formatDateTime } from "#domain/format.ts";
import { orderDetailActors } from "#machines/orders/detail/orderDetail.actors.ts";
import { type DetailDone, orderDetailMachine, reasonNotTo } from "#machines/orders/detail/orderDetail.machine.ts";
import type { OrderAction } from "#machines/orders/detail/orderReasons.ts";
import type { OrderSnapshot } from "#machines/payments/orderSnapshot.ts";
import type { Order } from "#machines/queries/order.ts";
import { useOverridable } from "../../../overrides/useOverridable.ts";
import { useReferences, useServices, useTimeZone } from "../../../services/context.ts";
import { useEmitted } from "../../../shared/useEmitted.ts";
import { useProvidedActor } from "../../../shared/useProvidedActor.ts";
import { createMoneyJournal } from "../../../storage/moneyJournal.ts";
import { toast } from "../../../ui/toast.ts";
import type { ComparisonNames } from "../comparedOrder.ts";
import { orderReasonText } from "./reasonTexts.ts";

/** Actor of the order screen's machine. */
export type DetailActor = ActorRefFrom<typeof orderDetailMachine>;

/** Snapshot of the order screen's machine. */
export type DetailSnapshot = SnapshotFrom<typeof orderDetailMachine>;

/** React context with the actor of the order screen's machine. */
export const DetailContext = createContext<DetailActor | undefined>(undefined);

/** Returns the actor of the order screen's machine. Throws if the component is not on the order screen. */
export const useDetailActor = (): DetailActor => {
  const detail = use(DetailContext);
  if (!detail) throw new Error("No order detail above this component");
  return detail;
};

/**
 * Returns the value that `select` takes from the machine's snapshot. The component renders again only when this value
 * changes.
 */
export const useDetail = <T>(select: (snapshot: DetailSnapshot) => T): T => useSelector(useDetailActor(), select);

/** Returns the tooltip for an action that is not possible now, or undefined if the action is possible. */
export const useReasonNotTo = (action: OrderAction): string | undefined =>
  useDetail((snapshot) => orderReasonText(reasonNotTo(snapshot, action)));

/** Returns true if a dialog is open on the order screen. */
export const hasDialog = ({ value }: DetailSnapshot): boolean => ["money", "status", "invoice"].includes(value.dialog);

/** Returns the order and its payments. Throws if they are not loaded yet. */
export const useOrderSnapshot = (): OrderSnapshot => {
  const snapshot = useDetail(({ context }) => context.snapshot);
  if (!snapshot) throw new Error("The order has not been read yet");
  return snapshot;
};

const doneTexts: Readonly<Record<DetailDone, string>> = {
  payment: "Оплата принята",
  action: "Готово",
  status: "Статус изменён",
};

/**
 * Runs the machine of the order screen while the component is mounted. Shows a toast after each successful dialog,
 * except a status change that can be undone.
 */
export const useDetailMachine = (companyId: number, orderId: number): DetailActor => {
  const { api, environment, newKey, now, user } = useServices();
  const { permissions } = useOverridable(companyId);
  const hasStatuses = useReferences(companyId).statuses.length > 0;
  const facts = useMemo(() => ({ permissions, userId: user.id, hasStatuses }), [permissions, user.id, hasStatuses]);
  const detail = useProvidedActor(
    orderDetailMachine,
    () => orderDetailActors({ api, environment, newKey, now, journal: createMoneyJournal(user.id) }),
    { companyId, orderId, facts },
  );
  useEffect(() => detail.send({ type: "facts.change", facts }), [detail, facts]);
  // If a status change can be undone, `UndoBar` reports the change, so no toast is shown.
  useEmitted(detail, {
    "dialog.done": ({ done }) => (done === "status" && detail.getSnapshot().context.undo) || toast(doneTexts[done]),
  });
  return detail;
};

/**
 * Returns the names and the time formatter for the comparison of two versions of an order. The list of discounts is
 * empty, because saved orders contain the name of their discount.
 */
export const useComparisonNames = (companyId: number): ComparisonNames => {
  const { statuses, tags } = useReferences(companyId);
  const timeZone = useTimeZone(companyId);
  return useMemo(
    () => ({
      statuses,
      tags,
      discounts: [],
      formatDateTime: (instant: string) => formatDateTime(instant, timeZone),
    }),
    [statuses, tags, timeZone],
  );
};

/** Returns the status of an order, or undefined until the company's statuses are loaded. */
export const useOrderStatus = ({ companyId, statusId }: Order): Schemas["OrderStatus"] | undefined =>
  useReferences(companyId).statuses.find(({ id }) => id === statusId);
