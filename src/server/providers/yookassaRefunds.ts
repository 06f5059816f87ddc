import { roundMoney } from "#domain/money.ts";
import {
  AccessRefused,
  type InvoiceRef,
  ProviderRefused,
  ProviderSilent,
  RefundGivenUp,
  type RefundOrder,
} from "./provider.ts";
import { paymentReader, pendingRefundReader, type ReadRefund, refundReader } from "./yookassaAnswers.ts";
import { GET, type KassaRequest, post, rubles } from "./yookassaCalls.ts";
import { isKeyForgotten } from "./yookassaSearch.ts";

/** Function that sends a request to YooKassa with the shop id and the secret key that belong to the invoice. */
type Send = <Value>(request: KassaRequest<Value>) => Promise<Value>;

const UNDER_WAY = "ЮKassa ещё возвращает деньги. Повторите через минуту: тогда будет видно, дошли ли они.";

/**
 * Returns true if YooKassa has refunded the amount. The sum of all refunds is compared, because no other refund of the
 * payment is under way.
 */
const isRefunded = async (
  send: Send,
  { id, amount: paid }: InvoiceRef,
  { amount, refundedBefore }: RefundOrder,
): Promise<boolean> => {
  const path = `/payments/${encodeURIComponent(id)}`;
  const { refunded } = await send({ path, init: GET, read: paymentReader(paid, { id, isLocalAllowed: true }) });
  return refunded >= roundMoney(refundedBefore + amount);
};

/** Replaces a refusal by `ProviderSilent`, because an earlier request may have refunded the money. */
const toUnknown = (failure: unknown): never => {
  throw failure instanceof ProviderRefused ? new ProviderSilent(failure.message) : failure;
};

/**
 * Determines the outcome of a refund after YooKassa may have forgotten the key of the refund, without sending the
 * refund again. Throws `RefundGivenUp` if no money was refunded, and `ProviderSilent` while the outcome is unknown.
 */
const endForgotten = async (send: Send, invoice: InvoiceRef, order: RefundOrder): Promise<void> => {
  const query = new URLSearchParams({ payment_id: invoice.id, status: "pending", limit: "100" });
  const read = pendingRefundReader(order.amount);
  if (await send({ path: `/refunds?${query}`, init: GET, read }).catch(toUnknown)) throw new ProviderSilent(UNDER_WAY);
  if (await isRefunded(send, invoice, order).catch(toUnknown)) return;
  throw new RefundGivenUp("ЮKassa не вернула деньги. Верните их ещё раз.");
};

/**
 * Requests a refund. Returns undefined if YooKassa refuses the request because an earlier request has refunded the
 * money. Throws `RefundGivenUp` for any other refusal, `AccessRefused` if YooKassa does not accept the credentials, and
 * `ProviderSilent` while the outcome is unknown.
 */
const requestRefund = async (send: Send, invoice: InvoiceRef, order: RefundOrder): Promise<ReadRefund | undefined> => {
  const { key, amount } = order;
  const init = post(key, { payment_id: invoice.id, amount: rubles(amount) });
  try {
    return await send({ path: "/refunds", init, read: refundReader(invoice.id, amount) });
  } catch (failure) {
    if (!(failure instanceof ProviderRefused) || failure instanceof AccessRefused) throw failure;
    if (await isRefunded(send, invoice, order).catch(toUnknown)) return undefined;
    throw new RefundGivenUp(failure.message);
  }
};

/**
 * Refunds a payment, wholly or in part. Throws `RefundGivenUp` after a permanent refusal, `AccessRefused` if YooKassa
 * does not accept the credentials, and `ProviderSilent` while the outcome is unknown.
 */
export const refundPayment = async (send: Send, invoice: InvoiceRef, order: RefundOrder): Promise<void> => {
  if (isKeyForgotten(order.createdAt)) return endForgotten(send, invoice, order);
  const made = await requestRefund(send, invoice, order);
  if (made === undefined) return;
  // YooKassa answers a retry with the response to the first request, so the current status is read separately.
  const path = `/refunds/${encodeURIComponent(made.id)}`;
  const { status } =
    made.status === "pending"
      ? await send({ path, init: GET, read: refundReader(invoice.id, order.amount, made.id) }).catch(toUnknown)
      : made;
  if (status === "canceled")
    throw new RefundGivenUp("ЮKassa не смогла вернуть деньги. Проверьте баланс магазина и повторите.");
  if (status !== "succeeded") throw new ProviderSilent(UNDER_WAY);
};
