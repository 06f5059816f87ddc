import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { type RawBuilder, sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BOUNDED, deleteOutdated, KEPT, RETENTION } from "#server/services/monitoring/retention.ts";
import type { RetentionRule } from "#server/services/shared/deleteOld.ts";
import { givenOrder } from "../support/server/orders.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

interface Sample {
  readonly at: Date;
  readonly orderId: number;
  readonly userId: number;
  readonly rule: RetentionRule;
}

const aSession = () => sql`(select id from session order by id limit 1)`;
const png = Buffer.from("picture");

/** SQL that stores a row in each table with a retention rule. The column of the rule gets the time `at`. */
const inserts: Partial<Record<RetentionRule["table"], (sample: Sample) => RawBuilder<unknown>>> = {
  event: ({ at }) => sql`insert into event (topic, entity_id, at) values ('order', 1, ${at})`,
  status_undo: ({ at, orderId }) =>
    sql`insert into status_undo (order_id, company_id, user_id, status_id, version, is_sent, until)
      values (${orderId}, 1, 4, 1, 1, false, ${at})`,
  feedback_attempt: ({ at }) => sql`insert into feedback_attempt (address, at) values ('10.0.0.1', ${at})`,
  shop_attempt: ({ at }) =>
    sql`insert into shop_attempt (company_id, kind, address, at) values (1, 'status', '10.0.0.1', ${at})`,
  login_attempt: ({ at }) => sql`insert into login_attempt (user_name, at) values ('nobody', ${at})`,
  config_change: ({ at }) =>
    sql`insert into config_change (company_id, user_id, kind, entity_id, action, transaction_id, at)
      values (1, 2, 'tag', 1, 'create', 0, ${at})`,
  override_attempt: ({ at }) =>
    sql`insert into override_attempt (manager_id, session_id, at) values (4, ${aSession()}, ${at})`,
  order_viewer: ({ at, orderId }) =>
    sql`insert into order_viewer (order_id, user_id, seen_at) values (${orderId}, 4, ${at})`,
  courier_position: ({ at, userId }) =>
    sql`insert into courier_position (company_id, user_id, lat, lon, at) values (1, ${userId}, 55, 37, ${at})`,
  late_notice: ({ at, orderId }) => sql`insert into late_notice (order_id, due) values (${orderId}, ${at})`,
  file: ({ at }) =>
    sql`insert into file (id, mime, bytes, created_at) values (${randomUUID()}::uuid, 'image/png', ${png}, ${at})`,
  idempotency_key: ({ at }) =>
    sql`insert into idempotency_key (user_id, key, operation, request_hash, touched_at)
      values (4, ${randomUUID()}, 'createOrder', '', ${at})`,
  override_request: ({ at }) =>
    sql`insert into override_request (company_id, user_id, session_id, needed, operation, digest, summary, method, token_hash, created_at)
      values (1, 4, ${aSession()}, '{}', 'createOrder', '', '', 'pin', ${randomUUID()}, ${at})`,
  password_link: ({ at }) =>
    sql`insert into password_link (hash, user_id, expires_at) values (${randomUUID()}, 4, ${at})`,
  feedback_link: ({ at, orderId }) => sql`update feedback_link set expires_at = ${at} where order_id = ${orderId}`,
  notification: ({ at, rule }) =>
    sql`insert into notification (user_id, title, message, code, date, is_read) values (4, '', '', 'order', ${at}, ${rule.where !== undefined})`,
  refresh_token: ({ at }) =>
    sql`insert into refresh_token (hash, session_id, rotated_at) values (${randomUUID()}, ${aSession()}, ${at})`,
  session: ({ at }) => sql`insert into session (id, user_id, expires_at) values (${randomUUID()}::uuid, 4, ${at})`,
  user_device: ({ at }) =>
    sql`insert into user_device (user_id, hash, last_used_at) values (4, ${randomUUID()}, ${at})`,
  metric: ({ at }) => sql`insert into metric (application, url, date) values ('', '', ${at})`,
  error_log: ({ at }) => sql`insert into error_log (data, trace_id, date) values ('{}', '', ${at})`,
  error_group: ({ at }) =>
    sql`insert into error_group (source, hash, message, last_date) values ('client', ${randomUUID()}, '', ${at})`,
  print_job: ({ at, orderId }) =>
    sql`insert into print_job (company_id, order_id, kind, status, created_at) values (1, ${orderId}, 'kitchen', 'failed', ${at})`,
};

