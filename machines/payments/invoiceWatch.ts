import { hasFields } from "#api/answerShape.ts";
import { type Api, ApiProblem, unwrap } from "#api/client.ts";
import type { QueryDescriptor } from "#machines/core/query.ts";
import type { OrderPath } from "./orderSnapshot.ts";

/** Order and the ids of its pending invoices. */
export interface InvoiceQuery extends OrderPath {
  readonly paymentIds: readonly number[];
}

/**
 * Combined state of an order's pending invoices.
 * - `pending`: all invoices are still pending.
 * - `settled`: at least one invoice was paid or cancelled.
 * - `forbidden`: the user may not check the invoices.
 */
export type InvoiceState = "pending" | "settled" | "forbidden";

/** Result of checking an order's pending invoices. */
export interface WatchedInvoices {
  readonly state: InvoiceState;
  /**
   * URLs of the payment pages by payment id. They come from the answers to the checks, because the list of payments
   * does not always contain them.
   */
  readonly addresses: Readonly<Record<number, string>>;
}

/** Intervals at which pending invoices are checked, ms (decisions, section 6). */
export const INVOICE_POLLING = { visible: 5000, hidden: 30_000 };

/**
 * Checks the invoices one after another, until an invoice is no longer pending (`settled`) or a response is 403
 * (`forbidden`). Other errors do not stop the checks, and the first of these errors is thrown at the end.
 */
const checkInvoices = async (
  api: Api,
  { paymentIds, ...order }: InvoiceQuery,
  signal: AbortSignal,
): Promise<WatchedInvoices> => {
  const errors: unknown[] = [];
  const addresses: Record<number, string> = {};
  for (const paymentId of paymentIds) {
    const params = { path: { ...order, paymentId } };
    try {
      const { status, externalUrl } = await unwrap(
        api.POST("/api/Order/{orderId}/Company/{companyId}/CheckExternalPayment/{paymentId}", {
          params,
          body: { ...order, paymentId },
          signal,
        }),
        (answer) => hasFields(answer, { status: "string" }),
      );
      if (status !== "pending") return { state: "settled", addresses };
      if (externalUrl) addresses[paymentId] = externalUrl;
    } catch (error) {
      if (error instanceof ApiProblem && error.status === 403) return { state: "forbidden", addresses };
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
  return { state: "pending", addresses };
};

/** Descriptor of the query that checks an order's pending invoices. */
export const pendingInvoicesQuery: QueryDescriptor<InvoiceQuery, WatchedInvoices> = {
  name: "pendingInvoices",
  load: checkInvoices,
  polling: (_, { state }) => (state === "pending" ? INVOICE_POLLING : {}),
};
