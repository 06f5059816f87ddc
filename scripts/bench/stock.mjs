import { randomUUID } from "node:crypto";
import { orderOf, percentile, startClients } from "./load.mjs";

const RUNS = 15;
const LINES = 200;
const LOAD_SECONDS = 30;
const APPROVALS = 12;
const DAY_MS = 86_400_000;

const day = (ago) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10);

const importTyped = async () => {
  const { register } = await import("tsx/esm/api");
  register();
  return import("../../tests/support/server/manyStock.ts");
};

/** Adds a year with 100,000 orders and a million stock operations to company 1 of a database. */
export const fillStockYear = async (place) => {
  const { fillStock } = await importTyped();
  const { openDatabase } = await import("../../src/server/database/openDatabase.ts");
  const database = await openDatabase({ dataDir: "", ...place, poolSize: 2 });
  await fillStock(database.db, day(364));
  await database.close();
};

const send = async ({ origin, headers }, method, path, body, more = {}) => {
  const answer = await fetch(`${origin}${path}`, {
    method,
    body: JSON.stringify(body),
    headers: { ...headers, "Idempotency-Key": randomUUID(), ...more },
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`The server refused a call of the benchmark: ${path} ${text}`);
  return text === "" ? undefined : JSON.parse(text);
};

const timed = async (act) => {
  const begun = performance.now();
  await act();
  return performance.now() - begun;
};

/** Returns the median time of a read, ms. */
const medianOf = async (server, path) => {
  const times = [];
  for (let run = 0; run < RUNS; run += 1)
    times.push(
      await timed(async () => {
        const answer = await fetch(`${server.origin}${path}`, { headers: server.headers });
        if (!answer.ok) throw new Error(`The server refused a read of the benchmark: ${path} ${await answer.text()}`);
        await answer.arrayBuffer();
      }),
    );
  return percentile(times, 0.5);
};

/**
 * Approves 12 packing lists with 200 lines each, while 20 operators each save an order every 2 s and send it to the
 * kitchen. Returns the times of the approvals and of the operators' calls in ms, and the number of these calls that
 * failed.
 */
const approveBesideSaves = async (server) => {
  const { manyItemIds } = await importTyped();
  const items = manyItemIds(LINES).map((stockItemId, at) => ({ stockItemId, count: 1 + (at % 7), price: 40 + at }));
  const [supplier] = await server.get("/api/Supplier/Company/1/Summury");
  const lists = [];
  for (let at = 0; at < APPROVALS; at += 1)
    lists.push(await send(server, "POST", "/api/PackingList/Company/1", { supplierId: supplier.id, items }));
  const menu = await server.get("/api/Item/Company/1");
  const { times: saves, failures, call, every } = startClients(server, LOAD_SECONDS);
  const change = (method, path, body) =>
    call(path, { method, body, headers: { ...server.headers, "Idempotency-Key": randomUUID() } });
  let turn = 0;
  const save = async () => {
    const order = JSON.parse(await change("POST", "/api/Order/Company/1", orderOf(menu[turn++ % 20])));
    await change("PATCH", `/api/Order/Company/1/${order.id}`, JSON.stringify({ orderStatusId: 3 }));
  };
  const approvals = [];
  const approve = async () => {
    const list = lists.shift();
    if (!list) return;
    const path = `/api/PackingList/${list.id}/Company/1/Approve`;
    approvals.push(await timed(() => send(server, "POST", path, {}, { "If-Match": String(list.version) })));
  };
  await Promise.all([
    ...Array.from({ length: 20 }, () => every(2_000, save)),
    every((LOAD_SECONDS * 1_000) / APPROVALS, approve),
  ]);
  return { approvals, saves, wrong: failures.count };
};

/** Recalculates the stock operations of the year. Returns the time in ms and the server's report of the changes. */
const recalculate = async (server) => {
  const admin = { ...server, headers: await server.signIn("admin") };
  let changes;
  const time = await timed(async () => {
    changes = await send(admin, "POST", "/api/StockOperation/Company/1/Calculate", { startDate: day(364) });
  });
  return { time, changes };
};

/**
 * Measures the times of requests about the stock of a company with a million stock operations, ms. Also returns the
 * number of failed calls and the changes of the recalculation.
 */
export const measureStock = async (server) => {
  const item = 1_000_000;
  const list = await medianOf(server, "/api/Stock/Company/1/Summury");
  const month = await medianOf(server, `/api/StockItem/${item}/Company/1/Balance`);
  const year = await medianOf(server, `/api/StockItem/${item}/Company/1/Balance?startDate=${day(364)}`);
  const figures = await medianOf(server, "/api/Dashboard/Company/1/Stock");
  const { approvals, saves, wrong } = await approveBesideSaves(server);
  return { list, month, year, figures, approvals, saves, wrong, ...(await recalculate(server)) };
};
