import { sql } from "kysely";
import { formatMoney, roundMoney } from "#domain/money.ts";
import type { Db } from "../../database/connection.ts";
import { bookRefund } from "../finance/paymentBooking.ts";
import { recordHistory } from "../orders/orderHistory.ts";
import { orderKeyOf } from "../orders/orderKey.ts";
import { touchOrder } from "../orders/orderLock.ts";
import { InProgress } from "../shared/domainErrors.ts";
import type { StoredPayment } from "./paymentRules.ts";
import type { RefundDraft, StoredRefundLine } from "./refundRules.ts";

/** Author of a refund, with the idempotency key of the request and the reason that the user gave. */
export interface RefundAuthor {
  readonly userId: number;
  readonly requestKey: string;
  readonly reason: string | null;
}

/** Refund as the database stores it. */
export interface StoredRefund extends RefundDraft {
  readonly id: number;
  readonly state: "pending" | "completed" | "failed";
  readonly reason: string | null;
  readonly userId: number | null;
  readonly requestKey: string | null;
  /** Idempotency key of the refund at its provider. */
  readonly externalKey: string;
  readonly createdAt: Date;
}

const fields = sql`id, amount, lines, state, reason, user_id as "userId", request_key as "requestKey",
  external_key as "externalKey", creation_date as "createdAt"`;

/**
 * Finds the pending refund of a payment, or returns undefined if there is none. The outcome of a pending refund is
 * unknown.
 */
export const findPendingRefund = async (
  db: Db,
  payment: Pick<StoredPayment, "id" | "companyId">,
): Promise<StoredRefund | undefined> => {
  const { rows } = await sql<StoredRefund>`select ${fields} from payment_refund
    where payment_id = ${payment.id} and company_id = ${payment.companyId} and state = 'pending'`.execute(db);
  return rows[0];
};

/**
 * Returns true if this request, identified by its user and idempotency key, has already refunded money of the payment.
 */
export const isRefundedBy = async (
  db: Db,
  payment: StoredPayment,
  { userId, requestKey }: Pick<RefundAuthor, "userId" | "requestKey">,
): Promise<boolean> => {
  const refund = await db
    .selectFrom("payment_refund")
    .select("id")
    .where("payment_id", "=", payment.id)
    .where("company_id", "=", payment.companyId)
    .where("user_id", "=", userId)
    .where("request_key", "=", requestKey)
    .where("state", "=", "completed")
    .executeTakeFirst();
  return refund !== undefined;
};

/** Stores a pending refund, which reserves its amount. The caller must hold the order lock. */
export const insertRefund = async (
  tx: Db,
  payment: StoredPayment,
  { amount, lines }: RefundDraft,
  { userId, requestKey, reason }: RefundAuthor,
): Promise<StoredRefund> => {
  const { rows } = await sql<StoredRefund>`
    insert into payment_refund (company_id, order_id, payment_id, payment_method_id, amount, lines, reason,
      user_id, request_key, state)
    values (${payment.companyId}, ${payment.orderId}, ${payment.id}, ${payment.methodId}, ${amount}, ${JSON.stringify(lines)}::jsonb, ${reason},
      ${userId}, ${requestKey}, 'pending') returning ${fields}`.execute(tx);
  const [refund] = rows;
  if (!refund) throw new Error("an inserted refund is there");
  return refund;
};

const dishesOf = (lines: readonly StoredRefundLine[]): string =>
  lines.map(({ name, count }) => `${name} × ${count}`).join(", ");

const historyOf = (payment: StoredPayment, refund: StoredRefund, outcome: string) => {
  const details = [dishesOf(refund.lines), refund.reason].filter(Boolean).join("; ");
  return `${payment.methodName}, ${formatMoney(refund.amount)}: ${outcome}${details ? ` (${details})` : ""}`;
};

/**
 * Completes a pending refund and adds its expense and a history entry; a completely refunded payment becomes rejected.
 * The caller must hold the order lock and have read the payment under this lock; throws the errors of `bookRefund`.
 */
export const completeRefund = async (tx: Db, payment: StoredPayment, refund: StoredRefund): Promise<void> => {
  const { companyId, orderId, amount } = payment;
  const refundedAmount = roundMoney(payment.refundedAmount + refund.amount);
  const isWhole = refundedAmount === amount;
  await tx
    .updateTable("payment_refund")
    .set({ state: "completed", completed_date: sql`now()`, sending_until: null })
    .where("company_id", "=", payment.companyId)
    .where("id", "=", refund.id)
    .execute();
  await tx
    .updateTable("payment")
    .set({
      refunded_amount: refundedAmount,
      ...(isWhole && {
        status: "rejected",
        refunded_date: sql`now()`,
        refunded_by: refund.userId,
        refund_reason: refund.reason,
      }),
    })
    .where("company_id", "=", payment.companyId)
    .where("id", "=", payment.id)
    .execute();
  await bookRefund(tx, companyId, { refundId: refund.id, userId: refund.userId });
  const outcome = isWhole ? "возвращена" : `возвращена часть от ${formatMoney(amount)}`;
  const newName = historyOf(payment, refund, refund.amount < amount && isWhole ? "возвращён остаток" : outcome);
  const entry = { typeElement: "Payment" as const, type: isWhole ? ("Delete" as const) : ("Update" as const), newName };
  await recordHistory(tx, { id: orderId, companyId }, refund.userId, [entry]);
  await touchOrder(tx, { id: orderId, companyId });
};

/**
 * Marks a pending refund as permanently refused, so that its amount can be refunded again, and adds a history entry.
 * The caller must hold the order lock.
 */
export const failRefund = async (tx: Db, payment: StoredPayment, refund: StoredRefund): Promise<void> => {
  await tx
    .updateTable("payment_refund")
    .set({ state: "failed", sending_until: null })
    .where("company_id", "=", payment.companyId)
    .where("id", "=", refund.id)
    .execute();
  const newName = historyOf(payment, refund, "возврат не прошёл");
  await recordHistory(tx, orderKeyOf(payment), refund.userId, [{ typeElement: "Payment", type: "Update", newName }]);
  await touchOrder(tx, orderKeyOf(payment));
};

/**
 * Time after which the process that sends a refund is assumed to have crashed, seconds. Exceeds the timeout of a
 * provider.
 */
const ABANDONED_SECONDS = 60;

/**
 * Runs `work`, which sends a refund to its provider, and prevents other requests from sending the refund at the same
 * time. Otherwise a refusal would not prove that no money was moved. Throws `InProgress` if another request is sending
 * the refund or has already ended it.
 */
export const runClaimedRefund = async (
  db: Db,
  { companyId }: StoredPayment,
  { id }: StoredRefund,
  work: () => Promise<void>,
): Promise<void> => {
  const { rows } = await sql<{ until: Date }>`
    update payment_refund set sending_until = now() + make_interval(secs => ${ABANDONED_SECONDS})
    where id = ${id} and company_id = ${companyId} and state = 'pending' and (sending_until is null or sending_until < now())
    returning sending_until as until`.execute(db);
  const [claim] = rows;
  if (!claim) throw new InProgress();
  try {
    await work();
  } finally {
    await db
      .updateTable("payment_refund")
      .set({ sending_until: null })
      .where("id", "=", id)
      .where("company_id", "=", companyId)
      .where("sending_until", "=", claim.until)
      .execute();
  }
};
