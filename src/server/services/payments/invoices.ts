import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import { formatMoney } from "#domain/money.ts";
import type { Db } from "../../database/connection.ts";
import { inTransaction } from "../../database/transaction.ts";
import { type InvoiceStatus, ProviderRefused } from "../../providers/provider.ts";
import { recordHistory } from "../orders/orderHistory.ts";
import { lockOrder, touchOrder } from "../orders/orderLock.ts";
import type { Caller, CompanyScope } from "../session/caller.ts";
import { Conflict, Invalid, KeyReused } from "../shared/domainErrors.ts";
import {
  checkAmounts,
  checkDebt,
  findExternalPayment,
  readMethods,
  readPayment,
  type StoredPayment,
} from "./paymentRules.ts";
import {
  findSetupFault,
  invoiceRefOf,
  type ProviderContext,
  requestInvoice,
  requireProvider,
} from "./providerCalls.ts";
import { settleInvoice } from "./settle.ts";

/** Order for which an invoice is issued, the version of the order that the caller saw, and the idempotency key. */
export interface InvoiceTarget {
  readonly orderId: number;
  readonly seen: number | undefined;
  readonly requestKey: string;
}

const createInvoicePayment = async (
  tx: Db,
  { providers }: ProviderContext,
  company: CompanyScope,
  caller: Caller,
  target: InvoiceTarget,
  request: Schemas["InvoiceRequest"],
): Promise<StoredPayment> => {
  checkAmounts([request.amount], () => "amount");
  const order = await lockOrder(tx, company.id, target.orderId, target.seen);
  await checkDebt(tx, order, request.amount);
  const method = (await readMethods(tx, company.id, [request.paymentMethodId])).get(request.paymentMethodId);
  if (!method?.provider)
    throw new Invalid("Выберите внешний способ оплаты.", { paymentMethodId: "Нужен внешний способ оплаты." });
  const fault = findSetupFault(providers, method.provider, method.settings);
  if (fault) throw new Conflict(fault);
  const key = randomUUID();
  await tx
    .insertInto("payment")
    .values({
      company_id: company.id,
      order_id: order.id,
      payment_method_id: method.id,
      amount: request.amount,
      creation_date: sql`now()`,
      status: "pending",
      operator_id: caller.userId,
      request_key: target.requestKey,
      provider: method.provider,
      external_key: key,
      external_payment_method_id: method.externalMethodId,
    })
    .execute();
  const newName = `${method.name}, счёт на ${formatMoney(request.amount)}`;
  await recordHistory(tx, order.id, caller.userId, [{ typeElement: "Payment", type: "Add", newName }]);
  await touchOrder(tx, order.id);
  const payment = await findExternalPayment(tx, { externalKey: key });
  if (!payment) throw new Error("an inserted payment is there");
  return payment;
};

const toInvoice = (payment: StoredPayment, status: InvoiceStatus, externalUrl: string | null): Schemas["Invoice"] => ({
  paymentId: payment.id,
  status,
  externalUrl,
  amount: payment.amount,
});

/**
 * Rejects a payment if the provider refused the first request for its invoice, because then no invoice exists.
 * Keeps the payment if a concurrent check has issued an invoice meanwhile.
 */
const voidPayment = (db: Db, payment: StoredPayment) =>
  inTransaction(db, async (tx) => {
    await lockOrder(tx, payment.companyId, payment.orderId, undefined);
    const { externalId } = await readPayment(tx, { ...payment, paymentId: payment.id });
    if (externalId === null) await settleInvoice(tx, payment, "canceled", null);
  });

/**
 * Issues an invoice: stores the payment, calls the provider outside of any transaction, and stores the response.
 * After a crash, a repeated request finds the payment by the idempotency key and calls the provider with the same
 * key.
 */
export const issueInvoice = async (
  db: Db,
  context: ProviderContext,
  company: CompanyScope,
  caller: Caller,
  target: InvoiceTarget,
  request: Schemas["InvoiceRequest"],
): Promise<Schemas["Invoice"]> => {
  const { orderId, requestKey } = target;
  const existing = await findExternalPayment(db, { orderId, userId: caller.userId, requestKey });
  const earlier = existing?.companyId === company.id ? existing : undefined;
  if (earlier && (earlier.methodId !== request.paymentMethodId || earlier.amount !== request.amount))
    throw new KeyReused();
  const payment =
    earlier ?? (await inTransaction(db, (tx) => createInvoicePayment(tx, context, company, caller, target, request)));
  try {
    const invoice = await requestInvoice(db, context, payment);
    await inTransaction(db, (tx) => settleInvoice(tx, payment, invoice.status, null));
    return toInvoice(payment, invoice.status, invoice.url);
  } catch (failure) {
    if (failure instanceof ProviderRefused && !earlier) await voidPayment(db, payment);
    throw failure;
  }
};

const stateOf: Record<StoredPayment["status"], InvoiceStatus> = {
  pending: "pending",
  completed: "succeeded",
  rejected: "canceled",
};

/** Reads the status of an invoice from the provider and stores it. First issues the invoice if that was interrupted. */
export const checkInvoice = async (
  db: Db,
  context: ProviderContext,
  ref: { companyId: number; orderId: number; paymentId: number },
): Promise<Schemas["Invoice"]> => {
  const payment = await readPayment(db, ref);
  const provider = requireProvider(context.providers, payment.provider);
  if (payment.status !== "pending") return toInvoice(payment, stateOf[payment.status], payment.externalUrl);
  const issued = payment.externalId === null ? await requestInvoice(db, context, payment) : undefined;
  const status = issued?.status ?? (await provider.check(invoiceRefOf(payment, payment.externalId ?? "")));
  await inTransaction(db, (tx) => settleInvoice(tx, payment, status, null));
  return toInvoice(payment, status, issued?.url ?? payment.externalUrl);
};
