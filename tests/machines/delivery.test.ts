import { describe, expect, test } from "vitest";
import { createActor } from "xstate";
import { courierActors, dispatchActors } from "#machines/boards/delivery.actors.ts";
import {
  applyCourierTaps,
  type CourierWork,
  courierMachine,
  type DeliveryOrder,
  type DeliveryStop,
  type DeliveryTap,
  type DeliveryTrip,
  dispatchMachine,
  hasCourierNews,
  NEW_TRIP,
  type StopTap,
} from "#machines/boards/delivery.ts";
import type { OutboxEntry } from "#machines/core/outbox.ts";
import { deliverySettingsEditor } from "#machines/directory/descriptors/deliverySettings.ts";
import { describedApi } from "../support/machines/describedApi.ts";
import { steadyEnvironment } from "../support/machines/environments.ts";
import { flushPromises } from "../support/machines/flushPromises.ts";

const AT = "2026-11-25T18:00:00.000Z";

const order = (orderId: number, fields: Partial<DeliveryOrder> = {}): DeliveryOrder => ({
  orderId,
  internalId: orderId,
  due: "2026-11-25T18:30:00.000Z",
  address: "ул. Садовая, 5",
  point: null,
  entrance: null,
  floor: null,
  phone: "+79160000001",
  alias: null,
  note: null,
  persons: null,
  items: [],
  amount: 980,
  requiredAmount: 980,
  change: null,
  isReady: null,
  isCancelled: false,
  failure: null,
  ...fields,
});

const stop = (orderId: number, state: DeliveryStop["state"], fields: Partial<DeliveryOrder> = {}): DeliveryStop => ({
  order: order(orderId, fields),
  position: 1,
  state,
  at: null,
  receivedAt: null,
});

const trip = (state: DeliveryTrip["state"], ...stops: DeliveryStop[]): DeliveryTrip => ({
  id: 3,
  number: 1,
  courierId: 7,
  courierAlias: "Денис",
  state,
  startedAt: null,
  stops,
});

const work = (fields: Partial<CourierWork> = {}): CourierWork => ({
  isOnDuty: true,
  trips: [],
  available: [],
  paymentMethods: [],
  ...fields,
});

const entry = (request: DeliveryTap): OutboxEntry<DeliveryTap> => ({ key: "delivery-key", request });
const tapped = (orderId: number, verb: StopTap["verb"], more: Partial<StopTap> = {}) =>
  entry({ kind: "stop", orderId, verb, at: AT, ...more });
const start = entry({ kind: "trip", tripId: 3, verb: "Start", at: AT });
const back = entry({ kind: "trip", tripId: 3, verb: "Return", at: AT });
const statesOf = ({ trips }: CourierWork) => trips.map(({ state, stops }) => [state, stops.map((one) => one.state)]);

