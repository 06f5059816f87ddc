import { sql } from "kysely";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { deleteOutdated } from "#server/services/monitoring/retention.ts";
import { notifyLateOrders } from "#server/services/orders/orderWatch.ts";
import { type Listening, openStream } from "../../support/server/listen.ts";
import { dishOf, lineOf, methodIds, pathOf } from "../../support/server/orders.ts";
import { findWrongSums } from "../../support/server/savedSums.ts";
import { newPlace, type ServerPlace } from "../../support/server/serverPlace.ts";
import { makeClockMovable } from "../../support/server/shiftedClock.ts";
import { startWorld, type World } from "../../support/server/testServer.ts";

const HOUR_MS = 3_600_000;
/** Time after which the event tail no longer remembers an event, plus a margin, milliseconds. */
const FORGOTTEN_MS = 23_000;

let place: ServerPlace;
let world: World;
let stream: Listening;
beforeEach(async () => {
  place = await newPlace();
  await makeClockMovable(place.databaseUrl ?? "");
  world = await startWorld({ place });
  await world.app.listen({ port: 0, host: "127.0.0.1" });
  stream = await openStream(world, "owner");
});
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  stream.stop();
  await world.stop();
  await place.remove();
});

/** Moves the clocks of the database and of this process, which runs the server, to `hours` after the correct time. */
const moveClocks = async (hours: number): Promise<void> => {
  await sql`update shifted.clock set by = make_interval(hours => ${hours})`.execute(world.db);
  vi.useRealTimers();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + hours * HOUR_MS, shouldAdvanceTime: true });
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(world.db);
  expect(Math.abs((rows[0]?.now.getTime() ?? 0) - Date.now())).toBeLessThan(HOUR_MS / 2);
};

/** Advances `performance.now()`, by which the event tail measures time. */
const passMonotonicTime = (ms: number): void => {
  const correct = performance.now.bind(performance);
  vi.spyOn(performance, "now").mockImplementation(() => correct() + ms);
};

const eventsOf = (id: number) =>
  stream.messages.filter(({ data }) => {
    const event = data as { type?: string; id?: number };
    return event.type === "order" && event.id === id;
  }).length;

test.each([1, -1])(
  "clocks that jump by %i h and back — money, orders, sessions and events are neither lost nor repeated",
  async (hours) => {
    let { json: session } = await world.ask("signIn", {
      body: { grantType: "password", userName: "manager", password: "manager-demo", tokenIn: "body" },
    });
    const refresh = async () => {
      const answer = await world.ask("refreshToken", {
        body: { grantType: "refresh_token", refresh_token: session.refresh_token },
      });
      expect(answer.status).toBe(200);
      session = { ...session, ...answer.json };
    };
    const as = () => ({ path: { companyId: 1 }, headers: { authorization: `Bearer ${session.access_token}` } });
    const body = { items: [lineOf(await dishOf(world, "Маргарита"))], phone: "+79160007777" };
    const save = (key: string) => world.ask("createOrder", { ...as(), body, key: `${key}-the-jump` });
    const { json: order } = await save("before");
    const pay = () =>
      world.ask("acceptPayment", {
        ...as(),
        path: pathOf(order),
        body: { payment: [{ paymentMethodId: methodIds.cash, amount: order.amount }] },
        key: "payment-before",
      });
    expect((await pay()).status).toBe(200);
    await vi.waitFor(() => expect(eventsOf(order.id)).toBeGreaterThan(0), 30_000);
    await stream.caughtUp();
    const heard = eventsOf(order.id);

    await moveClocks(hours);
    // If the clocks jump forward, the access token expires and the client refreshes it. The session never ends.
    expect((await world.ask("listOrders", as())).status).toBe(hours > 0 ? 401 : 200);
    await refresh();
    const during = await save("during");
    expect(during.status).toBe(201);
    expect((await save("before")).json.id).toBe(order.id);
    expect((await pay()).status).toBe(200);
    await notifyLateOrders(world.db);
    await deleteOutdated(world.db);
    await vi.waitFor(() => expect(eventsOf(during.json.id)).toBeGreaterThan(0), 30_000);
    passMonotonicTime(FORGOTTEN_MS);
    // The first poll deletes the ids of the delivered events and remembers only the highest id. If this id were wrong,
    // the second poll would deliver the events again.
    for (let poll = 0; poll < 2; poll += 1) await stream.caughtUp();
    expect(eventsOf(order.id)).toBe(heard);

    await moveClocks(0);
    expect((await world.ask("listOrders", as())).status).toBe(hours > 0 ? 200 : 401);
    await refresh();
    expect((await save("before")).json.id).toBe(order.id);
    expect((await save("during")).json.id).toBe(during.json.id);
    expect((await pay()).status).toBe(200);
    await notifyLateOrders(world.db);
    const after = await save("after");
    await vi.waitFor(() => expect(eventsOf(after.json.id)).toBeGreaterThan(0), 30_000);

    const { rows } = await sql<{ id: number; paid: number }>`
    select o.id, coalesce((select sum(amount) from payment p where p.order_id = o.id), 0) as paid
    from orders o where phone = ${body.phone} order by id`.execute(world.db);
    expect(rows).toEqual([
      { id: order.id, paid: order.amount },
      { id: during.json.id, paid: 0 },
      { id: after.json.id, paid: 0 },
    ]);
    const repeated = await sql`select user_id, data from notification where code = 'order' and title like '%опаздывает%'
    group by user_id, data having count(*) > 1`.execute(world.db);
    expect(repeated.rows).toEqual([]);
    expect(await findWrongSums(world.db)).toEqual([]);
  },
);
