import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { givenOrderSaver } from "../../support/server/saveOrders.ts";
import { newPlace, type ServerPlace } from "../../support/server/serverPlace.ts";
import { callerOf, type ServerProcess, spawnServer, untilReady } from "../../support/server/serverProcess.ts";

/**
 * Time limit for the exit of a process after SIGTERM, milliseconds. Without open requests the process exits
 * immediately.
 */
const LIMIT_MS = 8000;

let place: ServerPlace;
let remaining: ServerProcess;
const started: ServerProcess[] = [];

const givenServer = async (env: Readonly<Record<string, string>> = {}): Promise<ServerProcess> => {
  const server = await spawnServer({ DATABASE_URL: place.databaseUrl ?? "", ...env });
  started.push(server);
  await untilReady(server);
  return server;
};

beforeAll(async () => {
  place = await newPlace();
  remaining = await givenServer();
});
afterAll(async () => {
  await Promise.all(started.map((server) => server.kill("SIGKILL")));
  await place.remove();
});

const query = async <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row[]> => {
  const client = new pg.Client({ connectionString: place.databaseUrl });
  await client.connect();
  return (await client.query<Row>(text, [...values]).finally(() => client.end())).rows;
};

/** Sends SIGTERM. Returns the exit code and the time until the exit, milliseconds. */
const terminate = async (server: ServerProcess) => {
  const begun = performance.now();
  const code = await server.kill("SIGTERM");
  return { code, ms: performance.now() - begun };
};

/** Opens a connection and sends a text. `received` returns all data that the server has sent. */
const openSocket = async (server: ServerProcess, text = ""): Promise<{ socket: Socket; received: () => string }> => {
  const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
  let received = "";
  socket.on("data", (part: Buffer) => (received += part.toString()));
  socket.on("error", () => undefined);
  await once(socket, "connect");
  socket.write(text);
  return { socket, received: () => received };
};

test("SIGTERM to one of two processes — each order saved meanwhile exists exactly once", async () => {
  const leaving = await givenServer();
  const phone = "+79160007701";
  const call = await callerOf(remaining.url, "operator");
  const save = await givenOrderSaver(call, remaining.url, phone);
  const statuses: (number | undefined)[] = [];
  const saved = new Map<string, number>();
  let ended: Promise<{ code: number | null; ms: number }> | undefined;

  const saveWithRetries = async (key: string): Promise<void> => {
    for (let attempt = 0; !saved.has(key); attempt++) {
      const { id, status } = await save(attempt % 2 === 0 ? leaving.url : remaining.url, key);
      statuses.push(status);
      if (id !== undefined) saved.set(key, id);
      if (attempt > 20) throw new Error(`order ${key} cannot be saved`);
    }
    if (saved.size >= 40) ended ??= terminate(leaving);
  };
  const operator = async (): Promise<void> => {
    for (let round = 0; round < 30; round++) await saveWithRetries(randomUUID());
  };
  await Promise.all(Array.from({ length: 8 }, operator));

  // A request is either answered with the order or not answered at all. It is never refused.
  expect(statuses.filter((status) => status !== 201 && status !== undefined)).toEqual([]);
  expect(await ended).toMatchObject({ code: 0, ms: expect.toSatisfy((ms: number) => ms < LIMIT_MS) });
  const orders = await query<{ id: number }>("select id from orders where phone = $1", [phone]);
  expect(orders.map(({ id }) => id).sort((a, b) => a - b)).toEqual([...saved.values()].sort((a, b) => a - b));
  expect(saved.size).toBe(240);
}, 300_000);

test("SIGTERM — open requests are answered, and idle connections do not delay the exit", async () => {
  const server = await givenServer();
  const call = await callerOf(server.url, "operator");
  const save = await givenOrderSaver(call, server.url, "+79160007702");
  await openSocket(server);
  const idle = await openSocket(server, "GET /health HTTP/1.1\r\nHost: x\r\n\r\n");
  await expect.poll(idle.received).toContain("200 OK");

  const lock = new pg.Client({ connectionString: place.databaseUrl });
  await lock.connect();
  await lock.query("begin; select from company where id = 1 for update");
  const open = save();
  await expect
    .poll(
      async () =>
        (
          await query<{ n: number }>("select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock'")
        )[0]?.n,
    )
    .toBeGreaterThan(0);
  const ended = terminate(server);
  await once(idle.socket, "close");
  await expect(fetch(`${server.url}/health`)).rejects.toThrow();
  await lock.query("rollback");
  await lock.end();

  expect((await open).status).toBe(201);
  const { code, ms } = await ended;
  expect(code).toBe(0);
  expect(ms).toBeLessThan(LIMIT_MS / 2);
});

test("SIGTERM with DRAIN_S — health checks fail and streams end, while requests are still answered", async () => {
  const server = await givenServer({ DRAIN_S: "3" });
  const call = await callerOf(server.url, "operator");
  const listen = () => call(server.url, "GET", "/api/Event", undefined, { accept: "text/event-stream" });
  const stream = await listen();
  expect(stream.status).toBe(200);

  const ended = terminate(server);
  await stream.text();
  for (const path of ["/health", "/ready"]) expect((await fetch(`${server.url}${path}`)).status).toBe(503);
  const refused = await listen();
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);
  const answered = await call(server.url, "GET", "/api/Company");
  expect([answered.status, answered.headers.get("connection")]).toEqual([200, "close"]);

  const { code, ms } = await ended;
  expect(code).toBe(0);
  expect(ms).toBeGreaterThanOrEqual(3000);
  expect(ms).toBeLessThan(3000 + LIMIT_MS / 2);
});

test("request that never ends — delays the exit after SIGTERM by at most 8 s", async () => {
  const server = await givenServer();
  const head = "POST /token HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99";
  const open = await openSocket(server, `${head}\r\nExpect: 100-continue\r\n\r\n{`);
  // The server sends this response when it begins to handle the request.
  await expect.poll(open.received).toContain("100 Continue");
  const { code, ms } = await terminate(server);
  expect(code).toBe(1);
  expect(ms).toBeGreaterThan(LIMIT_MS - 500);
  expect(ms).toBeLessThan(LIMIT_MS + 1500);
  expect(server.output()).toContain("the process ends before all requests are answered");
});
