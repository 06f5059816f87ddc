import { type Schemas, unwrap } from "#api/client.ts";
import type { QueryDescriptor } from "#machines/core/query.ts";

/** Parameters of `orderPrintingQuery`. `version` is not sent to the server, but a changed version causes a new read. */
export interface OrderPrintingParams {
  readonly companyId: number;
  readonly orderId: number;
  readonly version: number | undefined;
}

const SOON_MS = 3000;
const LATER_MS = 20_000;

const unfinished: readonly Schemas["PrintJob"]["status"][] = ["waiting", "taken", "printing"];

const hasUnfinishedJob = ({ jobs }: Schemas["OrderPrinting"]): boolean =>
  jobs.some(({ status }) => unfinished.includes(status));

/** Descriptor of the query for an order's print jobs and for the version that the kitchen last received. */
export const orderPrintingQuery: QueryDescriptor<OrderPrintingParams, Schemas["OrderPrinting"]> = {
  name: "orderPrinting",
  load: (api, { companyId, orderId }, signal) =>
    unwrap(
      api.GET("/api/PrintJob/Company/{companyId}/Order/{orderId}", {
        params: { path: { companyId, orderId } },
        signal,
      }),
    ),
  topics: ["print"],
  polling: (_, printing) => ({ visible: hasUnfinishedJob(printing) ? SOON_MS : LATER_MS }),
};
