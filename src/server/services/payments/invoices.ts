import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { formatMoney } from "#domain/money.ts";
import type { Db } from "../../database/connection.ts";
import { inTransaction } from "../../database/transaction.ts";
import { conflict, invalid, Problem } from "../../problem.ts";
import {
  type InvoiceRef,
  type InvoiceStatus,
  type IssuedInvoice,
  type Provider,
  ProviderRefused,
  ProviderSilent,
  type Providers,
} from "../../providers/provider.ts";
import type { Caller, CompanyScope } from "../caller.ts";
import { recordHistory } from "../orders/order-history.ts";
import { lockOrder, touchOrder } from "../orders/order-lock.ts";
import type { Schemas } from "../wire.ts";
import {
  checkAmounts,
  checkRoom,
  findExternal,
  readMethods,
  readPayment,
  type StoredPayment,
} from "./payment-rules.ts";
import { settleInvoice } from "./settle.ts";

/** What the work with invoices needs beside the database. */
export interface Outside {
  readonly providers: Providers;
  readonly origin: string;
}

/** An order or payment of a company. */
export interface InvoiceTarget {
  readonly orderId: number;
  readonly seen: number | undefined;
  readonly requestKey: string;
}

const providerOf = (providers: Providers, name: string | null): Provider => {
  const provider = name === null ? undefined : providers[name];
  if (!provider) throw conflict("У этой оплаты нет внешнего счёта.");
  return provider;
};

/** Turns a failure of the provider into the answer 502. */
const asProblem = (failure: unknown): unknown =>
  failure instanceof ProviderRefused || failure instanceof ProviderSilent ? new Problem(502, failure.message) : failure;

const beginInvoice = async (
  tx: Db,
  company: CompanyScope,
  caller: Caller,
  target: InvoiceTarget,
  wanted: Schemas["InvoiceRequest"],
): Promise<StoredPayment> => {
  checkAmounts([wanted.amount], () => "amount");
  const order = await lockOrder(tx, company.id, target.orderId, target.seen);
  await checkRoom(tx, order, wanted.amount);
  const method = (await readMethods(tx, company.id, [wanted.paymentMethodId])).get(wanted.paymentMethodId);
  if (!method?.provider)
    throw invalid("Выберите внешний способ оплаты.", { paymentMethodId: "Нужен внешний способ оплаты." });
  const key = randomUUID();
  await sql`insert into payment (company_id, order_id, payment_method_id, amount, creation_date, status, operator_id,
      request_key, provider, external_key)
    values (${company.id}, ${order.id}, ${method.id}, ${wanted.amount}, now(), 'pending', ${caller.userId},
      ${target.requestKey}, ${method.provider}, ${key}::uuid)`.execute(tx);
  const newName = `${method.name}, счёт на ${formatMoney(wanted.amount)}`;
  await recordHistory(tx, order.id, caller.userId, [{ typeElement: "Payment", type: "Add", newName }]);
  await touchOrder(tx, order.id);
  const payment = await findExternal(tx, { externalKey: key });
  if (!payment) throw new Error("an inserted payment is there");
  return payment;
};

/** Asks the provider for the invoice of a payment, which may be the second time, and keeps what it answers. */
const askForInvoice = async (db: Db, outside: Outside, payment: StoredPayment): Promise<IssuedInvoice> => {
  const provider = providerOf(outside.providers, payment.provider);
  const key = payment.externalKey ?? "";
  const title = `Заказ ${payment.orderId}`;
  const { amount, settings } = payment;
  const invoice = await provider.issue({ key, amount, title, origin: outside.origin, settings });
  await sql`update payment set external_id = ${invoice.id}, external_url = ${invoice.url},
    external_status = ${invoice.status} where id = ${payment.id}`.execute(db);
  return invoice;
};

const answerOf = (payment: StoredPayment, status: InvoiceStatus, externalUrl: string | null): Schemas["Invoice"] => ({
  paymentId: payment.id,
  status,
  externalUrl,
  amount: payment.amount,
});

/** A provider that refused has made no invoice: the payment of the intent is void. */
const voidPayment = (db: Db, payment: StoredPayment) =>
  inTransaction(db, (tx) => settleInvoice(tx, payment, "canceled", null));

/**
 * Issues an invoice: the intent is written first, then the provider is asked outside any transaction, then its answer is kept. Begun
 * again after a crash it finds its payment by the key and asks once more with the same key of the provider.
 */
