import { fromPromise } from "xstate";
import { type Api, unwrap } from "#api/client.ts";
import type { Watched } from "./invoiceWatch.machine.ts";

/** Asks the providers, one invoice after the other, whether one of them has come to its end. */
export const invoiceWatchActors = (api: Api) => ({
  ask: fromPromise<boolean, Watched>(async ({ input: { companyId, orderId, paymentIds }, signal }) => {
    for (const paymentId of paymentIds) {
      const path = { companyId, orderId, paymentId };
      const invoice = await unwrap(
        api.POST("/api/Order/{orderId}/Company/{companyId}/CheckExternalPayment/{paymentId}", {
          params: { path },
          signal,
        }),
      );
      if (invoice.status !== "pending") return true;
    }
    return false;
  }),
});
