import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dishOf, givenOrder, lineOf, pathOf } from "../support/server/orders.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
  await sql`truncate delivery_stop, delivery_trip, kitchen_line`.execute(world.db);
  await sql`update orders set is_open = false`.execute(world.db);
});
afterAll(() => world.stop());

const rush = async (date?: string, as = "owner") =>
  (await world.ask("getDashboardRush", { as, ...(date && { query: { date } }) })).json;
let keys = 0;
const cook = async (lineId: number, verb: "Start" | "Ready", at: string) => {
  const path = { lineId, companyId: 1, verb };
  const { status } = await world.ask("tapKitchenItem", {
    as: "kitchen",
    path,
    body: { at },
    key: `rush-tap-${++keys}`,
  });
  expect(status).toBe(200);
};
const tapStop = (order: { id: number }, verb: "Take" | "Deliver", body: object = {}) =>
  world.ask("tapDeliveryStop", {
    as: "courier",
    path: { orderId: order.id, companyId: 1, verb },
    body,
    key: `rush-tap-${++keys}`,
  });
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

test("dashboard of the kitchen and delivery — counts waiting, started, late and finished dishes and orders, and computes the median time", async () => {
  const nothing = { now: { waiting: 0, active: 0, late: 0 }, doneCount: 0, medianMinutes: null };
  expect(await rush()).toEqual({ kitchen: nothing, delivery: nothing });
  const items = [lineOf(await dishOf(world, "Маргарита")), lineOf(await dishOf(world, "Медовик"))];
  const [one, two] = [
    await givenOrder(world, { items, deliveryAddress: "ул. Садовая" }),
    await givenOrder(world, { items, deliveryAddress: "ул. Садовая" }),
  ];
  await givenOrder(world, { items, deliveryAddress: "" });
  const lines = [...one.items, ...two.items];
  expect((await rush()).kitchen.now).toEqual({ waiting: lines.length + one.items.length, active: 0, late: 0 });
  expect((await rush()).delivery.now).toEqual({ waiting: 2, active: 0, late: 0 });

  await sql`update orders set kitchen_sent_at = now() - interval '2 hours', promised_at = now() - interval '2 minutes'
    where id = ${one.id}`.execute(world.db);
  const [first, second] = one.items;
  if (!first || !second) throw new Error("the order has no two lines");
  await cook(first.id, "Start", minutesAgo(40));
  await cook(first.id, "Ready", minutesAgo(20));
  await cook(second.id, "Start", minutesAgo(30));
  const { kitchen } = await rush();
  expect(kitchen).toEqual({
    now: { waiting: lines.length, active: 1, late: one.items.length - 1 },
    doneCount: 1,
    medianMinutes: 20,
  });

  const { tripId } = (await tapStop(one, "Take")).json;
  await world.ask("tapDeliveryTrip", {
    as: "courier",
    path: { tripId: tripId ?? 0, companyId: 1, verb: "Start" },
    body: {},
    key: `rush-tap-${++keys}`,
  });
  expect((await rush()).delivery.now).toEqual({ waiting: 1, active: 1, late: 1 });
  await sql`update delivery_trip set started_at = now() - interval '25 minutes' where id = ${tripId}`.execute(world.db);
  await tapStop(one, "Deliver", { at: minutesAgo(5) });
  expect((await rush()).delivery).toMatchObject({ now: { waiting: 1, active: 0, late: 0 }, doneCount: 1 });
  expect((await rush()).delivery.medianMinutes).toBeCloseTo(20, 0);
});

test("dashboard of the kitchen and delivery — shows no current figures for a past day and requires the permission order.view", async () => {
  const { kitchen, delivery } = await rush("2026-01-05");
  expect([kitchen, delivery]).toEqual([
    { now: null, doneCount: 0, medianMinutes: null },
    { now: null, doneCount: 0, medianMinutes: null },
  ]);
  const order = await givenOrder(world);
  expect((await world.ask("getDashboardRush", { as: "owner2" })).status).toBe(404);
  expect((await world.ask("getDashboardRush", { as: "kitchen" })).status).toBe(403);
  expect((await world.ask("getOrder", { as: "owner", path: pathOf(order) })).status).toBe(200);
});
