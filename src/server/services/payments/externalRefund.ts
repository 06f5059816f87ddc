import { formatMoney, roundMoney } from "#domain/money.ts";
import type { Db } from "../../database/connection.ts";
import { inTransaction } from "../../database/transaction.ts";
import { AccessRefused, RefundGivenUp } from "../../providers/provider.ts";
import { lockOrder, touchOrder } from "../orders/orderLock.ts";
import { Conflict, InProgress } from "../shared/domainErrors.ts";
import { readPayment, type StoredPayment } from "./paymentRules.ts";
import { invoiceRefOf, type ProviderContext, requireProvider } from "./providerCalls.ts";
import {
  completeRefund,
  failRefund,
  findPendingRefund,
  insertRefund,
  type RefundAuthor,
  runClaimedRefund,
  type StoredRefund,
} from "./refundRows.ts";
import { draftRefund, isPart, type RefundPart } from "./refundRules.ts";

/** Request to refund a payment. `seen` is the version of the order that the caller saw. */
export interface RefundRequest extends RefundPart {
  readonly author: RefundAuthor;
  readonly seen: number | undefined;
}

/** Pending refund that a request sends to the provider. */
interface PreparedRefund {
  readonly payment: StoredPayment;
  readonly refund: StoredRefund;
  /**
   * True if this request has stored the refund. In this case, no earlier request has sent the refund to the provider.
   */
  readonly isNew: boolean;
  /** True if the request is complete when this refund is completed. */
  readonly isLast: boolean;
}

/** Returns the error for a payment that has already been rejected or refunded. */
export const alreadyRejected = () => new Conflict("Оплата уже отклонена или возвращена.");

const isSameRefund = (pending: StoredRefund, { amount, lines = [] }: RefundPart): boolean =>
  (amount === undefined || amount === pending.amount) &&
  lines.length === pending.lines.length &&
  lines.every((line) => pending.lines.some((one) => one.orderItemId === line.orderItemId && one.count === line.count));

/**
 * Resumes the pending refund of a payment; a request for the whole payment first ends a pending refund of any part.
 * Throws `Conflict` if the request names a different part, because the remaining amount is unknown until the pending
 * refund ends.
 */
const resumeRefund = (pending: StoredRefund, payment: StoredPayment, request: RefundRequest): PreparedRefund => {
  const { author } = request;
  const isOwn = pending.requestKey === author.requestKey && pending.userId === author.userId;
  if (isPart(request) && !isOwn && !isSameRefund(pending, request))
    throw new Conflict(
      `Сначала завершите начатый возврат ${formatMoney(pending.amount)} Повторите его с той же суммой.`,
    );
  const left = roundMoney(payment.amount - payment.refundedAmount);
  return { payment, refund: pending, isNew: false, isLast: isPart(request) || pending.amount === left };
};

const prepareRefund = (db: Db, { companyId, orderId, id }: StoredPayment, request: RefundRequest) =>
  inTransaction(db, async (tx): Promise<PreparedRefund> => {
    await lockOrder(tx, companyId, orderId, undefined);
    const payment = await readPayment(tx, { companyId, orderId, paymentId: id });
    const pending = await findPendingRefund(tx, { id, companyId });
    if (pending) return resumeRefund(pending, payment, request);
    if (payment.status !== "completed") throw alreadyRejected();
    // The version that the caller saw is checked only for a new refund. A retry would fail this check, because the first
    // request has changed the version when it stored the refund.
    await lockOrder(tx, companyId, orderId, request.seen);
    const refund = await insertRefund(tx, payment, await draftRefund(tx, payment, request), request.author);
    // Because of the new version of the order, its viewers reload the order and see the pending refund.
    await touchOrder(tx, { id: orderId, companyId });
    return { payment, refund, isNew: true, isLast: true };
  });

/** Ends a pending refund under the order lock. Throws `InProgress` if another request has already ended the refund. */
const endRefund = (
  db: Db,
  { companyId, orderId, id }: StoredPayment,
  refund: StoredRefund,
  end: (tx: Db, payment: StoredPayment) => Promise<void>,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    await lockOrder(tx, companyId, orderId, undefined);
    if ((await findPendingRefund(tx, { id, companyId }))?.id !== refund.id) throw new InProgress();
    await end(tx, await readPayment(tx, { companyId, orderId, paymentId: id }));
  });

const sendRefund = async (
  db: Db,
  context: ProviderContext,
  { payment, refund, isNew }: PreparedRefund,
): Promise<void> => {
  const provider = requireProvider(context.providers, payment.provider);
  try {
    await provider.refund(invoiceRefOf(payment, payment.externalId ?? ""), {
      key: refund.externalKey,
      createdAt: refund.createdAt,
      amount: refund.amount,
      refundedBefore: payment.refundedAmount,
    });
  } catch (failure) {
    // If the provider refuses the credentials, only a refund that this request stored is marked as failed. A refund
    // that an earlier request stored stays pending, because that request may already have moved the money.
    const isFinal = failure instanceof RefundGivenUp || (isNew && failure instanceof AccessRefused);
    if (isFinal) await endRefund(db, payment, refund, (tx, current) => failRefund(tx, current, refund));
    throw failure;
  }
};

/**
 * Refunds a completed external payment: stores the refund, calls the provider outside a transaction, and runs `finish`
 * in the transaction that records the outcome. A retry resumes the stored refund, which stays pending until the
 * provider answers. Throws:
 * - `Conflict` if the payment is already refunded or a refund of a different part is pending,
 * - `Stale` if the caller saw a different version of the order,
 * - `InProgress` if another request sends the refund,
 * - the errors of `draftRefund` and of the provider.
 */
export const refundExternal = async (
  db: Db,
  context: ProviderContext,
  payment: StoredPayment,
  request: RefundRequest,
  finish: (tx: Db) => Promise<void>,
): Promise<void> => {
  const prepared = await prepareRefund(db, payment, request);
  const { refund, isLast } = prepared;
  await runClaimedRefund(db, payment, refund, async () => {
    await sendRefund(db, context, prepared);
    await endRefund(db, payment, refund, async (tx, current) => {
      await completeRefund(tx, current, refund);
      if (isLast) await finish(tx);
    });
  });
  if (!isLast) await refundExternal(db, context, payment, { ...request, seen: undefined }, finish);
};
