import { inTransaction } from "../database/transaction.ts";
import { type Call, type Handlers, withOwnTransactions } from "../http/handlerTypes.ts";
import { renderInvoicePage } from "../http/invoicePage.ts";
import { endSandboxInvoice, readSandboxInvoice } from "../providers/sandbox.ts";
import { findExternalPayment } from "../services/payments/paymentRules.ts";
import { settleInvoice } from "../services/payments/settle.ts";
import { requireRow } from "../services/shared/domainErrors.ts";

type SandboxCall = Call<"showSandboxInvoice"> | Call<"paySandboxInvoice"> | Call<"declineSandboxInvoice">;

const show = async ({ db, path, http }: SandboxCall) => {
  const invoice = requireRow(await readSandboxInvoice(db, path.invoiceToken), "Счёт не найден.");
  return http.reply.type("text/html; charset=utf-8").send(renderInvoicePage(invoice));
};

/**
 * Pays or declines a pending invoice, stores its status in the payment of the order, as a notification of a real
 * provider would, and sends the page of the invoice. Throws `NotFound` for an unknown token.
 */
const end = async (call: SandboxCall, status: "succeeded" | "canceled") => {
  const { db, path } = call;
  await endSandboxInvoice(db, path.invoiceToken, status);
  const invoice = requireRow(await readSandboxInvoice(db, path.invoiceToken), "Счёт не найден.");
  const payment = await findExternalPayment(db, { externalKey: invoice.key });
  if (payment) await inTransaction(db, (tx) => settleInvoice(tx, payment, invoice.status, null));
  return show(call);
};

/** Handlers of the built-in payment provider for trials and tests. */
export const sandboxOperations = {
  showSandboxInvoice: show,
  paySandboxInvoice: withOwnTransactions((call) => end(call, "succeeded")),
  declineSandboxInvoice: withOwnTransactions((call) => end(call, "canceled")),
} satisfies Pick<Handlers, "showSandboxInvoice" | "paySandboxInvoice" | "declineSandboxInvoice">;
