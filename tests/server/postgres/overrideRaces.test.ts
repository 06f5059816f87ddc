import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { OpenDatabase } from "#server/database/connection.ts";
import { openDatabase } from "#server/database/openDatabase.ts";
import { statusesOf } from "../../support/server/races.ts";
import { newPlace, type ServerPlace } from "../../support/server/serverPlace.ts";
import { callerOf, type ServerProcess, spawnServer, untilReady } from "../../support/server/serverProcess.ts";

const PIN = "274916";
const WRONG = "918273";

let place: ServerPlace;
let database: OpenDatabase;
let servers: readonly [ServerProcess, ServerProcess];
let env: Record<string, string>;
beforeAll(async () => {
  place = await newPlace();
  env = { DATABASE_URL: place.databaseUrl ?? "", ACCESS_TTL_S: "300" };
  servers = await Promise.all([spawnServer(env), spawnServer(env)]);
  await Promise.all(servers.map((server) => untilReady(server)));
  database = await openDatabase({ ...place, poolSize: 2 });
});
afterAll(async () => {
  await database.close();
  await Promise.all(servers.map((server) => server.kill("SIGTERM")));
  await place.remove();
});
beforeEach(async () => {
  await database.db.deleteFrom("override_attempt").execute();
});

const key = () => ({ "idempotency-key": randomUUID() });

type Call = Awaited<ReturnType<typeof callerOf>>;

/**
 * Creates an order with a completed payment of 490 roubles, and requests the refund, which is refused. Returns the path
 * of the refund, the challenge of the refusal and the id of the order.
 */
const givenRefund = async (call: Call) => {
  const url = servers[0].url;
  const menu: { id: number; name: string; defaultCategoryId: number }[] = await (
    await call(url, "GET", "/api/Item/Company/1")
  ).json();
  const dish = menu.find(({ name }) => name === "Маргарита");
  const save = { items: [{ itemId: dish?.id, categoryId: dish?.defaultCategoryId, count: 1 }], phone: "+79160001122" };
  const order: { id: number } = await (await call(url, "POST", "/api/Order/Company/1", save, key())).json();
  const payment = { payment: [{ paymentMethodId: 1, amount: 490 }] };
  const paid = await call(url, "POST", `/api/Order/${order.id}/Company/1/Payment`, payment, key());
  const { payments }: { payments: { id: number }[] } = await paid.json();
  const path = `/api/Order/${order.id}/Company/1/RejectPayment/${payments[0]?.id}`;
  const refused = await call(url, "POST", path, {}, key());
  const { challenge }: { challenge: string } = await refused.json();
  return { path, challenge, orderId: order.id };
};

const enterPin = async (call: Call, at: number, challenge: string, pin: string) =>
  call(servers[at % 2]?.url ?? "", "POST", "/api/Override/Company/1/Pin", { challenge, userId: 3, pin });

test("twelve concurrent wrong PINs at two processes — only five are checked, and the PIN is locked", async () => {
  const call = await callerOf(servers[0].url, "operator");
  const { challenge } = await givenRefund(call);
  const answers = await Promise.all(Array.from({ length: 12 }, (_, at) => enterPin(call, at, challenge, WRONG)));
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(4);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(8);
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from override_attempt`.execute(
    database.db,
  );
  expect(rows[0]?.count).toBe(5);
  for (const at of [0, 1]) expect((await enterPin(call, at, challenge, PIN)).status).toBe(429);
});

test("lock after wrong PINs — applies to a server process that starts later", async () => {
  const call = await callerOf(servers[0].url, "operator");
  const { challenge } = await givenRefund(call);
  for (let at = 0; at < 5; at += 1) await enterPin(call, at, challenge, WRONG);
  const restarted = await spawnServer(env);
  await untilReady(restarted);
  const body = { challenge, userId: 3, pin: PIN };
  expect((await call(restarted.url, "POST", "/api/Override/Company/1/Pin", body)).status).toBe(429);
  await restarted.kill("SIGTERM");
});

test("one override token used at two processes concurrently — allows one refund", async () => {
  const call = await callerOf(servers[0].url, "operator");
  for (let round = 0; round < 5; round += 1) {
    const { path, challenge, orderId } = await givenRefund(call);
    const { token }: { token: string } = await (await enterPin(call, round, challenge, PIN)).json();
    const refund = (at: number) =>
      call(servers[at]?.url ?? "", "POST", path, {}, { ...key(), "x-override-token": token });
    const statuses = statusesOf(await Promise.all([refund(0), refund(1)]));
    expect(statuses).toEqual([200, 403]);
    const grants = await database.db
      .selectFrom("override_grant")
      .select("id")
      .where("order_id", "=", orderId)
      .execute();
    expect(grants).toHaveLength(1);
  }
});

test("one override token used by two concurrent requests — allows one status change", async () => {
  const operator = await callerOf(servers[0].url, "operator");
  const kitchen = await callerOf(servers[0].url, "kitchen");
  await sql`update role set permissions = permissions || '{"order.view": 1}' where id = 5`.execute(database.db);
  for (let round = 0; round < 5; round += 1) {
    const { orderId } = await givenRefund(operator);
    const path = `/api/Order/Company/1/${orderId}`;
    const body = { orderStatusId: 3 };
    const { challenge } = await (await kitchen(servers[0].url, "PATCH", path, body, key())).json();
    const { token } = await (await enterPin(kitchen, round, challenge, PIN)).json();
    const change = (at: number) =>
      kitchen(servers[at]?.url ?? "", "PATCH", path, body, { ...key(), "x-override-token": token });
    const statuses = statusesOf(await Promise.all([change(0), change(1)]));
    expect(statuses).toEqual([200, 403]);
  }
});

test("simultaneous decisions of two managers on one override request — only one is accepted", async () => {
  const call = await callerOf(servers[0].url, "operator");
  const [manager, owner] = await Promise.all([callerOf(servers[0].url, "manager"), callerOf(servers[1].url, "owner")]);
  for (let round = 0; round < 5; round += 1) {
    const { challenge } = await givenRefund(call);
    const asked = await call(servers[0].url, "POST", "/api/Override/Company/1", { challenge });
    const { id }: { id: number } = await asked.json();
    const path = `/api/Override/${id}/Company/1/Answer`;
    const answers = await Promise.all([
      manager(servers[0].url, "POST", path, { isAllowed: true }, key()),
      owner(servers[1].url, "POST", path, { isAllowed: false }, key()),
    ]);
    expect(statusesOf(answers)).toEqual([204, 409]);
  }
});
