import { fromPromise } from "xstate";
import { type Api, ApiProblem, NoAnswer, type Schemas, unwrap } from "#api/client.ts";
import type { Printed, PrintRequest } from "./orderDetailPrint.machine.ts";

const send = (api: Api, { what, isWhole, ...path }: PrintRequest, key: string): Promise<Schemas["QueuedPrintJob"]> => {
  const params = { path, header: { "Idempotency-Key": key } };
  if (what === "preBill") return unwrap(api.POST("/PreBill/Company/{companyId}/{orderId}", { params }));
  if (what === "usedStockItems")
    return unwrap(api.POST("/PreBill/Company/{companyId}/{orderId}/UsedStockItems", { params }));
  const query = isWhole ? { isWhole } : {};
  return unwrap(api.POST("/PreBill/Company/{companyId}/{orderId}/Kitchen", { params: { ...params, query } }));
};

const isUnchanged = (reason: ApiProblem): boolean =>
  reason.status === 409 && Reflect.get(Object(reason.body), "reason") === "unchanged";

const print = async (api: Api, request: PrintRequest, key: string): Promise<Printed> => {
  try {
    const queued = await send(api, request, key);
    // A server that implements only the documented calls answers one job and no parts.
    const parts: readonly Schemas["PrintJob"][] = queued.parts ?? [queued];
    const manualIds = parts.filter(({ isPrinterOnDuty }) => !isPrinterOnDuty).map(({ id }) => id);
    return { kind: "queued", what: request.what, manualIds };
  } catch (reason) {
    if (reason instanceof ApiProblem && isUnchanged(reason)) return { kind: "unchanged" };
    if (reason instanceof NoAnswer) return { kind: "unanswered" };
    if (reason instanceof ApiProblem) return { kind: "failed", message: reason.message };
    throw reason;
  }
};

/** The call that puts jobs into the company's queue. */
export const orderDetailPrintActors = (api: Api, newKey: () => string) => ({
  print: fromPromise<Printed, PrintRequest>(({ input }) => print(api, input, newKey())),
});
