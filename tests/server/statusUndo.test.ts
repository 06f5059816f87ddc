import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Schemas } from "#api/client.ts";
import { deleteOutdated } from "#server/services/monitoring/retention.ts";
import { ageStatusChange, givenOrder, pathOf, statusIds } from "../support/server/orders.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const setSettings = async (body: Schemas["KitchenSettingsSave"]) => {
  const { version } = (await world.ask("getKitchenSettings", { as: "owner" })).json;
  const { status, text } = await world.ask("updateKitchenSettings", { as: "owner", body, seen: version });
  expect(status, text).toBe(200);
};

beforeEach(() => setSettings({ sendBy: "button" }));

const move = async (order: { id: number }, orderStatusId: number, reason?: string) => {
  const body = { orderStatusId, ...(reason !== undefined && { orderStatusReason: reason }) };
  const answer = await world.ask("changeOrderStatus", { as: "operator", path: pathOf(order), body });
  expect(answer.status, answer.text).toBe(200);
  return answer.json;
};

const undo = (order: { id: number }, more: { as?: string; seen?: number; key?: string } = {}) =>
  world.ask("undoOrderStatus", { as: "operator", path: pathOf(order), ...more });

const stockOf = async ({ id }: { id: number }) =>
  (
    await sql`select stock_item_id, count, is_reserved from stock_operation where order_id = ${id} order by 1`.execute(
      world.db,
    )
  ).rows;

const kitchenOf = async ({ id }: { id: number }) =>
  (await sql<{ state: string }>`select state from kitchen_line where order_id = ${id}`.execute(world.db)).rows;

/** Returns the dishes of an order as the kitchen display shows them. */
const shownOf = async ({ id }: { id: number }) =>
  (await world.ask("getKitchen", { as: "kitchen" })).json
    .filter(({ orderId }) => orderId === id)
    .map(({ state, isCancelled }) => ({ state, isCancelled }));

const tap = (lineId: number, verb: "Start" | "Seen") =>
  world.ask("tapKitchenItem", { as: "kitchen", path: { lineId, companyId: 1, verb }, body: {} });

const eventsAtUndoEnd = async ({ id }: { id: number }) =>
  (
    await sql`select e.topic, e.not_before = u.until as "isAtEnd" from event e join status_undo u on u.order_id = e.entity_id
      where e.entity_id = ${id} and e.not_before is not null`.execute(world.db)
  ).rows;

/** Moves the deadline for undoing the status change of an order to `secondsAgo` seconds before now. */
const endUndo = ({ id }: { id: number }, secondsAgo: number) =>
  sql`update status_undo set until = clock_timestamp() - make_interval(secs => ${secondsAgo}::float8)
    where order_id = ${id}`.execute(world.db);

test("a status change can be undone by the user who made the change, and the undo is offered for 8 s", async () => {
  const order = await givenOrder(world);
  expect(order.undoUntil).toBeNull();
  const changed = await move(order, statusIds.confirmed);
  const left = Date.parse(changed.undoUntil ?? "") - Date.now();
  expect(left).toBeGreaterThan(5000);
  expect(left).toBeLessThanOrEqual(8000);
  const { json } = await undo(order, { seen: changed.version });
  expect(json).toMatchObject({ statusId: statusIds.new, version: changed.version + 1, undoUntil: null });
  const { json: history } = await world.ask("listOrderHistory", { as: "owner", path: pathOf(order) });
  expect(history.slice(0, 2)).toMatchObject([
    { typeElement: "Status", newName: "Новый" },
    { typeElement: "Status", newName: "Подтверждён" },
  ]);
});

test("the undo of a cancellation removes the reason, and restores the stock reservations and the remaining portions", async () => {
  const order = await givenOrder(world);
  const dish = order.items[0]?.itemId ?? 0;
  await world.ask("putItemStop", { as: "kitchen", path: { itemId: dish, companyId: 1 }, body: { remaining: 5 } });
  const stopOf = async () =>
    (await world.ask("getItemStop", { as: "operator", path: { itemId: dish, companyId: 1 } })).json.remaining;
  await move(order, statusIds.cooking);
  const [stock, stop] = [await stockOf(order), await stopOf()];
  expect(stock.length).toBeGreaterThan(0);
  const { isCanceled } = await move(order, statusIds.canceled, "Передумал");
  expect([isCanceled, await stockOf(order)]).toEqual([true, []]);
  expect([stop, await stopOf()]).toEqual([5, 7]);
  expect((await undo(order)).json).toMatchObject({ statusId: statusIds.cooking, isCanceled: false });
  expect(await stockOf(order)).toEqual(stock);
  expect(await stopOf()).toEqual(stop);
  await world.ask("deleteItemStop", { as: "kitchen", path: { itemId: dish, companyId: 1 } });
  const { rows } = await sql`select status_reason, is_open from orders where id = ${order.id}`.execute(world.db);
  expect(rows).toEqual([{ status_reason: null, is_open: true }]);
});

