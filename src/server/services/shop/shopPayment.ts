import type { GuestPayment } from "#domain/guestCart.ts";
import type { Db } from "../../database/connection.ts";
import { ProviderSilent } from "../../providers/provider.ts";
import { checkInvoice, issueInvoice } from "../payments/invoices.ts";
import type { ProviderContext } from "../payments/providerCalls.ts";
import { Conflict, InProgress } from "../shared/domainErrors.ts";
import type { Shop } from "./shop.ts";
import { type GuestStatus, isStageOver, readGuestStatus } from "./shopOrder.ts";

const isOver = ({ isClosed, stage }: GuestStatus): boolean => isClosed || isStageOver(stage);

/** Returns the state of the online payment of an order. An order that is waiting for review cannot be paid. */
export const guestPaymentOf = ({ methods }: Shop, status: GuestStatus): GuestPayment => {
  if (status.unpaid <= 0) return "paid";
  if (isOver(status)) return "notOffered";
  if (status.invoice?.url) return "pending";
  const isWaiting = status.isReview && status.stage === "accepted";
  return status.due > 0 && !isWaiting && methods.some(({ isOnline }) => isOnline) ? "due" : "notOffered";
};

/**
 * Reads the status of a guest's order. If the order has an unpaid invoice, first updates the invoice from the provider;
 * without an answer of the provider, returns the stored status. Throws the errors of `readGuestStatus` and
 * `checkInvoice`.
 */
export const refreshGuestStatus = async (
  db: Db,
  context: ProviderContext,
  shop: Shop,
  token: string,
): Promise<GuestStatus> => {
  const status = await readGuestStatus(db, shop, token);
  if (!status.invoice?.url) return status;
  const { paymentId } = status.invoice;
  try {
    await checkInvoice(db, context, { companyId: shop.company.id, orderId: status.orderId, paymentId });
  } catch (failure) {
    if (failure instanceof ProviderSilent) return status;
    throw failure;
  }
  return readGuestStatus(db, shop, token);
};

/**
 * Issues an invoice for the amount due of a guest's order, or finds the pending invoice. Returns the URL of the payment
 * page, or undefined if the order is paid, if the invoice has no URL, or while another request issues the invoice.
 * Throws `Conflict` if the order cannot be paid online, and the errors of the provider.
 */
export const payGuestOrder = async (
  db: Db,
  context: ProviderContext,
  shop: Shop,
  token: string,
): Promise<string | undefined> => {
  const status = await refreshGuestStatus(db, context, shop, token);
  const payment = guestPaymentOf(shop, status);
  if (payment === "paid") return undefined;
  if (payment === "pending") return status.invoice?.url ?? undefined;
  // An invoice that has no URL at this point is still being issued by another request.
  if (status.invoice && !isOver(status)) return undefined;
  const method = shop.methods.find(({ isOnline }) => isOnline);
  if (payment === "notOffered" || !method) throw new Conflict("Этот заказ нельзя оплатить онлайн. Позвоните нам.");
  const target = { orderId: status.orderId, seen: undefined, requestKey: `guest ${status.settledCount}` };
  try {
    const request = { paymentMethodId: method.id, amount: status.due };
    const invoice = await issueInvoice(db, context, shop.company, { userId: null }, target, request);
    return invoice.externalUrl ?? undefined;
  } catch (failure) {
    if (failure instanceof InProgress) return undefined;
    // Another request may have created the invoice since the status was read.
    if (failure instanceof Conflict && (await readGuestStatus(db, shop, token)).invoice) return undefined;
    throw failure;
  }
};
