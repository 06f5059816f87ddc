import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { readDescriptionText } from "#server/http/description.ts";
import { type Listening, openStream } from "../support/server/listen.ts";
import { givenOrder, pathOf } from "../support/server/orders.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

const TOKEN = "token+of/prometheus==";

let world: World;
let stream: Listening | undefined;
beforeAll(async () => {
  world = await startWorld({ config: { metricsToken: TOKEN } });
  await world.app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(async () => {
  stream?.stop();
  await world.stop();
});

const ask = (authorization?: string) =>
  world.app.inject({ url: "/metrics", headers: { ...(authorization !== undefined && { authorization }) } });

/** Reads the metrics, keyed by their names with labels. */
const readMetrics = async (): Promise<ReadonlyMap<string, number>> => {
  const { body } = await ask(`Bearer ${TOKEN}`);
  const lines = body.split("\n").filter((line) => line && !line.startsWith("#"));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.split(" ").at(-1))]));
};

/** Returns the increase of a metric while `work` runs. A metric that does not exist is zero. */
const riseOf = async (name: string, work: () => Promise<unknown>): Promise<number> => {
  const before = (await readMetrics()).get(name) ?? 0;
  await work();
  return ((await readMetrics()).get(name) ?? 0) - before;
};

const countOf = (operation: string, status: string): string =>
  `http_request_duration_seconds_count{operation="${operation}",status="${status}"}`;

test("metrics — are refused without the configured token", async () => {
  for (const given of [undefined, "", "Bearer", "Bearer another", TOKEN, `Basic ${TOKEN}`]) {
    const { statusCode, headers, body } = await ask(given);
    expect([statusCode, headers["www-authenticate"]]).toEqual([401, "Bearer"]);
    expect(body).not.toContain("http_request");
  }
  const { statusCode, headers } = await ask(`Bearer ${TOKEN}`);
  expect([statusCode, headers["content-type"]]).toEqual([200, expect.stringContaining("text/plain; version=0.0.4")]);
});

test("metrics — are answered with 404 if the settings of the server contain no token", async () => {
  const silent = await startWorld({ beside: world });
  for (const authorization of ["Bearer ", "Bearer undefined", `Bearer ${TOKEN}`])
    expect((await silent.app.inject({ url: "/metrics", headers: { authorization } })).statusCode).toBe(404);
  await silent.stop();
});

test("metrics of requests — count the requests by operation and status class", async () => {
  const order = await givenOrder(world);
  const read = () => world.ask("getOrder", { as: "operator", path: pathOf(order) });
  const refused = () => world.ask("getOrder", { as: "operator", path: { companyId: 1, orderId: 999_999_999 } });
  expect(await riseOf(countOf("getOrder", "2xx"), () => Promise.all([read(), read(), read()]))).toBe(3);
  expect(await riseOf(countOf("getOrder", "4xx"), refused)).toBe(1);
  expect(await riseOf(countOf("getOrder", "2xx"), refused)).toBe(0);
  expect(await riseOf(countOf("createOrder", "2xx"), () => givenOrder(world))).toBe(1);
  expect(await riseOf(countOf("other", "4xx"), () => world.app.inject("/api/nothing/17"))).toBe(1);
  const metrics = await readMetrics();
  const labels = `operation="getOrder",status="2xx"`;
  const total = metrics.get(countOf("getOrder", "2xx"));
  expect(metrics.get(`http_request_duration_seconds_bucket{le="+Inf",${labels}}`)).toBe(total);
  expect(metrics.get(`http_request_duration_seconds_sum{${labels}}`)).toBeGreaterThan(0);
  expect(metrics.get(`http_request_duration_seconds_sum{${labels}}`)).toBeLessThan(60);
});

