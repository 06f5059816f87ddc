import { type Api, ApiProblem, unwrap } from "#api/client.ts";
import type { QueryDescriptor } from "#machines/core/query.ts";
import type { OrderPath } from "./orderSnapshot.ts";

/** Ids of an order's pending invoices. */
export interface InvoiceQuery extends OrderPath {
  readonly paymentIds: readonly number[];
}

/**
 * Combined state of an order's pending invoices. `pending`: all are still pending. `settled`: at least one is paid or
 * cancelled. `forbidden`: the user may not check them.
 */
export type InvoiceState = "pending" | "settled" | "forbidden";

/** Intervals at which the payment provider is asked about pending invoices, ms (decisions, section 6). */
export const INVOICE_POLLING = { visible: 5000, hidden: 30_000 };

/** Checks the invoices one after another. If one check fails, the other invoices are still checked. */
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

/** Descriptor of the query for the state of an order's pending invoices. */
export const invoiceStateQuery: QueryDescriptor<InvoiceQuery, InvoiceState> = {
  name: "invoiceState",
  load: checkInvoices,
  polling: (_, state) => (state === "pending" ? INVOICE_POLLING : {}),
};
