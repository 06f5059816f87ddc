import { useSelector } from "@xstate/react";
import { Suspense } from "react";
import type { ActorRefFrom } from "xstate";
import type { BulkKind } from "#machines/orders/bulk/bulkChange.ts";
import type { orderListMachine } from "#machines/orders/list/orderList.machine.ts";
import { lazyComponent } from "../../../routing/lazyComponent.ts";
import { useIsModuleOn, usePermissions, useReferences } from "../../../services/context.ts";
import { useEmitted } from "../../../shared/useEmitted.ts";
import { SelectionBar } from "../list/SelectionBar.tsx";
import { useBulkChange } from "./useBulkChange.ts";

const BulkDialog = lazyComponent("BulkDialog", () => import("./BulkDialog.tsx"));

/**
 * Bar with the actions on the ticked orders, and the dialog of their bulk change. `shownCount` is the
 * number of ticked orders that match the filters.
 */
export const OrderSelection = ({
  companyId,
  list,
  shownCount,
  reasonNotToPrint,
  onPrint,
}: {
  companyId: number;
  list: ActorRefFrom<typeof orderListMachine>;
  shownCount: number;
  reasonNotToPrint: string | undefined;
  onPrint: () => void;
}) => {
  const ticked = useSelector(list, ({ context }) => context.ticked);
  const rows = useSelector(list, ({ context }) => context.rows).filter(({ id }) => ticked.includes(id));
  const actor = useBulkChange(companyId);
  const isOpen = useSelector(actor, (state) => !state.hasTag("hidden"));
  const hasPermission = usePermissions(companyId);
  const { statuses } = useReferences(companyId);
  const isDelivering =
    useIsModuleOn(companyId, "delivery") && rows.some(({ courierName }) => courierName !== undefined);
  useEmitted(actor, { "orders.changed": () => list.send({ type: "list.refresh" }) });
  const open = (kind: BulkKind) =>
    actor.send({
      type: "bulk.open",
      selection: {
        kind,
        facts: { statuses, mayCloseUnpaid: hasPermission("payment.confirm") },
        orders: rows.map(({ id, internalId }) => ({ orderId: id, internalId })),
      },
    });
  return (
    <>
      {rows.length > 0 && (
        <SelectionBar
          count={rows.length}
          shownCount={shownCount}
          reasonNotToPrint={reasonNotToPrint}
          onPrint={onPrint}
          onClear={() => list.send({ type: "row.tick", ids: ticked, isTicked: false })}
          onStatus={statuses.length > 0 && hasPermission("order.changeStatus") ? () => open("status") : undefined}
          onCourier={isDelivering && hasPermission("delivery.manage") ? () => open("courier") : undefined}
        />
      )}
      {isOpen && (
        <Suspense>
          <BulkDialog actor={actor} />
        </Suspense>
      )}
    </>
  );
};
