import fc from "fast-check";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { giveRole } from "../../support/server/giveRole.ts";
import { givenOrder, methodIds, pathOf } from "../../support/server/orders.ts";
import { givenTwoWorlds } from "../../support/server/races.ts";

const worldOf = givenTwoWorlds();
beforeAll(async () => {
  await giveRole(worldOf(0), 6, ["delivery.deliver", "payment.accept"]);
  await sql`update delivery_stop set state = 'failed'`.execute(worldOf(0).db);
  await sql`update delivery_trip set state = 'closed'`.execute(worldOf(0).db);
});

let keys = 0;
const couriers = ["courier", "kitchen"] as const;
const idOf = { courier: 7, kitchen: 6 } as const;
const givenDelivery = () => givenOrder(worldOf(0), { deliveryAddress: "ул. Садовая", deliveryAddressBuilding: "5" });

type Verb = "Take" | "Deliver" | "Fail" | "Reopen";
const tap = (index: number, as: string, orderId: number, verb: Verb, body: object = {}) =>
  worldOf(index).ask("tapDeliveryStop", {
    as,
    path: { orderId, companyId: 1, verb },
    body: { ...(verb === "Fail" && { reason: "Не открыли" }), ...body },
    key: `race-delivery-${++keys}`,
  });

const activeStops = async (orderId: number) => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from delivery_stop
    where order_id = ${orderId} and state in ('assigned', 'onTheWay')`.execute(worldOf(0).db);
  return rows[0]?.count;
};

test("order that two couriers take and a dispatcher assigns concurrently — gets one courier", async () => {
  for (let round = 0; round < 5; round += 1) {
    const order = await givenDelivery();
    const answers = await Promise.all([
      ...Array.from({ length: 8 }, (_, index) => tap(index, couriers[index % 2] ?? "courier", order.id, "Take")),
      worldOf(round).ask("assignDelivery", {
        as: "manager",
        path: { orderId: order.id, companyId: 1 },
        body: { courierId: 10, seenCourierId: null },
        key: `race-assign-${round}`,
      }),
    ]);
    const taken = answers.filter(({ status }) => status === 200);
    expect(new Set(taken.map(({ json }) => json.courierId)).size).toBe(1);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(({ status }) => status).filter((status) => status !== 409)).toEqual([]);
    const alias = taken[0]?.json.courierAlias ?? "";
    for (const { problem } of refused) expect(problem.message).toContain(alias);
    expect(await activeStops(order.id)).toBe(1);
  }
});

test("ten concurrent reports of one delivery with its payment — record one payment", async () => {
  const order = await givenDelivery();
  await tap(0, "courier", order.id, "Take");
  const payment = { paymentMethodId: methodIds.cash, amount: order.amount };
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => tap(index, "courier", order.id, "Deliver", { payment })),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
  const { json } = await worldOf(0).ask("listPayments", { as: "owner", path: pathOf(order) });
  expect(json.map(({ amount }) => amount)).toEqual([order.amount]);
});

test("order that a courier takes while the last order of the trip is delivered — ends up in a planned trip", async () => {
  for (let round = 0; round < 15; round += 1) {
    const [first, second] = [await givenDelivery(), await givenDelivery()];
    await tap(0, "courier", first.id, "Take");
    await Promise.all([tap(0, "courier", second.id, "Take"), tap(1, "courier", first.id, "Deliver")]);
    const { rows } = await sql<{ trip: string; stop: string }>`select t.state as trip, d.state as stop
      from delivery_stop d join delivery_trip t on t.id = d.trip_id where d.order_id = ${second.id}`.execute(
      worldOf(0).db,
    );
    expect(rows).toEqual([{ trip: "planned", stop: "assigned" }]);
    await tap(0, "courier", second.id, "Deliver");
  }
});

test("random concurrent actions of two couriers — no order is lost, and each order has at most one courier", async () => {
  const steps = fc.array(
    fc.record({
      who: fc.constantFrom(...couriers),
      what: fc.constantFrom("Take", "Deliver", "Fail", "Reopen", "assign", "move", "Start", "Return"),
      which: fc.nat(2),
    }),
    { minLength: 6, maxLength: 16 },
  );
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      await sql`update delivery_stop set state = 'failed' where state in ('assigned', 'onTheWay')`.execute(
        worldOf(0).db,
      );
      await sql`update delivery_trip set state = 'closed'`.execute(worldOf(0).db);
      const orders = await Promise.all([givenDelivery(), givenDelivery(), givenDelivery()]);
      const tripOf = async (who: "courier" | "kitchen") =>
        (await worldOf(0).ask("getCourierWork", { as: who })).json.trips[0]?.id ?? 999_999;
      const run = async (
        { who, what, which }: { who: "courier" | "kitchen"; what: string; which: number },
        at: number,
      ) => {
        const orderId = orders[which]?.id ?? 0;
        const [courierId, seenCourierId] = who === "courier" ? [7, 6] : [6, 7];
        const common = { as: "manager", key: `delivery-walk-${++keys}` };
        if (what === "assign")
          return worldOf(at).ask("assignDelivery", {
            ...common,
            path: { orderId, companyId: 1 },
            body: { courierId, seenCourierId },
          });
        if (what === "move")
          return worldOf(at).ask("moveDeliveryTrip", {
            ...common,
            path: { tripId: await tripOf(who === "courier" ? "kitchen" : "courier"), companyId: 1 },
            body: { courierId, seenCourierId },
          });
        if (what === "Start" || what === "Return")
          return worldOf(at).ask("tapDeliveryTrip", {
            ...common,
            as: who,
            path: { tripId: await tripOf(who), companyId: 1, verb: what },
            body: {},
          });
        return tap(at, who, orderId, what as Verb);
      };
      for (let at = 0; at < all.length; at += 3) {
        const answers = await Promise.all(all.slice(at, at + 3).map((step, index) => run(step, index)));
        expect(answers.map(({ status }) => status).filter((status) => ![200, 404, 409].includes(status))).toEqual([]);
      }
      const board = (await worldOf(0).ask("getDelivery", { as: "manager" })).json;
      for (const { id } of orders) {
        const stops = board.trips.flatMap((trip) =>
          trip.stops
            .filter((stop) => stop.order.orderId === id && (stop.state === "assigned" || stop.state === "onTheWay"))
            .map((stop) => ({ trip, stop })),
        );
        expect(stops.length).toBeLessThanOrEqual(1);
        for (const { trip, stop } of stops)
          expect([trip.state, stop.state]).toEqual(
            stop.state === "assigned" ? ["planned", "assigned"] : ["out", "onTheWay"],
          );
        const { rows } = await sql<{ state: string }>`select state from delivery_stop
          where order_id = ${id} and state <> 'moved' order by id desc limit 1`.execute(worldOf(0).db);
        const isFree = board.unassigned.some(({ orderId }) => orderId === id);
        expect(isFree).toBe(stops.length === 0 && rows[0]?.state !== "delivered");
      }
      for (const who of couriers) {
        const out = board.trips.filter(({ courierId, state }) => courierId === idOf[who] && state === "out");
        expect(out.length).toBeLessThanOrEqual(1);
      }
    }),
    { numRuns: 12 },
  );
}, 240_000);

test("random concurrent actions of cooks, a dispatcher and a courier — lose no dish or order, and deliver no order twice", async () => {
  const cookSteps = fc.record({
    who: fc.constantFrom("owner", "admin"),
    what: fc.constantFrom("cookStart", "cookReady", "cookReturn"),
    which: fc.nat(2),
  });
  const dispatcherSteps = fc.record({
    who: fc.constant("manager"),
    what: fc.constantFrom("assign", "unassign"),
    which: fc.nat(2),
  });
  const courierSteps = fc.record({
    who: fc.constant("courier"),
    what: fc.constantFrom("Take", "Deliver", "Fail", "Reopen", "tripStart", "tripReturn"),
    which: fc.nat(2),
  });
  const steps = fc.array(fc.oneof(cookSteps, dispatcherSteps, courierSteps), { minLength: 8, maxLength: 24 });
  const db = worldOf(0).db;
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      await sql`update delivery_stop set state = 'failed' where state in ('assigned', 'onTheWay')`.execute(db);
      await sql`update delivery_trip set state = 'closed'`.execute(db);
      const orders = await Promise.all([givenDelivery(), givenDelivery(), givenDelivery()]);
      const run = async ({ who, what, which }: { who: string; what: string; which: number }, at: number) => {
        const order = orders[which];
        const [orderId, lineId] = [order?.id ?? 0, order?.items[0]?.id ?? 0];
        const common = { as: who, key: `rush-walk-${++keys}` };
        if (what === "cookStart" || what === "cookReady" || what === "cookReturn") {
          const verb = ({ cookStart: "Start", cookReady: "Ready", cookReturn: "Return" } as const)[what];
          const body = verb === "Return" ? ({ to: "cooking" } as const) : {};
          return worldOf(at).ask("tapKitchenItem", { ...common, path: { lineId, companyId: 1, verb }, body });
        }
        if (what === "assign" || what === "unassign") {
          const ids = what === "assign" ? [idOf.courier, null] : [null, idOf.courier];
          const body = { courierId: ids[0] ?? null, seenCourierId: ids[1] ?? null };
          return worldOf(at).ask("assignDelivery", { ...common, path: { orderId, companyId: 1 }, body });
        }
        if (what === "tripStart" || what === "tripReturn") {
          const work = (await worldOf(at).ask("getCourierWork", { as: who })).json;
          const path = {
            tripId: work.trips[0]?.id ?? 999_999,
            companyId: 1,
            verb: what === "tripStart" ? ("Start" as const) : ("Return" as const),
          };
          return worldOf(at).ask("tapDeliveryTrip", { ...common, path, body: {} });
        }
        return tap(at, who, orderId, what as Verb);
      };
      for (let at = 0; at < all.length; at += 4) {
        const answers = await Promise.all(all.slice(at, at + 4).map((step, index) => run(step, index)));
        expect(answers.map(({ status }) => status).filter((status) => ![200, 404, 409].includes(status))).toEqual([]);
      }
      const board = (await worldOf(0).ask("getDelivery", { as: "manager" })).json;
      for (const { id, items } of orders) {
        const { rows: dishes } = await sql<{ lineId: number; state: string; isStarted: boolean; isReady: boolean }>`
          select order_line_id as "lineId", state, started_at is not null as "isStarted", ready_at is not null as "isReady"
          from kitchen_line where order_id = ${id}`.execute(db);
        expect(dishes.map(({ lineId }) => lineId)).toEqual(items.map((item) => item.id));
        for (const dish of dishes) expect(dish.isReady).toBe(dish.state === "ready");
        const { rows: stops } = await sql<{ state: string }>`
          select state from delivery_stop where order_id = ${id} and state <> 'moved' order by id`.execute(db);
        expect(stops.filter(({ state }) => state === "delivered").length).toBeLessThanOrEqual(1);
        expect(await activeStops(id)).toBeLessThanOrEqual(1);
        const isFree = board.unassigned.some(({ orderId }) => orderId === id);
        expect(isFree).toBe(!["assigned", "onTheWay", "delivered"].includes(stops.at(-1)?.state ?? ""));
      }
    }),
    { numRuns: 12 },
  );
}, 240_000);
