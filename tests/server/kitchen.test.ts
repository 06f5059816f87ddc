import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Schemas } from "#api/client.ts";
import { ageStatusChange, dishOf, givenOrder, lineOf, pathOf, statusIds } from "../support/server/orders.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
  // The kitchen stations and the stop list of the demo data would affect the dishes of these tests.
  await sql`delete from kitchen_station`.execute(world.db);
  await sql`delete from item_stop`.execute(world.db);
});
afterAll(() => world.stop());

const company = { companyId: 1 };
type Verb = "Start" | "Ready" | "Return" | "Seen";

let taps = 0;
const tap = (item: { id: number }, verb: Verb, body: Schemas["KitchenTap"] = {}, as = "kitchen") =>
  world.ask("tapKitchenItem", {
    as,
    path: { lineId: item.id, companyId: 1, verb },
    body,
    key: `kitchen-tap-${++taps}`,
  });

const board = async (stationId?: number) =>
  (
    await world.ask("getKitchen", {
      as: "kitchen",
      query: stationId === undefined ? {} : { stationId: String(stationId) },
    })
  ).json;

const itemsOf = async (order: { id: number }) => (await board()).filter(({ orderId }) => orderId === order.id);

const itemOf = async (order: { id: number }) => {
  const [item] = await itemsOf(order);
  if (!item) throw new Error(`order ${order.id} is not in the kitchen`);
  return item;
};

const setSettings = async (body: Schemas["KitchenSettingsSave"]) => {
  const { version } = (await world.ask("getKitchenSettings", { as: "owner" })).json;
  return world.ask("updateKitchenSettings", { as: "owner", body, seen: version, key: `kitchen-settings-${++taps}` });
};

const edit = async (order: { id: number }, items: Schemas["OrderSaveItem"][]) => {
  const answer = await world.ask("editOrder", {
    as: "operator",
    path: pathOf(order),
    body: { phone: "+79001234567", items },
  });
  expect([answer.status, answer.text.slice(0, answer.status === 200 ? 0 : 300)]).toEqual([200, ""]);
  return answer;
};

const move = (order: { id: number }, orderStatusId: number) =>
  world.ask("changeOrderStatus", {
    as: "owner",
    path: pathOf(order),
    body: { orderStatusId, orderStatusReason: "Так вышло" },
  });

beforeEach(async () => {
  await setSettings({ sendBy: "time" });
});

