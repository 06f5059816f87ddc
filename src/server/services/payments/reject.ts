import { sql } from "kysely";
import { formatMoney } from "#domain/money.ts";
import type { Db } from "../../database/connection.ts";
import { inTransaction } from "../../database/transaction.ts";
import {
  AccessRefused,
  type InvoiceRef,
  type InvoiceStatus,
  type Provider,
  ProviderRefused,
  RefundGivenUp,
} from "../../providers/provider.ts";
import { bookPayments } from "../finance/paymentBooking.ts";
import { recordHistory } from "../orders/orderHistory.ts";
import { lockOrder, touchOrder } from "../orders/orderLock.ts";
import type { Caller } from "../session/caller.ts";
import { Conflict } from "../shared/domainErrors.ts";
import { claimInvoice, endClaim, runClaimedInvoice } from "./invoiceClaims.ts";
import { readPayment, type StoredPayment } from "./paymentRules.ts";
import { invoiceRefOf, type ProviderContext, requestInvoice, requireProvider } from "./providerCalls.ts";
import { settleInvoice } from "./settle.ts";

/**
 * Issues an invoice whose creation was interrupted. Returns the id of the invoice, or undefined when the provider
 * refuses to issue it.
 */
const issueInterrupted = (db: Db, context: ProviderContext, payment: StoredPayment): Promise<string | undefined> =>
  requestInvoice(db, context, payment).then(
    ({ id }) => id,
    (failure: unknown) => {
      if (failure instanceof ProviderRefused && !(failure instanceof AccessRefused)) return undefined;
      throw failure;
    },
  );

/**
 * Refunds an invoice. Increments the attempt number only after a final refusal, because without a response the provider
 * may already have sent the money.
 */
const refund = async (db: Db, provider: Provider, invoice: InvoiceRef, { id }: StoredPayment): Promise<void> => {
  try {
    await provider.refund(invoice);
  } catch (failure) {
    if (failure instanceof RefundGivenUp)
      await db
        .updateTable("payment")
        .set((eb) => ({ refund_attempt: eb("refund_attempt", "+", 1) }))
        .where("id", "=", id)
        .where("refund_attempt", "=", invoice.refundAttempt)
        .execute();
    throw failure;
  }
};

/**
 * Cancels an unpaid invoice at its provider and returns its final status, or refunds a paid invoice. The caller must
 * store the status together with the rejection, so that a repeated request recognises the rejection.
 */
const cancelOrRefund = async (
  db: Db,
  context: ProviderContext,
  payment: StoredPayment,
  externalId: string,
  caller: Caller,
): Promise<InvoiceStatus | undefined> => {
  const provider = requireProvider(context.providers, payment.provider);
  const invoice = invoiceRefOf(payment, externalId);
  const status = payment.status === "completed" ? "succeeded" : await provider.cancel(invoice);
  if (status !== "succeeded") return status;
  await inTransaction(db, (tx) => settleInvoice(tx, payment, status, caller.userId));
  await refund(db, provider, invoice, payment);
  return undefined;
};

const alreadyRejected = () => new Conflict("Оплата уже отклонена или возвращена.");

/**
 * Returns true if this request may itself have rejected the payment, because cancelling a pending invoice rejects its
 * payment.
 */
const canBeOwnRejection = ({ provider, status }: StoredPayment): boolean => provider !== null && status === "pending";

/** Data of a rejection: the user and the reason that the user gave. */
interface Rejection {
  readonly caller: Caller;
  readonly reason: string | null;
}

/** Stores the rejection of a payment. The caller must hold the order lock. */
const recordRejection = async (tx: Db, payment: StoredPayment, { caller, reason }: Rejection): Promise<void> => {
  const current = await readPayment(tx, { ...payment, paymentId: payment.id });
  if (current.status === "rejected") {
    if (canBeOwnRejection(payment)) return;
    throw alreadyRejected();
  }
  await tx
    .updateTable("payment")
    .set({
      status: "rejected",
      refunded_date: sql`case when completed_date is not null then now() end`,
      refunded_by: caller.userId,
      refund_reason: reason,
    })
    .where("id", "=", payment.id)
    .execute();
  const { companyId } = payment;
  if (current.status === "completed")
    await bookPayments(tx, companyId, "expense", { paymentIds: [payment.id], userId: caller.userId });
  const outcome = current.status === "completed" ? "возвращена" : "отклонена";
  const newName = `${payment.methodName}, ${formatMoney(payment.amount)}: ${outcome}${reason ? ` (${reason})` : ""}`;
  await recordHistory(tx, payment.orderId, caller.userId, [{ typeElement: "Payment", type: "Delete", newName }]);
  await touchOrder(tx, payment.orderId);
};

/**
 * Rejects a pending payment or refunds a completed payment. Calls the provider before it changes the database;
 * runs `finish` in the transaction that stores the rejection.
 */
export const rejectPayment = async (
  db: Db,
  context: ProviderContext,
  rejection: Rejection,
  ref: { companyId: number; orderId: number; paymentId: number },
  finish: (tx: Db) => Promise<void>,
): Promise<void> => {
  const payment = await readPayment(db, ref);
  if (payment.status === "rejected") throw alreadyRejected();
  const record = (prepare?: (tx: Db) => Promise<void>): Promise<void> =>
    inTransaction(db, async (tx) => {
      await lockOrder(tx, payment.companyId, payment.orderId, undefined);
      await prepare?.(tx);
      await recordRejection(tx, payment, rejection);
      await finish(tx);
    });
  const endIssued = async (externalId: string): Promise<void> => {
    const status = await cancelOrRefund(db, context, payment, externalId, rejection.caller);
    await record(status && ((tx) => settleInvoice(tx, payment, status, rejection.caller.userId)));
  };
  if (payment.provider === null) return record();
  if (payment.externalId !== null) return endIssued(payment.externalId);
  const claim = await claimInvoice(db, payment);
  await runClaimedInvoice(db, claim, async () => {
    const externalId = await issueInterrupted(db, context, payment);
    await (externalId === undefined ? record((tx) => endClaim(tx, claim)) : endIssued(externalId));
  });
};