const countAt = async ({ table, time }: RetentionRule, at: Date): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)} where ${sql.ref(time)} = ${at}`.execute(world.db);
  return rows[0]?.count ?? 0;
};

test("clean-up — deletes the rows that are older than their retention rule allows, and keeps newer rows", async () => {
  await world.tokenOf("operator");
  const samples: { rule: RetentionRule; old: Date; recent: Date }[] = [];
  for (const rule of RETENTION) {
    const { rows } = await sql<{ limit: Date }>`select now() - ${rule.age}::interval as limit`.execute(world.db);
    const limit = rows[0]?.limit.getTime() ?? 0;
    // The sample rows of each rule have their own timestamps, so that the test does not count the rows of another rule
    // of the same table. With an offset of 15 minutes, the recent rows do not become old during a slow test.
    const offset = 900_000 + samples.length;
    const [old, recent] = [new Date(limit - offset), new Date(limit + offset)];
    for (const [index, at] of [old, recent].entries()) {
      const { id: orderId } = await givenOrder(world);
      await inserts[rule.table]?.({ at, orderId, userId: 4 + index, rule }).execute(world.db);
      expect(await countAt(rule, at), `${rule.table} has no sample`).toBe(1);
    }
    samples.push({ rule, old, recent });
  }
  await deleteOutdated(world.db);
  for (const { rule, old, recent } of samples)
    expect([rule.table, await countAt(rule, old), await countAt(rule, recent)]).toEqual([rule.table, 0, 1]);
});

test("clean-up — keeps pictures in use and the latest printed job of a company", async () => {
  const id = randomUUID();
  await sql`insert into file (id, mime, bytes, created_at)
    values (${id}::uuid, 'image/png', ${png}, now() - interval '1 year')`.execute(world.db);
  await sql`update company set logo_file_id = ${id}::uuid where id = 1`.execute(world.db);
  await sql`delete from print_job where company_id = 1`.execute(world.db);
  const { id: orderId } = await givenOrder(world);
  for (const days of [400, 300])
    await sql`insert into print_job (company_id, order_id, kind, status, created_at)
      values (1, ${orderId}, 'kitchen', 'printed', now() - make_interval(days => ${days}))`.execute(world.db);
  await deleteOutdated(world.db);
  expect((await sql`select id from file where id = ${id}::uuid`.execute(world.db)).rows).toHaveLength(1);
  const { rows } = await sql<{ days: number }>`
    select (now()::date - created_at::date) as days from print_job where company_id = 1 and status = 'printed'`.execute(
    world.db,
  );
  expect(rows).toEqual([{ days: 300 }]);
});

test("clean-up — deletes all outdated rows, even if they do not fit into one batch", async () => {
  await sql`insert into event (topic, entity_id, at)
    select 'order', n, now() - interval '2 hours' from generate_series(1, 1250) n`.execute(world.db);
  await deleteOutdated(world.db);
  const { rows } = await sql`select from event where at < now() - interval '1 hour'`.execute(world.db);
  expect(rows).toHaveLength(0);
});

test("each table of the database has a retention rule or is listed as a kept or a bounded table", async () => {
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname <> 'migration'`.execute(world.db);
  const cleaned = [...new Set(RETENTION.map(({ table }) => table))];
  expect([...cleaned, ...KEPT, ...BOUNDED].toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
});

test("each retention rule, except the one for courier positions, has an index that begins with the column of the rule", async () => {
  const { rows } = await sql<{ column: string }>`
    select i.indrelid::regclass || '.' || a.attname as column
    from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]`.execute(world.db);
  const indexed = new Set(rows.map(({ column }) => column));
  const missing = RETENTION.map(({ table, time }) => `${table}.${time}`).filter((column) => !indexed.has(column));
  // `courier_position` needs no index: a courier has only one row, and each update of the position would have to change
  // the index.
  expect(missing).toEqual(["courier_position.at"]);
});

test("OPERATIONS.md lists each table with a retention rule, and the age limit of its rows", () => {
  const lines = readFileSync("src/server/OPERATIONS.md", "utf8").split("\n");
  const missing = RETENTION.filter(
    ({ table, age }) =>
      !lines.some((line) => line.startsWith("| `") && line.includes(`\`${table}\``) && line.includes(age)),
  );
  expect(missing.map(({ table, age }) => `${table} ${age}`)).toEqual([]);
});