describe("optimistic updates after actions of a courier", () => {
  test("a taken order is added to the courier's planned trip, or to a new trip if no trip is planned", () => {
    const first = applyCourierTaps(work({ available: [order(1), order(2)] }), [tapped(1, "Take")]);
    expect(first.available.map(({ orderId }) => orderId)).toEqual([2]);
    expect(first.trips).toMatchObject([{ id: NEW_TRIP, state: "planned", stops: [{ order: { orderId: 1 } }] }]);
    const second = applyCourierTaps(work({ available: [order(2)], trips: [trip("planned", stop(1, "assigned"))] }), [
      tapped(2, "Take"),
    ]);
    expect(second.trips[0]?.stops.map(({ order: { orderId }, position }) => [orderId, position])).toEqual([
      [1, 1],
      [2, 2],
    ]);
    expect(applyCourierTaps(work(), [tapped(9, "Take")])).toEqual(work());
  });

  test("a trip has the state 'out' after its start, and 'returning' after its last order is delivered or has failed", () => {
    const planned = work({ trips: [trip("planned", stop(1, "assigned"), stop(2, "assigned"))] });
    const out = applyCourierTaps(planned, [start]);
    expect([statesOf(out), out.trips[0]?.startedAt]).toEqual([[["out", ["onTheWay", "onTheWay"]]], AT]);
    expect(applyCourierTaps(out, [start])).toEqual(out);
    const half = applyCourierTaps(out, [tapped(1, "Deliver")]);
    expect(statesOf(half)).toEqual([["out", ["delivered", "onTheWay"]]]);
    const done = applyCourierTaps(half, [tapped(2, "Fail", { reason: "Не открыли" })]);
    expect(statesOf(done)).toEqual([["returning", ["delivered", "failed"]]]);
    expect(statesOf(applyCourierTaps(done, [tapped(2, "Reopen")]))).toEqual([["out", ["delivered", "onTheWay"]]]);
    expect(applyCourierTaps(done, [back]).trips).toEqual([]);
  });

  test("a payment at the door reduces the amount due before the server answers", () => {
    const out = work({ trips: [trip("out", stop(1, "onTheWay"))] });
    const payment = { paymentMethodId: 1, amount: 900 };
    const [after] = applyCourierTaps(out, [tapped(1, "Deliver", { payment })]).trips;
    expect(after?.stops[0]).toMatchObject({ state: "delivered", at: AT, order: { requiredAmount: 80 } });
  });

  test("a courier's confirmation of a cancellation marks the delivery stop as failed", () => {
    const planned = work({ trips: [trip("planned", stop(1, "assigned", { isCancelled: true }), stop(2, "assigned"))] });
    expect(statesOf(applyCourierTaps(planned, [tapped(1, "Seen")]))).toEqual([["planned", ["failed", "assigned"]]]);
  });

  test("a courier's tap 'off duty' takes effect immediately, and a dispatcher's taps wait for the server", () => {
    expect(applyCourierTaps(work(), [entry({ kind: "duty", isOnDuty: false })]).isOnDuty).toBe(false);
    const others = [
      entry({ kind: "assign", orderId: 1, courierId: 7, seenCourierId: null }),
      entry({ kind: "move", tripId: 3, courierId: 9, seenCourierId: 7 }),
    ];
    expect(applyCourierTaps(work({ available: [order(1)] }), others)).toEqual(work({ available: [order(1)] }));
  });

  test("a new order and a cancellation during a trip notify the courier", () => {
    const before = work({ trips: [trip("out", stop(1, "onTheWay"))] });
    expect(hasCourierNews(before, before)).toBe(false);
    expect(hasCourierNews(work(), before)).toBe(true);
    expect(hasCourierNews(work(), work({ trips: [trip("out", stop(1, "delivered"))] }))).toBe(false);
    const cancelled = work({ trips: [trip("out", stop(1, "onTheWay", { isCancelled: true }))] });
    expect(hasCourierNews(before, cancelled)).toBe(true);
    expect(hasCourierNews(cancelled, cancelled)).toBe(false);
  });
});