describe("dish in the kitchen", () => {
  test("a new order is shown in the kitchen with its dishes, times and notes, but without phone number and address", async () => {
    const dish = await dishOf(world, "Пепперони");
    const order = await givenOrder(world, { items: [{ ...lineOf(dish, { count: 2 }), note: "Без лука" }] });
    const item = await itemOf(order);
    expect(item).toMatchObject({
      orderId: order.id,
      state: "new",
      isChanged: false,
      isCancelled: false,
      dish: { name: dish.name, count: 2, note: "Без лука", modificators: [] },
      known: { count: 2 },
    });
    // The kitchen starts an order for "as soon as possible" immediately, although it is due only at the promised time.
    expect([Date.parse(item.startAt), Date.parse(item.due)]).toEqual([
      Date.parse(order.date),
      Date.parse(order.promisedAt ?? ""),
    ]);
    const later = await itemOf(await givenOrder(world, { date: new Date(Date.now() + 7_200_000).toISOString() }));
    expect(Date.parse(later.due) - Date.parse(later.startAt)).toBe(later.prepMinutes * 60_000);
    expect(JSON.stringify(item)).not.toMatch(/phone|address|\+7/i);
  });

  test("the actions Start, Ready and Return move a dish between its states", async () => {
    const order = await givenOrder(world);
    const item = await itemOf(order);
    const { json: started } = await tap(item, "Start");
    expect(started).toMatchObject({ state: "cooking", cookAlias: "Рустам Галиев" });
    expect((await tap(item, "Start", {}, "owner")).json).toEqual(started);
    const { json: ready } = await tap(item, "Ready");
    expect(ready).toMatchObject({ state: "ready", startedAt: started.startedAt });
    expect((await tap(item, "Start")).json).toEqual(ready);
    expect((await tap(item, "Return", { to: "cooking" })).json).toMatchObject({ state: "cooking", readyAt: null });
    expect((await tap(item, "Return", { to: "cooking" })).json).toMatchObject({ state: "cooking" });
    expect((await tap(item, "Return", { to: "new" })).json).toMatchObject({ state: "new", startedAt: null });
    expect((await tap(item, "Return")).problem.errors).toHaveProperty("to");
  });

  test("a cook's action that arrives late keeps the time of the action, but a future time is replaced by the current time", async () => {
    const order = await givenOrder(world);
    const item = await itemOf(order);
    await sql`update orders set kitchen_sent_at = now() - interval '1 hour' where id = ${order.id}`.execute(world.db);
    const at = new Date(Date.now() - 1_800_000).toISOString();
    expect((await tap(item, "Start", { at })).json.startedAt).toBe(at);
    const { json } = await tap(item, "Ready", { at: new Date(Date.now() + 3_600_000).toISOString() });
    expect(Math.abs(Date.parse(json.readyAt ?? "") - Date.now())).toBeLessThan(5000);
  });

  test("a change of a dish must be confirmed before the dish can be marked as ready", async () => {
    const dish = await dishOf(world, "Пепперони");
    const order = await givenOrder(world, { items: [lineOf(dish)] });
    const item = await itemOf(order);
    await tap(item, "Start");
    await edit(order, [{ ...lineOf(dish, { count: 3 }), id: item.id }]);
    const changed = await itemOf(order);
    expect(changed).toMatchObject({ state: "cooking", isChanged: true, dish: { count: 3 }, known: { count: 1 } });
    expect((await tap(item, "Ready")).status).toBe(409);
    expect((await tap(item, "Seen", { digest: item.digest })).status).toBe(409);
    expect((await tap(item, "Seen")).problem.errors).toHaveProperty("digest");
    const { json: seen } = await tap(item, "Seen", { digest: changed.digest });
    expect(seen).toMatchObject({ isChanged: false, known: { count: 3 } });
    expect((await tap(item, "Ready")).json.state).toBe("ready");
  });

  test("a ready dish that is changed becomes new again", async () => {
    const dish = await dishOf(world, "Пепперони");
    const order = await givenOrder(world, { items: [lineOf(dish)] });
    const item = await itemOf(order);
    await tap(item, "Ready");
    await edit(order, [{ ...lineOf(dish), id: item.id, note: "Разрезать" }]);
    expect(await itemOf(order)).toMatchObject({ state: "new", isChanged: true, startedAt: null });
  });

  test.each([
    ["Start", "cooking"],
    ["Ready", "new"],
  ] as const)(
    "splitting a portion off an order line after the cook's action '%s' keeps the id of the line, sets the state '%s', and adds a new dish",
    async (verb, state) => {
      const dish = await dishOf(world, "Маргарита");
      const [extra] = dish.modificators;
      if (!extra) throw new Error("a dish with modifiers expected");
      const order = await givenOrder(world, { items: [{ ...lineOf(dish, { count: 3 }), note: "Разрезать" }] });
      const item = await itemOf(order);
      await tap(item, verb);
      const modificators = [{ modificatorId: extra.id, count: 1 }];
      const { json } = await edit(order, [
        { ...lineOf(dish, { count: 2 }), id: item.id, note: "Разрезать" },
        { ...lineOf(dish, { modificators }), note: "Разрезать" },
      ]);
      expect(json.items.map(({ count, amount }) => [count, amount])).toEqual([
        [2, 2 * dish.price],
        [1, dish.price],
      ]);
      expect(json.amount).toBe(order.amount + extra.price);
      const [rest, portion] = (await itemsOf(order)).sort((one, other) => one.id - other.id);
      expect(rest).toMatchObject({
        id: item.id,
        state,
        isChanged: true,
        dish: { count: 2, note: "Разрезать", modificators: [] },
        known: { count: 3 },
      });
      expect(portion).toMatchObject({
        state: "new",
        isChanged: false,
        dish: { count: 1, note: "Разрезать", modificators: [{ name: extra.name, count: 1 }] },
        known: null,
      });
      expect((await tap(item, "Seen", { digest: rest?.digest ?? "" })).json).toMatchObject({ state, isChanged: false });
    },
  );

  test("a line added to an order is new, and is marked as unknown to the cook until cooking starts", async () => {
    const dish = await dishOf(world, "Пепперони");
    const order = await givenOrder(world, { items: [lineOf(dish)] });
    const item = await itemOf(order);
    await edit(order, [{ ...lineOf(dish), id: item.id }, lineOf(await dishOf(world, "Маргарита"))]);
    const added = (await itemsOf(order)).find(({ id }) => id !== item.id);
    expect(added).toMatchObject({ state: "new", known: null, isChanged: false });
    expect((await tap({ id: added?.id ?? 0 }, "Start")).json).toMatchObject({ known: added?.dish });
  });

  test("a removed line and a cancelled order are shown until the cook confirms the change", async () => {
    const dish = await dishOf(world, "Пепперони");
    const order = await givenOrder(world, { items: [lineOf(dish), lineOf(await dishOf(world, "Маргарита"))] });
    const [first, second] = await itemsOf(order);
    if (!first || !second) throw new Error("two dishes expected");
    await edit(order, [{ ...lineOf(dish), id: (first.dish?.name === dish.name ? first : second).id }]);
    const removed = (await itemsOf(order)).find(({ isCancelled }) => isCancelled);
    expect(removed).toMatchObject({ dish: null, known: { name: expect.any(String) } });
    expect((await tap({ id: removed?.id ?? 0 }, "Start")).status).toBe(409);
    expect((await tap({ id: removed?.id ?? 0 }, "Seen")).status).toBe(200);
    expect(await itemsOf(order)).toHaveLength(1);
    expect((await move(order, statusIds.canceled)).status).toBe(200);
    const rest = await itemOf(order);
    expect(rest.isCancelled).toBe(true);
    await tap(rest, "Seen");
    expect(await itemsOf(order)).toEqual([]);
  });

  test("the ready dishes of a closed order stay on the display for 2 h", async () => {
    const dishes = [lineOf(await dishOf(world, "Пепперони")), lineOf(await dishOf(world, "Маргарита"))];
    const order = await givenOrder(world, { items: dishes });
    const item = await itemOf(order);
    await tap(item, "Ready");
    expect((await move(order, statusIds.delivered)).status).toBe(200);
    expect((await itemsOf(order)).map(({ id, state }) => [id, state])).toEqual([[item.id, "ready"]]);
    expect((await tap(item, "Return", { to: "cooking" })).status).toBe(409);
    await sql`update kitchen_line set ready_at = now() - interval '121 minutes' where order_line_id = ${item.id}`.execute(
      world.db,
    );
    expect(await itemsOf(order)).toEqual([]);
  });

  test("a ready dish can be set back to cooking within 2 h, but not later", async () => {
    const order = await givenOrder(world);
    const item = await itemOf(order);
    const setReadyAge = (minutes: number) =>
      sql`update kitchen_line set ready_at = now() - make_interval(mins => ${minutes}::int)
        where order_line_id = ${item.id}`.execute(world.db);
    await tap(item, "Ready");
    await setReadyAge(121);
    expect((await tap(item, "Return", { to: "cooking" })).status).toBe(409);
    await setReadyAge(119);
    expect((await tap(item, "Return", { to: "cooking" })).json).toMatchObject({ state: "cooking", readyAt: null });
  });

  test("dishes of another company's kitchen are not found", async () => {
    const order = await givenOrder(world);
    const item = await itemOf(order);
    const path = { lineId: item.id, companyId: 3, verb: "Start" as const };
    expect((await world.ask("tapKitchenItem", { as: "owner2", path, body: {}, key: "kitchen-foreign" })).status).toBe(
      404,
    );
    expect((await tap({ id: 2_000_000 }, "Start")).status).toBe(404);
    expect((await tap(item, "Start", {}, "courier")).status).toBe(403);
  });
});

