import { fromPromise } from "xstate";
import { type Api, isNotOffered, type Schemas, unwrap } from "#api/client.ts";
import { toFailure } from "#machines/core/failure.ts";
import { readInChunks } from "#machines/core/readInChunks.ts";
import { isOrder } from "#machines/payments/orderSnapshot.ts";
import { completeOrder } from "#machines/queries/order.ts";
import type { BillsInput } from "./bills.machine.ts";
import type { Bill, LoadedBills } from "./bills.ts";

const read = async (
  api: Api,
  { companyId, document }: BillsInput,
  orderId: number,
  signal: AbortSignal,
): Promise<Bill> => {
  const request = { params: { path: { companyId, orderId } }, signal };
  const [order, payments, stockItems] = await Promise.all([
    unwrap(api.GET("/api/Order/Company/{companyId}/{orderId}", request), isOrder),
    document === "preBill"
      ? unwrap(api.GET("/api/Order/{orderId}/Company/{companyId}/Payment", request), Array.isArray)
      : [],
    document === "usedStockItems"
      ? unwrap(api.GET("/api/Order/Company/{companyId}/{orderId}/UsedStockItems", request), Array.isArray)
      : [],
  ]);
  return { order: completeOrder(order, companyId), payments, stockItems };
};

const readJob = async (api: Api, companyId: number, jobId: number, signal: AbortSignal): Promise<Bill> => {
  const path = { companyId, jobId };
  const paper = await unwrap(api.GET("/api/PrintJob/{jobId}/Company/{companyId}/Paper", { params: { path }, signal }));
  return {
    order: completeOrder(paper.order, companyId),
    payments: paper.payments,
    stockItems: paper.stockItems,
    job: paper,
  };
};

const confirm = async (api: Api, companyId: number, jobId: number): Promise<void> => {
  const params = { path: { companyId, jobId } };
  await unwrap(api.POST("/api/PrintJob/{jobId}/Company/{companyId}", { params, body: { command: "confirm" } }));
};

const noInfo: Schemas["PrintInfo"] = { header: null, footer: null, feedbackUrl: null, version: 0 };

/** Reads the company's texts for bills. Returns empty texts if the server does not offer this operation. */
const readInfo = async (api: Api, path: { companyId: number }, signal: AbortSignal): Promise<Schemas["PrintInfo"]> => {
  try {
    return await unwrap(api.GET("/api/PrintInfo/Company/{companyId}", { params: { path }, signal }));
  } catch (error) {
    if (!isNotOffered(error)) throw error;
    return noInfo;
  }
};

/** Returns the actors of the page of bills. */
export const billsActors = (api: Api) => ({
  confirm: fromPromise<void, Pick<BillsInput, "companyId" | "jobIds">>(async ({ input: { companyId, jobIds } }) => {
    for (const id of jobIds) await confirm(api, companyId, id);
  }),
  load: fromPromise(async ({ input, signal }: { input: BillsInput; signal: AbortSignal }): Promise<LoadedBills> => {
    const path = { companyId: input.companyId };
    const unlessMissing = (id: number) => (reason: unknown) => {
      if (toFailure(reason).kind === "missing") return id;
      throw reason;
    };
    const reads =
      input.jobIds.length > 0
        ? readInChunks(input.jobIds, (id) => readJob(api, input.companyId, id, signal).catch(unlessMissing(id)))
        : readInChunks(input.orderIds, (id) => read(api, input, id, signal).catch(unlessMissing(id)));
    const [company, info, found] = await Promise.all([
      unwrap(api.GET("/api/Company/{companyId}", { params: { path }, signal })),
      readInfo(api, path, signal),
      reads,
    ]);
    return {
      company,
      info,
      bills: found.filter((one) => typeof one !== "number"),
      missing: found.filter((one) => typeof one === "number"),
    };
  }),
});
