import { sql } from "kysely";
import { DateTime } from "luxon";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Schemas } from "#api/client.ts";
import { givenOrder, methodIds, pathOf, statusIds } from "../support/server/orders.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

let world: World;
const COURIER = 7;
let other = 0;

beforeAll(async () => {
  world = await startWorld();
  other = 6;
  await sql`update company_user set role_id = 6 where company_id = 1 and user_id = ${other}`.execute(world.db);
});
afterAll(() => world.stop());
// Earlier trips are closed, because a courier with a started trip cannot start a second one.
beforeEach(async () => {
  await sql`delete from delivery_settings`.execute(world.db);
  await sql`update delivery_stop set state = 'failed' where state in ('assigned', 'onTheWay')`.execute(world.db);
  await sql`update delivery_trip set state = 'closed'`.execute(world.db);
});

let keys = 0;
const key = () => `delivery-key-${++keys}`;
const address = { deliveryAddress: "ул. Садовая", deliveryAddressBuilding: "5" };
const givenDelivery = (fields: object = {}) => givenOrder(world, { ...address, ...fields });

type Verb = "Take" | "Deliver" | "Fail" | "Reopen" | "Seen";
const tap = (order: { id: number }, verb: Verb, body: Schemas["DeliveryAction"] = {}, as = "courier") =>
  world.ask("tapDeliveryStop", { as, path: { orderId: order.id, companyId: 1, verb }, body, key: key() });
const assign = (order: { id: number }, courierId: number | null, seenCourierId: number | null = null) =>
  world.ask("assignDelivery", {
    as: "manager",
    path: { orderId: order.id, companyId: 1 },
    body: { courierId, seenCourierId },
    key: key(),
  });
const tapTrip = (tripId: number, verb: "Start" | "Return", as = "courier") =>
  world.ask("tapDeliveryTrip", { as, path: { tripId, companyId: 1, verb }, body: {}, key: key() });
const move = (tripId: number, courierId: number, seenCourierId: number) =>
  world.ask("moveDeliveryTrip", {
    as: "manager",
    path: { tripId, companyId: 1 },
    body: { courierId, seenCourierId },
    key: key(),
  });
const board = async () => (await world.ask("getDelivery", { as: "manager" })).json;
const work = async (as = "courier") => (await world.ask("getCourierWork", { as })).json;
const stopOf = async (order: { id: number }) =>
  (await board()).trips.flatMap(({ stops }) => stops).find((stop) => stop.order.orderId === order.id);
const readOrder = async (order: { id: number }) =>
  (await world.ask("getOrder", { as: "owner", path: pathOf(order) })).json;
const message = ({ problem }: { problem: { message?: string } }) => problem.message;

/** Creates an order, takes it as the courier and starts the trip. */
const givenOnTheWay = async (fields: object = {}) => {
  const order = await givenDelivery(fields);
  const { tripId } = (await tap(order, "Take")).json;
  expect((await tapTrip(tripId ?? 0, "Start")).status).toBe(200);
  return { order, tripId: tripId ?? 0 };
};

