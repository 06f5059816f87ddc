import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "../database/connection.ts";
import { type InvoiceStatus, type Provider, ProviderRefused } from "./provider.ts";

/** An invoice of the built-in provider. */
export interface SandboxInvoice {
  readonly token: string;
  readonly key: string;
  readonly amount: number;
  readonly title: string;
  readonly status: InvoiceStatus;
}

const fields = sql`token, external_key as key, amount, title, status`;

/** The invoice of a page's secret, if there is one. */
export const readSandboxInvoice = async (db: Db, token: string): Promise<SandboxInvoice | undefined> =>
  (await sql<SandboxInvoice>`select ${fields} from sandbox_invoice where token = ${token}`.execute(db)).rows[0];

/** Ends a pending invoice as the payer chose; one that has ended stays as it is. */
export const endSandboxInvoice = async (db: Db, token: string, status: InvoiceStatus): Promise<void> => {
  await sql`update sandbox_invoice set status = ${status} where token = ${token} and status = 'pending'`.execute(db);
};

/** The provider for trying and testing: its pages are served by this server, its invoices are in this database. */
export const sandboxProvider = (db: Db): Provider => {
  const statusOf = async (token: string): Promise<InvoiceStatus> =>
    (await readSandboxInvoice(db, token))?.status ?? "canceled";
  return {
    issue: async ({ key, amount, title, origin }) => {
      await sql`insert into sandbox_invoice (token, external_key, amount, title)
        values (${randomBytes(24).toString("hex")}, ${key}::uuid, ${amount}, ${title}) on conflict do nothing`.execute(
        db,
      );
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
    refund: async ({ id, amount }) => {
      const { rows } = await sql`update sandbox_invoice set refunded = ${amount}
        where token = ${id} and status = 'succeeded' returning 1`.execute(db);
      if (rows.length === 0) throw new ProviderRefused("Этот учебный платёж не был оплачен.");
    },
  };
};
