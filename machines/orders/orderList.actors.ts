import { fromPromise } from "xstate";
import { type Api, type Schemas, unwrap } from "#api/client.ts";
import type { LoadedOrders, OrderListRequest } from "./orderList.machine.ts";
import type { OrderRow } from "./orderList.ts";

const period = ({ startDate, endDate }: OrderListRequest) => ({
  ...(startDate && { startDate }),
  ...(endDate && { endDate }),
});

/** The orders of a view, of today where no day is named. */
export const listOrders = (api: Api, request: OrderListRequest, signal: AbortSignal): Promise<readonly OrderRow[]> => {
  const path = { companyId: request.companyId };
  const query = period(request);
  if (request.view === "summary")
    return unwrap(
      api.GET("/api/Order/Company/{companyId}/Summury", { params: { path, query }, signal }),
      Array.isArray,
    );
  const wanted = request.view === "open" ? { isOpenedOnly: true, ...query } : query;
  return unwrap(
    api.GET("/api/Order/Company/{companyId}/MediumSummury", { params: { path, query: wanted }, signal }),
    Array.isArray,
  );
};

/** What the list of orders asks the server; `now` is the server's clock. */
export const orderListActors = (api: Api, now: () => number) => ({
  load: fromPromise(
    async ({ input, signal }: { input: OrderListRequest; signal: AbortSignal }): Promise<LoadedOrders> => ({
      rows: await listOrders(api, input, signal),
      at: now(),
    }),
  ),
  loadDays: fromPromise(
    ({
      input: { companyId },
      signal,
    }: {
      input: { companyId: number };
      signal: AbortSignal;
    }): Promise<readonly Schemas["OrdersOfDay"][]> =>
      unwrap(
        api.GET("/api/Order/Company/{companyId}/DateOrders", { params: { path: { companyId } }, signal }),
        Array.isArray,
      ),
  ),
});
