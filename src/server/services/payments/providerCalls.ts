import type { Db } from "../../database/connection.ts";
import type { InvoiceRef, IssuedInvoice, Provider, Providers } from "../../providers/provider.ts";
import { Conflict } from "../shared/domainErrors.ts";
import type { StoredPayment } from "./paymentRules.ts";

/** Payment providers, and the public origin of this server (see `publicOriginOf`). */
export interface ProviderContext {
  readonly providers: Providers;
  readonly origin: string;
}

/**
 * Returns the provider of a payment. Throws `Conflict` for a payment without a known provider, such as a manual
 * payment.
 */
export const requireProvider = (providers: Providers, name: string | null): Provider => {
  const provider = name === null ? undefined : providers[name];
  if (!provider) throw new Conflict("У этой оплаты нет внешнего счёта.");
  return provider;
};

/** Returns the reason why an external payment method cannot issue invoices, or undefined for a working method. */
export const findSetupFault = (providers: Providers, name: string, settings: unknown): string | undefined => {
  const provider = providers[name];
  return provider ? provider.findSetupFault(settings) : "Этой платёжной системы на сервере нет.";
};

/**
 * Requests the invoice of a payment from the provider and stores the response; the caller must hold the claim for the
 * invoice. Throws `Conflict` for a payment without a known provider, and the errors of the provider.
 */
export const requestInvoice = async (
  db: Db,
  context: ProviderContext,
  payment: StoredPayment,
): Promise<IssuedInvoice> => {
  const provider = requireProvider(context.providers, payment.provider);
  const key = payment.externalKey ?? "";
  const title = `Заказ ${payment.orderId}`;
  const { amount, settings, createdAt, guestPath } = payment;
  const { origin } = context;
  const returnUrl = guestPath === null ? undefined : origin + guestPath;
  const invoice = await provider.issue({ key, createdAt, amount, title, origin, returnUrl, settings });
  await db
    .updateTable("payment")
    .set({ external_id: invoice.id, external_url: invoice.url, external_status: invoice.status })
    .where("company_id", "=", payment.companyId)
    .where("id", "=", payment.id)
    .execute();
  return invoice;
};

/** Returns the data that identifies the invoice of a payment at its provider. */
export const invoiceRefOf = (payment: StoredPayment, id: string): InvoiceRef => ({
  id,
  key: payment.externalKey ?? "",
  amount: payment.amount,
  settings: payment.settings,
});
