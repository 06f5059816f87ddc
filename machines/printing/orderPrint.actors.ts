import type { CallbackActorLogic, EventObject } from "xstate";
import { type Api, ApiProblem, type Schemas, unwrap } from "#api/client.ts";
import { failedOutcome, type MutationIntent, type MutationOutcome } from "#machines/core/mutation.ts";
import { unstoredMutationActors } from "#machines/core/unstoredMutation.ts";
import { type PrintRequest, printMutationMachine, type QueuedJobs } from "./orderPrint.ts";

/** Dependencies of the actors of `orderPrintMachine`. */
export interface PrintParts {
  readonly api: Api;
  readonly newKey: () => string;
  readonly environment: CallbackActorLogic<EventObject>;
}

type PrintOutcome = MutationOutcome<QueuedJobs, "unchanged">;

const queue = (
  api: Api,
  { key, request: { kind, isWhole, companyId, orderId } }: MutationIntent<PrintRequest>,
): Promise<Schemas["QueuedPrintJob"]> => {
  const params = { path: { companyId, orderId }, header: { "Idempotency-Key": key } };
  if (kind === "preBill") return unwrap(api.POST("/PreBill/Company/{companyId}/{orderId}", { params }));
  if (kind === "usedStockItems")
    return unwrap(api.POST("/PreBill/Company/{companyId}/{orderId}/UsedStockItems", { params }));
  const query = isWhole ? { isWhole } : {};
  return unwrap(api.POST("/PreBill/Company/{companyId}/{orderId}/Kitchen", { params: { ...params, query } }));
};

const isUnchanged = (error: unknown): boolean =>
  error instanceof ApiProblem && error.status === 409 && Reflect.get(Object(error.body), "reason") === "unchanged";

const print = async (api: Api, intent: MutationIntent<PrintRequest>): Promise<PrintOutcome> => {
  try {
    const queued = await queue(api, intent);
    // If the server implements only the documented operations, it returns one print job without `parts`.
    const parts = queued.parts ?? [queued];
    const manualIds = parts.filter(({ isPrinterOnDuty }) => !isPrinterOnDuty).map(({ id }) => id);
    return { kind: "recorded", result: { manualIds, hasPapers: queued.parts !== undefined } };
  } catch (error) {
    return isUnchanged(error) ? { kind: "stale", current: "unchanged" } : failedOutcome(error);
  }
};

/** Returns the actors that print an order. An unanswered request is sent again under the same idempotency key. */
export const orderPrintActors = ({ api, newKey, environment }: PrintParts) => ({
  print: printMutationMachine.provide({
    actors: unstoredMutationActors(
      { environment, newKey },
      { send: (intent: MutationIntent<PrintRequest>) => print(api, intent) },
    ),
  }),
});