describe("taking and assigning orders", () => {
  test("an order with an address — is unassigned and hides the phone number until a courier takes the order", async () => {
    const [order, pickup] = [await givenDelivery({ phone: "+79001112233" }), await givenOrder(world)];
    const ids = (await board()).unassigned.map(({ orderId }) => orderId);
    expect([ids.includes(order.id), ids.includes(pickup.id)]).toEqual([true, false]);
    const offered = (await work()).available.find(({ orderId }) => orderId === order.id);
    expect(offered).toMatchObject({ phone: null, alias: null, address: "ул. Садовая, 5" });
    expect((await tap(order, "Take")).json).toMatchObject({ courierId: COURIER, state: "assigned" });
    expect((await tap(order, "Take")).status).toBe(200);
    const [stop] = (await work()).trips.flatMap(({ stops }) => stops).filter((one) => one.order.orderId === order.id);
    expect(stop?.order).toMatchObject({ phone: "+79001112233", requiredAmount: 980, isReady: false });
    expect((await board()).unassigned.some(({ orderId }) => orderId === order.id)).toBe(false);
    expect((await work("kitchen")).trips).toEqual([]);
  });

  test("the delivery board shows the orders that are due within two hours, even after the end of the business day", async () => {
    const nextDay = DateTime.now().setZone("Europe/Moscow").plus({ minutes: 5 });
    const setDayStart = (dayStart: string) =>
      sql`update company set day_start = ${dayStart} where id = 1`.execute(world.db);
    await setDayStart(nextDay.toFormat("HH:mm"));
    const given = (hours: number) => givenDelivery({ date: nextDay.plus({ hours }).toISO() });
    const [soon, later] = [await given(1), await given(3)];
    const ids = (await board()).unassigned.map(({ orderId }) => orderId);
    await setDayStart("00:00");
    expect([ids.includes(soon.id), ids.includes(later.id)]).toEqual([true, false]);
  });

  test("an order that a courier has taken — is refused to other couriers and dispatchers, with the name of that courier", async () => {
    const order = await givenDelivery();
    expect((await tap(order, "Take")).status).toBe(200);
    const second = await tap(order, "Take", {}, "kitchen");
    expect([second.status, message(second)]).toEqual([409, expect.stringContaining("Денис Воронов")]);
    const blind = await assign(order, other);
    expect([blind.status, message(blind)]).toEqual([409, expect.stringContaining("Денис Воронов")]);
    expect((await assign(order, other, COURIER)).json).toMatchObject({ courierId: other });
    expect((await assign(order, null, other)).json).toMatchObject({ courierId: null, tripId: null });
  });

  test("several orders are assigned to a courier all together or not at all", async () => {
    const orders = [await givenDelivery(), await givenDelivery()];
    const create = (orderIds: number[]) =>
      world.ask("createDeliveryTrip", { as: "manager", body: { courierId: COURIER, orderIds }, key: key() });
    const made = await create(orders.map(({ id }) => id));
    expect(made.json.stops.map(({ order, position }) => [order.orderId, position])).toEqual(
      orders.map(({ id }, at) => [id, at + 1]),
    );
    const fresh = await givenDelivery();
    expect((await create([fresh.id, orders[0]?.id ?? 0])).status).toBe(409);
    expect((await board()).unassigned.some(({ orderId }) => orderId === fresh.id)).toBe(true);
  });

  test("an order is not assigned if it is closed or has no address, or if the user is not a courier", async () => {
    const pickup = await givenOrder(world);
    expect((await assign(pickup, COURIER)).status).toBe(409);
    const order = await givenDelivery();
    expect([(await assign(order, 5)).status, (await assign(order, 9999)).status]).toEqual([400, 400]);
    const path = pathOf(order);
    await world.ask("changeOrderStatus", {
      as: "owner",
      path,
      body: { orderStatusId: statusIds.canceled, orderStatusReason: "передумал" },
    });
    expect((await assign(order, COURIER)).status).toBe(409);
  });

  test("deliveries are hidden from users of other companies, and couriers can read neither the delivery board nor the list of orders", async () => {
    const order = await givenDelivery();
    for (const as of ["owner2"]) {
      expect((await world.ask("getDelivery", { as })).status).toBe(404);
      expect((await tap(order, "Take", {}, as)).status).toBe(404);
    }
    expect((await world.ask("getDelivery", { as: "courier" })).status).toBe(403);
    expect((await assign(order, COURIER)).status).toBe(200);
    expect((await world.ask("listOrders", { as: "courier" })).status).toBe(403);
  });
});

