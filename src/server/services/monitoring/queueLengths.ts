import { sql } from "kysely";
import type { Db } from "../../database/connection.ts";

/**
 * Reads the number of print jobs with the status `waiting`, `manual`, `taken` or `printing`, and the number of refunds
 * with an unknown outcome at the provider.
 */
export const readQueueLengths = async (db: Db): Promise<Readonly<Record<string, number>>> => {
  const { rows } = await sql<{ print: number; refunds: number }>`select
    (select count(*)::int from print_job where status in ('waiting', 'manual', 'taken', 'printing')) as print,
    (select count(*)::int from payment_refund where state = 'pending') as refunds`.execute(db);
  return { ...rows[0] };
};
