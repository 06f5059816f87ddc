import { sql } from "kysely";
import type { Db } from "../../database/connection.ts";
import { InProgress } from "../shared/domainErrors.ts";

/** Exclusive right of one request to create the invoice of a payment. */
export interface InvoiceClaim {
  readonly paymentId: number;
  readonly companyId: number;
  readonly until: Date;
}

/**
 * Time after which the process of an unfinished request is assumed to have crashed, seconds. Exceeds the timeout of a
 * provider.
 */
const ABANDONED_SECONDS = 60;

/**
 * Claims the creation of an invoice. Throws `InProgress` if another request has claimed or issued the invoice, or
 * rejected the payment.
 */
export const claimInvoice = async (
  db: Db,
  payment: { readonly id: number; readonly companyId: number },
): Promise<InvoiceClaim> => {
  const { rows } = await sql<InvoiceClaim>`
    update payment set issuing_until = now() + make_interval(secs => ${ABANDONED_SECONDS})
    where id = ${payment.id} and company_id = ${payment.companyId} and external_id is null and status <> 'rejected'
      and (issuing_until is null or issuing_until < now())
    returning id as "paymentId", company_id as "companyId", issuing_until as until`.execute(db);
  const claim = rows[0];
  if (!claim) throw new InProgress();
  return claim;
};

const releaseClaim = async (db: Db, { paymentId, companyId, until }: InvoiceClaim): Promise<boolean> => {
  const rows = await db
    .updateTable("payment")
    .set({ issuing_until: null })
    .where("id", "=", paymentId)
    .where("company_id", "=", companyId)
    .where("issuing_until", "=", until)
    .returning("id")
    .execute();
  return rows.length > 0;
};

/**
 * Ends a claim in the transaction that stores a refusal, so that no other request can create the invoice before the
 * commit. Throws `InProgress` when another request has taken over the expired claim.
 */
export const endClaim = async (tx: Db, claim: InvoiceClaim): Promise<void> => {
  if (!(await releaseClaim(tx, claim))) throw new InProgress();
};

/** Runs `work` while the request holds a claim, and then releases the claim. */
export const runClaimedInvoice = async <Result>(
  db: Db,
  claim: InvoiceClaim,
  work: () => Promise<Result>,
): Promise<Result> => {
  try {
    return await work();
  } finally {
    await releaseClaim(db, claim);
  }
};
