import { type Api, ApiProblem, unwrap } from "#api/client.ts";
import type { QueryDescriptor } from "#machines/core/query.ts";
import type { OrderPath } from "./orderSnapshot.ts";

/** Pending invoices of an order. */
export interface InvoiceQuery extends OrderPath {
  readonly paymentIds: readonly number[];
}

/** Answer of the providers: all pending, one has ended, or the user may not ask. */
export type InvoiceState = "pending" | "settled" | "forbidden";

/** Intervals of asking the providers, ms (decisions, section 6). */
export const INVOICE_POLLING = { visible: 5000, hidden: 30_000 };

/** Checks the invoices one after another. A failed check does not prevent the checks of the others. */
const checkInvoices = async (
  api: Api,
  { paymentIds, ...order }: InvoiceQuery,
  signal: AbortSignal,
): Promise<InvoiceState> => {
  const errors: unknown[] = [];
  for (const paymentId of paymentIds) {
    const params = { path: { ...order, paymentId } };
    try {
      const invoice = await unwrap(
        api.POST("/api/Order/{orderId}/Company/{companyId}/CheckExternalPayment/{paymentId}", { params, signal }),
      );
      if (invoice.status !== "pending") return "settled";
    } catch (error) {
      if (error instanceof ApiProblem && error.status === 403) return "forbidden";
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
  return "pending";
};

/** State of an order's pending invoices. */
export const invoiceStateQuery: QueryDescriptor<InvoiceQuery, InvoiceState> = {
  name: "invoiceState",
  load: checkInvoices,
  polling: (_, state) => (state === "pending" ? INVOICE_POLLING : {}),
};
