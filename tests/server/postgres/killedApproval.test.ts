import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Schemas } from "#api/client.ts";
import { newPlace, type ServerPlace } from "../../support/server/serverPlace.ts";
import { callerOf, type ServerProcess, spawnServer, untilReady } from "../../support/server/serverProcess.ts";

type List = Schemas["PackingList"];

/** Number of packing lists that four workers try to approve. The process is killed meanwhile. */
const LISTS = 40;
/** Number of confirmed approvals after which the process is killed. */
const CONFIRMED = 8;

let place: ServerPlace;
let servers: readonly [ServerProcess, ServerProcess];
beforeAll(async () => {
  place = await newPlace();
  const env = { DATABASE_URL: place.databaseUrl ?? "" };
  servers = await Promise.all([spawnServer(env), spawnServer(env)]);
  await Promise.all(servers.map((server) => untilReady(server)));
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill("SIGTERM")));
  await place.remove();
});

test("server process killed during approvals — each packing list is approved completely or not at all, and can be approved again", async () => {
  const [doomed, other] = servers;
  const call = await callerOf(other.url, "manager");
  const items: readonly { id: number }[] = await (await call(other.url, "GET", "/api/StockItem/Company/1")).json();
  const lines = items.slice(0, 10).map(({ id }) => ({ stockItemId: id, count: 1, price: 10 }));
  expect(lines).toHaveLength(10);
  const lists: List[] = [];
  for (let index = 0; index < LISTS; index++) {
    const created = await call(
      other.url,
      "POST",
      "/api/PackingList/Company/1",
      { supplierId: 1, items: lines },
      { "idempotency-key": randomUUID() },
    );
    lists.push(await created.json());
  }
  const keys = new Map(lists.map(({ id }) => [id, randomUUID()]));
  const approve = (at: string, { id, version }: List) =>
    call(
      at,
      "POST",
      `/api/PackingList/${id}/Company/1/Approve`,
      {},
      {
        "idempotency-key": keys.get(id) ?? "",
        "if-match": String(version),
      },
    );

  const confirmed: number[] = [];
  let unanswered = 0;
  const worker = async (offset: number) => {
    for (const list of lists.filter((_, index) => index % 4 === offset)) {
      const answer = await approve(doomed.url, list).catch(() => undefined);
      if (answer?.status === 200) confirmed.push(list.id);
      else unanswered += 1;
      if (confirmed.length === CONFIRMED) void doomed.kill("SIGKILL");
    }
  };
  await Promise.all([0, 1, 2, 3].map(worker));
  expect(confirmed.length).toBeGreaterThanOrEqual(CONFIRMED);
  expect(unanswered).toBeGreaterThan(0);

  const client = new pg.Client({ connectionString: place.databaseUrl });
  await client.connect();
  const readStates = async () =>
    (
      await client.query<{ id: number; state: string; operations: number }>(
        `select l.id, l.state, (select count(*)::int from stock_operation o where o.packing_list_id = l.id) as operations
         from packing_list l where l.id = any($1) order by l.id`,
        [lists.map(({ id }) => id)],
      )
    ).rows;
  try {
    const states = await readStates();
    expect(states.filter(({ state, operations }) => operations !== (state === "approved" ? 10 : 0))).toEqual([]);
    const approved = states.filter(({ state }) => state === "approved").map(({ id }) => id);
    expect(confirmed.filter((id) => !approved.includes(id))).toEqual([]);
    const repeated = await Promise.all(lists.map(async (list) => (await approve(other.url, list)).status));
    expect(new Set(repeated)).toEqual(new Set([200]));
    expect((await readStates()).map(({ state, operations }) => [state, operations])).toEqual(
      lists.map(() => ["approved", 10]),
    );
  } finally {
    await client.end();
  }
});