describe("settings of the kitchen", () => {
  test("orders are sent to the kitchen by a change of their status or by a button, depending on the setting of the company", async () => {
    await setSettings({ sendBy: "status", sendStatusId: statusIds.cooking });
    const byStatus = await givenOrder(world);
    expect(await itemsOf(byStatus)).toEqual([]);
    await move(byStatus, statusIds.cooking);
    await ageStatusChange(world, byStatus);
    expect(await itemsOf(byStatus)).not.toEqual([]);
    await setSettings({ sendBy: "button" });
    const byButton = await givenOrder(world);
    await move(byButton, statusIds.cooking);
    expect(await itemsOf(byButton)).toEqual([]);
    const path = pathOf(byButton);
    await world.ask("printKitchenTicket", { as: "operator", path, key: "kitchen-ticket-1" });
    expect(await itemsOf(byButton)).not.toEqual([]);
  });

  test("the first started dish and the last ready dish change the order status as the kitchen settings define", async () => {
    const { cooking, ready } = statusIds;
    await setSettings({ sendBy: "time", startStatusId: cooking, readyStatusId: ready });
    const dishes = [lineOf(await dishOf(world, "Пепперони")), lineOf(await dishOf(world, "Маргарита"))];
    const order = await givenOrder(world, { items: dishes });
    const statusOf = async () => (await world.ask("getOrder", { as: "owner", path: pathOf(order) })).json.statusId;
    const [first, second] = await itemsOf(order);
    if (!first || !second) throw new Error("two dishes expected");
    await tap(first, "Start");
    expect(await statusOf()).toBe(cooking);
    await tap(first, "Ready");
    expect(await statusOf()).toBe(cooking);
    await tap(second, "Ready");
    expect(await statusOf()).toBe(ready);
    await tap(second, "Return", { to: "new" });
    await tap(second, "Start");
    expect(await statusOf()).toBe(ready);
  });

  test("kitchen settings with a status that the kitchen cannot set, or with an outdated version, are refused", async () => {
    for (const [field, id] of [
      ["startStatusId", statusIds.canceled],
      ["readyStatusId", statusIds.delivered],
      ["startStatusId", statusIds.awaiting],
      ["readyStatusId", 21],
    ] as const)
      expect((await setSettings({ sendBy: "time", [field]: id })).problem.errors).toHaveProperty(field);
    expect((await setSettings({ sendBy: "status" })).problem.errors).toHaveProperty("sendStatusId");
    const stale = await world.ask("updateKitchenSettings", {
      as: "owner",
      body: { sendBy: "button" },
      seen: 0,
      key: "kitchen-stale-1",
    });
    expect([stale.status, stale.problem]).toMatchObject([412, { entry: { sendBy: "time" } }]);
  });
});

