import type { ActorRefFrom } from "xstate";
import type { orderListMachine } from "#machines/orders/list/orderList.machine.ts";
import type { OrderRow } from "#machines/orders/list/orderList.ts";
import { RowsExport } from "../../../directory/RowsExport.tsx";
import { useIsModuleOn, useReferences, useServices, useTimeZone } from "../../../services/context.ts";
import { screenNames } from "../views/viewTarget.ts";
import { orderExportColumns } from "./orderExport.ts";

/** Menu that exports all orders that match the filters, not only the current page, with the columns of the list. */
export const OrderExport = ({
  list,
  rows,
}: {
  list: ActorRefFrom<typeof orderListMachine>;
  /** Sorted orders that match the filters. */
  rows: readonly OrderRow[];
}) => {
  const { now } = useServices();
  const { companyId, view } = list.getSnapshot().context;
  const references = useReferences(companyId);
  const timeZone = useTimeZone(companyId);
  const isDeliveryOn = useIsModuleOn(companyId, "delivery");
  const columns = () => {
    const { query, rows: all } = list.getSnapshot().context;
    // A server that sends no couriers omits `courierName` from all orders. The list then has no courier column.
    const hasCouriers = isDeliveryOn && all.some(({ courierName }) => courierName !== undefined);
    return orderExportColumns({
      ...references,
      view,
      isShown: (column) => !query.hidden.includes(column) && (column !== "courier" || hasCouriers),
      timeZone,
      now: now(),
    });
  };
  return <RowsExport key={view} name={screenNames[view]} columns={columns} rows={() => rows} />;
};
