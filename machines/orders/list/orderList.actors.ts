import { isListOf } from "#api/answerShape.ts";
import { type Api, unwrap } from "#api/client.ts";
import { type QueryParts, queryActors } from "#machines/core/query.actors.ts";
import { queryMachineOf } from "#machines/core/query.machine.ts";
import type { QueryDescriptor } from "#machines/core/query.ts";
import type { OrderListRequest, OrderRow } from "./orderList.ts";

const periodOf = ({ startDate, endDate }: OrderListRequest) => ({
  ...(startDate && { startDate }),
  ...(endDate && { endDate }),
});

/** Returns true if the value is a list of orders with the fields that all views need. */
export const areOrderRows = isListOf({
  id: "number",
  statusId: "number",
  amount: "number",
  date: "moment",
  promisedAt: "moment?",
  phone: "string",
  tags: "list",
});

/**
 * Reads the orders for a view of the order list; `OrderListRequest` explains which orders are read without dates.
 * Throws if the server refuses the request or does not answer.
 */
export const listOrders = (api: Api, request: OrderListRequest, signal: AbortSignal): Promise<readonly OrderRow[]> => {
  const path = { companyId: request.companyId };
  const query = periodOf(request);
  if (request.view === "summary")
    return unwrap(api.GET("/api/Order/Company/{companyId}/Summury", { params: { path, query }, signal }), areOrderRows);
  const filtered = request.view === "open" ? { isOpenedOnly: true, ...query } : query;
  return unwrap(
    api.GET("/api/Order/Company/{companyId}/MediumSummury", { params: { path, query: filtered }, signal }),
    areOrderRows,
  );
};

/** Descriptor of the query for a view of the order list. The parent machine sets the polling intervals. */
const orders: QueryDescriptor<OrderListRequest, readonly OrderRow[]> = { name: "orders", load: listOrders };

export const orderListActors = (parts: QueryParts) => ({
  orders: queryMachineOf<OrderListRequest, readonly OrderRow[]>().provide({ actors: queryActors(parts, orders) }),
});
