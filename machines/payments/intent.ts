import type { Schemas } from "#api/client.ts";

/** One movement of money, as the operator confirmed it. */
type Move =
  | { kind: "payment"; parts: Schemas["PaymentPart"][]; statusId: number | null; reason: string }
  | { kind: "invoice"; methodId: number; amount: number }
  | { kind: "refund" | "confirm" | "check"; paymentId: number };

/** A movement of money of an order that was seen in a version. */
export interface MoveDraft {
  companyId: number;
  orderId: number;
  version: number;
  move: Move;
}

/** A movement under the key that makes every repeat of it the same one; what the journal keeps. */
export interface Intent extends MoveDraft {
  key: string;
}

type Payment = Schemas["Payment"];

/** Whether the payments of the order show that the movement took place. */
export const isRecorded = ({ key, move }: Intent, payments: readonly Payment[]): boolean => {
  if (move.kind === "payment") return payments.some((one) => one.requestKey === key);
  // An invoice that its provider refused leaves a void payment behind.
  if (move.kind === "invoice") return payments.some((one) => one.requestKey === key && !one.isRejected);
  const payment = payments.find((one) => one.id === move.paymentId);
  if (payment === undefined) return false;
  if (move.kind === "refund") return payment.isRejected;
  // A check moves nothing: whatever the payment says now is its end.
  return move.kind === "check" || payment.isComplited;
};

/** The payment that the movement made or touched, if the payments show it. */
export const paymentOf = ({ key, move }: Intent, payments: readonly Payment[]): Payment | undefined =>
  payments.find((one) => ("paymentId" in move ? one.id === move.paymentId : one.requestKey === key));
