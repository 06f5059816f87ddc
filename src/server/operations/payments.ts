import type { Db } from "../database/connection.ts";
import { type Call, type Handlers, type Written, withOwnTransactions } from "../http/handlerTypes.ts";
import { checkOrder } from "../services/orders/orderExists.ts";
import { readOrderJson } from "../services/orders/orderJson.ts";
import { acceptPayment, confirmPayment } from "../services/payments/accept.ts";
import { checkInvoice, issueInvoice } from "../services/payments/invoices.ts";
import { readPaymentJson, readPaymentsJson } from "../services/payments/paymentJson.ts";
import type { Outside } from "../services/payments/providerCalls.ts";
import { rejectPayment } from "../services/payments/reject.ts";
import { Invalid } from "../services/shared/domainErrors.ts";
import { claimIntent, finishIntent, type Intent, releaseIntent } from "../services/shared/idempotency.ts";

type InvoiceCall = Call<"issueInvoice"> | Call<"checkInvoice"> | Call<"rejectPayment">;

const outsideOf = ({ app, http }: InvoiceCall): Outside => ({
  providers: app.providers,
  origin: app.config.publicUrl ?? `${http.isSecure ? "https" : "http"}://${http.host}`,
});

const placeOf = ({ company, path }: Call<"confirmPayment"> | Call<"checkInvoice"> | Call<"rejectPayment">) => ({
  companyId: company.id,
  orderId: path.orderId,
  paymentId: path.paymentId,
});

const afterwards = async (db: Db, companyId: number, orderId: number): Promise<Written> => {
  const order = (await readOrderJson(db, companyId, orderId)) ?? "null";
  return { json: `{"order":${order},"payments":${await readPaymentsJson(db, orderId)}}` };
};

/**
 * Does the work of an intent that waits for a provider. Whatever is refused gives the key back, so that it may be tried again;
 * after a silence too: the work finds what it has begun, and the provider knows its own key.
 */
const claimed = async (call: InvoiceCall, work: (intent: Intent) => Promise<string>): Promise<Written> => {
  const { intent, db } = call;
  if (!intent) throw new Invalid("Нужен ключ запроса.");
  const answered = await claimIntent(db, intent);
  if (answered !== undefined) return { json: answered };
  try {
    return { json: await work(intent) };
  } catch (failure) {
    await releaseIntent(db, intent);
    throw failure;
  }
};

/** The same of work that ends with an answer from outside, which is kept after it. */
const claimedAnswer = (call: InvoiceCall, work: (intent: Intent) => Promise<unknown>): Promise<Written> =>
  claimed(call, async (intent) => {
    const answer = JSON.stringify(await work(intent));
    await finishIntent(call.db, intent, answer);
    return answer;
  });

/** Payments of an order and invoices to the payer. */
export const paymentOperations = {
  listPayments: async ({ db, company, path }) => {
    await checkOrder(db, company.id, path.orderId);
    return { json: await readPaymentsJson(db, path.orderId) };
  },

  acceptPayment: async ({ db, company, caller, path, seen, intent, body }) => {
    const target = { orderId: path.orderId, seen, requestKey: intent?.key ?? null };
    await acceptPayment(db, company, caller, target, body);
    return afterwards(db, company.id, path.orderId);
  },

  confirmPayment: async (call) => {
    await confirmPayment(call.db, call.caller, placeOf(call));
    return { json: await readPaymentJson(call.db, call.path.paymentId) };
  },

  issueInvoice: withOwnTransactions(async (call) =>
    claimedAnswer(call, (intent) => {
      const { db, company, caller, path, seen, body } = call;
      const target = { orderId: path.orderId, seen, requestKey: intent.key };
      return issueInvoice(db, outsideOf(call), company, caller, target, body);
    }),
  ),

  checkInvoice: withOwnTransactions(async (call) => {
    const check = () => checkInvoice(call.db, outsideOf(call), placeOf(call));
    return call.intent ? claimedAnswer(call, check) : check();
  }),

  rejectPayment: withOwnTransactions(async (call) =>
    claimed(call, async (intent) => {
      let answer = "";
      await rejectPayment(call.db, outsideOf(call), call.caller, placeOf(call), async (tx) => {
        answer = await readPaymentJson(tx, call.path.paymentId);
        await finishIntent(tx, intent, answer);
      });
      return answer;
    }),
  ),
} satisfies Pick<
  Handlers,
  "listPayments" | "acceptPayment" | "confirmPayment" | "issueInvoice" | "checkInvoice" | "rejectPayment"
>;
