import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { OpenDatabase } from "#server/database/connection.ts";
import { openDatabase } from "#server/database/openDatabase.ts";
import { runWork } from "#server/database/slowQueries.ts";
import { readErrorCode } from "#server/database/transaction.ts";
import { deleteOutdated } from "#server/services/monitoring/retention.ts";
import { newPlace, type ServerPlace } from "../../support/server/serverPlace.ts";

let place: ServerPlace;
let database: OpenDatabase;
beforeEach(async () => {
  place = await newPlace();
  database = await openDatabase({ ...place, poolSize: 4 });
});
afterEach(async () => {
  await database.close();
  await place.remove();
});

const ROWS = 50_000;
/** Number of outdated events, and number of outdated notifications. */
const OTHER_ROWS = 5000;
/** Maximum duration of a batch and maximum wait for a lock, milliseconds. */
const BOUND_MS = 100;
const LOCK_NOT_AVAILABLE = "55P03";

const insertOldRows = async (): Promise<void> => {
  await sql`insert into event (topic, entity_id, at)
    select 'order', n, now() - interval '3 hours' + make_interval(secs => n) from generate_series(1, ${OTHER_ROWS}::int) n`.execute(
    database.db,
  );
  await sql`insert into idempotency_key (user_id, key, operation, request_hash, answer, touched_at)
    select 4, n::text, 'createOrder', 'hash', repeat(md5(n::text), 20), now() - interval '20 days' + make_interval(secs => n)
    from generate_series(1, ${ROWS}::int) n`.execute(database.db);
  await sql`insert into notification (user_id, title, message, code, date, is_read)
    select 4, 'Заказ', 'Сообщение', 'order', now() - interval '60 days' + make_interval(secs => n), n % 2 = 0
    from generate_series(1, ${OTHER_ROWS}::int) n`.execute(database.db);
  await sql`analyze event, idempotency_key, notification`.execute(database.db);
};

/** Runs the clean-up `work` and returns the durations of its delete statements, milliseconds. */
const durationsOfBatches = async (work: () => Promise<void>): Promise<number[]> => {
  const durations: number[] = [];
  const log = {
    warn: ({ sql: text, ms }: { sql?: string; ms?: number }) => {
      if (text?.includes("delete from")) durations.push(ms ?? 0);
    },
  };
  await runWork({ log, slowMs: 0, operation: "housekeeping" }, work);
  return durations;
};

/**
 * Writes to tables of the clean-up until `isDone` returns true. Returns the number of writes that failed after waiting
 * 100 ms for a lock. PostgreSQL measures the wait, so that a slow computer is not mistaken for a lock.
 */
const countBlockedWrites = async (isDone: () => boolean): Promise<number> => {
  const client = new pg.Client({ connectionString: place.databaseUrl });
  await client.connect();
  await client.query(`set lock_timeout = ${BOUND_MS}`);
  let blocked = 0;
  const write = async (text: string, values: string[] = []) => {
    await client.query(text, values).catch((refusal: unknown) => {
      if (readErrorCode(refusal) !== LOCK_NOT_AVAILABLE) throw refusal;
      blocked++;
    });
  };
  while (!isDone()) {
    const n = String(1 + Math.floor(Math.random() * ROWS));
    await write("update idempotency_key set request_hash = 'new' where user_id = 4 and key = $1", [n]);
    await write(
      "insert into idempotency_key (user_id, key, operation, request_hash) values (4, $1, 'createOrder', 'hash') on conflict do nothing",
      [n],
    );
    await write("insert into notification (user_id, title, message, code) values (4, '', '', 'order')");
  }
  await client.end();
  return blocked;
};

const cleanUpWhileWriting = async () => {
  let isDone = false;
  const [durations, blocked] = await Promise.all([
    durationsOfBatches(() => deleteOutdated(database.db)).finally(() => {
      isDone = true;
    }),
    countBlockedWrites(() => isDone),
  ]);
  const slow = durations.filter((ms) => ms >= BOUND_MS).length / durations.length;
  return { batches: durations.length, slow, blocked };
};

test("clean-up of 60,000 rows — nine of ten batches take less than 100 ms, and no writer waits 100 ms for a lock", async () => {
  let run = { batches: 0, slow: 1, blocked: 1 };
  // On a busy computer other processes delay single statements. So one of ten batches may be slow, and one successful
  // run out of three is enough.
  for (let attempt = 0; attempt < 3 && (run.slow > 0.1 || run.blocked > 0); attempt++) {
    await sql`delete from idempotency_key`.execute(database.db);
    await insertOldRows();
    run = await cleanUpWhileWriting();
    const { rows } = await sql<{
      count: number;
    }>`select (select count(*) from event where at < now() - interval '1 hour')
      + (select count(*) from idempotency_key where touched_at < now() - interval '7 days')
      + (select count(*) from notification where date < now() - interval '30 days') as count`.execute(database.db);
    expect(rows).toEqual([{ count: 0 }]);
  }
  expect(run.batches).toBeGreaterThanOrEqual((ROWS + 2 * OTHER_ROWS) / 500);
  expect(run.slow).toBeLessThanOrEqual(0.1);
  expect(run.blocked).toBe(0);
});

test("clean-up — skips a row that another transaction has locked", async () => {
  const key = randomUUID();
  await sql`insert into idempotency_key (user_id, key, operation, request_hash, touched_at)
    values (4, ${key}, 'createOrder', '', now() - interval '8 days')`.execute(database.db);
  const client = new pg.Client({ connectionString: place.databaseUrl });
  await client.connect();
  await client.query("begin; select from idempotency_key for update");
  await deleteOutdated(database.db);
  await client.query("rollback");
  await client.end();
  const stored = () => sql`select from idempotency_key where key = ${key}`.execute(database.db);
  expect((await stored()).rows).toHaveLength(1);
  await deleteOutdated(database.db);
  expect((await stored()).rows).toHaveLength(0);
});

test("clean-up of events — is skipped while another process holds the lock, and two concurrent clean-ups delete all outdated events", async () => {
  await insertOldRows();
  const client = new pg.Client({ connectionString: place.databaseUrl });
  await client.connect();
  await client.query("begin; select pg_advisory_xact_lock(4001002)");
  await deleteOutdated(database.db);
  const left = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from event where at < now() - interval '1 hour'`.execute(database.db);
    return rows[0]?.count;
  };
  expect(await left()).toBe(OTHER_ROWS);
  await client.query("rollback");
  await client.end();
  await Promise.all([deleteOutdated(database.db), deleteOutdated(database.db)]);
  expect(await left()).toBe(0);
});
