import { fromPromise } from "xstate";
import { type Api, ApiProblem, unwrap } from "#api/client.ts";
import type { BillsInput } from "./bills.machine.ts";
import type { Bill, Bills } from "./bills.ts";

const read = async (
  api: Api,
  { companyId, document }: BillsInput,
  orderId: number,
  signal: AbortSignal,
): Promise<Bill> => {
  const request = { params: { path: { companyId, orderId } }, signal };
  const [order, payments, stockItems] = await Promise.all([
    unwrap(api.GET("/api/Order/Company/{companyId}/{orderId}", request)),
    document === "preBill"
      ? unwrap(api.GET("/api/Order/{orderId}/Company/{companyId}/Payment", request), Array.isArray)
      : [],
    document === "usedStockItems"
      ? unwrap(api.GET("/api/Order/Company/{companyId}/{orderId}/UsedStockItems", request), Array.isArray)
      : [],
  ]);
  return { order, payments, stockItems };
};

/** What the page of bills asks the server; an order that is not there is left out and named. */
export const billsActors = (api: Api) => ({
  load: fromPromise(async ({ input, signal }: { input: BillsInput; signal: AbortSignal }): Promise<Bills> => {
    const path = { companyId: input.companyId };
    const reads = input.orderIds.map((id) =>
      read(api, input, id, signal).catch((reason: unknown) => {
        if (reason instanceof ApiProblem && reason.status === 404) return id;
        throw reason;
      }),
    );
    const [company, ...found] = await Promise.all([
      unwrap(api.GET("/api/Company/{companyId}", { params: { path }, signal })),
      ...reads,
    ]);
    return {
      company,
      bills: found.filter((one) => typeof one !== "number"),
      missing: found.filter((one) => typeof one === "number"),
    };
  }),
});