test("an undo of a status change can restore a technical status, although no user can choose this status", async () => {
  const order = await givenOrder(world);
  await sql`update orders set status_id = ${statusIds.awaiting} where id = ${order.id}`.execute(world.db);
  await move(order, statusIds.confirmed);
  expect((await undo(order)).json.statusId).toBe(statusIds.awaiting);
});

test("an undo of a status change is refused to another user, a second time, and after 10 s", async () => {
  const order = await givenOrder(world);
  await move(order, statusIds.confirmed);
  expect((await undo(order, { as: "manager" })).status).toBe(409);
  await endUndo(order, 2);
  expect((await undo(order)).status).toBe(409);
  await endUndo(order, 0);
  expect((await undo(order)).status).toBe(200);
  const { status, problem } = await undo(order);
  expect([status, problem.message]).toEqual([409, expect.stringContaining("уже нельзя")]);
});

test("an undo of a status change is refused after an edit of the order", async () => {
  const order = await givenOrder(world);
  const changed = await move(order, statusIds.confirmed);
  const items = order.items.map(({ itemId, categoryId, count }) => ({ itemId, categoryId, count: count + 1 }));
  const body = { items, phone: order.phone };
  const { json: edited } = await world.ask("editOrder", { as: "operator", path: pathOf(order), body });
  expect(edited.undoUntil).toBeNull();
  expect((await undo(order, { seen: changed.version })).status).toBe(412);
  expect((await undo(order)).status).toBe(409);
});

test("a status change that closes the order cannot be undone", async () => {
  const order = await givenOrder(world);
  const path = pathOf(order);
  const { json } = await world.ask("changeOrderStatus", {
    as: "owner",
    path,
    body: { orderStatusId: statusIds.delivered },
  });
  expect([json.isClosed, json.undoUntil]).toEqual([true, null]);
  expect((await undo(order, { as: "owner" })).status).toBe(409);
});

test("an undo of a status change removes the dishes from the kitchen, and is refused after a cook has started one of the dishes", async () => {
  await setSettings({ sendBy: "status", sendStatusId: statusIds.cooking });
  const order = await givenOrder(world);
  await move(order, statusIds.cooking);
  expect(await kitchenOf(order)).toEqual([{ state: "new" }]);
  expect((await undo(order)).status).toBe(200);
  expect(await kitchenOf(order)).toEqual([]);

  await move(order, statusIds.cooking);
  expect(await kitchenOf(order)).toEqual([{ state: "new" }]);
  await sql`update kitchen_line set state = 'cooking', started_at = now() where order_id = ${order.id}`.execute(
    world.db,
  );
  const { status, problem } = await undo(order);
  expect([status, problem.message]).toEqual([409, expect.stringContaining("Кухня уже начала")]);
  expect(await kitchenOf(order)).toEqual([{ state: "cooking" }]);
});

test("an order that was sent to the kitchen before the status change stays in the kitchen after an undo", async () => {
  await setSettings({ sendBy: "status", sendStatusId: statusIds.cooking });
  const order = await givenOrder(world);
  await move(order, statusIds.cooking);
  await move(order, statusIds.ready);
  expect((await undo(order)).json.statusId).toBe(statusIds.cooking);
  expect(await kitchenOf(order)).toEqual([{ state: "new" }]);
});

