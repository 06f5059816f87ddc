import { type Schemas, unwrap } from "#api/client.ts";
import type { Viewed } from "#machines/resource/view.ts";

/** Which order, as it is now; `sent` grows with what this screen sends to print. */
export interface OrderPrintingQuery {
  readonly companyId: number;
  readonly orderId: number;
  readonly version: number;
  readonly sent: number;
}

const SOON_MS = 3000;
const LATER_MS = 20_000;

const moving: readonly Schemas["PrintJob"]["status"][] = ["waiting", "taken", "printing"];

/** Whether something is on its way to paper, so that its state is worth asking for again soon. */
const isMoving = ({ jobs }: Schemas["OrderPrinting"]): boolean => jobs.some(({ status }) => moving.includes(status));

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
  isLive: () => true,
  refreshEvery: (answer) => (answer && isMoving(answer) ? SOON_MS : LATER_MS),
};
