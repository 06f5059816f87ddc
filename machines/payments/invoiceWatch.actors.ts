import { fromPromise } from "xstate";
import { type Api, ApiProblem, unwrap } from "#api/client.ts";
import type { WatchAnswer, Watched } from "./invoiceWatch.machine.ts";

const ask = async (api: Api, { paymentIds, ...order }: Watched, signal: AbortSignal): Promise<WatchAnswer> => {
  for (const paymentId of paymentIds) {
    const params = { path: { ...order, paymentId } };
    const invoice = await unwrap(
      api.POST("/api/Order/{orderId}/Company/{companyId}/CheckExternalPayment/{paymentId}", { params, signal }),
    );
    if (invoice.status !== "pending") return "settled";
  }
  return "pending";
};

/** Asks the providers, one invoice after the other, whether one of them has come to its end. */
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
