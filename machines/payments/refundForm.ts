import type { Schemas } from "#api/client.ts";
import { parseAmount, roundMoney, sumMoney } from "#domain/money.ts";
import { portionsPrice, type RefundableLine, refundableLines } from "#domain/refund.ts";
import type { OrderItem } from "#machines/queries/order.ts";
import { toInputText } from "./amounts.ts";
import { leftOfPayment, type OrderSnapshot } from "./orderSnapshot.ts";

type Payment = Schemas["Payment"];

/** Way in which the user chooses the part of a payment to refund: by an amount, or by dishes of the order. */
export type RefundMode = "amount" | "lines";

/** Values of the form in which the user refunds a payment. */
export interface RefundValues {
  readonly snapshot: OrderSnapshot;
  readonly paymentId: number;
  readonly mode: RefundMode;
  /** Amount as typed. */
  readonly text: string;
  /** Numbers of chosen portions, by the id of the order line. */
  readonly counts: Readonly<Record<number, number>>;
}

/** Reason why a refund cannot be sent. Amounts are in roubles. */
export type RefundReason =
  | { readonly code: "rejected" | "noAmount" | "noLines" }
  | { readonly code: "overLeft"; readonly left: number }
  | { readonly code: "overPrice"; readonly price: number };

/** Returns the payment that the user refunds, or undefined if the order no longer has this payment. */
export const refundedPayment = ({
  snapshot,
  paymentId,
}: Pick<RefundValues, "snapshot" | "paymentId">): Payment | undefined =>
  snapshot.payments.find(({ id }) => id === paymentId);

/**
 * Returns the payment's pending refund, if any. The outcome of this refund is unknown, so only the same refund can be
 * sent again.
 */
export const pendingRefundOf = (payment: Payment | undefined): Schemas["PaymentRefund"] | undefined =>
  payment?.refunds?.find(({ state }) => state === "pending");

/**
 * Returns true if a payment can be refunded in part. The payment must be accepted, and the server must support partial
 * refunds.
 */
export const isPartOffered = (payment: Payment | undefined): payment is Payment =>
  payment?.refundedAmount !== undefined && payment.isComplited && !payment.isRejected;

/** Returns the order lines with portions that can still be refunded. The refunds of all payments of the order count. */
export const linesToRefund = ({ order, payments }: OrderSnapshot): readonly RefundableLine<OrderItem>[] =>
  refundableLines(
    order,
    payments.flatMap(({ refunds = [] }) => refunds),
  ).filter(({ left }) => left > 0);

/** Returns the chosen dishes and portions. Portions that can no longer be refunded are left out. */
export const chosenLines = ({ snapshot, counts }: Pick<RefundValues, "snapshot" | "counts">): Schemas["RefundLine"][] =>
  linesToRefund(snapshot).flatMap(({ item, left }) => {
    const count = Math.min(counts[item.id] ?? 0, left);
    return count > 0 ? [{ orderItemId: item.id, count }] : [];
  });

/** Returns the price of the chosen portions, roubles. */
export const priceOfChosen = (values: Pick<RefundValues, "snapshot" | "counts">): number => {
  const lines = linesToRefund(values.snapshot);
  const priceOf = ({ orderItemId, count }: Schemas["RefundLine"]) => {
    const line = lines.find(({ item }) => item.id === orderItemId);
    return line ? portionsPrice(line, count) : 0;
  };
  return sumMoney(chosenLines(values).map(priceOf));
};

/**
 * Returns the text of the amount that the form proposes: the unrefunded amount of the payment, or for the mode
 * `lines` the price of the chosen dishes, if that is less. The text is empty if the amount is 0 or the payment is
 * missing.
 */
export const proposedText = (values: Omit<RefundValues, "text">): string => {
  const payment = refundedPayment(values);
  if (payment === undefined) return "";
  const left = leftOfPayment(payment);
  return toInputText(values.mode === "amount" ? left : Math.min(left, priceOfChosen(values)));
};

/** Amount of a refund, roubles, with its dishes. */
interface ChosenPart {
  readonly amount: number;
  readonly lines?: Schemas["RefundLine"][];
}

const chosenPart = (values: RefundValues, payment: Payment): ChosenPart => {
  const pending = pendingRefundOf(payment);
  const lines = pending?.lines.map(({ orderItemId, count }) => ({ orderItemId, count })) ?? chosenLines(values);
  const isByLines = pending ? lines.length > 0 : values.mode === "lines";
  return { amount: pending?.amount ?? parseAmount(values.text) ?? 0, ...(isByLines && { lines }) };
};

/**
 * Returns the amount and the dishes that the form refunds, or undefined if the payment can only be refunded as a whole
 * or is no longer in the order. For a pending refund, returns the amount and the dishes of that refund.
 */
export const partOf = (values: RefundValues): ChosenPart | undefined => {
  const payment = refundedPayment(values);
  return isPartOffered(payment) ? chosenPart(values, payment) : undefined;
};

/**
 * Returns the amount to refund, roubles: the amount of `partOf`, or the whole unrefunded amount if the payment can only
 * be refunded as a whole. Returns 0 if the order no longer has the payment.
 */
export const amountToRefund = (values: RefundValues): number => {
  const payment = refundedPayment(values);
  return partOf(values)?.amount ?? (payment ? leftOfPayment(payment) : 0);
};

/**
 * Returns the reason why the refund cannot be sent, or undefined if there is none. Used by the guard and for the
 * tooltip.
 */
export const reasonNotToRefund = (values: RefundValues): RefundReason | undefined => {
  const payment = refundedPayment(values);
  if (payment?.isRejected) return { code: "rejected" };
  if (!isPartOffered(payment) || pendingRefundOf(payment)) return undefined;
  const part = chosenPart(values, payment);
  if (part.lines?.length === 0) return { code: "noLines" };
  if (roundMoney(part.amount) === 0) return { code: "noAmount" };
  const left = leftOfPayment(payment);
  if (part.amount > left) return { code: "overLeft", left };
  const price = priceOfChosen(values);
  return part.lines && part.amount > price ? { code: "overPrice", price } : undefined;
};