describe("kitchen station", () => {
  const create = (body: Schemas["KitchenStationSave"]) =>
    world.ask("createKitchenStation", { as: "owner", body, key: `kitchen-station-${++taps}` });
  const path = (id: number, companyId = 1) => ({ id, companyId });

  test("a station shows only the dishes of its categories, and an expediting station shows all dishes", async () => {
    const dish = await dishOf(world, "Пепперони");
    const order = await givenOrder(world, { items: [lineOf(dish), lineOf(await dishOf(world, "Тирамису"))] });
    const { categoryId } = lineOf(dish);
    const { json: hot } = await create({ name: "Печь", categoriesId: [categoryId], prepMinutes: 40 });
    const { json: cold } = await create({ name: "Салаты", categoriesId: [] });
    const { json: expo } = await create({ name: "Сборка", categoriesId: [], isExpo: true });
    const namesAt = async (id: number) =>
      (await board(id)).filter(({ orderId }) => orderId === order.id).map((one) => one.dish?.name);
    expect(await namesAt(hot.id)).toContain(dish.name);
    expect(await namesAt(cold.id)).not.toContain(dish.name);
    expect(await namesAt(expo.id)).toHaveLength(2);
    expect((await itemsOf(order)).find((one) => one.dish?.name === dish.name)).toMatchObject({
      prepMinutes: 40,
      stationIds: [hot.id],
    });
    for (const { id } of [hot, cold, expo])
      expect((await world.ask("deleteKitchenStation", { as: "owner", path: path(id) })).status).toBe(204);
    expect((await world.ask("getKitchen", { as: "kitchen", query: { stationId: String(hot.id) } })).status).toBe(404);
  });

  test("a kitchen station can be added, read, changed and removed", async () => {
    const { json: made } = await create({ name: " Гриль ", categoriesId: [], prepMinutes: 20 });
    expect(made).toMatchObject({ companyId: 1, name: "Гриль", prepMinutes: 20, isExpo: false, version: 1 });
    const change = (body: Schemas["KitchenStationSave"], seen?: number) =>
      world.ask("updateKitchenStation", {
        as: "owner",
        path: path(made.id),
        body,
        key: `kitchen-change-${++taps}`,
        ...(seen !== undefined && { seen }),
      });
    expect((await change({ name: "Мангал", categoriesId: [] }, 1)).json).toMatchObject({ name: "Мангал", version: 2 });
    expect((await change({ name: "Мангал", categoriesId: [] }, 1)).status).toBe(412);
    expect((await create({ name: "мангал", categoriesId: [] })).problem.errors).toHaveProperty("name");
    const foreign = (await world.ask("listCategories", { as: "owner2", path: { companyId: 3 } })).json;
    expect((await create({ name: "Чужая", categoriesId: [foreign[0]?.id ?? 0] })).problem.errors).toHaveProperty(
      "categoriesId",
    );
    expect((await world.ask("getKitchenStation", { as: "owner2", path: path(made.id, 3) })).status).toBe(404);
    expect((await world.ask("deleteKitchenStation", { as: "owner", path: path(made.id) })).status).toBe(204);
    expect((await world.ask("listKitchenStations", { as: "owner", path: company })).json).not.toContainEqual(
      expect.objectContaining({ id: made.id }),
    );
  });
});

