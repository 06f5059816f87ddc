import { sql } from "kysely";
import type { Db } from "../../database/connection.ts";

/** SQL for the sum of the movements of the finance source `s`, 0 without movements. */
export const movedSql = sql<number>`coalesce((
    select sum(case when t.kind in ('income', 'correction') then t.amount else -t.amount end)
    from finance_transaction t where t.company_id = s.company_id and t.source_id = s.id), 0)
  + coalesce((select sum(t.amount) from finance_transaction t
    where t.company_id = s.company_id and t.to_source_id = s.id), 0)`;

/**
 * Reads the balance of a source, roubles, 0 for an unknown source. The caller must lock the source first, so that the
 * balance does not change concurrently.
 */
export const readBalance = async (db: Db, sourceId: number): Promise<number> => {
  const { rows } = await sql<{ balance: number }>`
    select s.opening + ${movedSql} as balance from finance_source s where s.id = ${sourceId}`.execute(db);
  return rows[0]?.balance ?? 0;
};

/** Correction that adds `amount` to the balance of a source, so that the balance equals the counted money. */
interface Correction {
  readonly companyId: number;
  readonly sourceId: number;
  /** Shift to which the correction belongs. Null for a correction of the opening amount, which belongs to no shift. */
  readonly shiftId: number | null;
  readonly amount: number;
  readonly reason: string;
  readonly userId: number;
}

/** Adds the correction of a balance. */
export const insertCorrection = async (tx: Db, correction: Correction): Promise<void> => {
  const { companyId, sourceId, shiftId, amount, reason, userId } = correction;
  await tx
    .insertInto("finance_transaction")
    .values({
      company_id: companyId,
      kind: "correction",
      source_id: sourceId,
      amount,
      comment: reason,
      shift_id: shiftId,
      user_id: userId,
    })
    .execute();
};
