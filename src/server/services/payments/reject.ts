import { formatMoney } from "#domain/money.ts";
import type { Db } from "../../database/connection.ts";
import { inTransaction } from "../../database/transaction.ts";
import { AccessRefused, ProviderRefused } from "../../providers/provider.ts";
import { recordHistory } from "../orders/orderHistory.ts";
import { orderKeyOf } from "../orders/orderKey.ts";
import { lockOrder, touchOrder } from "../orders/orderLock.ts";
import { Conflict } from "../shared/domainErrors.ts";
import { alreadyRejected, type RefundRequest, refundExternal } from "./externalRefund.ts";
import { claimInvoice, endClaim, runClaimedInvoice } from "./invoiceClaims.ts";
import { readPayment, type StoredPayment } from "./paymentRules.ts";
import { invoiceRefOf, type ProviderContext, requestInvoice, requireProvider } from "./providerCalls.ts";
import { completeRefund, insertRefund, isRefundedBy } from "./refundRows.ts";
import { draftRefund, isPart } from "./refundRules.ts";
import { settleInvoice } from "./settle.ts";

/**
 * Issues an invoice after its creation was interrupted. Returns the id of the invoice, or undefined if the provider
 * refuses to issue it. Throws `AccessRefused` if the provider refuses the credentials.
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
 * Rejects a pending payment under the order lock. The caller must either have read the payment under this lock, or hold
 * the claim for its invoice.
 */
const rejectPending = async (tx: Db, payment: StoredPayment, { author }: RefundRequest): Promise<void> => {
  const { userId, reason } = author;
  await tx
    .updateTable("payment")
    .set({ status: "rejected", refunded_by: userId, refund_reason: reason })
    .where("company_id", "=", payment.companyId)
    .where("id", "=", payment.id)
    .execute();
  const newName = `${payment.methodName}, ${formatMoney(payment.amount)}: отклонена${reason ? ` (${reason})` : ""}`;
  await recordHistory(tx, orderKeyOf(payment), userId, [{ typeElement: "Payment", type: "Delete", newName }]);
  await touchOrder(tx, orderKeyOf(payment));
};

const checkWhole = (request: RefundRequest): void => {
  if (isPart(request)) throw new Conflict("Оплата ещё не принята: её можно только отклонить целиком.");
};

/**
 * Rejects a pending manual payment, or refunds a completed manual payment, and runs `finish` in the same transaction.
 * Throws `Conflict` for a rejected payment and for a part of a pending payment, and the errors of `lockOrder` and
 * `draftRefund`.
 */
const rejectManual = (
  db: Db,
  { companyId, orderId, id }: StoredPayment,
  request: RefundRequest,
  finish: (tx: Db) => Promise<void>,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    await lockOrder(tx, companyId, orderId, request.seen);
    const payment = await readPayment(tx, { companyId, orderId, paymentId: id });
    if (payment.status === "rejected") throw alreadyRejected();
    if (payment.status === "pending") {
      checkWhole(request);
      await rejectPending(tx, payment, request);
    } else {
      const refund = await insertRefund(tx, payment, await draftRefund(tx, payment, request), request.author);
      await completeRefund(tx, payment, refund);
    }
    await finish(tx);
  });

/**
 * Cancels a pending invoice at its provider and rejects the payment, or refunds a paid invoice. A payment that is
 * already rejected under the order lock is a success, because storing the cancelled status of an invoice also rejects
 * the payment. Throws the errors of the provider and of `refundExternal`.
 */
const endInvoice = async (
  db: Db,
  context: ProviderContext,
  payment: StoredPayment,
  request: RefundRequest,
  finish: (tx: Db) => Promise<void>,
): Promise<void> => {
  const { companyId, orderId, id, externalId } = payment;
  const provider = requireProvider(context.providers, payment.provider);
  const status = await provider.cancel(invoiceRefOf(payment, externalId ?? ""));
  const isPaid = await inTransaction(db, async (tx) => {
    await settleInvoice(tx, payment, status, request.author.userId);
    await lockOrder(tx, companyId, orderId, undefined);
    const current = await readPayment(tx, { companyId, orderId, paymentId: id });
    if (current.status === "completed") return true;
    if (current.status === "pending") await rejectPending(tx, current, request);
    await finish(tx);
    return false;
  });
  if (isPaid) await refundExternal(db, context, payment, request, finish);
};

const rejectInvoice = async (
  db: Db,
  context: ProviderContext,
  payment: StoredPayment,
  request: RefundRequest,
  finish: (tx: Db) => Promise<void>,
): Promise<void> => {
  checkWhole(request);
  if (payment.externalId !== null) return endInvoice(db, context, payment, request, finish);
  const claim = await claimInvoice(db, payment);
  await runClaimedInvoice(db, claim, async () => {
    const externalId = await issueInterrupted(db, context, payment);
    if (externalId !== undefined) return endInvoice(db, context, { ...payment, externalId }, request, finish);
    await inTransaction(db, async (tx) => {
      await lockOrder(tx, payment.companyId, payment.orderId, undefined);
      await endClaim(tx, claim);
      await rejectPending(tx, payment, request);
      await finish(tx);
    });
  });
};

/**
 * Rejects a pending payment, or refunds a completed payment, wholly or in part, and runs `finish` in the transaction
 * that completes the request. For an external payment, calls the provider outside a transaction before it stores the
 * outcome; a pending invoice that the customer pays in the meantime is refunded. Throws:
 * - `NotFound` for an unknown payment,
 * - `Conflict` for a payment that another request has rejected or refunded, and for a part of a pending payment,
 * - the errors of `rejectManual`, `refundExternal`, `claimInvoice` and `endInvoice`.
 */
export const rejectPayment = async (
  db: Db,
  context: ProviderContext,
  request: RefundRequest,
  ref: { companyId: number; orderId: number; paymentId: number },
  finish: (tx: Db) => Promise<void>,
): Promise<void> => {
  const payment = await readPayment(db, ref);
  // In a retry, the refund of the first attempt may already be completed. Only `finish` is then left to do.
  if (await isRefundedBy(db, payment, request.author)) return inTransaction(db, finish);
  if (payment.status === "rejected") throw alreadyRejected();
  if (payment.provider === null) return rejectManual(db, payment, request, finish);
  if (payment.status === "completed") return refundExternal(db, context, payment, request, finish);
  return rejectInvoice(db, context, payment, request, finish);
};
