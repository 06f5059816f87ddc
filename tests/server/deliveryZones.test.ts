import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Schemas } from "#api/client.ts";
import { dishOf, lineOf, pathOf } from "../support/server/orders.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

let world: World;
let dish: Awaited<ReturnType<typeof dishOf>>;
beforeAll(async () => {
  world = await startWorld();
  await sql`delete from item_stop`.execute(world.db);
  await sql`update delivery_zone set is_removed = true`.execute(world.db);
  dish = await dishOf(world, "Маргарита");
});
afterAll(() => world.stop());

const company = { companyId: 1 };
const phone = "+79001234567";
const square: Schemas["MapPoint"][] = [
  { lat: 56, lon: 35 },
  { lat: 56, lon: 36 },
  { lat: 57, lon: 36 },
  { lat: 57, lon: 35 },
];

let keys = 0;
const newKey = () => `delivery-zone-${++keys}`;
const create = (body: Schemas["DeliveryZoneSave"], as = "owner") =>
  world.ask("createDeliveryZone", { as, path: company, body, key: newKey() });

const givenZone = async (fields: Partial<Schemas["DeliveryZoneSave"]> = {}) => {
  const zone = await create({ name: `Зона ${newKey()}`, streets: [`ул. ${newKey()}`], ...fields });
  expect(zone.text.slice(0, zone.status === 200 ? 0 : 300)).toBe("");
  return zone.json;
};

const save = (body: Partial<Schemas["OrderSave"]>, count = 1) =>
  world.ask("createOrder", {
    as: "operator",
    path: company,
    body: { phone, items: [lineOf(dish, { count })], ...body },
    key: newKey(),
  });

const edit = (order: { id: number }, body: Schemas["OrderSave"]) =>
  world.ask("editOrder", { as: "operator", path: pathOf(order), body, key: newKey() });

describe("directory of delivery zones", () => {
  test("a delivery zone — is stored, listed by priority, changed and removed", async () => {
    const late = await givenZone({
      priority: 900,
      polygon: square,
      streets: [],
      price: 99.5,
      freeFrom: 1000,
      minutes: 45,
    });
    const early = await givenZone({ priority: 800 });
    const list = await world.ask("listDeliveryZones", { as: "operator", path: company });
    expect(list.json.slice(-2).map(({ id }) => id)).toEqual([early.id, late.id]);
    expect(late).toMatchObject({ polygon: square, streets: [], price: 99.5, freeFrom: 1000, minAmount: 0, version: 1 });
    const path = { ...company, id: late.id };
    const body = { name: late.name, streets: ["ул. Новая", " ул. Новая "], price: 10 };
    const changed = await world.ask("updateDeliveryZone", { as: "owner", path, body, seen: 1, key: newKey() });
    expect(changed.json).toMatchObject({ polygon: [], streets: ["ул. Новая"], price: 10, freeFrom: null, version: 2 });
    const stale = await world.ask("updateDeliveryZone", { as: "owner", path, body, seen: 1, key: newKey() });
    expect(stale.status).toBe(412);
    expect((await world.ask("deleteDeliveryZone", { as: "owner", path })).status).toBe(204);
    expect((await world.ask("getDeliveryZone", { as: "owner", path })).status).toBe(404);
    expect((await world.ask("deleteDeliveryZone", { as: "owner", path })).status).toBe(404);
  });

  test.each([
    ["without an area", { streets: [] }, "polygon"],
    ["with two corners", { polygon: square.slice(0, 2) }, "polygon"],
    [
      "whose border crosses itself",
      { polygon: [square[0], square[2], square[1], square[3]] as typeof square },
      "polygon",
    ],
    ["with a fraction of a kopeck", { price: 0.005 }, "price"],
    ["with a line break in its name", { name: "Центр\nГород" }, "name"],
  ])("a delivery zone %s — is refused with the name of the invalid field", async (_, fields, field) => {
    const answer = await create({ name: `Зона ${newKey()}`, streets: ["ул. Мира"], ...fields });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.problem.errors ?? {})).toEqual([field]);
  });

  test("a name that another delivery zone already has — is refused until the other zone is removed", async () => {
    const zone = await givenZone({ name: "Дважды" });
    expect((await create({ name: "дважды", streets: ["ул. Мира"] })).status).toBe(400);
    await world.ask("deleteDeliveryZone", { as: "owner", path: { ...company, id: zone.id } });
    expect((await create({ name: "дважды", streets: ["ул. Другая"] })).status).toBe(200);
  });

  test("a user without the permission settings.edit — cannot add a delivery zone", async () => {
    expect((await create({ name: "Чужая", streets: ["ул. Мира"] }, "operator")).status).toBe(403);
  });
});

describe("search of a delivery zone", () => {
  const find = async (street: string, house?: string) =>
    (
      await world.ask("findDeliveryZone", {
        as: "operator",
        path: company,
        query: { street, ...(house !== undefined && { house }) },
      })
    ).json;

  test("the zone of a house — is found by the coordinates of the house or, if these are unknown, by the street", async () => {
    const zone = await givenZone({ polygon: square, streets: [], priority: 500 });
    expect((await find("ул. Садовая", "1")).zoneId).toBe(zone.id);
    expect((await find("ул. Садовая", "9999")).zoneId).toBeNull();
    const street = await givenZone({ streets: ["ул. Садовая"], priority: 600 });
    expect((await find("Ул садовая", "9999")).zoneId).toBe(street.id);
    expect((await find("ул. Садовая", "1")).zoneId).toBe(zone.id);
    await sql`update delivery_zone set is_removed = true where id in (${zone.id}, ${street.id})`.execute(world.db);
  });
});

