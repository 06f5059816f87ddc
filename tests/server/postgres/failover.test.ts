import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { fillTemplate } from "../../support/server/demoTemplate.ts";
import { startKeyedSaves } from "../../support/server/keyedSaves.ts";
import { type Cluster, startCluster } from "../../support/server/postgresCluster.ts";
import { findWrongSums } from "../../support/server/savedSums.ts";
import { givenOrderSaver } from "../../support/server/saveOrders.ts";
import { callerOf } from "../../support/server/serverProcess.ts";
import { type SwallowingProxy, startSwallowingProxy } from "../../support/server/swallowingProxy.ts";
import { startWorld, type World } from "../../support/server/testServer.ts";

const PHONE = "+79160007766";
/** Number of database connections of the server, without those for reports. */
const POOL = 8;
/** Time limit of each step on a busy computer, milliseconds. */
const timeout = 120_000;

const portOf = (cluster: Cluster): number => Number(new URL(cluster.url("postgres")).port);

const query = async <Row extends pg.QueryResultRow>(cluster: Cluster, text: string): Promise<Row[]> => {
  const client = new pg.Client({ connectionString: cluster.url("postgres") });
  await client.connect();
  return (await client.query<Row>(text).finally(() => client.end())).rows;
};

let primary: Cluster;
let standby: Cluster;
let proxy: SwallowingProxy;
let world: World;
let url: string;
beforeEach(async () => {
  primary = await startCluster();
  await fillTemplate({ databaseUrl: primary.url("postgres"), dataDir: "" });
  standby = await primary.startStandby();
  await expect
    .poll(() => query(primary, "select state from pg_stat_replication"), { timeout })
    .toEqual([{ state: "streaming" }]);
  proxy = await startSwallowingProxy(portOf(primary));
  const databaseUrl = `postgres://postgres@127.0.0.1:${proxy.port}/postgres`;
  world = await startWorld({ place: { databaseUrl, dataDir: "" } });
  url = await world.app.listen({ port: 0, host: "127.0.0.1" });
});
afterEach(async () => {
  await world.stop();
  await proxy.stop();
  await standby.stop();
  await primary.stop();
});

const promote = () => query(standby, "select pg_promote()");

/** Returns the ids of the orders of the test on the promoted server. */
const readIds = async (): Promise<number[]> =>
  (await query<{ id: number }>(standby, `select id from orders where phone = '${PHONE}' order by id`)).map(
    ({ id }) => id,
  );

const ascending = (ids: Iterable<number>): number[] => [...ids].sort((a, b) => a - b);

/**
 * Returns the number of connections to the former primary, except the counting connection and the connections of the
 * standby.
 */
const countFormer = async (): Promise<number> =>
  (
    await query<{ count: number }>(
      primary,
      `select count(*)::int as count from pg_stat_activity
       where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    )
  )[0]?.count ?? 0;

test("switchover — connections to the former primary, which has become read-only, are replaced, and each order exists once", async () => {
  const call = await callerOf(url, "owner");
  const report = () => call(url, "GET", "/api/Report/Company/1/Item?startDate=2026-01-01&endDate=2026-12-31");
  const saves = startKeyedSaves(await givenOrderSaver(call, url, PHONE), url);
  await saves.further(20);
  // This report opens connections of the pool for reports. That pool never writes and so gets no write error, but its
  // connections must be replaced too.
  expect((await report()).status).toBe(200);

  await query(primary, "alter system set default_transaction_read_only = on");
  await query(primary, "select pg_reload_conf()");
  await expect.poll(() => [...saves.statuses.keys()], { timeout }).toContain(503);
  const readOpen = "select from pg_stat_activity where backend_xid is not null and pid <> pg_backend_pid()";
  await expect.poll(async () => (await query(primary, readOpen)).length, { timeout }).toBe(0);
  const [end] = await query<{ lsn: string }>(primary, "select pg_current_wal_lsn()::text as lsn");
  await expect
    .poll(() => query(standby, `select pg_last_wal_replay_lsn() >= '${end?.lsn}' as done`), { timeout })
    .toEqual([{ done: true }]);
  await promote();
  proxy.redirect(portOf(standby));
  const countRefused = () => saves.statuses.get(503) ?? 0;
  const refused = countRefused();
  await saves.further(20);
  await saves.stop();
  // After the first refused save, the server replaces all pooled connections to the former primary. Only saves that are
  // in progress at this time are refused too, at most one per connection. The bound of two refusals per connection
  // leaves a margin.
  expect(countRefused() - refused).toBeLessThanOrEqual(2 * POOL);

  // A report makes the pool for reports replace its connections to the former primary.
  expect((await report()).status).toBe(200);
  await expect.poll(countFormer, { timeout }).toBe(0);
  expect([...saves.statuses.keys()].sort()).toEqual([201, 503]);
  expect(await readIds()).toEqual(ascending(saves.saved.values()));
  expect(await findWrongSums(world.db)).toEqual([]);
}, 400_000);

test("primary that crashes while operators save orders — each acknowledged order exists once on the promoted standby", async () => {
  // Without synchronous replication, a failover could lose acknowledged orders.
  await query(primary, "alter system set synchronous_standby_names = '*'");
  await query(primary, "select pg_reload_conf()");
  await expect
    .poll(() => query(primary, "select sync_state from pg_stat_replication"), { timeout })
    .toEqual([{ sync_state: "sync" }]);
  const saves = startKeyedSaves(await givenOrderSaver(await callerOf(url, "operator"), url, PHONE), url);
  await saves.further(20);

  await primary.crash();
  await expect.poll(() => [...saves.statuses.keys()], { timeout }).toContain(503);
  await promote();
  proxy.redirect(portOf(standby));
  await saves.further(20);
  await saves.stop();

  expect([...saves.statuses.keys()].filter((status) => status !== 201 && status !== 503 && status !== 409)).toEqual([]);
  expect(await readIds()).toEqual(ascending(saves.saved.values()));
  expect(await findWrongSums(world.db)).toEqual([]);
}, 400_000);