describe("stop list", () => {
  const stop = (itemId: number, body: Schemas["ItemStopSave"] = {}, as = "kitchen") =>
    world.ask("putItemStop", { as, path: { itemId, companyId: 1 }, body, key: `item-stop-${++taps}` });
  const release = (itemId: number) => world.ask("deleteItemStop", { as: "kitchen", path: { itemId, companyId: 1 } });
  const remainingOf = async (itemId: number) =>
    (await world.ask("getItemStop", { as: "operator", path: { itemId, companyId: 1 } })).json.remaining;
  const order = (count: number, dish: Awaited<ReturnType<typeof dishOf>>) =>
    world.ask("createOrder", {
      as: "operator",
      key: `stopped-order-${++taps}`,
      body: { phone: "+79001234567", items: [lineOf(dish, { count })] },
    });

  test("an order with a stopped dish is refused until the stop-list entry ends", async () => {
    const dish = await dishOf(world, "Маргарита");
    await stop(dish.id, { reason: "Кончился сыр" });
    const { status, problem } = await order(1, dish);
    expect([status, problem.message]).toEqual([409, `«${dish.name}» в стоп-листе.`]);
    expect((await world.ask("listItemStops", { as: "operator" })).json).toMatchObject([
      { itemId: dish.id, itemName: dish.name, reason: "Кончился сыр", userAlias: "Рустам Галиев" },
    ]);
    expect((await release(dish.id)).status).toBe(204);
    expect((await release(dish.id)).status).toBe(404);
    expect((await order(1, dish)).status).toBe(201);
    await stop(dish.id, { until: new Date(Date.now() + 60_000).toISOString() });
    await sql`update item_stop set until = now() - interval '1 second'`.execute(world.db);
    expect((await order(1, dish)).status).toBe(201);
  });

  test("the remaining portions of a dish in the stop list decrease with an order and increase when the order is cancelled", async () => {
    const dish = await dishOf(world, "Пепперони");
    await stop(dish.id, { remaining: 5 });
    const { json: made } = await order(3, dish);
    expect(await remainingOf(dish.id)).toBe(2);
    const { status, problem } = await order(3, dish);
    expect([status, problem.message]).toEqual([409, `«${dish.name}»: осталось 2, а нужно ещё 3.`]);
    await edit(made, [lineOf(dish, { count: 1 })]);
    expect(await remainingOf(dish.id)).toBe(4);
    await edit(made, [lineOf(dish, { count: 5 })]);
    expect(await remainingOf(dish.id)).toBe(0);
    await move(made, statusIds.canceled);
    expect(await remainingOf(dish.id)).toBe(5);
    await sql`update order_status set is_closed = false where id = ${statusIds.canceled}`.execute(world.db);
    await move(made, statusIds.cooking);
    expect(await remainingOf(dish.id)).toBe(0);
    await sql`update order_status set is_closed = true where id = ${statusIds.canceled}`.execute(world.db);
    expect((await release(dish.id)).status).toBe(204);
  });

  test("a stop-list entry that ends in the past and a stop-list entry for another company's dish are refused", async () => {
    const dish = await dishOf(world, "Пепперони");
    expect((await stop(dish.id, { until: "2020-01-01T00:00:00Z" })).problem.errors).toHaveProperty("until");
    const foreign = (await world.ask("listItems", { as: "owner2", path: { companyId: 3 } })).json;
    expect((await stop(foreign[0]?.id ?? 0)).status).toBe(404);
    expect((await stop(dish.id, {}, "operator")).status).toBe(403);
    expect((await stop(dish.id, { remaining: -1 })).problem.errors).toHaveProperty("remaining");
  });
});
