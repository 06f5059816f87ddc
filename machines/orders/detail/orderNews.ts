import type { Schemas } from "#api/client.ts";
import { leftOfPayment, type OrderSnapshot } from "#machines/payments/orderSnapshot.ts";

type Payment = Schemas["Payment"];

/** State of a payment: not yet accepted, accepted, or rejected (business, section 4). */
export type PaymentState = "pending" | "completed" | "rejected";

export const paymentState = ({ isComplited, isRejected }: Payment): PaymentState => {
  if (isRejected) return "rejected";
  return isComplited ? "completed" : "pending";
};

/** Returns the payments in `after` that are new, or have another state or refunded amount than in `before`. */
export const changedPayments = (before: readonly Payment[], after: readonly Payment[]): readonly Payment[] =>
  after.filter((payment) => {
    const former = before.find(({ id }) => id === payment.id);
    return (
      former === undefined ||
      paymentState(former) !== paymentState(payment) ||
      leftOfPayment(former) !== leftOfPayment(payment)
    );
  });

/** Returns the ids of the invoices that are neither paid nor cancelled. */
export const pendingInvoices = (payments: readonly Payment[]): number[] =>
  payments.filter((payment) => payment.isExternal && paymentState(payment) === "pending").map(({ id }) => id);

/**
 * Returns true if `read` has another order version, a new payment, or a payment with another state or refunded amount.
 */
export const isNews = (known: OrderSnapshot, read: OrderSnapshot): boolean =>
  read.order.version !== known.order.version || changedPayments(known.payments, read.payments).length > 0;