describe("requests of couriers and dispatchers", () => {
  const parts = (api: ReturnType<typeof describedApi>["api"]) => ({
    api,
    environment: steadyEnvironment,
    now: () => 1,
    store: { recall: () => [], keep: () => undefined },
  });

  test("actions of a courier are sent as POSTs with idempotency keys, times, reasons and payments", async () => {
    const { api, calls } = describedApi();
    const actors = courierActors(parts(api), 1);
    const actor = createActor(courierMachine.provide({ actors }), {
      input: { query: { companyId: 1 }, stored: [], topics: [] },
    });
    actor.start();
    await flushPromises();
    expect(actor.getSnapshot().context.data?.paymentMethods).toBeDefined();
    const payment = { paymentMethodId: 1, amount: 980 };
    for (const one of [
      tapped(5, "Deliver", { payment }),
      tapped(6, "Fail", { reason: "Не открыли" }),
      start,
      entry({ kind: "duty", isOnDuty: true }),
    ]) {
      actor.send({ type: "tap.add", entry: one });
      await flushPromises();
    }
    expect(calls.filter(({ method }) => method === "POST").map(({ path, body, key }) => [path, body, key])).toEqual([
      ["/api/DeliveryStop/5/Company/1/Deliver", { at: AT, payment }, "delivery-key"],
      ["/api/DeliveryStop/6/Company/1/Fail", { at: AT, reason: "Не открыли" }, "delivery-key"],
      ["/api/DeliveryTrip/3/Company/1/Start", { at: AT }, "delivery-key"],
      ["/api/Delivery/Company/1/Duty", { isOnDuty: true }, "delivery-key"],
    ]);
    actor.stop();
  });

  test("requests of a dispatcher name the courier on the screen, so that the server can detect a conflict", async () => {
    const { api, calls } = describedApi();
    const actors = dispatchActors(parts(api), 1);
    const actor = createActor(dispatchMachine.provide({ actors }), {
      input: { query: { companyId: 1 }, stored: [], topics: [] },
    });
    actor.start();
    await flushPromises();
    expect(actor.getSnapshot().context.data?.couriers).toBeDefined();
    actor.send({ type: "tap.add", entry: entry({ kind: "assign", orderId: 5, courierId: 7, seenCourierId: null }) });
    await flushPromises();
    actor.send({ type: "tap.add", entry: entry({ kind: "move", tripId: 3, courierId: 9, seenCourierId: 7 }) });
    await flushPromises();
    expect(calls.filter(({ method }) => method === "POST").map(({ path, body }) => [path, body])).toEqual([
      ["/api/DeliveryStop/5/Company/1/Assign", { courierId: 7, seenCourierId: null }],
      ["/api/DeliveryTrip/3/Company/1/Move", { courierId: 9, seenCourierId: 7 }],
    ]);
    actor.stop();
  });

  test("an answer with a malformed delivery order is rejected", async () => {
    const { api } = describedApi(({ method }) =>
      method === "GET" ? Response.json(work({ available: [{ ...order(1), due: "?" }] })) : undefined,
    );
    const actor = createActor(courierMachine.provide({ actors: courierActors(parts(api), 1) }), {
      input: { query: { companyId: 1 }, stored: [], topics: [] },
    });
    actor.start();
    await flushPromises();
    expect(actor.getSnapshot().context).toMatchObject({ data: undefined, failure: { kind: expect.any(String) } });
    actor.stop();
  });
});

describe("delivery settings", () => {
  const scope = { companyId: 1 };
  const { signal } = new AbortController();

  test("delivery settings — offer no cancelling status, and a closing status only for delivered orders", async () => {
    const statuses = [
      { id: 1, name: "В доставке", isTechnical: false, isRequireReason: false, isClosed: false, isCancel: false },
      { id: 2, name: "Доставлен", isTechnical: false, isRequireReason: false, isClosed: true, isCancel: false },
      { id: 3, name: "Отменён", isTechnical: false, isRequireReason: true, isClosed: true, isCancel: true },
    ];
    const { api, calls } = describedApi(({ path }) =>
      path.endsWith("/Summury") ? Response.json(statuses) : undefined,
    );
    const choices = await deliverySettingsEditor.loadChoices(api, scope, signal);
    expect([choices.openStatuses.map(({ id }) => id), choices.statuses.map(({ id }) => id)]).toEqual([[1], [1, 2]]);
    const { draft, version } = await deliverySettingsEditor.read(api, scope, 1, signal);
    expect([typeof draft.startStatusId, typeof version]).toEqual(["number", "number"]);
    const chosen = { startStatusId: 0, deliveredStatusId: 2 };
    await deliverySettingsEditor.save(api, scope, { id: 1, draft: chosen, version: 3, key: "settings-key" }, signal);
    expect(calls.at(-1)?.body).toEqual({ startStatusId: null, deliveredStatusId: 2 });
    expect(deliverySettingsEditor.blank(scope, choices)).toEqual({ startStatusId: 0, deliveredStatusId: 0 });
  });
});
