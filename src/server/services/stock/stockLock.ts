import { sql } from "kysely";
import type { Db } from "../../database/connection.ts";

const LOCK = 1_400_045;

/**
 * Locks the stock of a company for the approval of a document, until the transaction ends. Movements of orders wait for it.
 */
export const lockStock = async (tx: Db, companyId: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${LOCK}, ${companyId})`.execute(tx);
};

/**
 * Locks the stock of a company for a movement that belongs to no document. Such movements do not wait for each other.
 * The movement must get its date after this lock, so that it is later than all approved documents.
 */
export const shareStock = async (tx: Db, companyId: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock_shared(${LOCK}, ${companyId})`.execute(tx);
};