describe("started trip", () => {
  test("started trip — cannot end before its last delivery, and then ends when the courier reports the return", async () => {
    const { order, tripId } = await givenOnTheWay();
    expect((await stopOf(order))?.state).toBe("onTheWay");
    expect((await tapTrip(tripId, "Start")).status).toBe(200);
    const early = await tapTrip(tripId, "Return");
    expect([early.status, message(early)]).toEqual([409, expect.stringContaining(`№ ${order.internalId}`)]);
    const at = new Date(Date.now() - 60_000).toISOString();
    expect((await tap(order, "Deliver", { at })).json.state).toBe("delivered");
    expect((await tap(order, "Deliver", { at })).status).toBe(200);
    const stop = await stopOf(order);
    expect([Date.parse(stop?.at ?? ""), Date.parse(stop?.receivedAt ?? "") > Date.parse(at)]).toEqual([
      Date.parse(at),
      true,
    ]);
    expect((await work()).trips[0]?.stops[0]?.order).toMatchObject({ phone: null, alias: null });
    expect((await tapTrip(tripId, "Return")).json.state).toBe("closed");
    expect((await tapTrip(tripId, "Return")).status).toBe(200);
  });

  test("a time in the future in a delivery report is replaced by the current time", async () => {
    const { order, tripId } = await givenOnTheWay();
    await tap(order, "Deliver", { at: new Date(Date.now() + 3_600_000).toISOString() });
    const stop = await stopOf(order);
    expect(Date.parse(stop?.at ?? "")).toBeLessThanOrEqual(Date.now());
    await tapTrip(tripId, "Return");
  });

  test("a repeated delivery report records one pending payment, and the delivery of a paid order closes the order", async () => {
    await world.ask("updateDeliverySettings", {
      as: "owner",
      body: { startStatusId: statusIds.delivery, deliveredStatusId: statusIds.delivered },
      seen: 0,
      key: key(),
    });
    const { order, tripId } = await givenOnTheWay();
    expect((await readOrder(order)).statusId).toBe(statusIds.delivery);
    const payment = { paymentMethodId: methodIds.cash, amount: 980 };
    const path = { orderId: order.id, companyId: 1, verb: "Deliver" } as const;
    const once = key();
    for (let attempt = 0; attempt < 3; attempt += 1)
      expect(
        (await world.ask("tapDeliveryStop", { as: "courier", path, body: { payment }, key: once })).json.state,
      ).toBe("delivered");
    const payments = (await world.ask("listPayments", { as: "owner", path: pathOf(order) })).json;
    expect(payments.map(({ amount, isComplited }) => [amount, isComplited])).toEqual([[980, false]]);
    expect((await readOrder(order)).isClosed).toBe(false);
    expect((await board()).couriers.find(({ id }) => id === COURIER)?.pendingAmount).toBe(980);
    await tapTrip(tripId, "Return");
    const { order: paid, tripId: next } = await givenOnTheWay();
    await world.ask("acceptPayment", {
      as: "cashier",
      path: pathOf(paid),
      body: { payment: [payment] },
      key: key(),
    });
    await tap(paid, "Deliver");
    expect((await readOrder(paid)).isClosed).toBe(true);
    await tapTrip(next, "Return");
  });

  test("a delivery reported with a payment above the amount due is refused", async () => {
    const { order } = await givenOnTheWay();
    const refused = await tap(order, "Deliver", { payment: { paymentMethodId: methodIds.cash, amount: 9999 } });
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect((await stopOf(order))?.state).toBe("onTheWay");
  });

  test("a failed delivery that is reopened during the courier's next trip continues in that trip", async () => {
    const { order: first } = await givenOnTheWay();
    const second = await givenDelivery();
    expect((await tap(first, "Fail", { reason: "Не открыли" })).status).toBe(200);
    const { tripId } = (await tap(second, "Take")).json;
    expect((await tapTrip(tripId ?? 0, "Start")).status).toBe(200);
    expect((await tap(first, "Reopen")).json).toMatchObject({ state: "onTheWay", tripId });
    const out = (await board()).trips.filter(({ state }) => state === "out");
    expect(out.map(({ stops }) => stops.map(({ order }) => order.orderId))).toEqual([[second.id, first.id]]);
  });

  test("a failed delivery needs a reason, notifies the manager, and can be undone until the trip ends", async () => {
    const { order, tripId } = await givenOnTheWay();
    expect((await tap(order, "Fail", { reason: " " })).status).toBe(400);
    expect((await tap(order, "Fail", { reason: "Не открыли" })).json.state).toBe("failed");
    const left = (await board()).unassigned.find(({ orderId }) => orderId === order.id);
    expect(left?.failure).toBe("Не открыли");
    const { rows } = await sql<{ message: string }>`select message from notification n join company_user m
      on m.user_id = n.user_id where (data->>'orderId')::int = ${order.id} and m.role_id = 2 and title like '%не доставлен'`.execute(
      world.db,
    );
    expect(rows.map(({ message: text }) => text)).toEqual(["Не открыли"]);
    expect((await tap(order, "Reopen")).json.state).toBe("onTheWay");
    expect((await tap(order, "Reopen")).status).toBe(200);
    expect((await tap(order, "Fail", { reason: "Не открыли" })).status).toBe(200);
    await tapTrip(tripId, "Return");
    expect((await tap(order, "Reopen")).status).toBe(409);
    expect((await tap(order, "Take")).status).toBe(200);
  });

  test("an order that is cancelled during a trip stays in the trip until the courier confirms the cancellation", async () => {
    const { order } = await givenOnTheWay();
    expect((await tap(order, "Seen")).status).toBe(409);
    await world.ask("changeOrderStatus", {
      as: "owner",
      path: pathOf(order),
      body: { orderStatusId: statusIds.canceled, orderStatusReason: "передумал" },
    });
    expect((await stopOf(order))?.order).toMatchObject({ isCancelled: true, requiredAmount: 0 });
    expect((await tap(order, "Deliver")).status).toBe(409);
    expect((await tap(order, "Seen")).json.state).toBe("failed");
  });

  test("closing an order that is on its way marks its stop as delivered", async () => {
    const { order, tripId } = await givenOnTheWay();
    await world.ask("changeOrderStatus", {
      as: "owner",
      path: pathOf(order),
      body: { orderStatusId: statusIds.delivered },
    });
    expect((await stopOf(order))?.state).toBe("delivered");
    expect((await tapTrip(tripId, "Return")).json.state).toBe("closed");
  });
});

