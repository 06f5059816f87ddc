import pg from "pg";
import { companiesSql } from "./companies.mjs";
import { orderSteps } from "./orders.mjs";

/** Tables whose number of rows grows with the orders or with the companies. */
export const growingTables = [
  "app_user",
  "category",
  "company_user",
  "customer",
  "customer_address",
  "customer_search",
  "delivery_stop",
  "delivery_trip",
  "event",
  "feedback_link",
  "finance_transaction",
  "guest_review",
  "idempotency_key",
  "item",
  "item_category",
  "item_composition",
  "kitchen_line",
  "notification",
  "operator_phone_call",
  "order_day",
  "order_history",
  "order_line",
  "order_status",
  "orders",
  "payment",
  "payment_refund",
  "print_job",
  "stock_balance",
  "stock_cost",
  "stock_cost_history",
  "stock_item",
  "stock_operation",
];

const indexesSql = `
  select i.indexname as name, i.indexdef as definition from pg_indexes i
  where i.schemaname = 'public' and i.tablename = any($1)
    and not exists (select from pg_constraint c where c.conname = i.indexname)
  order by i.tablename, i.indexname`;

/** Sets the sequences of all tables to the largest id of the table. */
const continueIds = async (client) => {
  const { rows } = await client.query(`
    select quote_ident(table_name) as name, pg_get_serial_sequence(quote_ident(table_name), 'id') as sequence
    from information_schema.columns where table_schema = 'public' and column_name = 'id' and is_identity = 'YES'`);
  for (const { name, sequence } of rows)
    await client.query(`select setval('${sequence}', greatest((select max(id) from ${name}), 1))`);
};

const fillTables = async (client, sizes, report) => {
  // Triggers and checks of foreign keys are disabled, because running them for so many rows would take hours. The
  // statements write the rows that the triggers would write.
  await client.query(`set session_replication_role = replica; set jit = off; set synchronous_commit = off;
    set work_mem = '256MB'; set maintenance_work_mem = '1GB'`);
  await client.query(
    `create temporary table growth_company as
      select k::int as k, (1000 + k)::int as id, n as orders, greatest(n / 4, 10) as customers,
        (sum(greatest(n / 4, 10)) over (order by k) - greatest(n / 4, 10))::int as customer_base
      from unnest($1::int[]) with ordinality as given (n, k)`,
    [sizes],
  );
  const { rows: indexes } = await client.query(indexesSql, [growingTables]);
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  for (const [name, statements] of [["companies", companiesSql], ...orderSteps]) {
    const begun = performance.now();
    for (const statement of statements) await client.query(statement);
    report(name, (performance.now() - begun) / 1000);
  }
  const begun = performance.now();
  for (const { definition } of indexes) await client.query(definition);
  report("indexes", (performance.now() - begun) / 1000);
};

/**
 * Adds companies to a database with the demo data, and calls `report` with the name and the duration in seconds of each
 * step. `sizes` has the number of orders of each company, the largest first. Drops the indexes that back no constraint
 * and creates them again at the end, because this is faster.
 */
export const fillGrowth = async (databaseUrl, sizes, report = () => undefined) => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await fillTables(client, sizes, report);
    await continueIds(client);
    const begun = performance.now();
    await client.query("vacuum (analyze)");
    report("vacuum", (performance.now() - begun) / 1000);
  } finally {
    await client.end();
  }
};
