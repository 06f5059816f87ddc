import { fromPromise } from "xstate";
import { type Api, ApiProblem, NoAnswer, unwrap } from "#api/client.ts";
import type { Printed, PrintKind, PrintRequest } from "./orderDetailPrint.machine.ts";

const printPaths = {
  preBill: "/PreBill/Company/{companyId}/{orderId}",
  kitchen: "/PreBill/Company/{companyId}/{orderId}/Kitchen",
  usedStockItems: "/PreBill/Company/{companyId}/{orderId}/UsedStockItems",
} as const satisfies Record<PrintKind, string>;

const print = async (api: Api, { what, ...path }: PrintRequest, key: string): Promise<Printed> => {
  try {
    const job = await unwrap(api.POST(printPaths[what], { params: { path, header: { "Idempotency-Key": key } } }));
    return { kind: "queued", what, isPrinterOnDuty: job.isPrinterOnDuty };
  } catch (reason) {
    if (reason instanceof ApiProblem || reason instanceof NoAnswer) return { kind: "failed", message: reason.message };
    throw reason;
  }
};

/** The call that puts a job into the company's queue. */
export const orderDetailPrintActors = (api: Api, newKey: () => string) => ({
  print: fromPromise<Printed, PrintRequest>(({ input }) => print(api, input, newKey())),
});
