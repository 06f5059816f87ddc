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
import { Invalid, KeyReused } from "../shared/domainErrors.ts";
import {
  checkAmounts,
  checkRoom,
  findExternalPayment,
  readMethods,
  readPayment,
  type StoredPayment,
} from "./paymentRules.ts";
import { invoiceRefOf, type Outside, requestInvoice, requireProvider } from "./providerCalls.ts";
import { settleInvoice } from "./settle.ts";

/** Order of an invoice, the version that the caller saw, and the idempotency key. */
export interface InvoiceTarget {
  readonly orderId: number;
  readonly seen: number | undefined;
  readonly requestKey: string;
}

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
    throw new Invalid("Выберите внешний способ оплаты.", { paymentMethodId: "Нужен внешний способ оплаты." });
  const key = randomUUID();
  await tx
    .insertInto("payment")
    .values({
      company_id: company.id,
      order_id: order.id,
      payment_method_id: method.id,
      amount: wanted.amount,
      creation_date: sql`now()`,
      status: "pending",
      operator_id: caller.userId,
      request_key: target.requestKey,
      provider: method.provider,
      external_key: key,
      external_payment_method_id: method.externalMethodId,
    })
    .execute();
  const newName = `${method.name}, счёт на ${formatMoney(wanted.amount)}`;
  await recordHistory(tx, order.id, caller.userId, [{ typeElement: "Payment", type: "Add", newName }]);
  await touchOrder(tx, order.id);
  const payment = await findExternalPayment(tx, { externalKey: key });
  if (!payment) throw new Error("an inserted payment is there");
  return payment;
};

const answerOf = (payment: StoredPayment, status: InvoiceStatus, externalUrl: string | null): Schemas["Invoice"] => ({
  paymentId: payment.id,
  status,
  externalUrl,
  amount: payment.amount,
});

/** Rejects a payment whose first request the provider refused, because no invoice exists. After a later refusal an invoice may exist. */
const voidPayment = (db: Db, payment: StoredPayment) =>
  inTransaction(db, (tx) => settleInvoice(tx, payment, "canceled", null));

/**
 * Issues an invoice: stores the payment, calls the provider outside of any transaction and stores its response. A
 * repetition after a crash finds the payment by the idempotency key and calls the provider with the same key.
 */
export const issueInvoice = async (
  db: Db,
  outside: Outside,
  company: CompanyScope,
  caller: Caller,
  target: InvoiceTarget,
  wanted: Schemas["InvoiceRequest"],
): Promise<Schemas["Invoice"]> => {
  const { orderId, requestKey } = target;
  const known = await findExternalPayment(db, { orderId, userId: caller.userId, requestKey });
  const begun = known?.companyId === company.id ? known : undefined;
  if (begun && (begun.methodId !== wanted.paymentMethodId || begun.amount !== wanted.amount)) throw new KeyReused();
  const payment = begun ?? (await inTransaction(db, (tx) => beginInvoice(tx, company, caller, target, wanted)));
  try {
    const invoice = await requestInvoice(db, outside, payment);
    await inTransaction(db, (tx) => settleInvoice(tx, payment, invoice.status, null));
    return answerOf(payment, invoice.status, invoice.url);
  } catch (failure) {
    if (failure instanceof ProviderRefused && !begun) await voidPayment(db, payment);
    throw failure;
  }
};

const stateOf: Record<StoredPayment["status"], InvoiceStatus> = {
  pending: "pending",
  completed: "succeeded",
  rejected: "canceled",
};

/** Reads the status of an invoice from the provider and stores it. Issues the invoice when that was interrupted. */
export const checkInvoice = async (
  db: Db,
  outside: Outside,
  place: { companyId: number; orderId: number; paymentId: number },
): Promise<Schemas["Invoice"]> => {
  const payment = await readPayment(db, place);
  const provider = requireProvider(outside.providers, payment.provider);
  if (payment.status !== "pending") return answerOf(payment, stateOf[payment.status], payment.externalUrl);
  const issued = payment.externalId === null ? await requestInvoice(db, outside, payment) : undefined;
  const status = issued?.status ?? (await provider.check(invoiceRefOf(payment, payment.externalId ?? "")));
  await inTransaction(db, (tx) => settleInvoice(tx, payment, status, null));
  return answerOf(payment, status, issued?.url ?? payment.externalUrl);
};