describe("order with a delivery", () => {
  test("an order without a zone in the request — has no delivery price, even if its address is in a zone", async () => {
    await givenZone({ streets: ["ул. Тихая"], price: 150 });
    const order = (await save({ deliveryAddress: "ул. Тихая" })).json;
    expect(order).toMatchObject({ amount: dish.price, deliveryPrice: 0, deliveryZoneId: null, deliveryZoneName: null });
  });

  test("an order with isZoneByAddress — gets the zone of its address and an undiscounted delivery price", async () => {
    const zone = await givenZone({ streets: ["ул. Платная"], price: 150 });
    const body = { deliveryAddress: "ул. Платная", isZoneByAddress: true, discountId: 1 };
    const answer = await world.ask("createOrder", {
      as: "owner",
      path: company,
      body: { phone, items: [lineOf(dish)], ...body },
      key: newKey(),
    });
    const order = answer.json;
    expect(order).toMatchObject({ deliveryZoneId: zone.id, deliveryZoneName: zone.name, deliveryPrice: 150 });
    expect(order.discountAmount).toBeGreaterThan(0);
    expect(order.amount).toBeCloseTo(dish.price - order.discountAmount + 150);
    const history = await world.ask("listOrderHistory", { as: "owner", path: pathOf(order) });
    expect(history.json.map(({ newName }) => newName).join()).toContain(`Зона доставки «${zone.name}», 150`);
  });

  test("an order with isZoneByAddress — gets no zone if the order has no address or an address outside of all zones", async () => {
    const orders = [
      await save({ isZoneByAddress: true }),
      await save({ isZoneByAddress: true, deliveryAddress: "Луна" }),
    ];
    expect(orders.map(({ json }) => [json.deliveryZoneId, json.amount])).toEqual([
      [null, dish.price],
      [null, dish.price],
    ]);
  });

  test("an order that reaches the amount for free delivery — has a delivery price of 0", async () => {
    const zone = await givenZone({ price: 150, freeFrom: dish.price * 2 });
    const [one, two] = [await save({ deliveryZoneId: zone.id }), await save({ deliveryZoneId: zone.id }, 2)];
    expect([one.json.deliveryPrice, two.json.deliveryPrice]).toEqual([150, 0]);
    expect(two.json.amount).toBeCloseTo(dish.price * 2);
  });

  test("an order below the minimum amount of its zone — is refused unless the operator waives the minimum", async () => {
    const zone = await givenZone({ minAmount: dish.price + 0.01, price: 500 });
    const refused = await save({ deliveryZoneId: zone.id });
    expect([refused.status, Object.keys(refused.problem.errors ?? {})]).toEqual([400, ["deliveryZoneId"]]);
    expect((await save({ deliveryZoneId: zone.id, isMinimumWaived: true })).status).toBe(201);
    expect((await save({ deliveryZoneId: zone.id }, 2)).status).toBe(201);
  });

  test("an order with an unknown, removed or other company's zone — is refused with the name of the field", async () => {
    const { rows } = await sql<{ id: number }>`insert into delivery_zone (company_id, name, streets)
      values (2, 'Чужая', '{ул. Мира}') returning id`.execute(world.db);
    const removed = await givenZone();
    await world.ask("deleteDeliveryZone", { as: "owner", path: { ...company, id: removed.id } });
    for (const id of [rows[0]?.id ?? 0, removed.id, 2_000_000_000]) {
      const answer = await save({ deliveryZoneId: id });
      expect([answer.status, Object.keys(answer.problem.errors ?? {})]).toEqual([400, ["deliveryZoneId"]]);
    }
  });

  test("an edit of an order's note — keeps the delivery price; an edit of the lines applies the current price", async () => {
    const zone = await givenZone({ price: 150, minAmount: 10 });
    const order = (await save({ deliveryZoneId: zone.id })).json;
    await sql`update delivery_zone set price = 700, min_amount = 90000 where id = ${zone.id}`.execute(world.db);
    await world.ask("deleteDeliveryZone", { as: "owner", path: { ...company, id: zone.id } });
    const items = order.items.map(({ id, itemId, categoryId, count }) => ({
      id,
      itemId: itemId ?? 0,
      categoryId,
      count,
    }));
    for (const body of [{}, { deliveryZoneId: zone.id }]) {
      const edited = (await edit(order, { phone, items, note: newKey(), ...body })).json;
      expect(edited).toMatchObject({ deliveryPrice: 150, amount: order.amount, deliveryZoneId: zone.id });
    }
    const more = items.map((item) => ({ ...item, count: 2 }));
    const waived = { phone, items: more, deliveryZoneId: zone.id, isMinimumWaived: true };
    expect((await edit(order, waived)).json).toMatchObject({ deliveryPrice: 700 });
  });

  test("a change of an order's zone — changes the delivery price, but not the prices of the dishes", async () => {
    const [near, far] = [await givenZone({ price: 100 }), await givenZone({ price: 300 })];
    const order = (await save({ deliveryZoneId: near.id })).json;
    await sql`update item set price = price + 1000 where id = ${dish.id}`.execute(world.db);
    const items = order.items.map(({ id, itemId, categoryId, count }) => ({
      id,
      itemId: itemId ?? 0,
      categoryId,
      count,
    }));
    const edited = (await edit(order, { phone, items, deliveryZoneId: far.id })).json;
    await sql`update item set price = price - 1000 where id = ${dish.id}`.execute(world.db);
    expect(edited).toMatchObject({ deliveryPrice: 300, amount: dish.price + 300 });
    const none = (await edit(order, { phone, items, deliveryZoneId: null })).json;
    expect(none).toMatchObject({ deliveryPrice: 0, amount: dish.price, deliveryZoneId: null });
  });
});