export const issueInvoice = async (
  db: Db,
  outside: Outside,
  company: CompanyScope,
  caller: Caller,
  target: InvoiceTarget,
  wanted: Schemas["InvoiceRequest"],
): Promise<Schemas["Invoice"]> => {
  const begun = await findExternal(db, { orderId: target.orderId, requestKey: target.requestKey });
  const payment =
    begun?.companyId === company.id && begun.status !== "rejected"
      ? begun
      : await inTransaction(db, (tx) => beginInvoice(tx, company, caller, target, wanted));
  try {
    const invoice = await askForInvoice(db, outside, payment);
    await inTransaction(db, (tx) => settleInvoice(tx, payment, invoice.status, null));
    return answerOf(payment, invoice.status, invoice.url);
  } catch (failure) {
    if (failure instanceof ProviderRefused) await voidPayment(db, payment);
    throw asProblem(failure);
  }
};

const known: Record<StoredPayment["status"], InvoiceStatus> = {
  pending: "pending",
  completed: "succeeded",
  rejected: "canceled",
};

const refOf = (payment: StoredPayment, id: string): InvoiceRef => ({
  id,
  key: payment.externalKey ?? "",
  amount: payment.amount,
  settings: payment.settings,
});

/** Asks the provider how an invoice stands and records it; an invoice whose making was interrupted is made now. */
export const checkInvoice = async (
  db: Db,
  outside: Outside,
  place: { companyId: number; orderId: number; paymentId: number },
): Promise<Schemas["Invoice"]> => {
  const payment = await readPayment(db, place);
  const provider = providerOf(outside.providers, payment.provider);
  if (payment.status !== "pending") return answerOf(payment, known[payment.status], payment.externalUrl);
  try {
    const issued = payment.externalId === null ? await askForInvoice(db, outside, payment) : undefined;
    const status = issued?.status ?? (await provider.check(refOf(payment, payment.externalId ?? "")));
    await inTransaction(db, (tx) => settleInvoice(tx, payment, status, null));
    return answerOf(payment, status, issued?.url ?? payment.externalUrl);
  } catch (failure) {
    if (failure instanceof ProviderRefused && payment.externalId === null) await voidPayment(db, payment);
    throw asProblem(failure);
  }
};

const giveBack = async (db: Db, outside: Outside, payment: StoredPayment, caller: Caller): Promise<void> => {
  const provider = providerOf(outside.providers, payment.provider);
  const issued = payment.externalId ?? (await askForInvoice(db, outside, payment)).id;
  const invoice = refOf(payment, issued);
  const status = payment.status === "completed" ? "succeeded" : await provider.cancel(invoice);
  await inTransaction(db, (tx) => settleInvoice(tx, payment, status, caller.userId));
  if (status === "succeeded") await provider.refund(invoice);
};

const recordRejection = async (tx: Db, payment: StoredPayment, caller: Caller): Promise<void> => {
  await lockOrder(tx, payment.companyId, payment.orderId, undefined);
  const current = await readPayment(tx, { ...payment, paymentId: payment.id });
  if (current.status === "rejected") return;
  await sql`update payment set status = 'rejected' where id = ${payment.id}`.execute(tx);
  const newName = `${payment.methodName}, ${formatMoney(payment.amount)}: ${current.status === "completed" ? "возвращена" : "отклонена"}`;
  await recordHistory(tx, payment.orderId, caller.userId, [{ typeElement: "Payment", type: "Delete", newName }]);
  await touchOrder(tx, payment.orderId);
};

/**
 * Returns or rejects a payment; the money of an external one is sent back by its provider first, which may be asked twice.
 * `finish` runs in the transaction that records the end.
 */
export const rejectPayment = async (
  db: Db,
  outside: Outside,
  caller: Caller,
  place: { companyId: number; orderId: number; paymentId: number },
  finish: (tx: Db) => Promise<void>,
): Promise<void> => {
  const payment = await readPayment(db, place);
  if (payment.status === "rejected") throw conflict("Оплата уже отклонена или возвращена.");
  try {
    if (payment.provider) await giveBack(db, outside, payment, caller);
    await inTransaction(db, async (tx) => {
      await recordRejection(tx, payment, caller);
      await finish(tx);
    });
  } catch (failure) {
    throw asProblem(failure);
  }
};
