import type { QueryDescriptor } from "#machines/core/query.ts";
import { listOrders } from "./orderList.actors.ts";
import type { OrderListView, OrderRow } from "./orderList.ts";

/**
 * Descriptor of the query for the orders that the given views of the order list show without a date filter: open
 * orders, and the orders of today. The command palette searches these orders by number.
 */
export const numberedOrdersQuery: QueryDescriptor<
  { companyId: number; views: readonly OrderListView[] },
  readonly OrderRow[]
> = {
  name: "numberedOrders",
  load: async (api, { companyId, views }, signal) => {
    const period = { startDate: undefined, endDate: undefined };
    const lists = await Promise.all(views.map((view) => listOrders(api, { companyId, view, ...period }, signal)));
    return lists.flat();
  },
};
