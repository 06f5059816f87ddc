import { fromPromise } from "xstate";
import { type Api, ApiProblem, unwrap } from "#api/client.ts";
import type { WatchAnswer, Watched } from "./invoiceWatch.machine.ts";

const ask = async (api: Api, { paymentIds, ...order }: Watched, signal: AbortSignal): Promise<WatchAnswer> => {
  const failures: unknown[] = [];
  for (const paymentId of paymentIds) {
    const params = { path: { ...order, paymentId } };
    try {
      const invoice = await unwrap(
        api.POST("/api/Order/{orderId}/Company/{companyId}/CheckExternalPayment/{paymentId}", { params, signal }),
      );
      if (invoice.status !== "pending") return "settled";
    } catch (reason) {
      failures.push(reason);
    }
  }
  if (failures.length > 0) throw failures[0];
  return "pending";
};

/** Asks the providers, one invoice after the other, whether one of them has come to its end; one that cannot be asked holds up no other. */
export const invoiceWatchActors = (api: Api) => ({
  ask: fromPromise<WatchAnswer, Watched>(async ({ input, signal }) => {
    try {
      return await ask(api, input, signal);
    } catch (reason) {
      if (reason instanceof ApiProblem && reason.status === 403) return "barred";
      throw reason;
    }
  }),
});
