import { hasFields, isListOf } from "#api/answerShape.ts";
import { type Schemas, unwrap } from "#api/client.ts";
import type { QueryDescriptor } from "#machines/core/query.ts";

/** Order and its version. `version` is not sent to the server, but a changed version causes a new read. */
export interface OrderVersion {
  readonly companyId: number;
  readonly orderId: number;
  readonly version: number;
}

/** Descriptor of the query for the change history of an order. */
export const orderHistoryQuery: QueryDescriptor<OrderVersion, readonly Schemas["OrderHistoryEntry"][]> = {
  name: "orderHistory",
  load: (api, { companyId, orderId }, signal) =>
    unwrap(
      api.GET("/api/OrderHistory/{orderId}/Company/{companyId}", { params: { path: { companyId, orderId } }, signal }),
      isListOf({ typeElement: "string", type: "string", date: "moment" }),
    ),
};

/** Descriptor of the query for the cost price of an order. */
export const orderPrimeCostQuery: QueryDescriptor<OrderVersion, Schemas["PrimeCost"]> = {
  name: "orderPrimeCost",
  load: (api, { companyId, orderId }, signal) =>
    unwrap(
      api.GET("/api/Order/Company/{companyId}/{orderId}/PrimeCost", {
        params: { path: { companyId, orderId } },
        signal,
      }),
      (answer) => hasFields(answer, { primeCost: "number" }),
    ),
};
