import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Schemas } from "#api/client.ts";
import { dishOf, lineOf, pathOf } from "../support/server/orders.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

let world: World;
let dish: Awaited<ReturnType<typeof dishOf>>;
let zoneId: number;
beforeAll(async () => {
  world = await startWorld();
  await sql`delete from item_stop`.execute(world.db);
  await sql`update delivery_zone set is_removed = true`.execute(world.db);
  dish = await dishOf(world, "Маргарита");
  const zone = await world.ask("createDeliveryZone", {
    as: "owner",
    path: company,
    body: { name: "Тихий центр", streets: ["ул. Тихая"], price: 150 },
    key: newKey(),
  });
  zoneId = zone.json.id;
});
afterAll(() => world.stop());

const company = { companyId: 1 };
const phone = "+79001234567";

let keys = 0;
const newKey = () => `order-in-hall-${++keys}`;

const save = (body: Partial<Schemas["OrderSave"]>) =>
  world.ask("createOrder", {
    as: "operator",
    path: company,
    body: { phone, items: [lineOf(dish)], ...body },
    key: newKey(),
  });

const edit = (order: Schemas["Order"], body: Partial<Schemas["OrderSave"]>) =>
  world.ask("editOrder", {
    as: "operator",
    path: pathOf(order),
    body: { phone, items: [lineOf(dish)], ...body },
    key: newKey(),
  });

const historyOf = async (order: Schemas["Order"]) =>
  (await world.ask("listOrderHistory", { as: "owner", path: pathOf(order) })).json
    .filter(({ typeElement }) => typeElement === "Delivery")
    .map(({ type, newName }) => `${type} ${newName}`);

const isInHall = (answer: { readonly json: Schemas["Order"] }) => answer.json.isInHall;

describe("dine-in order", () => {
  test("a new order — is a dine-in order only if the request sets 'isInHall'", async () => {
    const [omitted, pickup, inHall] = [await save({}), await save({ isInHall: false }), await save({ isInHall: true })];
    expect([omitted, pickup, inHall].map(({ status }) => status)).toEqual([201, 201, 201]);
    expect([omitted, pickup, inHall].map(isInHall)).toEqual([false, false, true]);
    expect(await historyOf(inHall.json)).toEqual(["Add В зале"]);
    expect(await historyOf(omitted.json)).toEqual([]);
  });

  test.each<[string, Partial<Schemas["OrderSave"]>]>([
    ["a street", { deliveryAddress: "ул. Тихая" }],
    ["a house", { deliveryAddressBuilding: "5" }],
    ["an apartment", { deliveryAddressApartmentNumber: "7" }],
    ["a floor", { deliveryAddressLevel: "2" }],
    ["an entrance", { deliveryAddressEntrance: "1" }],
  ])("a dine-in order with %s — is refused with an error at the field 'isInHall'", async (_, address) => {
    const stored = (await save({})).json;
    for (const answer of [
      await save({ ...address, isInHall: true }),
      await edit(stored, { ...address, isInHall: true }),
    ]) {
      expect([answer.status, Object.keys(answer.problem.errors ?? {})]).toEqual([400, ["isInHall"]]);
    }
  });

  test("a dine-in order with a delivery zone — is refused with an error at the field 'isInHall'", async () => {
    const answer = await save({ isInHall: true, deliveryZoneId: zoneId });
    expect([answer.status, Object.keys(answer.problem.errors ?? {})]).toEqual([400, ["isInHall"]]);
    for (const body of [{ isZoneByAddress: true, deliveryZoneId: zoneId }, { deliveryZoneId: null }])
      expect((await save({ isInHall: true, deliveryAddress: " ", ...body })).status).toBe(201);
  });

  test("a dine-in or pickup order — keeps its kind if an edit omits 'isInHall', the address and the zone", async () => {
    const inHall = (await save({ isInHall: true })).json;
    const pickup = (await save({})).json;
    expect(isInHall(await edit(inHall, { note: "У окна" }))).toBe(true);
    expect(isInHall(await edit(inHall, { isZoneByAddress: true }))).toBe(true);
    expect(isInHall(await edit(pickup, { note: "У окна" }))).toBe(false);
    expect(await historyOf(inHall)).toEqual(["Add В зале"]);
  });

  test("a dine-in order — becomes a delivery if an edit omits 'isInHall' and adds an address or a zone", async () => {
    const byStreet = (await save({ isInHall: true })).json;
    const byZone = (await save({ isInHall: true })).json;
    const street = await edit(byStreet, { deliveryAddress: "ул. Тихая", isZoneByAddress: true });
    expect(street.json).toMatchObject({ isInHall: false, deliveryZoneId: zoneId, deliveryPrice: 150 });
    expect(await historyOf(byStreet)).toEqual(expect.arrayContaining(["Update ул. Тихая"]));
    const zone = await edit(byZone, { deliveryZoneId: zoneId });
    expect(zone.json).toMatchObject({ isInHall: false, deliveryZoneId: zoneId, deliveryPrice: 150 });
  });

  test("a delivery that becomes a dine-in order — loses its zone and delivery price, and the history contains the change", async () => {
    const order = (await save({ deliveryAddress: "ул. Тихая", isZoneByAddress: true })).json;
    expect(order).toMatchObject({ deliveryZoneId: zoneId, deliveryPrice: 150 });
    const moved = await edit(order, { isInHall: true });
    expect(moved.json).toMatchObject({
      isInHall: true,
      deliveryAddress: null,
      deliveryZoneId: null,
      deliveryPrice: 0,
      amount: dish.price,
    });
    expect(await historyOf(order)).toEqual(expect.arrayContaining(["Update В зале", "Update Без зоны доставки"]));
    const back = await edit(moved.json, { isInHall: false });
    expect(back.json.isInHall).toBe(false);
    expect(await historyOf(order)).toEqual(expect.arrayContaining(["Update Самовывоз"]));
  });

  test("order list and kitchen — mark dine-in orders; the delivery board omits dine-in and pickup orders", async () => {
    const inHall = (await save({ isInHall: true })).json;
    const pickup = (await save({})).json;
    const delivery = (await save({ deliveryAddress: "ул. Тихая" })).json;
    const rows = (await world.ask("listOrderMediumSummary", { as: "operator", path: company })).json;
    const placeOf = ({ id }: Schemas["Order"]) => rows.find((row) => row.id === id)?.isInHall;
    expect([inHall, pickup, delivery].map(placeOf)).toEqual([true, false, false]);
    const dishes = (await world.ask("getKitchen", { as: "kitchen", path: company, query: {} })).json;
    const dishPlaceOf = ({ id }: Schemas["Order"]) => {
      const found = dishes.find(({ orderId }) => orderId === id);
      return [found?.isDelivery, found?.isInHall];
    };
    expect([inHall, pickup, delivery].map(dishPlaceOf)).toEqual([
      [false, true],
      [false, false],
      [true, false],
    ]);
    const board = (await world.ask("getDelivery", { as: "manager", path: company })).json;
    const ids = board.unassigned.map(({ orderId }) => orderId);
    expect([inHall, pickup, delivery].map(({ id }) => ids.includes(id))).toEqual([false, false, true]);
  });
});
