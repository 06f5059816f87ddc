import { useSelector } from "@xstate/react";
import { Suspense } from "react";
import type { ActorRefFrom } from "xstate";
import { missingPermissionText, PRINT_USE } from "#domain/firstPermissions.ts";
import type { BulkKind } from "#machines/orders/bulk/bulkChange.ts";
import type { orderListMachine } from "#machines/orders/list/orderList.machine.ts";
import type { OrderRow } from "#machines/orders/list/orderList.ts";
import { useCommands } from "../../../keyboard/commands.ts";
import { lazyComponent } from "../../../routing/lazyComponent.ts";
import { useIsModuleOn, usePermissions, useReferences } from "../../../services/context.ts";
import { useEmitted } from "../../../shared/useEmitted.ts";
import { SelectionBar } from "../list/SelectionBar.tsx";
import { useBulkChange } from "./useBulkChange.ts";

const BulkDialog = lazyComponent("BulkDialog", () => import("./BulkDialog.tsx"));

const printBills = (companyId: number, rows: readonly OrderRow[]) => {
  const query = rows.map(({ id }) => `orderId=${id}`).join("&");
  window.open(`/PreBill/Company/${companyId}/Summury?${query}`, "_blank", "noopener");
};

/**
 * Bar with the actions on the ticked orders, and the dialog of their bulk change. `left` contains the orders that match
 * the filters.
 */
export const OrderSelection = ({
  companyId,
  list,
  left,
}: {
  companyId: number;
  list: ActorRefFrom<typeof orderListMachine>;
  left: readonly OrderRow[];
}) => {
  const ticked = useSelector(list, ({ context }) => context.ticked);
  const listed = useSelector(list, ({ context }) => context.rows);
  const tickedIds = new Set(ticked);
  const rows = listed.filter(({ id }) => tickedIds.has(id));
  const actor = useBulkChange(companyId);
  const isOpen = useSelector(actor, (state) => !state.hasTag("hidden"));
  const hasPermission = usePermissions(companyId);
  const { statuses } = useReferences(companyId);
  const isDelivering =
    useIsModuleOn(companyId, "delivery") && rows.some(({ courierName }) => courierName !== undefined);
  // Ticked orders are printed only if they match the filters. An order that is filtered out stays ticked.
  const printed = left.filter(({ id }) => tickedIds.has(id));
  const print = () => printBills(companyId, printed);
  const reasonNotToPrint = hasPermission("print.use")
    ? printed.length === 0
      ? "Отметьте заказы галочками"
      : undefined
    : missingPermissionText(PRINT_USE);
  useCommands([{ title: "Печать предчеков отмеченных", keys: "p", why: reasonNotToPrint, run: print }]);
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
          shownCount={printed.length}
          reasonNotToPrint={reasonNotToPrint}
          onPrint={print}
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
