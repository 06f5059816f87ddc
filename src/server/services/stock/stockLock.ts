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
 * Takes a shared lock on the stock of a company, which blocks only `lockStock`, for a movement without a document. The
 * caller must set the date of the movement after the lock, so that it is later than those of all approved documents.
 */
export const shareStock = async (tx: Db, companyId: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock_shared(${LOCK}, ${companyId})`.execute(tx);
};