test("an order sent to the kitchen by a status change is shown in the kitchen after the undo time", async () => {
  await setSettings({ sendBy: "status", sendStatusId: statusIds.cooking });
  const order = await givenOrder(world);
  await move(order, statusIds.cooking);
  expect(await shownOf(order)).toEqual([]);
  expect(await eventsAtUndoEnd(order)).toEqual([{ topic: "kitchen", isAtEnd: true }]);
  expect((await tap(order.items[0]?.id ?? 0, "Start")).status).toBe(404);
  const { json: listed } = await world.ask("listOrders", { as: "operator" });
  expect(listed.find(({ id }) => id === order.id)?.statusId).toBe(statusIds.cooking);
  await ageStatusChange(world, order);
  expect(await shownOf(order)).toEqual([{ state: "new", isCancelled: false }]);
  expect((await tap(order.items[0]?.id ?? 0, "Start")).status).toBe(200);
});

test("a second status change during the undo time makes the first change final and sends the order to the kitchen immediately", async () => {
  await setSettings({ sendBy: "status", sendStatusId: statusIds.cooking });
  const order = await givenOrder(world);
  await move(order, statusIds.cooking);
  expect(await shownOf(order)).toEqual([]);
  await move(order, statusIds.ready);
  expect(await shownOf(order)).toEqual([{ state: "new", isCancelled: false }]);
});

test("a cancellation appears in the kitchen immediately, and its undo restores the dishes, even if a cook has confirmed the cancellation", async () => {
  await setSettings({ sendBy: "time" });
  const order = await givenOrder(world);
  const line = order.items[0]?.id ?? 0;
  await tap(line, "Start");
  await move(order, statusIds.canceled, "Передумал");
  expect(await shownOf(order)).toEqual([{ state: "cooking", isCancelled: true }]);
  expect(await eventsAtUndoEnd(order)).toEqual([]);
  expect((await undo(order)).status).toBe(200);
  expect(await shownOf(order)).toEqual([{ state: "cooking", isCancelled: false }]);
  await move(order, statusIds.canceled, "Передумал");
  expect((await tap(line, "Seen")).status).toBe(200);
  expect(await shownOf(order)).toEqual([]);
  expect((await undo(order)).status).toBe(200);
  expect(await shownOf(order)).toEqual([{ state: "cooking", isCancelled: false }]);
});

test("a status change without an effect on the kitchen keeps the displayed dishes, and schedules no kitchen event", async () => {
  await setSettings({ sendBy: "time" });
  const order = await givenOrder(world);
  await tap(order.items[0]?.id ?? 0, "Start");
  await move(order, statusIds.ready);
  expect(await shownOf(order)).toEqual([{ state: "cooking", isCancelled: false }]);
  expect(await eventsAtUndoEnd(order)).toEqual([]);
});

test("two concurrent undos change the status once, and repeating both requests has no further effect", async () => {
  const order = await givenOrder(world);
  const { version } = await move(order, statusIds.confirmed);
  const keys = [randomUUID(), randomUUID()];
  const send = () => Promise.all(keys.map((key) => undo(order, { key })));
  const answers = await send();
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const expectUndone = async () => {
    const { json } = await world.ask("getOrder", { as: "operator", path: pathOf(order) });
    expect(json).toMatchObject({ statusId: statusIds.new, version: version + 1 });
  };
  await expectUndone();
  const again = await send();
  expect(again.map(({ status }) => status)).toEqual(answers.map(({ status }) => status));
  const undone = answers.findIndex(({ status }) => status === 200);
  expect(again[undone]?.text).toBe(answers[undone]?.text);
  await expectUndone();
});

test("an undo repeated under its idempotency key gets the first response, even after a new status change", async () => {
  const order = await givenOrder(world);
  await move(order, statusIds.confirmed);
  const key = randomUUID();
  const first = await undo(order, { key });
  expect(first.json.statusId).toBe(statusIds.new);
  const { version } = await move(order, statusIds.cooking);
  expect((await undo(order, { key })).text).toBe(first.text);
  const { json } = await world.ask("getOrder", { as: "operator", path: pathOf(order) });
  expect(json).toMatchObject({ statusId: statusIds.cooking, version });
});

test("the clean-up deletes the undo data of status changes that can no longer be undone", async () => {
  const [old, recent] = [await givenOrder(world), await givenOrder(world)];
  await move(old, statusIds.confirmed);
  await move(recent, statusIds.confirmed);
  await ageStatusChange(world, old, 120);
  await deleteOutdated(world.db);
  const { rows } = await sql`select order_id from status_undo where order_id in (${old.id}, ${recent.id})`.execute(
    world.db,
  );
  expect(rows).toEqual([{ order_id: recent.id }]);
});