describe("position of a courier", () => {
  const here = { lat: 56.85, lon: 35.9 };
  const show = (point: Schemas["MapPoint"] | null, as = "courier") =>
    world.ask("saveCourierPosition", { as, path: { companyId: 1 }, body: { point } });
  const shown = async () => (await board()).couriers.find(({ id }) => id === COURIER)?.position;

  test("position of a courier — is shown to dispatchers during a trip, until the courier hides the position or the trip ends", async () => {
    const { order, tripId } = await givenOnTheWay();
    expect(await shown()).toBeNull();
    expect((await show(here)).status).toBe(204);
    expect(await shown()).toMatchObject(here);
    expect((await show({ lat: 56.86, lon: 35.91 })).status).toBe(204);
    expect(await shown()).toMatchObject({ lat: 56.86, lon: 35.91 });
    expect((await show(null)).status).toBe(204);
    expect(await shown()).toBeNull();
    await show(here);
    await tap(order, "Fail", { reason: "Не открыли" });
    expect(await shown()).toMatchObject(here);
    await tapTrip(tripId, "Return");
    expect(await shown()).toBeNull();
  });

  test("position of a courier — cannot be shown without a started trip, even if a trip is planned", async () => {
    expect((await show(here)).status).toBe(409);
    await tap(await givenDelivery(), "Take");
    expect((await show(here)).status).toBe(409);
    expect((await show(null)).status).toBe(204);
  });

  test("position of a courier — is hidden after the reassignment of the trip, and 24 hours after its last update", async () => {
    const { tripId } = await givenOnTheWay();
    await show(here);
    await sql`update courier_position set at = now() - interval '25 hours'`.execute(world.db);
    expect(await shown()).toBeNull();
    await show(here);
    expect((await move(tripId, other, COURIER)).status).toBe(200);
    expect(await shown()).toBeNull();
  });

  test("position of a courier — is refused for impossible coordinates and for a user who does not deliver", async () => {
    await givenOnTheWay();
    expect((await show({ lat: 91, lon: 0 })).status).toBe(400);
    expect((await show(here, "operator")).status).toBe(403);
  });
});

