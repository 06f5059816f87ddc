import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { OpenDatabase } from "#server/database/connection.ts";
import { openDatabase } from "#server/database/openDatabase.ts";
import { type Balancer, startBalancer } from "../../support/server/balancer.ts";
import { findWrongSums } from "../../support/server/savedSums.ts";
import { givenOrderSaver } from "../../support/server/saveOrders.ts";
import { newPlace, type ServerPlace } from "../../support/server/serverPlace.ts";
import { callerOf, type ServerProcess, spawnServer, untilReady } from "../../support/server/serverProcess.ts";

const PHONE = "+79160007711";

let place: ServerPlace;
let database: OpenDatabase;
let servers: ServerProcess[];
let balancer: Balancer;

const givenServer = async (): Promise<ServerProcess> => {
  // `DRAIN_S` must be at least two intervals of the balancer's health checks. This interval is 100 ms, but it can be
  // much longer on a busy computer.
  const server = await spawnServer({ DATABASE_URL: place.databaseUrl ?? "", DRAIN_S: "3" });
  await untilReady(server);
  return server;
};

beforeEach(async () => {
  place = await newPlace();
  database = await openDatabase({ ...place, poolSize: 2 });
  servers = await Promise.all([givenServer(), givenServer()]);
  balancer = await startBalancer(servers.map(({ url }) => url));
});
afterEach(async () => {
  await balancer.stop();
  await Promise.all(servers.map((server) => server.kill("SIGKILL")));
  await database.close();
  await place.remove();
});

const readIds = async (): Promise<number[]> =>
  (await database.db.selectFrom("orders").select("id").where("phone", "=", PHONE).orderBy("id").execute()).map(
    ({ id }) => id,
  );

const ascending = (ids: Iterable<number>): number[] => [...ids].sort((a, b) => a - b);

test("server process killed while operators save orders — each saved order exists exactly once", async () => {
  const save = await givenOrderSaver(await callerOf(balancer.url, "operator"), balancer.url, PHONE);
  const saved = new Map<string, number>();
  const failures: (number | undefined)[] = [];
  const operator = async (): Promise<void> => {
    for (let round = 0; round < 15; round++) {
      const key = randomUUID();
      for (let attempt = 0; !saved.has(key); attempt++) {
        const { id, status } = await save(balancer.url, key);
        if (id !== undefined) saved.set(key, id);
        else failures.push(status);
        if (attempt > 20) throw new Error(`order ${key} cannot be saved`);
      }
      if (saved.size === 30) void servers[0]?.kill("SIGKILL");
    }
  };
  await Promise.all(Array.from({ length: 8 }, operator));

  expect(servers[0]?.child.signalCode).toBe("SIGKILL");
  // Only requests in progress at the kill may fail. If the killed server refuses the connection of a later request, the
  // balancer repeats the request on the other server.
  expect(failures.length).toBeLessThanOrEqual(8);
  expect(failures.filter((status) => status !== 502)).toEqual([]);
  expect(saved.size).toBe(120);
  expect(await readIds()).toEqual(ascending(saved.values()));
  expect(await findWrongSums(database.db)).toEqual([]);
}, 300_000);

test("rolling restart of both processes — no request of an operator fails", async () => {
  const call = await callerOf(balancer.url, "operator");
  const save = await givenOrderSaver(call, balancer.url, PHONE);
  const statuses = new Map<string, number>();
  const ids: number[] = [];
  const count = (status: number | undefined): void => {
    statuses.set(String(status), (statuses.get(String(status)) ?? 0) + 1);
  };
  let isOver = false;
  /** Waits until each server has answered ten more requests. */
  const untilUsed = async (): Promise<void> => {
    const before = balancer.passed.length;
    const countOf = (index: number) => balancer.passed.slice(before).filter(({ server }) => server === index).length;
    await expect.poll(() => Math.min(countOf(0), countOf(1)), { timeout: 120_000 }).toBeGreaterThanOrEqual(10);
  };
  const operator = async (): Promise<void> => {
    while (!isOver) {
      const { id, status } = await save();
      count(status);
      if (id === undefined) continue;
      ids.push(id);
      // A change of status has no idempotency key, so the balancer never repeats such a request.
      const body = { orderStatusId: 3 };
      count((await call(balancer.url, "PATCH", `/api/Order/Company/1/${id}`, body, { "if-match": "1" })).status);
      count((await call(balancer.url, "GET", `/api/Order/Company/1/${id}`)).status);
    }
  };
  const operators = Promise.all(Array.from({ length: 4 }, operator));
  const codes: (number | null | undefined)[] = [];
  for (const index of [0, 1]) {
    await untilUsed();
    codes.push(await servers[index]?.kill("SIGTERM"));
    const next = await givenServer();
    servers[index] = next;
    balancer.setServer(index, next.url);
  }
  await untilUsed();
  isOver = true;
  await operators;

  expect(codes).toEqual([0, 0]);
  expect([...statuses.keys()].sort()).toEqual(["200", "201"]);
  expect(ids.length).toBeGreaterThan(20);
  expect(await readIds()).toEqual(ascending(ids));
  expect(await findWrongSums(database.db)).toEqual([]);
}, 300_000);
