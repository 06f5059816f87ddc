import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Listening, openStream } from "../support/server/listen.ts";
import { dishOf, givenOrder, pathOf } from "../support/server/orders.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

let world: World;
const streams: Listening[] = [];
beforeAll(async () => {
  world = await startWorld();
  await world.app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(async () => {
  for (const { stop } of streams) stop();
  await world.stop();
});

const listen = async (as: string, lastEventId?: string): Promise<Listening> => {
  const stream = await openStream(world, as, lastEventId);
  streams.push(stream);
  return stream;
};

const dataOf = ({ messages }: Listening) => messages.map(({ data }) => data);
const about = (type: string, id: number) => expect.objectContaining({ type, companyId: 1, id });

/**
 * Number of measured orders. A busy computer delays some events, so one order that is reported within a second is
 * sufficient.
 */
const ATTEMPTS = 4;

/** Places an order as a guest of the shop of company 1 and returns its id. */
const placeGuestOrder = async (): Promise<number> => {
  const phone = "+79010000001";
  const shop = await world.db.selectFrom("shop").select("payment_methods as ids").executeTakeFirstOrThrow();
  const dish = await dishOf(world, "Маргарита");
  const fields = { [`d${dish.id}`]: "1", phone, way: "pickup", method: String(shop.ids[0]) };
  const post = (extra: Record<string, string>) =>
    world.app.inject({
      method: "POST",
      url: "/shop/kolos/order",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: new URLSearchParams({ ...fields, ...extra }).toString(),
    });
  const { body } = await post({});
  const fieldOf = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(body)?.[1] ?? "";
  const { statusCode } = await post({ key: fieldOf("key"), amount: fieldOf("amount") });
  expect(statusCode).toBe(303);
  const order = await world.db.selectFrom("orders").select("id").where("phone", "=", phone).executeTakeFirstOrThrow();
  return order.id;
};

/**
 * Waits until each stream has all earlier events. At the start of a test, this also ensures that the event tail is
 * polling.
 */
const settle = async (...listening: readonly Listening[]): Promise<void> => {
  await Promise.all(listening.map(({ caughtUp }) => caughtUp()));
};

test("event of a new order — is sent within a second to users who may view the order, and contains no order data", async () => {
  const [owner, cook, stranger] = [await listen("owner"), await listen("kitchen"), await listen("owner2")];
  await settle(owner, cook, stranger);
  const delays: number[] = [];
  let order = await givenOrder(world);
  while (delays.length < ATTEMPTS) {
    const began = Date.now();
    await vi.waitFor(() => expect(dataOf(owner)).toContainEqual(about("order", order.id)), {
      timeout: 30_000,
      interval: 20,
    });
    delays.push(Date.now() - began);
    if (delays.length < ATTEMPTS) order = await givenOrder(world);
  }
  expect(Math.min(...delays)).toBeLessThan(1000);
  await settle(cook, stranger);
  expect(dataOf(cook)).toContainEqual(about("kitchen", order.id));
  expect(dataOf(stranger).filter((data) => Object.keys(data as object).length > 0)).toEqual([]);
  for (const { data } of owner.messages.slice(1))
    expect(Object.keys(data as object).sort()).toEqual(["companyId", "id", "type", "version"]);
  const path = pathOf(order);
  await world.ask("changeOrderStatus", { as: "owner", path, body: { orderStatusId: 2 } });
  await vi.waitFor(() => expect(dataOf(owner)).toContainEqual({ ...order0(order.id), version: 2 }), {
    timeout: 30_000,
  });
});

const order0 = (id: number) => ({ type: "order", companyId: 1, id, version: 1 });

test("delayed event — is delivered at its own time, even if events with higher ids were delivered before", async () => {
  const cook = await listen("kitchen");
  await settle(cook);
  const order = await givenOrder(world);
  const countOf = () => dataOf(cook).filter((data) => about("kitchen", order.id).asymmetricMatch(data)).length;
  await sql`insert into event (topic, company_id, entity_id, not_before)
    values ('kitchen', 1, ${order.id}, now() + interval '1 minute')`.execute(world.db);
  const other = await givenOrder(world);
  await vi.waitFor(() => expect(dataOf(cook)).toContainEqual(about("order", other.id)), { timeout: 30_000 });
  expect(countOf()).toBe(1);
  await sql`update event set not_before = now() where entity_id = ${order.id} and not_before is not null`.execute(
    world.db,
  );
  await vi.waitFor(() => expect(countOf()).toBe(2), { timeout: 30_000 });
});

test("event of a notification — reaches only the user of the notification", async () => {
  const [manager, operator] = [await listen("manager"), await listen("operator")];
  await settle(manager, operator);
  await givenOrder(world, {}, "operator");
  await settle(manager, operator);
  const typesOf = (stream: Listening) => dataOf(stream).map((data) => (data as { type?: string }).type);
  expect(typesOf(manager)).toContain("notification");
  expect(typesOf(operator)).not.toContain("notification");
});

test("event 'shopOrder' of a guest's order — is sent once, only to users of the company who may view orders", async () => {
  const [operator, cook, stranger] = [await listen("operator"), await listen("kitchen"), await listen("owner2")];
  await settle(operator, cook, stranger);
  const orderId = await placeGuestOrder();
  await vi.waitFor(() => expect(dataOf(operator)).toContainEqual(about("shopOrder", orderId)), { timeout: 30_000 });
  await world.ask("changeOrderStatus", { as: "owner", path: { companyId: 1, orderId }, body: { orderStatusId: 2 } });
  await givenOrder(world);
  await settle(operator, cook, stranger);
  const ofGuests = (stream: Listening) =>
    dataOf(stream).filter((data) => Reflect.get(Object(data), "type") === "shopOrder");
  expect(ofGuests(operator)).toEqual([{ type: "shopOrder", companyId: 1, id: orderId, version: null }]);
  expect([...ofGuests(cook), ...ofGuests(stranger)]).toEqual([]);
});

test("a change of the stop list and the taking of a delivery — send events of the types 'stop' and 'delivery'", async () => {
  const owner = await listen("owner");
  await settle(owner);
  const dish = await dishOf(world, "Медовик");
  await world.ask("putItemStop", { as: "owner", path: { itemId: dish.id, companyId: 1 }, body: { remaining: 3 } });
  const order = await givenOrder(world, { deliveryAddress: "ул. Садовая" });
  await world.ask("tapDeliveryStop", {
    as: "courier",
    path: { orderId: order.id, companyId: 1, verb: "Take" },
    body: {},
  });
  await settle(owner);
  const types = new Set(dataOf(owner).map((data) => (data as { type?: string }).type));
  expect([...types].filter((type) => type === "stop" || type === "delivery").sort()).toEqual(["delivery", "stop"]);
});

test("event of an order — is sent when the order gets or loses a courier", async () => {
  const operator = await listen("operator");
  const order = await givenOrder(world, { deliveryAddress: "ул. Садовая" });
  const other = await givenOrder(world, { deliveryAddress: "ул. Садовая" });
  const [first, second] = [7, 11];
  const assign = (to: { id: number }, courierId: number | null, seenCourierId: number | null) =>
    world.ask("assignDelivery", {
      as: "owner",
      path: { orderId: to.id, companyId: 1 },
      body: { courierId, seenCourierId },
    });
  const move = (tripId: number, courierId: number, seenCourierId: number) =>
    world.ask("moveDeliveryTrip", { as: "owner", path: { tripId, companyId: 1 }, body: { courierId, seenCourierId } });
  const expectEvent = async <Answer extends { status: number }>(act: () => Promise<Answer>): Promise<Answer> => {
    await settle(operator);
    const before = operator.messages.length;
    const answer = await act();
    expect(answer.status).toBe(200);
    await vi.waitFor(
      () =>
        expect(dataOf(operator).slice(before)).toContainEqual({
          type: "order",
          companyId: 1,
          id: order.id,
          version: null,
        }),
      5000,
    );
    return answer;
  };
  await expectEvent(() => assign(order, first, null));
  await expectEvent(() => assign(order, null, first));
  const { json: place } = await expectEvent(() => assign(order, second, null));
  const { json: moved } = await expectEvent(() => move(place.tripId ?? 0, first, second));
  expect((await assign(other, second, null)).status).toBe(200);
  // The second courier now has a planned trip, so the trip that is moved back is merged into this planned trip.
  await expectEvent(() => move(moved.id, second, first));
});

test("reconnected client — gets the missed events, or the event `reset` if its last event id is unknown", async () => {
  const first = await listen("owner");
  await settle(first);
  const before = await givenOrder(world);
  await vi.waitFor(() => expect(dataOf(first)).toContainEqual(about("order", before.id)), { timeout: 30_000 });
  const last = first.messages.at(-1)?.id;
  first.stop();
  const missed = await givenOrder(world);
  const second = await listen("owner", last);
  await vi.waitFor(() => expect(dataOf(second)).toContainEqual(about("order", missed.id)), { timeout: 30_000 });
  expect(second.messages.map(({ event }) => event)).not.toContain("reset");
  const third = await listen("owner", "999999999");
  await vi.waitFor(() => expect(third.messages[0]?.event).toBe("reset"), { timeout: 30_000 });
});

test("stream of a revoked session — ends within 5 s, and receives no event of a later order", async () => {
  const [cashier, owner] = [await listen("cashier"), await listen("owner")];
  await settle(cashier, owner);
  await sql`update session set revoked_at = now() where user_id = 5`.execute(world.db);
  let hasEnded = false;
  void cashier.ended.then(() => {
    hasEnded = true;
  });
  await expect.poll(() => hasEnded, { timeout: 30_000 }).toBe(true);
  const order = await givenOrder(world);
  await vi.waitFor(() => expect(dataOf(owner)).toContainEqual(about("order", order.id)), { timeout: 30_000 });
  await settle(owner);
  expect(dataOf(cashier)).not.toContainEqual(about("order", order.id));
  // The event about the end of a session goes only to the user of this session.
  expect(dataOf(owner)).not.toContainEqual(expect.objectContaining({ type: "session" }));
}, 60_000);

test("user removed from a company — receives no event that occurs after the removal", async () => {
  const courier = await listen("courier2");
  await settle(courier);
  await sql`update company_user set role_id = 1 where user_id = 10`.execute(world.db);
  const allowed = await givenOrder(world);
  await settle(courier);
  expect(dataOf(courier)).toContainEqual(about("order", allowed.id));
  await sql`delete from company_user where user_id = 10`.execute(world.db);
  const forbidden = await givenOrder(world);
  await settle(courier);
  expect(dataOf(courier)).not.toContainEqual(about("order", forbidden.id));
}, 60_000);

test("twenty-first open stream of a user — is refused", async () => {
  const opened: Listening[] = [];
  for (let index = 0; index < 21; index += 1) opened.push(await listen("operator2"));
  expect(opened.map(({ status }) => status)).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
});

test("of 25 streams that one user opens at the same moment, only 20 are accepted", async () => {
  const opened = await Promise.all(Array.from({ length: 25 }, () => listen("admin")));
  expect(opened.filter(({ status }) => status === 200)).toHaveLength(20);
});

test("request that does not accept an event stream — is refused", async () => {
  const authorization = `Bearer ${await world.tokenOf("owner")}`;
  for (const headers of [{ authorization }, { authorization, accept: "application/json" }])
    expect((await world.app.inject({ url: "/api/Event", headers })).statusCode).toBe(406);
});
