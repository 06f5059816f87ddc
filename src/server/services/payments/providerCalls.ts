import type { Db } from "../../database/connection.ts";
import type { InvoiceRef, IssuedInvoice, Provider, Providers } from "../../providers/provider.ts";
import { Conflict } from "../shared/domainErrors.ts";
import type { StoredPayment } from "./paymentRules.ts";

/** What the work with invoices needs beside the database. */
export interface Outside {
  readonly providers: Providers;
  readonly origin: string;
}

/** The provider behind a payment. Throws `Conflict` when it was taken by hand. */
export const requireProvider = (providers: Providers, name: string | null): Provider => {
  const provider = name === null ? undefined : providers[name];
  if (!provider) throw new Conflict("У этой оплаты нет внешнего счёта.");
  return provider;
};

/** Asks the provider for the invoice of a payment, which may be the second time, and keeps what it answers. */
export const requestInvoice = async (db: Db, outside: Outside, payment: StoredPayment): Promise<IssuedInvoice> => {
  const provider = requireProvider(outside.providers, payment.provider);
  const key = payment.externalKey ?? "";
  const title = `Заказ ${payment.orderId}`;
  const { amount, settings } = payment;
  const invoice = await provider.issue({ key, amount, title, origin: outside.origin, settings });
  await db
    .updateTable("payment")
    .set({ external_id: invoice.id, external_url: invoice.url, external_status: invoice.status })
    .where("id", "=", payment.id)
    .execute();
  return invoice;
};

/** What the provider knows a payment's invoice by. */
export const invoiceRefOf = (payment: StoredPayment, id: string): InvoiceRef => ({
  id,
  key: payment.externalKey ?? "",
  amount: payment.amount,
  settings: payment.settings,
  refundAttempt: payment.refundAttempt,
});
