import type { Schemas } from "#api/client.ts";
import type { MutationIntent } from "#machines/core/mutation.ts";

/** One movement of money, as the user confirmed it. Amounts are in roubles. */
export type MoneyMove =
  | {
      readonly kind: "payment";
      readonly parts: Schemas["PaymentPart"][];
      readonly statusId: number | null;
      readonly reason: string;
    }
  | { readonly kind: "invoice"; readonly methodId: number; readonly amount: number }
  | { readonly kind: PaymentActionKind; readonly paymentId: number };

/** Action on one payment. */
export type PaymentActionKind = "refund" | "confirm" | "check";

/** Movement of money of an order; `version` is the version of the order that the user saw. */
export interface MoneyRequest {
  readonly companyId: number;
  readonly orderId: number;
  readonly version: number;
  readonly move: MoneyMove;
}

/** Movement under its idempotency key, as the journal keeps it. */
export type MoneyIntent = MutationIntent<MoneyRequest>;

/** Payment that a movement made or changed; null where the answer does not name one. */
export interface MoneyResult {
  readonly paymentId: number | null;
}

type Payment = Schemas["Payment"];

/** Returns whether the payments of the order show that the movement was recorded. */
export const isRecorded = ({ key, request: { move } }: MoneyIntent, payments: readonly Payment[]): boolean => {
  if (move.kind === "payment") return payments.some((payment) => payment.requestKey === key);
  // An invoice that the provider refused leaves a rejected payment with its key.
  if (move.kind === "invoice") return payments.some((payment) => payment.requestKey === key && !payment.isRejected);
  const payment = payments.find(({ id }) => id === move.paymentId);
  if (payment === undefined) return false;
  if (move.kind === "refund") return payment.isRejected;
  // A check moves no money, so the state of the payment is its result.
  return move.kind === "check" || payment.isComplited;
};

/** Returns the payment that the movement made or changed. */
export const paymentOfMove = (
  { key, request: { move } }: MoneyIntent,
  payments: readonly Payment[],
): Payment | undefined =>
  payments.find((payment) => ("paymentId" in move ? payment.id === move.paymentId : payment.requestKey === key));
