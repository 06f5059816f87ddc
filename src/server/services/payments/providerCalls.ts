import { sql } from "kysely";
import type { Db } from "../../database/connection.ts";
import {
  type InvoiceRef,
  type IssuedInvoice,
  type Provider,
  ProviderRefused,
  ProviderSilent,
  type Providers,
} from "../../providers/provider.ts";
import { conflict, Problem } from "../shared/problem.ts";
import type { StoredPayment } from "./paymentRules.ts";

/** What the work with invoices needs beside the database. */
export interface Outside {
  readonly providers: Providers;
  readonly origin: string;
}

/** The provider behind a payment. Throws 409 when it was taken by hand. */
export const providerOf = (providers: Providers, name: string | null): Provider => {
  const provider = name === null ? undefined : providers[name];
  if (!provider) throw conflict("У этой оплаты нет внешнего счёта.");
  return provider;
};

/** Turns a failure of the provider into the answer 502. */
export const asProblem = (failure: unknown): unknown =>
  failure instanceof ProviderRefused || failure instanceof ProviderSilent ? new Problem(502, failure.message) : failure;

/** Asks the provider for the invoice of a payment, which may be the second time, and keeps what it answers. */
export const askForInvoice = async (db: Db, outside: Outside, payment: StoredPayment): Promise<IssuedInvoice> => {
  const provider = providerOf(outside.providers, payment.provider);
  const key = payment.externalKey ?? "";
  const title = `Заказ ${payment.orderId}`;
  const { amount, settings } = payment;
  const invoice = await provider.issue({ key, amount, title, origin: outside.origin, settings });
  await sql`update payment set external_id = ${invoice.id}, external_url = ${invoice.url},
    external_status = ${invoice.status} where id = ${payment.id}`.execute(db);
  return invoice;
};

/** What the provider knows a payment's invoice by. */
export const refOf = (payment: StoredPayment, id: string): InvoiceRef => ({
  id,
  key: payment.externalKey ?? "",
  amount: payment.amount,
  settings: payment.settings,
  refundAttempt: payment.refundAttempt,
});
