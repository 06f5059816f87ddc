import { sql } from "kysely";
import type { Db } from "#server/database/connection.ts";

/** Number of customers that one statement adds. A larger statement could exceed the time limit of the database. */
const CHUNK = 10_000;

/**
 * Adds `count` customers with ids above 1,000,000 to a company. They have names and are in the search index, and some
 * have a birthday, a risk or duplicates.
 */
export const fillCustomers = async (db: Db, companyId: number, count: number): Promise<void> => {
  for (let from = 1; from <= count; from += CHUNK)
    await db.transaction().execute(async (tx) => {
      // All triggers are disabled, because one statement writes the search index faster than a trigger that runs for each
      // customer.
      await sql`set local session_replication_role = replica`.execute(tx);
      await sql`insert into customer (id, company_id, phone, alias, own_count, order_count, own_total, total_pay, own_first,
          first_order_date, own_last, last_order_date, birthday, risk, risk_reason)
        select 1000000 + n, ${companyId}::int, '+79' || lpad(((n * 7919::bigint) % 1000000000)::text, 9, '0'),
          (array['Мария', 'Анна', 'Елена', 'Ольга', 'Наталья', 'Пётр', 'Иван', 'Сергей', 'Олег', 'Фёдор'])[1 + n % 10] || ' '
            || (array['Иванов', 'Кузнецов', 'Смирнов', 'Попов', 'Эйлер', 'Соколов', 'Орлов'])[1 + n % 7] || n / 70 % 300,
          n % 12, n % 12, 1000 * (n % 12), 1000 * (n % 12), d.first, d.first, d.last, d.last,
          case when n % 5 = 0 then '1980-01-01'::date + n % 365 end, case when n % 2000 = 0 then 'blocked' else 'none' end,
          case when n % 2000 = 0 then 'Не платит' end
        from generate_series(${from}::int, ${Math.min(count, from + CHUNK - 1)}::int) n,
          lateral (select now() - make_interval(days => 400 + n % 900) as first, now() - make_interval(days => n % 400) as last) d`.execute(
        tx,
      );
      await sql`insert into customer_search (customer_id, company_id, words, duplicate_key)
        select id, company_id, customer_lexemes(company_id, customer_words(concat_ws(' ', alias, 'улица Садовая' || id % 500, id % 90)))
            || customer_digits(company_id, phone),
          case when id % 1000 < 2 then (id / 1000)::text end
        from customer where id between ${1_000_000 + from} and ${1_000_000 + from + CHUNK - 1}`.execute(tx);
    });
  await sql`vacuum (analyze) customer`.execute(db);
  await sql`vacuum (analyze) customer_search`.execute(db);
};