test("labels of the metrics — contain only operation ids, status classes and names from the code", async () => {
  const order = await givenOrder(world, { phone: "+79165550017" });
  await world.ask("getOrder", { as: "operator", path: pathOf(order) });
  await world.ask("findCustomer", { as: "operator", path: { companyId: 1, phone: "89165550017" } });
  for (const url of [
    `/order/${order.id}`,
    "/api/Order/abc",
    "/api/Company/%FF",
    "/shop/kolos",
    "/password/x",
    "/ready",
  ])
    await world.app.inject(url);
  const operations = new Set([...readDescriptionText().matchAll(/"operationId":\s*"(\w+)"/g)].map(([, id]) => id));
  expect(operations.size).toBeGreaterThan(200);
  const own = [...(await readMetrics()).keys()].filter((name) => /^(http|database|event|queue)_/.test(name));
  const valuesOf = (label: string) =>
    new Set(own.flatMap((name) => new RegExp(`[{,]${label}="([^"]*)"`).exec(name)?.[1] ?? []));
  expect([...valuesOf("operation")].filter((id) => !operations.has(id))).toEqual(["other"]);
  expect([...valuesOf("status")].filter((status) => !/^[1-5]xx$/.test(status))).toEqual([]);
  expect([...valuesOf("state")].sort()).toEqual(["idle", "total", "waiting"]);
  expect([...valuesOf("queue")].sort()).toEqual(["print", "refunds"]);
  const labels = new Set(own.flatMap((name) => [...name.matchAll(/[{,](\w+)=/g)].map(([, label]) => label)));
  expect([...labels].sort()).toEqual(["le", "operation", "queue", "state", "status"]);
  expect(own.join("\n")).not.toContain("5550017");
});

test("process metrics — are part of the response of the metrics endpoint", async () => {
  const metrics = await readMetrics();
  expect(metrics.get("process_resident_memory_bytes")).toBeGreaterThan(1_000_000);
  expect(metrics.has("nodejs_eventloop_lag_p99_seconds")).toBe(true);
});

test("metrics while the connection pool is exhausted — count the waiting requests and omit the queue lengths", async () => {
  const { pool } = world.database;
  const size = pool.options.max;
  const held = await Promise.all(Array.from({ length: size }, () => pool.connect()));
  const waiting = pool.connect();
  const metrics = await readMetrics();
  for (const client of held) client.release();
  (await waiting).release();
  expect(metrics.get(`database_pool{state="total"}`)).toBe(size);
  expect(metrics.get(`database_pool{state="idle"}`)).toBe(0);
  expect(metrics.get(`database_pool{state="waiting"}`)).toBeGreaterThanOrEqual(1);
  expect(metrics.get("event_listeners")).toBe(0);
  expect(metrics.has(`queue_length{queue="print"}`)).toBe(false);
  const later = await readMetrics();
  expect(later.get(`database_pool{state="waiting"}`)).toBe(0);
  expect(later.has(`queue_length{queue="print"}`)).toBe(true);
});

test("metrics of event streams — contain the number of streams and the delay of the last event", async () => {
  const opened = await openStream(world, "operator");
  stream = opened;
  await vi.waitUntil(async () => (await readMetrics()).get("event_listeners") === 1, 30_000);
  await vi.waitUntil(async () => {
    await givenOrder(world);
    return opened.messages.some(({ event }) => event === "message");
  }, 60_000);
  const lag = (await readMetrics()).get("event_lag_seconds");
  expect(lag).toBeGreaterThan(0);
  expect(lag).toBeLessThan(10);
});

test("metric queue_length — counts open print jobs and pending refunds", async () => {
  const { id } = await givenOrder(world);
  const addJobs = () =>
    sql`insert into print_job (company_id, order_id, kind, status)
      select 1, ${id}, 'preBill', status from unnest(array['waiting', 'manual', 'printed', 'failed']) status`.execute(
      world.db,
    );
  expect(await riseOf(`queue_length{queue="print"}`, addJobs)).toBe(2);
  const addRefund = () =>
    sql`insert into payment_refund (company_id, order_id, payment_id, payment_method_id, amount, state)
      select company_id, order_id, id, payment_method_id, 1, 'pending' from payment p
      where not exists (select 1 from payment_refund where payment_id = p.id) limit 1`.execute(world.db);
  expect(await riseOf(`queue_length{queue="refunds"}`, addRefund)).toBe(1);
});
