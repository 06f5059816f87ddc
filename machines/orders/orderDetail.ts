import type { Schemas } from "#api/client.ts";
import { formatMoney } from "#domain/money.ts";
import { orderChanges } from "#domain/orderChanges.ts";
import type { Standing } from "#machines/payments/moving.ts";
import { comparedOf, draftOf, type Words } from "./draftOrder.ts";

type Order = Schemas["Order"];
type Payment = Schemas["Payment"];

/** Names that a comparison needs beside those of a draft. */
export interface OrderWords extends Words {
  statuses: readonly Schemas["OrderStatus"][];
}

const compared = (order: Order, words: OrderWords) => ({
  ...comparedOf(draftOf(order), words),
  discount: order.discountName ?? "",
  status: words.statuses.find(({ id }) => id === order.statusId)?.name ?? "",
});

/** What happened to an order between two of its states, in the words of the screen. */
export const changesOf = (before: Order, after: Order, words: OrderWords): string[] =>
  orderChanges(compared(before, words), compared(after, words)).map(({ text }) => text);

/** State of a payment (business, section 4). */
export const paymentState = ({ isComplited, isRejected }: Payment): "pending" | "completed" | "rejected" => {
  if (isRejected) return "rejected";
  return isComplited ? "completed" : "pending";
};

const stateWords = { pending: "ждёт", completed: "принята", rejected: "возвращена" };

/** What happened to the payments of an order between two moments. */
export const paymentChanges = (before: readonly Payment[], after: readonly Payment[]): string[] =>
  after.flatMap((payment) => {
    const was = before.find(({ id }) => id === payment.id);
    const state = paymentState(payment);
    if (was !== undefined && paymentState(was) === state) return [];
    return [`оплата ${payment.paymentMethodName} ${formatMoney(payment.amount)}: ${stateWords[state]}`];
  });

/** Invoices that nobody has paid or cancelled yet. */
export const pendingInvoices = (payments: readonly Payment[]): number[] =>
  payments.filter((one) => one.isExternal && paymentState(one) === "pending").map(({ id }) => id);

/** Whether a standing that was read later than the known one tells something new. */
export const isNews = (known: Standing, read: Standing): boolean =>
  read.order.version !== known.order.version || paymentChanges(known.payments, read.payments).length > 0;
