import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import { formatMoney } from "#domain/money.ts";
import type { Db } from "../../database/connection.ts";
import { inTransaction } from "../../database/transaction.ts";
import { AccessRefused, type InvoiceStatus, ProviderRefused } from "../../providers/provider.ts";
import { recordHistory } from "../orders/orderHistory.ts";
import { orderKeyOf } from "../orders/orderKey.ts";
import { lockOrder, touchOrder } from "../orders/orderLock.ts";
import type { CompanyScope } from "../session/caller.ts";
import { Conflict, Invalid, KeyReused } from "../shared/domainErrors.ts";
import { claimInvoice, endClaim, type InvoiceClaim, runClaimedInvoice } from "./invoiceClaims.ts";
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

/** Target of an invoice: the order, the version of the order that the caller saw, and the idempotency key. */
export interface InvoiceTarget {
  readonly orderId: number;
  readonly seen: number | undefined;
  readonly requestKey: string;
}

/** User who requests an invoice. The id is null for a guest. */
interface Payer {
  readonly userId: number | null;
}

const createInvoicePayment = async (
  tx: Db,
  { providers }: ProviderContext,
  company: CompanyScope,
  caller: Payer,
  target: InvoiceTarget,
  request: Schemas["InvoiceRequest"],
): Promise<{ payment: StoredPayment; claim: InvoiceClaim }> => {
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
  await recordHistory(tx, order, caller.userId, [{ typeElement: "Payment", type: "Add", newName }]);
  await touchOrder(tx, order);
  const payment = await findExternalPayment(tx, { companyId: company.id, externalKey: key });
  if (!payment) throw new Error("an inserted payment is there");
  // The claim is committed together with the payment. Without a claim, a concurrent check of the payment could create a
  // second invoice.
  return { payment, claim: await claimInvoice(tx, payment) };
};

const toInvoice = (payment: StoredPayment, status: InvoiceStatus, externalUrl: string | null): Schemas["Invoice"] => ({
  paymentId: payment.id,
  status,
  externalUrl,
  amount: payment.amount,
});

/** Deletes a payment after its invoice could not be created, and records the attempt in the order history. */
const deletePayment = async (tx: Db, payment: StoredPayment, userId: number | null): Promise<void> => {
  await tx.deleteFrom("payment").where("company_id", "=", payment.companyId).where("id", "=", payment.id).execute();
  const newName = `${payment.methodName}, ${formatMoney(payment.amount)}: счёт не выставлен`;
  await recordHistory(tx, orderKeyOf(payment), userId, [{ typeElement: "Payment", type: "Delete", newName }]);
  await touchOrder(tx, orderKeyOf(payment));
};

/**
 * Ends a payment after the provider refused to create its invoice. Deletes it if the provider refused the credentials,
 * otherwise rejects it. Throws the error of `endClaim`.
 */
const endRefused = (
  db: Db,
  payment: StoredPayment,
  claim: InvoiceClaim,
  { failure, userId }: { failure: ProviderRefused; userId: number | null },
): Promise<void> =>
  inTransaction(db, async (tx) => {
    await lockOrder(tx, payment.companyId, payment.orderId, undefined);
    await endClaim(tx, claim);
    if (failure instanceof AccessRefused) await deletePayment(tx, payment, userId);
    else await settleInvoice(tx, payment, "canceled", null);
  });

/**
 * Requests the invoice of a payment from the provider, stores its status and returns the invoice. The caller must hold
 * the claim for the invoice. Throws the errors of `requestInvoice`.
 */
const requestAndSettle = async (
  db: Db,
  context: ProviderContext,
  payment: StoredPayment,
): Promise<Schemas["Invoice"]> => {
  const invoice = await requestInvoice(db, context, payment);
  await inTransaction(db, (tx) => settleInvoice(tx, payment, invoice.status, null));
  return toInvoice(payment, invoice.status, invoice.url);
};

