import { sql } from "kysely";
import type { Day } from "#domain/dates.ts";
import type { Db } from "../../database/connection.ts";

/** First key of the advisory lock for order numbers. The second key is the company id. */
const NUMBERING_LOCK = 20_261_123;

/**
 * Returns the next order number of a business day. Serialises numbering per company with an advisory lock, so that each
 * commit wakes one waiting transaction, while a row lock would wake all.
 */
export const takeNumber = async (tx: Db, companyId: number, day: Day): Promise<number> => {
  await sql`select pg_advisory_xact_lock(${NUMBERING_LOCK}, ${companyId})`.execute(tx);
  const { last_internal_id } = await tx
    .insertInto("order_day")
    .values({ company_id: companyId, day, last_internal_id: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(["company_id", "day"])
        .doUpdateSet((eb) => ({ last_internal_id: eb("order_day.last_internal_id", "+", 1) })),
    )
    .returning("last_internal_id")
    .executeTakeFirstOrThrow();
  return last_internal_id;
};
