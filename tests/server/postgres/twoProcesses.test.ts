import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newPlace, type ServerPlace } from "../../support/server/serverPlace.ts";
import { callerOf, type ServerProcess, spawnServer, untilReady } from "../../support/server/serverProcess.ts";

let place: ServerPlace;
let servers: readonly [ServerProcess, ServerProcess];
beforeAll(async () => {
  place = await newPlace();
  const env = { DATABASE_URL: place.databaseUrl ?? "", ACCESS_TTL_S: "60" };
  servers = await Promise.all([spawnServer(env), spawnServer(env)]);
  await Promise.all(servers.map((server) => untilReady(server)));
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill("SIGTERM")));
  await place.remove();
});

const key = () => ({ "idempotency-key": randomUUID() });

test("API calls that alternate between two processes — complete an order, and a sign-out at one process ends the session at both", async () => {
  const [a, b] = [servers[0].url, servers[1].url];
  const call = await callerOf(a, "owner");
  const menu: { id: number; name: string; defaultCategoryId: number }[] = await (
    await call(b, "GET", "/api/Item/Company/1")
  ).json();
  const dish = menu.find(({ name }) => name === "Маргарита");
  const save = { items: [{ itemId: dish?.id, categoryId: dish?.defaultCategoryId, count: 2 }], phone: "+79160001122" };
  const created = await call(a, "POST", "/api/Order/Company/1", save, key());
  const order: { id: number; version: number; amount: number } = await created.json();
  expect([created.status, order.amount]).toEqual([201, 980]);

  const edited = await call(
    b,
    "POST",
    `/api/Order/${order.id}/Company/1`,
    { ...save, note: "быстрее" },
    { ...key(), "if-match": "1" },
  );
  expect((await edited.json()).version).toBe(2);
  const stale = await call(a, "PATCH", `/api/Order/Company/1/${order.id}`, { orderStatusId: 3 }, { "if-match": "1" });
  expect(stale.status).toBe(412);
  expect(
    (await call(a, "PATCH", `/api/Order/Company/1/${order.id}`, { orderStatusId: 3 }, { "if-match": "2" })).status,
  ).toBe(200);

  const part = await call(
    b,
    "POST",
    `/api/Order/${order.id}/Company/1/Payment`,
    { payment: [{ paymentMethodId: 1, amount: 500 }] },
    key(),
  );
  expect((await part.json()).payments[0].isComplited).toBe(true);
  const issued = await call(
    a,
    "POST",
    `/api/Order/${order.id}/Company/1/ExternalPayment`,
    { paymentMethodId: 3, amount: 480 },
    key(),
  );
  const invoice: { paymentId: number; externalUrl: string } = await issued.json();
  const page = new URL(invoice.externalUrl).pathname;
  expect((await fetch(`${b}${page}/pay`, { method: "POST" })).status).toBe(200);
  const checked = await call(b, "POST", `/api/Order/${order.id}/Company/1/CheckExternalPayment/${invoice.paymentId}`);
  expect((await checked.json()).status).toBe("succeeded");
  const closed = await call(a, "PATCH", `/api/Order/Company/1/${order.id}`, { orderStatusId: 6 });
  expect((await closed.json()).isClosed).toBe(true);
  const history: { typeElement: string }[] = await (
    await call(b, "GET", `/api/OrderHistory/${order.id}/Company/1`)
  ).json();
  expect(history.length).toBeGreaterThanOrEqual(7);

  expect((await call(a, "POST", "/token/out")).status).toBe(204);
  expect((await call(b, "GET", "/api/Company")).status).toBe(401);
});

test("killed process — loses no acknowledged save", async () => {
  const call = await callerOf(servers[1].url, "operator");
  const menu: { id: number; defaultCategoryId: number }[] = await (
    await call(servers[1].url, "GET", "/api/Item/Company/1")
  ).json();
  const save = {
    items: [{ itemId: menu[0]?.id, categoryId: menu[0]?.defaultCategoryId, count: 1 }],
    phone: "+79160001133",
  };
  const acknowledged: number[] = [];
  const worker = async () => {
    for (let round = 0; round < 400; round++) {
      const answer = await call(servers[0].url, "POST", "/api/Order/Company/1", save, key()).catch(() => undefined);
      if (!answer) return;
      const order: { id: number } = await answer.json().catch(() => ({ id: 0 }));
      if (answer.status === 201 && order.id) acknowledged.push(order.id);
      if (acknowledged.length === 60) servers[0].kill("SIGKILL");
    }
  };
  await Promise.all([worker(), worker(), worker(), worker()]);
  expect(acknowledged.length).toBeGreaterThanOrEqual(60);
  const today: { id: number }[] = await (await call(servers[1].url, "GET", "/api/Order/Company/1")).json();
  const present = new Set(today.map(({ id }) => id));
  expect(acknowledged.filter((id) => !present.has(id))).toEqual([]);
  expect((await call(servers[1].url, "POST", "/api/Order/Company/1", save, key())).status).toBe(201);
});
