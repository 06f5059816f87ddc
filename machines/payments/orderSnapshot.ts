import { hasFields, isListOf } from "#api/answerShape.ts";
import { type Api, type Schemas, unwrap } from "#api/client.ts";
import { roundMoney } from "#domain/money.ts";
import { completeOrder, type Order } from "#machines/queries/order.ts";

type Payment = Schemas["Payment"];

/** Order with its payments. The two are read by concurrent requests, so one can be newer than the other. */
export interface OrderSnapshot {
  readonly order: Order;
  readonly payments: readonly Payment[];
}

export interface OrderPath {
  readonly companyId: number;
  readonly orderId: number;
}

const areModifiers = isListOf({ price: "number", count: "number" });

const areOrderItems = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every(
    (item) =>
      hasFields(item, { name: "string", price: "number", count: "number", amount: "number" }) &&
      areModifiers(Reflect.get(item, "modificators")),
  );

/** Returns true if the value has the order fields that all screens need. */
export const isOrder = (value: unknown): value is Schemas["Order"] =>
  hasFields(value, {
    id: "number",
    statusId: "number",
    amount: "number",
    date: "moment",
    creationDate: "moment",
    promisedAt: "moment?",
    phone: "string",
    tags: "list",
  }) &&
  areOrderItems(Reflect.get(value, "items")) &&
  ["number", "undefined"].includes(typeof Reflect.get(value, "version"));

/** Returns true if the value is a list of payments with the fields that the totals need. */
const arePayments = isListOf({
  id: "number",
  amount: "number",
  date: "moment",
  isComplited: "boolean",
  isRejected: "boolean",
});

/** Reads the payments of an order. Throws if the server refuses the request or does not answer. */
export const readPayments = (api: Api, path: OrderPath, signal: AbortSignal) =>
  unwrap(api.GET("/api/Order/{orderId}/Company/{companyId}/Payment", { params: { path }, signal }), arePayments);

/** Reads an order and its payments. Throws if the server refuses the request or does not answer. */
export const readOrderSnapshot = async (api: Api, path: OrderPath, signal: AbortSignal): Promise<OrderSnapshot> => {
  const [order, payments] = await Promise.all([
    unwrap(api.GET("/api/Order/Company/{companyId}/{orderId}", { params: { path }, signal }), isOrder),
    readPayments(api, path, signal),
  ]);
  return { order: completeOrder(order, path.companyId), payments };
};

/** Totals of the payments of an order, roubles. Refunded money is not included. */
export interface PaymentSums {
  readonly accepted: number;
  readonly pending: number;
  /**
   * Amount that can still be paid. Pending payments are subtracted, because the server refuses payments above the
   * order's total.
   */
  readonly due: number;
  /** Part of the order's amount that accepted payments do not cover (decisions, section 5). */
  readonly unpaid: number;
}

/** Returns the amount of a payment minus its refunds, roubles. */
export const leftOfPayment = ({ amount, refundedAmount = 0 }: Pick<Payment, "amount" | "refundedAmount">): number =>
  roundMoney(amount - refundedAmount);

const sumOf = (payments: readonly Payment[]): number =>
  payments.reduce((sum, payment) => roundMoney(sum + leftOfPayment(payment)), 0);

/**
 * Returns the totals of an order's payments. For a closed or cancelled order `due` is 0, because the order accepts no
 * payments.
 */
export const paymentSums = (
  { amount, isClosed, isCanceled }: Pick<Order, "amount" | "isClosed" | "isCanceled">,
  payments: readonly Payment[],
): PaymentSums => {
  const valid = payments.filter(({ isRejected }) => !isRejected);
  const accepted = sumOf(valid.filter(({ isComplited }) => isComplited));
  const pending = sumOf(valid.filter(({ isComplited }) => !isComplited));
  const unpaid = Math.max(0, roundMoney(amount - accepted));
  return { accepted, pending, due: isClosed || isCanceled ? 0 : Math.max(0, roundMoney(unpaid - pending)), unpaid };
};
