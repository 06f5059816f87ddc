import { sql } from "kysely";
import type { Db } from "#server/database/connection.ts";

/** Stored quantity on hand that differs from the sum of the processed operations. */
interface Unbalanced {
  readonly companyId: number;
  readonly stockItemId: number;
  readonly stored: number | null;
  readonly summed: number | null;
}

/**
 * Compares the stored quantities on hand with the sums of the ledger in a single statement. Returns the differences.
 */
export const findUnbalanced = async (db: Db): Promise<readonly Unbalanced[]> => {
  const { rows } = await sql<Unbalanced>`
    select company_id as "companyId", stock_item_id as "stockItemId", b.on_hand as stored, l.on_hand as summed
    from stock_balance b full join (
      select company_id, stock_item_id, sum(case operation_type when '+' then count else -count end) as on_hand
      from stock_operation where is_processed group by company_id, stock_item_id) l using (company_id, stock_item_id)
    where coalesce(b.on_hand, 0) <> coalesce(l.on_hand, 0)`.execute(db);
  return rows;
};
