import { sql } from "kysely";
import type { Db } from "../../database/connection.ts";

const LOCK = 1_400_045;

/**
 * Locks the stock of a company until the transaction ends, for work that recalculates costs, such as the approval of a
 * document. Movements that call `shareStock` wait for this lock.
 */
export const lockStock = async (tx: Db, companyId: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${LOCK}, ${companyId})`.execute(tx);
};

/**
 * Takes a shared lock on the stock of a company for a movement without a document. The shared lock blocks only
 * `lockStock`. The caller must set the date of the movement after taking the lock, so that the movement is later than
 * all approved documents.
 */
export const shareStock = async (tx: Db, companyId: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock_shared(${LOCK}, ${companyId})`.execute(tx);
};