const stateOf: Record<StoredPayment["status"], InvoiceStatus> = {
  pending: "pending",
  completed: "succeeded",
  rejected: "canceled",
};

/**
 * Reads (`check`) or cancels a pending invoice at the provider, and stores the returned status. If the creation of the
 * invoice was interrupted, only issues the invoice. Returns the stored status of an invoice that is not pending, and
 * throws the errors of `requireProvider`, `claimInvoice` and the provider.
 */
const refreshInvoice = async (
  db: Db,
  context: ProviderContext,
  payment: StoredPayment,
  ask: "check" | "cancel" = "check",
): Promise<Schemas["Invoice"]> => {
  const provider = requireProvider(context.providers, payment.provider);
  if (payment.status !== "pending") return toInvoice(payment, stateOf[payment.status], payment.externalUrl);
  if (payment.externalId === null) {
    const claim = await claimInvoice(db, payment);
    return runClaimedInvoice(db, claim, () => requestAndSettle(db, context, payment));
  }
  const status = await provider[ask](invoiceRefOf(payment, payment.externalId));
  await inTransaction(db, (tx) => settleInvoice(tx, payment, status, null));
  return toInvoice(payment, status, payment.externalUrl);
};

/**
 * Issues an invoice: stores the payment, calls the provider outside a transaction and stores the response; a retry
 * continues with the same payment and key. Throws:
 * - `KeyReused` if the key belongs to a different method or amount,
 * - `Invalid` for a malformed amount or a method without a provider,
 * - `Conflict` if the provider is not set up,
 * - the errors of `lockOrder`, `checkDebt`, `claimInvoice` and the provider.
 */
export const issueInvoice = async (
  db: Db,
  context: ProviderContext,
  company: CompanyScope,
  caller: Payer,
  target: InvoiceTarget,
  request: Schemas["InvoiceRequest"],
): Promise<Schemas["Invoice"]> => {
  const { orderId, requestKey } = target;
  const { userId } = caller;
  const earlier = await findExternalPayment(db, { companyId: company.id, orderId, userId, requestKey });
  if (earlier?.companyId === company.id) {
    if (earlier.methodId !== request.paymentMethodId || earlier.amount !== request.amount) throw new KeyReused();
    return refreshInvoice(db, context, earlier);
  }
  const create = (tx: Db) => createInvoicePayment(tx, context, company, caller, target, request);
  const { payment, claim } = await inTransaction(db, create);
  return runClaimedInvoice(db, claim, async () => {
    try {
      return await requestAndSettle(db, context, payment);
    } catch (failure) {
      if (failure instanceof ProviderRefused) await endRefused(db, payment, claim, { failure, userId });
      throw failure;
    }
  });
};

/**
 * Reads the status of a pending invoice from the provider and stores it, or issues the invoice if its creation was
 * interrupted; returns the stored status of any other invoice. Throws `NotFound` for an unknown payment, and the errors
 * of `refreshInvoice`.
 */
export const checkInvoice = async (
  db: Db,
  context: ProviderContext,
  ref: { companyId: number; orderId: number; paymentId: number },
): Promise<Schemas["Invoice"]> => refreshInvoice(db, context, await readPayment(db, ref));

/**
 * Cancels an unpaid invoice at the provider, stores the returned status and returns the invoice; if the customer has
 * paid in the meantime, it stays paid and the payment is completed. Throws `ProviderRefused` if the provider cannot
 * cancel the invoice, and the errors of `checkInvoice`.
 */
export const cancelInvoice = async (
  db: Db,
  context: ProviderContext,
  payment: StoredPayment,
): Promise<Schemas["Invoice"]> => {
  // If the creation of the invoice was interrupted, the provider may not have the invoice yet. It is issued first,
  // because only an existing invoice can be cancelled.
  if (payment.externalId === null) await refreshInvoice(db, context, payment);
  return refreshInvoice(db, context, await readPayment(db, { ...payment, paymentId: payment.id }), "cancel");
};
