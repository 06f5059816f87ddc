import type { Db } from "../database/connection.ts";
import { type Call, type Handlers, type StoredJson, withOwnTransactions } from "../http/handlerTypes.ts";
import { checkOrder } from "../services/orders/orderExists.ts";
import { readOrderJson } from "../services/orders/orderJson.ts";
import { recordGrant } from "../services/overrides/overrideGrants.ts";
import { acceptPayment } from "../services/payments/accept.ts";
import { confirmPayments } from "../services/payments/confirm.ts";
import { checkInvoice, issueInvoice } from "../services/payments/invoices.ts";
import { readPaymentJson, readPaymentsJson } from "../services/payments/paymentJson.ts";
import { readPaymentsOfDay } from "../services/payments/paymentsOfDay.ts";
import { rejectPayment } from "../services/payments/reject.ts";
import { finishRequest } from "../services/shared/idempotency.ts";
import { parseDay } from "../services/statistics/parsePeriod.ts";
import { providerContextOf, runClaimed, runClaimedAndStore } from "./providerCall.ts";

const paymentRefOf = ({ company, path }: Call<"confirmPayment"> | Call<"checkInvoice"> | Call<"rejectPayment">) => ({
  companyId: company.id,
  orderId: path.orderId,
  paymentId: path.paymentId,
});

const readResult = async (db: Db, companyId: number, orderId: number): Promise<StoredJson> => {
  const order = (await readOrderJson(db, companyId, orderId)) ?? "null";
  return { json: `{"order":${order},"payments":${await readPaymentsJson(db, { id: orderId, companyId })}}` };
};

/** Handlers for payments and invoices of an order, and for the payments of a business day. */
export const paymentOperations = {
  listPayments: async ({ db, company, path }) => {
    await checkOrder(db, company.id, path.orderId);
    return { json: await readPaymentsJson(db, { id: path.orderId, companyId: company.id }) };
  },

  listPaymentsOfDay: ({ db, company, caller, query }) =>
    readPaymentsOfDay(db, company, caller, parseDay(query.date, company.zone, new Date())),

  acceptPayment: async ({ db, company, caller, path, seen, keyedRequest, body }) => {
    const target = { orderId: path.orderId, seen, requestKey: keyedRequest?.key ?? null };
    await acceptPayment(db, company, caller, target, body);
    return readResult(db, company.id, path.orderId);
  },

  confirmPayment: async (call) => {
    await confirmPayments(call.db, call.caller, call.company.id, [call.path]);
    return { json: await readPaymentJson(call.db, call.company.id, call.path.paymentId) };
  },

  issueInvoice: withOwnTransactions(async (call) =>
    runClaimedAndStore(call, (keyedRequest) => {
      const { db, company, caller, path, seen, body } = call;
      const target = { orderId: path.orderId, seen, requestKey: keyedRequest.key };
      return issueInvoice(db, providerContextOf(call), company, caller, target, body);
    }),
  ),

  checkInvoice: withOwnTransactions(async (call) => {
    const check = () => checkInvoice(call.db, providerContextOf(call), paymentRefOf(call));
    return call.keyedRequest ? runClaimedAndStore(call, check) : check();
  }),

  rejectPayment: withOwnTransactions(async (call) =>
    runClaimed(call, async (keyedRequest) => {
      let answer = "";
      const { reason, amount, lines } = call.body ?? {};
      const author = { userId: call.caller.userId, requestKey: keyedRequest.key, reason: reason?.trim() || null };
      const request = { author, seen: call.seen, amount, lines };
      await rejectPayment(call.db, providerContextOf(call), request, paymentRefOf(call), async (tx) => {
        if (call.grant) await recordGrant(tx, call.caller, call.grant);
        answer = await readPaymentJson(tx, call.company.id, call.path.paymentId);
        await finishRequest(tx, keyedRequest, answer);
      });
      return answer;
    }),
  ),
} satisfies Pick<
  Handlers,
  | "listPayments"
  | "listPaymentsOfDay"
  | "acceptPayment"
  | "confirmPayment"
  | "issueInvoice"
  | "checkInvoice"
  | "rejectPayment"
>;
