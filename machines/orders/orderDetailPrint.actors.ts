import { fromPromise } from "xstate";
import { type Api, ApiProblem, NoAnswer, type Schemas, unwrap } from "#api/client.ts";
import { intentKeys } from "#machines/support/intentKeys.ts";
import type { Printed, PrintRequest } from "./orderDetailPrint.machine.ts";

const send = (
  api: Api,
  { what, isWhole, companyId, orderId }: PrintRequest,
  key: string,
): Promise<Schemas["QueuedPrintJob"]> => {
  const params = { path: { companyId, orderId }, header: { "Idempotency-Key": key } };
  if (what === "preBill") return unwrap(api.POST("/PreBill/Company/{companyId}/{orderId}", { params }));
  if (what === "usedStockItems")
    return unwrap(api.POST("/PreBill/Company/{companyId}/{orderId}/UsedStockItems", { params }));
  const query = isWhole ? { isWhole } : {};
  return unwrap(api.POST("/PreBill/Company/{companyId}/{orderId}/Kitchen", { params: { ...params, query } }));
};

const isUnchanged = (reason: ApiProblem): boolean =>
  reason.status === 409 && Reflect.get(Object(reason.body), "reason") === "unchanged";

type Attempts = ReturnType<typeof intentKeys>;

const print = async (api: Api, request: PrintRequest, once: Attempts): Promise<Printed> => {
  try {
    const queued = await once(request, (key) => send(api, request, key));
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

/** The call that puts jobs into the company's queue; what nobody answered goes out again under its key. */
export const orderDetailPrintActors = (api: Api, newKey: () => string) => {
  const once = intentKeys(newKey);
  return { print: fromPromise<Printed, PrintRequest>(({ input }) => print(api, input, once)) };
};
