import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { fillTemplate } from "../../support/server/demoTemplate.ts";
import { startKeyedSaves } from "../../support/server/keyedSaves.ts";
import { type Listening, openStream } from "../../support/server/listen.ts";
import { type Cluster, startCluster } from "../../support/server/postgresCluster.ts";
import { findWrongSums } from "../../support/server/savedSums.ts";
import { givenOrderSaver } from "../../support/server/saveOrders.ts";
import { callerOf } from "../../support/server/serverProcess.ts";
import { startWorld, type World } from "../../support/server/testServer.ts";
import { imitateDelay } from "../../support/waiting.ts";

const RESTARTS = 3;
const PHONE = "+79160007755";

const lines: string[] = [];
let cluster: Cluster;
let world: World;
let url: string;
beforeAll(async () => {
  cluster = await startCluster();
  const databaseUrl = cluster.url("postgres");
  await fillTemplate({ databaseUrl, dataDir: "" });
  world = await startWorld({ place: { databaseUrl, dataDir: "" }, logTo: { write: (line) => void lines.push(line) } });
  url = await world.app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(async () => {
  await world.stop();
  await cluster.stop();
});

/** Listens like a client. When the stream ends, opens a new stream with the id of the last event after a pause. */
const startClient = (as: string) => {
  const streams: Listening[] = [];
  let isOver = false;
  const messages = () => streams.flatMap((stream) => stream.messages);
  const run = async (): Promise<void> => {
    while (!isOver) {
      const last = messages().findLast(({ id }) => id !== undefined)?.id;
      const stream = await openStream(world, as, last).catch(() => undefined);
      if (stream) streams.push(stream);
      await stream?.ended;
      await imitateDelay(100);
    }
  };
  const running = run();
  return {
    messages,
    stop: async () => {
      isOver = true;
      for (const { stop } of streams) stop();
      await running;
    },
  };
};

const readIds = async (): Promise<number[]> =>
  (await world.db.selectFrom("orders").select("id").where("phone", "=", PHONE).orderBy("id").execute()).map(
    ({ id }) => id,
  );

const ascending = (ids: Iterable<number>): number[] => [...ids].sort((a, b) => a - b);

test("crash of PostgreSQL while operators save orders — each saved order exists once, and listeners learn of every order", async () => {
  const call = await callerOf(url, "operator");
  const client = startClient("owner");
  await expect.poll(() => client.messages().length, { timeout: 30_000 }).toBeGreaterThan(0);
  const saves = startKeyedSaves(await givenOrderSaver(call, url, PHONE), url);
  for (let round = 0; round < RESTARTS; round++) {
    await saves.further(10);
    await cluster.crash();
    const refused = await call(url, "GET", "/api/Order/Company/1");
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);
    expect((await fetch(`${url}/ready`)).status).toBe(503);
    expect((await fetch(`${url}/health`)).status).toBe(200);
    await cluster.restart();
  }
  await saves.further(10);
  await saves.stop();

  expect([...saves.statuses.keys()].filter((status) => status !== 201 && status !== 503 && status !== 409)).toEqual([]);
  expect([...saves.statuses.keys()]).toContain(503);
  expect(await readIds()).toEqual(ascending(saves.saved.values()));
  expect(await findWrongSums(world.db)).toEqual([]);
  // After a reset the client reads all orders again, so it has missed none. The first message to a new client is always
  // a reset, so a reset at index 0 does not count.
  const unheard = (): number[] => {
    const resetAt = client.messages().findLastIndex(({ event }) => event === "reset");
    const heard = new Set(client.messages().map(({ data }) => (data as { id?: number }).id));
    return resetAt > 0 ? [] : [...saves.saved.values()].filter((id) => !heard.has(id));
  };
  await expect.poll(unheard, { timeout: 60_000 }).toEqual([]);
  await client.stop();
}, 400_000);

test("event written before an outage that is longer than 10 s — is delivered after the outage", async () => {
  const stream = await openStream(world, "owner");
  const save = await givenOrderSaver(await callerOf(url, "operator"), url, PHONE);
  const { id } = await save();
  const dataOf = () => stream.messages.map(({ data }) => data);
  await vi.waitFor(() => expect(dataOf()).toContainEqual(expect.objectContaining({ id })), 30_000);

  // Simulates an outage of a minute: the inserted event is already a minute old when the poll finds it.
  const { entity_id: missed } = await world.db
    .insertInto("event")
    .values({ at: new Date(Date.now() - 60_000), company_id: 1, topic: "order", entity_id: 7_000_007 })
    .returning("entity_id")
    .executeTakeFirstOrThrow();
  await vi.waitFor(() => expect(dataOf()).toContainEqual(expect.objectContaining({ id: missed })), 30_000);
  stream.stop();
});

test("event streams — end if a failover has lost events, and clients that connect again get the event `reset`", async () => {
  const stream = await openStream(world, "owner");
  const save = await givenOrderSaver(await callerOf(url, "operator"), url, PHONE);
  const { id } = await save();
  const hear = (from: Listening, entity: number | undefined) =>
    vi.waitFor(
      () => expect(from.messages.map(({ data }) => data)).toContainEqual(expect.objectContaining({ id: entity })),
      30_000,
    );
  await hear(stream, id);
  const failures = () => lines.filter((line) => line.includes("The events cannot be read")).length;
  const before = failures();
  await sql`alter table event rename to event_away`.execute(world.db);
  await expect.poll(failures, { timeout: 30_000 }).toBeGreaterThan(before);
  // Simulates the promotion of a standby that lacks the last events and reuses the ids of these events.
  await sql`delete from event_away`.execute(world.db);
  await sql`alter table event_away alter column id restart with 1`.execute(world.db);
  await sql`alter table event_away rename to event`.execute(world.db);
  await stream.ended;

  const last = stream.messages.findLast((message) => message.id !== undefined)?.id;
  const again = await openStream(world, "owner", last);
  await vi.waitFor(() => expect(again.messages[0]?.event).toBe("reset"), 30_000);
  await hear(again, (await save()).id);
  again.stop();
});
