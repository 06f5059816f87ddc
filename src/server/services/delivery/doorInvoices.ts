import type { Schemas } from "#api/client.ts";
import { roundMoney } from "#domain/money.ts";
import type { Db } from "../../database/connection.ts";
import { inTransaction } from "../../database/transaction.ts";
import { lockOrder, readPaid } from "../orders/orderLock.ts";
import { cancelInvoice, checkInvoice, issueInvoice } from "../payments/invoices.ts";
import { findLatestInvoice, readExternalMethods } from "../payments/paymentRules.ts";
import { findSetupFault, type ProviderContext } from "../payments/providerCalls.ts";
import type { Caller, CompanyScope } from "../session/caller.ts";
import { Conflict, requireRow } from "../shared/domainErrors.ts";
import { findStop, isActive } from "./stops.ts";

type Invoice = Schemas["Invoice"];

/**
 * Returns the amount due of an order, roubles. Throws `NotFound` for an unknown order, and `Conflict` if the order is
 * not assigned to the caller or its delivery has ended.
 */
const readDue = (db: Db, { id }: CompanyScope, { userId }: Caller, orderId: number) =>
  inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, id, orderId, undefined);
    const stop = await findStop(tx, order);
    if (!isActive(stop) || stop.courierId !== userId)
      throw new Conflict(`Заказ № ${order.internalId} сейчас везёте не вы.`);
    const { taken } = await readPaid(tx, order);
    return roundMoney(order.amount - taken);
  });

const findMethod = async (db: Db, { providers }: ProviderContext, companyId: number) => {
  const methods = await readExternalMethods(db, companyId);
  const method = methods.find(
    ({ provider, settings }) => provider !== null && findSetupFault(providers, provider, settings) === undefined,
  );
  if (!method) throw new Conflict("Оплата по QR не настроена: у компании нет внешнего способа оплаты.");
  return method;
};

/**
 * Reads the current status of the caller's pending invoice from the provider and returns the invoice. Returns undefined
 * if the caller has no invoice, if the latest one is not pending, or if the provider has cancelled it.
 */
const reuseInvoice = async (
  db: Db,
  context: ProviderContext,
  by: { companyId: number; orderId: number; userId: number },
): Promise<Invoice | undefined> => {
  const earlier = await findLatestInvoice(db, by);
  if (earlier?.status !== "pending") return undefined;
  const invoice = await checkInvoice(db, context, { ...by, paymentId: earlier.id });
  return invoice.status === "canceled" ? undefined : invoice;
};

/**
 * Issues an invoice for the amount due of an order, or returns the caller's latest invoice if it was pending and the
 * provider has not cancelled it; it may be paid by now. Throws `Conflict` if nothing is due or no external payment
 * method can issue invoices, and the errors of `readDue` and `issueInvoice`.
 */
export const issueDoorInvoice = async (
  db: Db,
  context: ProviderContext,
  company: CompanyScope,
  caller: Caller,
  target: { orderId: number; requestKey: string },
): Promise<Invoice> => {
  const { orderId } = target;
  await readDue(db, company, caller, orderId);
  const earlier = await reuseInvoice(db, context, { companyId: company.id, orderId, userId: caller.userId });
  if (earlier) return earlier;
  const amount = await readDue(db, company, caller, orderId);
  if (amount <= 0) throw new Conflict("К оплате ничего не осталось: заказ оплачен, или по нему уже ждут оплату.");
  const { id: paymentMethodId } = await findMethod(db, context, company.id);
  return issueInvoice(db, context, company, caller, { ...target, seen: undefined }, { paymentMethodId, amount });
};

/**
 * Reads the status of the caller's latest invoice of an order from the provider. Throws `NotFound` without an invoice,
 * and the errors of `checkInvoice`.
 */
export const checkDoorInvoice = async (
  db: Db,
  context: ProviderContext,
  ref: { companyId: number; orderId: number; userId: number },
): Promise<Invoice> => {
  const { id } = requireRow(await findLatestInvoice(db, ref), "Счёта по этому заказу нет.");
  return checkInvoice(db, context, { ...ref, paymentId: id });
};

/**
 * Cancels the caller's latest invoice of an order, so that the customer can pay in a different way. Throws `NotFound`
 * without an invoice, and the errors of `cancelInvoice`.
 */
export const cancelDoorInvoice = async (
  db: Db,
  context: ProviderContext,
  ref: { companyId: number; orderId: number; userId: number },
): Promise<Invoice> =>
  cancelInvoice(db, context, requireRow(await findLatestInvoice(db, ref), "Счёта по этому заказу нет."));