describe("reassignment to another courier", () => {
  test("a delivery report of the former courier does not change a reassigned delivery, but notifies the dispatchers", async () => {
    const { order, tripId } = await givenOnTheWay();
    expect((await assign(order, other, COURIER)).json).toMatchObject({ courierId: other, state: "assigned" });
    expect((await tapTrip(tripId, "Return")).json.state).toBe("closed");
    expect((await tap(order, "Deliver")).json).toMatchObject({ courierId: other, state: "assigned" });
    const { rows } =
      await sql`select 1 from notification where (data->>'orderId')::int = ${order.id} and title like '%два курьера'`.execute(
        world.db,
      );
    expect(rows.length).toBeGreaterThan(0);
    const stranger = await tap(order, "Deliver", {}, "cashier");
    expect(stranger.status).toBe(403);
  });

  test("reassigning a planned trip merges the trip into the new courier's planned trip, and reassigning a started trip keeps the trip started", async () => {
    const [one, two] = [await givenDelivery(), await givenDelivery()];
    const { tripId } = (await assign(one, COURIER)).json;
    const { tripId: otherTrip } = (await assign(two, other)).json;
    expect((await move(tripId ?? 0, other, other)).status).toBe(409);
    const moved = await move(tripId ?? 0, other, COURIER);
    expect([moved.json.id, moved.json.stops.map(({ order }) => order.orderId)]).toEqual([otherTrip, [two.id, one.id]]);
    expect((await tapTrip(otherTrip ?? 0, "Start")).status).toBe(409);
    expect((await tapTrip(otherTrip ?? 0, "Start", "kitchen")).status).toBe(200);
    expect((await move(otherTrip ?? 0, COURIER, other)).json).toMatchObject({ courierId: COURIER, state: "out" });
    expect((await tap(one, "Fail", { reason: "уже отдал" }, "kitchen")).json).toMatchObject({ state: "onTheWay" });
    expect((await tap(one, "Deliver")).json.state).toBe("delivered");
  });

  test("a courier has at most one started trip", async () => {
    const { tripId } = await givenOnTheWay();
    const next = (await tap(await givenDelivery(), "Take")).json;
    expect(next.tripId).not.toBe(tripId);
    expect((await tapTrip(next.tripId ?? 0, "Start")).status).toBe(409);
  });
});

describe("duty of couriers and delivery settings", () => {
  test("a courier cannot end their duty while an order is assigned to them", async () => {
    const duty = (isOnDuty: boolean) => world.ask("setDeliveryDuty", { as: "courier", body: { isOnDuty }, key: key() });
    expect((await duty(true)).status).toBe(200);
    expect((await duty(true)).json).toEqual({ isOnDuty: true });
    expect((await work()).isOnDuty).toBe(true);
    const order = await givenDelivery();
    await tap(order, "Take");
    expect((await duty(false)).status).toBe(409);
    expect((await assign(order, null, COURIER)).status).toBe(200);
    expect((await duty(false)).json).toEqual({ isOnDuty: false });
  });

  test("the delivery settings refuse a closing status for started deliveries and a cancelling status for delivered orders", async () => {
    const save = (body: Schemas["DeliverySettingsSave"], seen = 0) =>
      world.ask("updateDeliverySettings", { as: "owner", body, seen, key: key() });
    const refused = await save({ startStatusId: statusIds.delivered, deliveredStatusId: statusIds.canceled });
    expect([refused.status, Object.keys(refused.problem.errors ?? {}).sort()]).toEqual([
      400,
      ["deliveredStatusId", "startStatusId"],
    ]);
    expect((await save({ deliveredStatusId: statusIds.delivered })).json).toMatchObject({ version: 1 });
    expect((await save({})).status).toBe(412);
  });
});
