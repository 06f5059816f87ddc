import { sql } from "kysely";
import type { Db } from "#server/database/connection.ts";
import { vacuumTables } from "#server/services/monitoring/housekeeping.ts";

const TABLES = ["orders", "order_line", "payment", "operator_phone_call"];

interface Index {
  readonly name: string;
  readonly definition: string;
}

/**
 * Adds rows to the order tables without updating the indexes for each row, which would be slower. First drops the
 * indexes that back no constraint, and creates them again afterwards.
 */
const withoutIndexes = async (tx: Db, fill: () => Promise<void>): Promise<void> => {
  const { rows } = await sql<Index>`
    select i.indexname as name, i.indexdef as definition from pg_indexes i
    where i.tablename = any(${TABLES}) and not exists (select 1 from pg_constraint c where c.conname = i.indexname)`.execute(
    tx,
  );
  for (const { name } of rows) await sql`drop index ${sql.ref(name)}`.execute(tx);
  await fill();
  for (const { definition } of rows) await sql.raw(definition).execute(tx);
};

/**
 * Adds `each` closed orders to each company, spread over the year from the day `first`, with ids above 1,000,000. Each
 * order has two lines and a payment, and some are cancelled, refunded, discounted or from a call.
 */
export const fillYear = async (db: Db, first: string, each: number, companies: readonly number[]): Promise<void> => {
  await db.transaction().execute(async (tx) => {
    // All triggers are disabled, because checking the foreign keys of so many rows would take minutes. The triggers for
    // events and for totals of customers do not run either.
    await sql`set local session_replication_role = replica`.execute(tx);
    await withoutIndexes(tx, async () => {
      await sql`create temporary table made on commit drop as
        select 1000000 + n * ${companies.length}::int + k as id, c.id as company_id, (c.id - 1) * 10 as base, n,
          ${first}::date + n * (interval '365 days' / ${each}::int) as date
        from generate_series(1, ${each}::int) n, unnest(${companies}::int[]) with ordinality as c(id, k) order by 1`.execute(
        tx,
      );
      await sql`insert into operator_phone_call (id, company_id, operator_phone_id, number, start_ring, call)
        select id, company_id, base + 1 + n % 2, '+79160000000', date, date from made where n % 5 = 0`.execute(tx);
      await sql`insert into orders (id, company_id, day, internal_id, date, creation_date, status_id, is_open, phone, discount_id,
          discount_amount, amount, cost, operator_id, operator_phone_call_id, status_reason, status_employee_id)
        select id, company_id, date, n, date, date, base + case when n % 16 = 0 then 7 else 6 end, false, '+79160000000',
          case when n % 7 = 0 then base + 1 + n % 6 end, case when n % 7 = 0 then 50 else 0 end, 500 + n % 900, 200, 1 + n % 9,
          case when n % 5 = 0 then id end, case when n % 16 = 0 then 'Причина ' || n % 300 end, 1 + n % 9
        from made`.execute(tx);
      await sql`insert into order_line (company_id, order_id, date, position, item_id, category_id, category_name, name, price, count, amount)
        select company_id, id, date, k, 1 + (n * 7 + k * 13) % 90, 1 + (n + k) % 12, 'К', 'Б', 300, 1 + n % 3, 300 + k
        from made, generate_series(1, 2) k`.execute(tx);
      await sql`insert into payment (company_id, order_id, payment_method_id, amount, creation_date, completed_date, refunded_date, status)
        select company_id, id, base + 1 + n % 4, 500 + n % 900, date, date, case when n % 40 = 0 then date + interval '1 day' end,
          case when n % 40 = 0 then 'rejected' else 'completed' end
        from made`.execute(tx);
      await sql`insert into payment_refund (company_id, order_id, payment_id, payment_method_id, amount, state, creation_date, completed_date)
        select company_id, order_id, id, payment_method_id, amount, 'completed', refunded_date, refunded_date from payment
        where refunded_date is not null and refunded_amount = 0`.execute(tx);
      await sql`update payment set refunded_amount = amount
        where refunded_date is not null and refunded_amount = 0`.execute(tx);
    });
  });
  await vacuumTables(db);
};
