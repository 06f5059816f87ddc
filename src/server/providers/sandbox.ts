import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { roundMoney } from "#domain/money.ts";
import type { Db } from "../database/connection.ts";
import { inTransaction } from "../database/transaction.ts";
import { type InvoiceStatus, type Provider, ProviderRefused, RefundGivenUp } from "./provider.ts";

/** Invoice of the built-in payment provider. */
export interface SandboxInvoice {
  readonly token: string;
  readonly key: string;
  readonly amount: number;
  readonly title: string;
  readonly returnUrl: string | null;
  readonly status: InvoiceStatus;
}

const fields = sql`token, external_key as key, amount, title, return_url as "returnUrl", status`;

/** Reads an invoice by the token in the address of its payment page, or returns undefined for an unknown token. */
export const readSandboxInvoice = async (db: Db, token: string): Promise<SandboxInvoice | undefined> =>
  (await sql<SandboxInvoice>`select ${fields} from sandbox_invoice where token = ${token}`.execute(db)).rows[0];

/** Sets the final status of a pending invoice. An invoice with a final status stays unchanged. */
export const endSandboxInvoice = async (db: Db, token: string, status: InvoiceStatus): Promise<void> => {
  await db
    .updateTable("sandbox_invoice")
    .set({ status })
    .where("token", "=", token)
    .where("status", "=", "pending")
    .execute();
};

/**
 * Refunds a paid invoice once for each key. Throws `RefundGivenUp` for an unpaid invoice, or if the refunds would
 * exceed the amount of the invoice.
 */
const refundSandboxInvoice = async (tx: Db, token: string, { key, amount }: { key: string; amount: number }) => {
  const invoice = await tx
    .selectFrom("sandbox_invoice")
    .select(["amount", "refunded", "status"])
    .where("token", "=", token)
    .forUpdate()
    .executeTakeFirst();
  const made = await tx
    .selectFrom("sandbox_refund")
    .select("amount")
    .where("external_key", "=", key)
    .executeTakeFirst();
  if (made) return;
  if (invoice?.status !== "succeeded") throw new RefundGivenUp("Этот учебный платёж не был оплачен.");
  const refunded = roundMoney(invoice.refunded + amount);
  if (refunded > invoice.amount) throw new RefundGivenUp("Сумма возврата больше учебного платежа.");
  await tx.insertInto("sandbox_refund").values({ external_key: key, token, amount }).execute();
  await tx.updateTable("sandbox_invoice").set({ refunded }).where("token", "=", token).execute();
};

/** Creates the payment provider for trials and tests. Its invoices and payment pages come from this server itself. */
export const sandboxProvider = (db: Db): Provider => {
  const statusOf = async (token: string): Promise<InvoiceStatus> =>
    (await readSandboxInvoice(db, token))?.status ?? "canceled";
  return {
    findSetupFault: () => undefined,
    checkAccess: async () => undefined,
    issue: async ({ key, amount, title, origin, returnUrl }) => {
      await db
        .insertInto("sandbox_invoice")
        .values({
          token: randomBytes(24).toString("hex"),
          external_key: key,
          amount,
          title,
          return_url: returnUrl ?? null,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const { rows } = await sql<SandboxInvoice>`select ${fields} from sandbox_invoice
        where external_key = ${key}::uuid`.execute(db);
      const invoice = rows[0];
      if (!invoice) throw new ProviderRefused("Учебный платёж не создан.");
      return { id: invoice.token, url: `${origin}/sandbox/invoice/${invoice.token}`, status: invoice.status };
    },
    check: ({ id }) => statusOf(id),
    cancel: async ({ id }) => {
      await endSandboxInvoice(db, id, "canceled");
      return statusOf(id);
    },
    refund: ({ id }, { key, amount }) => inTransaction(db, (tx) => refundSandboxInvoice(tx, id, { key, amount })),
  };
};
