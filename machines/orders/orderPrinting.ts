import { type Schemas, unwrap } from "#api/client.ts";
import type { Viewed } from "#machines/resource/view.ts";

/** Which order, as it is now; `sent` grows with what this screen sends to print. */
export interface OrderPrintingQuery {
  readonly companyId: number;
  readonly orderId: number;
  readonly version: number;
  readonly sent: number;
}

/** What of an order was printed, and what the kitchen knows of it. */
export const orderPrinting: Viewed<OrderPrintingQuery, Schemas["OrderPrinting"]> = {
  name: "orderPrinting",
  load: (api, { companyId, orderId }, signal) =>
    unwrap(
      api.GET("/api/PrintJob/Company/{companyId}/Order/{orderId}", {
        params: { path: { companyId, orderId } },
        signal,
      }),
    ),
};

const moving: readonly Schemas["PrintJob"]["status"][] = ["waiting", "taken", "printing"];

/** Whether something is on its way to paper, so that its state is worth asking for again soon. */
export const isMoving = ({ jobs }: Schemas["OrderPrinting"]): boolean =>
  jobs.some(({ status }) => moving.includes(status));
