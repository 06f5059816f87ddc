import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { runWork } from "#server/database/slowQueries.ts";
import { createLogger } from "#server/http/log.ts";
import { type Listening, openStream } from "../support/server/listen.ts";
import { givenOrder } from "../support/server/orders.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

interface Line {
  readonly msg: string;
  readonly level: string;
  readonly traceId?: string;
  readonly operation?: string;
  readonly ms?: number;
  readonly sql?: string;
}

const lines: Line[] = [];
const logTo = { write: (line: string) => void lines.push(JSON.parse(line)) };

let world: World;
let stream: Listening | undefined;
beforeAll(async () => {
  // With a threshold of 0 ms every query counts as slow.
  world = await startWorld({ logTo, config: { slowQueryMs: 0 } });
  await world.app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(async () => {
  stream?.stop();
  await world.stop();
});

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const headers = { traceparent: `00-${TRACE}-00f067aa0ba902b7-01` };

test("slow queries of a request — are logged with the trace id and the operation of the request, without values", async () => {
  const { items, version, id } = await givenOrder(world);
  const [line] = items;
  const save = { items: [{ itemId: line?.itemId ?? 0, categoryId: line?.categoryId ?? 0, count: 3 }] };
  await world.ask("editOrder", {
    as: "operator",
    path: { companyId: 1, orderId: id },
    body: { ...save, phone: "+79167770099", note: "тайная пометка" },
    seen: version,
    headers,
  });
  const own = lines.filter(({ traceId }) => traceId === TRACE);
  const slow = own.filter(({ msg }) => msg === "slow query");
  expect(new Set(own.map(({ operation }) => operation))).toEqual(new Set(["editOrder"]));
  expect(own.filter(({ msg }) => msg === "answered")).toHaveLength(1);
  // Queries before the body is read (the access check) and queries after that (the edit) both have the trace id.
  const found = (text: RegExp) => slow.some((one) => text.test(one.sql ?? ""));
  expect([found(/from session|session s/i), found(/^begin/), found(/update "?orders/i), found(/^commit/)]).toEqual([
    true,
    true,
    true,
    true,
  ]);
  for (const { level, ms, sql: text } of slow) {
    expect([level, typeof ms]).toEqual(["warn", "number"]);
    expect(text).not.toMatch(/\n|79167770099|тайная/);
  }
});

test("simultaneous requests — log their queries with their own trace ids", async () => {
  const ids = Array.from({ length: 12 }, (_, at) => `${at + 10}`.repeat(16));
  const operations = ["listTags", "listMenuItems", "listOrderStatuses"] as const;
  await Promise.all(
    ids.map((traceId, at) =>
      world.ask(operations[at % 3] ?? "listTags", {
        as: "owner",
        path: { companyId: 1 },
        headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-01` },
      }),
    ),
  );
  for (const [at, traceId] of ids.entries()) {
    const slow = lines.filter((line) => line.traceId === traceId && line.msg === "slow query");
    expect(slow.length).toBeGreaterThan(1);
    expect(new Set(slow.map(({ operation }) => operation))).toEqual(new Set([operations[at % 3]]));
  }
});

test("query that polls events — is logged without the trace id of the request that opened the stream", async () => {
  const begin = lines.length;
  stream = await openStream(world, "operator");
  const polls = () => lines.slice(begin).filter(({ sql: text }) => /from event where id > /.test(text ?? ""));
  await vi.waitUntil(() => polls().length >= 2, 30_000);
  expect(new Set(polls().map(({ operation, traceId }) => `${operation} ${traceId}`))).toEqual(
    new Set(["events undefined"]),
  );
});

test("query — is logged only if it is slower than the threshold", async () => {
  const own: Line[] = [];
  const log = createLogger("info", { write: (line) => void own.push(JSON.parse(line)) });
  await runWork({ log, operation: "report", slowMs: 200 }, async () => {
    await sql`select 1, ${"secret"}::text`.execute(world.db);
    await sql`select pg_sleep(0.25), ${"secret"}::text`.execute(world.db);
    await sql`select pg_sleep(0.25) / 0`.execute(world.db).catch(() => undefined);
    await sql`select 1 / ${0}::int`.execute(world.db).catch(() => undefined);
  });
  expect(own).toEqual([
    expect.objectContaining({ msg: "slow query", operation: "report", sql: "select pg_sleep(0.25), $1::text" }),
  ]);
  expect(own[0]?.ms).toBeGreaterThanOrEqual(249);
});
