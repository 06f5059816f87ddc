import type { Schemas } from "#api/client.ts";
import type { MutationIntent } from "#machines/core/mutation.ts";

/** Money movement that the user confirmed: a payment, an invoice, or an action on a payment. Amounts are in roubles. */
export type MoneyMove =
  | {
      readonly kind: "payment";
      readonly parts: Schemas["PaymentPart"][];
      readonly statusId: number | null;
      readonly reason: string;
    }
  | { readonly kind: "invoice"; readonly methodId: number; readonly amount: number }
  | PaymentActionMove;

/**
 * Action on a payment that the user confirmed. `amount` and `lines` are the part of a completed payment to refund;
 * without them, the action concerns the whole payment.
 */
interface PaymentActionMove {
  readonly kind: PaymentActionKind;
  readonly paymentId: number;
  readonly reason?: string;
  readonly amount?: number;
  readonly lines?: Schemas["RefundLine"][];
}

/** Action on an existing payment. */
export type PaymentActionKind = "refund" | "confirm" | "check";

/** Request for a money movement. `version` is the version of the order that the user saw. */
export interface MoneyRequest {
  readonly companyId: number;
  readonly orderId: number;
  readonly version: number | undefined;
  /**
   * Ids of the payments that the user saw. They identify a new payment if the server does not send `requestKey` with
   * payments.
   */
  readonly knownIds?: readonly number[] | undefined;
  readonly move: MoneyMove;
}

/** Money movement with its idempotency key. The movement is stored in the browser before it is sent. */
export type MoneyIntent = MutationIntent<MoneyRequest>;

/** Payment that the money movement created or changed. The id is null if the server's answer contains no id. */
export interface MoneyResult {
  readonly paymentId: number | null;
}

type Payment = Schemas["Payment"];

/** Money movement that creates a payment. */
type CreatingMove = Exclude<MoneyMove, PaymentActionMove>;

const amountsOf = (move: CreatingMove): readonly number[] =>
  move.kind === "payment" ? move.parts.map(({ amount }) => amount) : [move.amount];

/**
 * Returns true if a payment shows that the refund was recorded. A partial refund has the idempotency key of the money
 * movement; a fully refunded or rejected payment is marked as rejected.
 */
const isRefunded = ({ key, request: { move } }: MoneyIntent, { isRejected, refunds = [] }: Payment): boolean =>
  "paymentId" in move && move.amount !== undefined
    ? refunds.some(({ requestKey, state }) => requestKey === key && state === "completed")
    : isRejected;

/**
 * Returns true if a payment was created by the money movement. Without `requestKey`, the payment must be new to the
 * user and the amount of the payment must occur in the money movement.
 */
const isFromMove = ({ key, request: { knownIds = [] } }: MoneyIntent, move: CreatingMove, payment: Payment): boolean =>
  payment.requestKey === undefined
    ? !knownIds.includes(payment.id) && amountsOf(move).includes(payment.amount)
    : payment.requestKey === key;

/** Returns true if the order's payments show that the money movement was recorded. */
export const isRecorded = (intent: MoneyIntent, payments: readonly Payment[]): boolean => {
  const { move } = intent.request;
  if (move.kind === "payment") return payments.some((payment) => isFromMove(intent, move, payment));
  // If the provider refuses an invoice, the server stores a rejected payment with the same key. Such a payment does not
  // prove that the invoice was recorded.
  if (move.kind === "invoice")
    return payments.some((payment) => isFromMove(intent, move, payment) && !payment.isRejected);
  const payment = payments.find(({ id }) => id === move.paymentId);
  if (payment === undefined) return false;
  if (move.kind === "refund") return isRefunded(intent, payment);
  // A check of an invoice changes no money, so it counts as recorded if the payment exists. A confirmation is recorded
  // only if the payment is completed.
  return move.kind === "check" || payment.isComplited;
};

/** Returns the payment that the money movement created or changed, or undefined if `payments` does not contain it. */
export const paymentOfMove = (intent: MoneyIntent, payments: readonly Payment[]): Payment | undefined => {
  const { move } = intent.request;
  return payments.find((payment) =>
    "paymentId" in move ? payment.id === move.paymentId : isFromMove(intent, move, payment),
  );
};
