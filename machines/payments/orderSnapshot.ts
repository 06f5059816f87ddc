import { type Api, type Schemas, unwrap } from "#api/client.ts";
import { roundMoney } from "#domain/money.ts";

type Order = Schemas["Order"];
type Payment = Schemas["Payment"];

/** Order with its payments, read at the same time. */
export interface OrderSnapshot {
  readonly order: Order;
  readonly payments: readonly Payment[];
}

/** Order of a company. */
export interface OrderPath {
  readonly companyId: number;
  readonly orderId: number;
}

/** Returns whether an answer has the fields of an order that every screen relies on. */
export const isOrder = (value: unknown): value is Order =>
  typeof value === "object" &&
  value !== null &&
  "items" in value &&
  Array.isArray(value.items) &&
  ["id", "version", "statusId", "amount"].every((name) => typeof Reflect.get(value, name) === "number");

/** Reads an order and its payments. Throws as `unwrap` does. */
export const readOrderSnapshot = async (api: Api, path: OrderPath, signal: AbortSignal): Promise<OrderSnapshot> => {
  const [order, payments] = await Promise.all([
    unwrap(api.GET("/api/Order/Company/{companyId}/{orderId}", { params: { path }, signal }), isOrder),
    unwrap(api.GET("/api/Order/{orderId}/Company/{companyId}/Payment", { params: { path }, signal }), Array.isArray),
  ]);
  return { order, payments };
};

/** Sums of an order's payments, roubles. */
export interface PaymentSums {
  readonly accepted: number;
  readonly pending: number;
  /** Sum that may still be taken. Pending payments count, because the server refuses payments that exceed the order with them. */
  readonly due: number;
  /** Sum by which accepted payments fall short of the order (decisions, section 5). */
  readonly unpaid: number;
}

const sumOf = (payments: readonly Payment[]): number =>
  payments.reduce((sum, { amount }) => roundMoney(sum + amount), 0);

/** Returns the sums of an order's payments. A cancelled order has no due sum. */
export const paymentSums = (
  { amount, isCanceled }: Pick<Order, "amount" | "isCanceled">,
  payments: readonly Payment[],
): PaymentSums => {
  const valid = payments.filter(({ isRejected }) => !isRejected);
  const accepted = sumOf(valid.filter(({ isComplited }) => isComplited));
  const pending = sumOf(valid.filter(({ isComplited }) => !isComplited));
  const unpaid = Math.max(0, roundMoney(amount - accepted));
  return { accepted, pending, due: isCanceled ? 0 : Math.max(0, roundMoney(unpaid - pending)), unpaid };
};
