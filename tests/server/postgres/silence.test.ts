import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { OpenDatabase } from "#server/database/connection.ts";
import { openDatabase } from "#server/database/openDatabase.ts";
import { newPlace, type ServerPlace } from "../../support/server/serverPlace.ts";
import { type SwallowingProxy, startSwallowingProxy } from "../../support/server/swallowingProxy.ts";

const SILENCE_MS = 1_000;
const POOL = 4;

let place: ServerPlace;
let proxy: SwallowingProxy;
let database: OpenDatabase;
beforeEach(async () => {
  place = await newPlace("empty");
  const url = new URL(place.databaseUrl ?? "");
  proxy = await startSwallowingProxy(Number(url.port));
  url.port = String(proxy.port);
  database = await openDatabase({ databaseUrl: url.href, dataDir: "", poolSize: POOL, silence: SILENCE_MS });
  await Promise.all(Array.from({ length: POOL }, () => sql`select pg_sleep(0.1)`.execute(database.db)));
});
afterEach(async () => {
  await database.close();
  await proxy.stop();
  await place.remove();
});

const ask = () => sql`select 1 as one`.execute(database.db);

const isGone = { code: "08006" };

test("connections lost without notice — one query fails, and the next queries succeed on new connections", async () => {
  expect(proxy.count()).toBe(POOL);
  proxy.swallow();
  const begun = performance.now();
  await expect(ask()).rejects.toMatchObject(isGone);
  const answers = await Promise.all(Array.from({ length: 2 * POOL }, ask));
  expect(answers.every(({ rows }) => rows.length === 1)).toBe(true);
  expect(performance.now() - begun).toBeLessThan(3 * SILENCE_MS);
});

test("transaction on a lost connection — fails after a single timeout", async () => {
  const begun = performance.now();
  const work = database.db.transaction().execute(async (tx) => {
    await sql`select 1`.execute(tx);
    proxy.swallow();
    await sql`select 2`.execute(tx);
  });
  await expect(work).rejects.toMatchObject(isGone);
  expect(performance.now() - begun).toBeLessThan(1.9 * SILENCE_MS);
  expect(database.pool.totalCount).toBe(POOL - 1);
  expect((await ask()).rows).toEqual([{ one: 1 }]);
});

test("query longer than the silence timeout — fails through Kysely, but succeeds on a pooled client, as in a migration", async () => {
  const seconds = (2 * SILENCE_MS) / 1000;
  const client = await database.pool.connect();
  const { rowCount } = await client.query(`select pg_sleep(${seconds})`);
  client.release();
  expect(rowCount).toBe(1);
  await expect(sql`select pg_sleep(${seconds})`.execute(database.db)).rejects.toMatchObject(isGone);
});
