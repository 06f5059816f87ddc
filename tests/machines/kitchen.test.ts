import { describe, expect, test } from "vitest";
import { createActor, fromPromise, SimulatedClock } from "xstate";
import { createApi } from "#api/client.ts";
import { kitchenActors } from "#machines/boards/kitchen.actors.ts";
import {
  applyTaps,
  hasNews,
  isLater,
  type KitchenItem,
  type KitchenQuery,
  type KitchenTap,
  kitchenMachine,
  minutesUntil,
  toTickets,
  totalsToCook,
} from "#machines/boards/kitchen.ts";
import { outboxMachineOf } from "#machines/core/outbox.machine.ts";
import type { OutboxEntry, OutboxOutcome } from "#machines/core/outbox.ts";
import { queryMachineOf } from "#machines/core/query.machine.ts";
import type { Loaded, QueryRequest } from "#machines/core/query.ts";
import { itemStopDirectory, itemStopEditor } from "#machines/directory/descriptors/itemStops.ts";
import { kitchenSettingsEditor } from "#machines/directory/descriptors/kitchenSettings.ts";
import { describedApi } from "../support/machines/describedApi.ts";
import { steadyEnvironment } from "../support/machines/environments.ts";
import { flushPromises } from "../support/machines/flushPromises.ts";
import { givenMachine } from "../support/machines/givenMachine.ts";
import { givenWalk } from "../support/machines/givenWalk.ts";
import { aFailure } from "../support/machines/orderEditorSamples.ts";

type Items = readonly KitchenItem[];
type Entry = OutboxEntry<KitchenTap>;

const AT = "2026-11-25T18:00:00.000Z";
const query: KitchenQuery = { companyId: 1, stationId: undefined };

const item = (id: number, fields: Partial<KitchenItem> = {}): KitchenItem => ({
  id,
  orderId: 100,
  internalId: 7,
  due: "2026-11-25T18:30:00.000Z",
  startAt: "2026-11-25T18:15:00.000Z",
  prepMinutes: 15,
  state: "new",
  isChanged: false,
  isCancelled: false,
  dish: { name: "Плов", count: 1, note: null, modificators: [] },
  known: { name: "Плов", count: 1, note: null, modificators: [] },
  digest: "d1",
  orderNote: null,
  isDelivery: true,
  isInHall: false,
  persons: null,
  stationIds: [],
  startedAt: null,
  readyAt: null,
  cookAlias: null,
  ...fields,
});

const tap = (itemId: number, verb: KitchenTap["verb"], to?: "new" | "cooking"): Entry => ({
  key: `${verb}-${itemId}`,
  request: { itemId, verb, at: AT, digest: "d1", ...(to && { to }) },
});

/**
 * Starts a kitchen display. `given.answer` sets its dishes, and `given.outcome` sets the outcome of later taps. A read
 * of the dishes ends after the promise `given.beforeRead`. `shown` returns the dishes with the unconfirmed taps
 * applied.
 */
const givenKitchen = (stored: readonly Entry[] = []) => {
  const clock = new SimulatedClock();
  const given = {
    answer: [item(1)] as Items,
    outcome: { kind: "sent" } as OutboxOutcome,
    reads: 0,
    beforeRead: Promise.resolve(),
  };
  const sent: Entry[] = [];
  const items = queryMachineOf<KitchenQuery, Items>().provide({
    actors: {
      environment: steadyEnvironment,
      load: fromPromise<Loaded<KitchenQuery, Items>, QueryRequest<KitchenQuery>>(async ({ input }) => {
        given.reads += 1;
        await given.beforeRead;
        return { query: input.query, data: given.answer, at: 1 };
      }),
    },
  });
  const outbox = outboxMachineOf<KitchenTap>().provide({
    actors: {
      environment: steadyEnvironment,
      keep: fromPromise<void, readonly Entry[]>(async () => undefined),
      send: fromPromise<OutboxOutcome, Entry>(async ({ input }) => {
        sent.push(input);
        return given.outcome;
      }),
    },
  });
  const news: string[] = [];
  const actor = createActor(kitchenMachine.provide({ actors: { data: items, outbox } }), {
    clock,
    input: { query, stored, topics: [] },
  });
  actor.on("board.read", ({ before, after }) => hasNews(before, after) && news.push("news"));
  actor.start();
  const context = () => actor.getSnapshot().context;
  const shown = () => {
    const queued = actor.getSnapshot().children.outbox?.getSnapshot().context.entries ?? [];
    return applyTaps(context().data ?? [], [...context().sent, ...queued]);
  };
  return { actor, clock, given, sent, news, context, shown };
};

describe("kitchen display", () => {
  test("the dishes on the kitchen display are polled every 3 s, and a new dish is reported once", async () => {
    const { clock, given, news, context } = givenKitchen();
    await flushPromises();
    expect([context().data, news]).toEqual([[item(1)], []]);
    given.answer = [item(1), item(2)];
    clock.increment(3000);
    await flushPromises();
    expect(news).toEqual(["news"]);
    clock.increment(3000);
    await flushPromises();
    expect([given.reads, news]).toEqual([3, ["news"]]);
  });

  test("a cook's tap is sent once, and is applied optimistically until the read that follows the server's answer", async () => {
    const { actor, given, sent, context, shown } = givenKitchen();
    await flushPromises();
    let endRead = () => {};
    given.beforeRead = new Promise((resolve) => {
      endRead = resolve;
    });
    actor.send({ type: "tap.add", entry: tap(1, "Start") });
    expect([context().data, shown()]).toMatchObject([[{ state: "new" }], [{ state: "cooking" }]]);
    await flushPromises();
    expect([sent, context().sent, given.reads]).toEqual([[tap(1, "Start")], [tap(1, "Start")], 2]);
    expect([context().data, shown()]).toMatchObject([[{ state: "new" }], [{ state: "cooking" }]]);
    given.answer = [item(1, { state: "cooking" })];
    endRead();
    await flushPromises();
    expect([context().sent, context().data, sent.length]).toEqual([[], given.answer, 1]);
  });

  test("a recorded tap can be undone by a second tap, and the second tap cannot be undone", async () => {
    const { actor, given, sent, context, shown } = givenKitchen();
    await flushPromises();
    const undoable = { itemId: 1, name: "Плов", to: "new" } as const;
    given.answer = [item(1, { state: "cooking" })];
    actor.send({ type: "tap.add", entry: tap(1, "Start"), undoable });
    await flushPromises();
    expect([context().data, context().sent, context().undoable]).toEqual([given.answer, [], undoable]);
    actor.send({ type: "tap.add", entry: tap(1, "Return", undoable.to) });
    expect([context().undoable, shown()]).toMatchObject([undefined, [{ state: "new" }]]);
    given.answer = [item(1)];
    await flushPromises();
    expect(sent).toEqual([tap(1, "Start"), tap(1, "Return", "new")]);
    expect([context().data, context().undoable]).toEqual([[item(1)], undefined]);
  });

  test("the cook's last tap can be undone within 5 s", async () => {
    const { actor, clock, context } = givenKitchen();
    await flushPromises();
    const undoable = { itemId: 1, name: "Плов", to: "new" } as const;
    actor.send({ type: "tap.add", entry: tap(1, "Start"), undoable });
    clock.increment(4000);
    actor.send({ type: "tap.add", entry: tap(1, "Ready"), undoable: { ...undoable, to: "cooking" } });
    clock.increment(4999);
    expect(context().undoable).toMatchObject({ to: "cooking" });
    clock.increment(1);
    expect(context().undoable).toBeUndefined();
  });

  test("a refused tap of a cook shows a message, and the dishes are read again", async () => {
    const { actor, given, context } = givenKitchen();
    await flushPromises();
    given.outcome = { kind: "refused", failure: { ...aFailure("refused"), message: "Это блюдо отменили." } };
    actor.send({ type: "tap.add", entry: tap(1, "Start"), undoable: { itemId: 1, name: "Плов", to: "new" } });
    await flushPromises();
    expect(context()).toMatchObject({ refusal: { message: "Это блюдо отменили." }, undoable: undefined });
    expect(given.reads).toBe(2);
    actor.send({ type: "refusal.dismiss" });
    expect(context().refusal).toBeUndefined();
  });

  test("the kitchen display sends the taps that an earlier page load has stored", async () => {
    const { sent } = givenKitchen([tap(3, "Ready")]);
    await flushPromises();
    expect(sent).toEqual([tap(3, "Ready")]);
  });

  test("kitchen display — a walk through the state machine reaches every state and takes every transition", () => {
    const { walk, failed, after } = givenWalk(kitchenMachine);
    walk({
      input: { query, stored: [], topics: [] },
      events: [
        { type: "query.loaded", from: "data", loaded: { query, data: [item(1)], at: 1 }, cause: "first" },
        { type: "query.failed", from: "data", failure: aFailure("unanswered") },
        { type: "board.refresh" },
        { type: "outbox.sent", entry: tap(1, "Start") },
        { type: "outbox.refused", entry: tap(1, "Start"), failure: aFailure("refused") },
        { type: "refusal.dismiss" },
        { type: "tap.add", entry: tap(1, "Start") },
        failed("data"),
        failed("outbox"),
        after("undo"),
      ],
      project: ({ context }) => [context.data?.length, context.sent.length > 0],
    });
  });

  test("a failed read of the kitchen's dishes shows a message until the next read", async () => {
    const { actor, context } = givenKitchen();
    actor.send({ type: "query.failed", from: "data", failure: aFailure("unanswered") });
    expect(context().failure).toMatchObject({ kind: "unanswered" });
    actor.send({ type: "board.refresh" });
    await flushPromises();
    expect(context().failure).toBeUndefined();
  });

  test("an error of the kitchen display's actor 'data' or 'outbox' shows a message", async () => {
    const { actor, call } = givenMachine(kitchenMachine, { query, stored: [], topics: [] });
    call("data").fail(new Error("fault"));
    call("outbox").fail(new Error("fault"));
    await flushPromises();
    const { context, status } = actor.getSnapshot();
    expect(context).toMatchObject({ failure: { kind: "fault" }, refusal: { kind: "fault" } });
    expect(status).toBe("active");
  });
});

describe("actors of the kitchen display", () => {
  test("a cook's tap is sent as a POST with an idempotency key, its time and the version that the cook saw", async () => {
    const requests: [string, string | null, unknown][] = [];
    const fetch = async (request: Request) => {
      if (request.method === "GET") return Response.json([item(1)]);
      const { pathname } = new URL(request.url);
      requests.push([pathname, request.headers.get("idempotency-key"), await request.json()]);
      return Response.json(item(1, { state: "cooking" }));
    };
    const kept: number[] = [];
    const actors = kitchenActors(
      {
        api: createApi({ baseUrl: "http://localhost", fetch }),
        environment: steadyEnvironment,
        now: () => 1,
        store: { recall: () => [], keep: (entries) => void kept.push(entries.length) },
      },
      1,
    );
    const actor = createActor(kitchenMachine.provide({ actors }), { input: { query, stored: [], topics: [] } }).start();
    await flushPromises();
    actor.send({ type: "tap.add", entry: tap(1, "Return", "new") });
    await flushPromises();
    expect(requests).toEqual([["/api/Kitchen/1/Company/1/Return", "Return-1", { at: AT, digest: "d1", to: "new" }]]);
    expect(kept).toEqual([1, 0]);
    actor.stop();
  });
});

describe("stop list and settings of the kitchen", () => {
  const signal = new AbortController().signal;
  const scope = { companyId: 1 };

  test("a stop-list entry is sent as a PUT for its dish, and an empty field means no limit", async () => {
    const day = { ...scope, dayEnd: "2026-11-26T00:00:00.000Z" };
    const { api, calls } = describedApi();
    const [row] = await itemStopDirectory.list(api, scope, signal);
    if (!row) throw new Error("a stop expected");
    expect(row.id).toBe(row.itemId);
    const { dishes } = await itemStopEditor.loadChoices(api, day, signal);
    expect(dishes.length).toBeGreaterThan(0);
    const { draft } = await itemStopEditor.read(api, day, row.id, signal);
    expect(draft).toMatchObject({ itemId: row.itemId, reason: row.reason ?? "" });
    const blank = { ...itemStopEditor.blank(day, { dishes }), itemId: 7 };
    expect(
      await itemStopEditor.save(
        api,
        day,
        { id: undefined, draft: blank, version: undefined, key: "stop-key-1" },
        signal,
      ),
    ).toEqual({
      id: 7,
    });
    const limited = { itemId: 7, until: "", remaining: " 5 ", reason: " мало " };
    await itemStopEditor.save(api, day, { id: 7, draft: limited, version: undefined, key: "stop-key-2" }, signal);
    await itemStopDirectory.commands.remove(api, scope, row, signal);
    const writes = calls.filter(({ method }) => method !== "GET");
    expect(writes.map(({ method, body }) => [method, body])).toEqual([
      ["PUT", { until: "2026-11-26T00:00:00.000Z", remaining: null, reason: null }],
      ["PUT", { until: null, remaining: 5, reason: "мало" }],
      ["DELETE", undefined],
    ]);
  });

  test("the kitchen settings form reads the statuses to choose from, and sends an unset status as null", async () => {
    const { api, calls } = describedApi();
    const { statuses } = await kitchenSettingsEditor.loadChoices(api, scope, signal);
    expect(statuses.every(({ name }) => name !== "")).toBe(true);
    const { draft, version } = await kitchenSettingsEditor.read(api, scope, 1, signal);
    expect([typeof draft.sendBy, typeof version]).toEqual(["string", "number"]);
    const chosen = { sendBy: "time", sendStatusId: 2, startStatusId: 0, readyStatusId: 4 } as const;
    await kitchenSettingsEditor.save(api, scope, { id: 1, draft: chosen, version: 3, key: "settings-key" }, signal);
    expect(calls.at(-1)?.body).toEqual({ sendBy: "time", sendStatusId: null, startStatusId: null, readyStatusId: 4 });
    expect(kitchenSettingsEditor.blank(scope, { statuses }).sendBy).toBe("time");
  });
});

describe("dishes on the kitchen display", () => {
  test("the taps of a cook are applied in sequence, and a tap that no longer fits its dish has no effect", () => {
    const [after] = applyTaps([item(1)], [tap(1, "Start"), tap(1, "Ready"), tap(1, "Start")]);
    expect(after).toMatchObject({ state: "ready", startedAt: AT, readyAt: AT });
    expect(applyTaps([item(1, { state: "ready" })], [tap(1, "Ready")])).toEqual([item(1, { state: "ready" })]);
    expect(applyTaps([item(1, { state: "ready" })], [tap(1, "Return", "cooking")])).toMatchObject([
      { state: "cooking", readyAt: null },
    ]);
    expect(applyTaps([item(1, { state: "cooking" })], [tap(1, "Return")])).toMatchObject([{ state: "new" }]);
    expect(applyTaps([item(1), item(2)], [tap(2, "Start")])).toMatchObject([{ state: "new" }, { state: "cooking" }]);
  });

  test("a cook's confirmation accepts a changed dish and removes a cancelled dish", () => {
    const changed = item(1, { isChanged: true, known: null });
    expect(applyTaps([changed], [tap(1, "Seen")])).toMatchObject([{ isChanged: false, known: changed.dish }]);
    expect(applyTaps([item(1, { isCancelled: true, dish: null })], [tap(1, "Seen"), tap(1, "Ready")])).toEqual([]);
  });

  test("starting or finishing an added dish marks the dish as seen by the cook", () => {
    const added = item(1, { known: null });
    expect(applyTaps([added], [tap(1, "Start")])).toMatchObject([{ known: added.dish }]);
    expect(applyTaps([added], [tap(1, "Ready")])).toMatchObject([{ known: added.dish }]);
  });

  test("hasNews — is true for a changed or cancelled dish, and for a new dish that is not ready yet", () => {
    const changed = item(1, { isChanged: true, digest: "d2" });
    expect(hasNews([], [item(1)])).toBe(true);
    expect(hasNews([], [item(1, { state: "ready" })])).toBe(false);
    expect(hasNews([item(1)], [item(1)])).toBe(false);
    expect(hasNews([item(1)], [changed])).toBe(true);
    expect(hasNews([changed], [changed])).toBe(false);
    expect(hasNews([changed], [{ ...changed, digest: "d3" }])).toBe(true);
    expect(hasNews([item(1)], [item(1, { isCancelled: true })])).toBe(true);
  });

  test("the tickets on the kitchen display group the dishes by order", () => {
    const tickets = toTickets([item(1), item(2, { orderId: 200, internalId: 8 }), item(3)]);
    expect(tickets.map(({ internalId, items }) => [internalId, items.map(({ id }) => id)])).toEqual([
      [7, [1, 3]],
      [8, [2]],
    ]);
    const [delivery, inHall] = toTickets([item(1), item(2, { orderId: 200, isDelivery: false, isInHall: true })]);
    expect(delivery).toMatchObject({ isDelivery: true, isInHall: false });
    expect(inHall).toMatchObject({ isDelivery: false, isInHall: true });
  });

  test("isLater — is true only for a new dish that starts in more than 10 minutes and needs no confirmation", () => {
    const now = Date.parse("2026-11-25T18:04:59.000Z");
    expect(isLater(item(1), now)).toBe(true);
    expect(isLater(item(1), now + 1000)).toBe(false);
    expect(isLater(item(1, { state: "cooking" }), now)).toBe(false);
    expect(isLater(item(1, { isChanged: true }), now)).toBe(false);
    expect(isLater(item(1, { isCancelled: true }), now)).toBe(false);
  });

  test("the totals of the kitchen contain the number of unfinished portions of each dish, the largest number first", () => {
    const soup = { name: "Борщ", count: 2, note: null, modificators: [] };
    expect(
      totalsToCook([
        item(1),
        item(2, { dish: soup }),
        item(3, { state: "cooking", dish: soup }),
        item(4, { state: "ready" }),
        item(5, { dish: null }),
      ]),
    ).toEqual([
      { name: "Борщ", count: 4 },
      { name: "Плов", count: 1 },
    ]);
  });

  test("the minutes to the due time are rounded down and become negative after that time", () => {
    const due = "2026-11-25T18:30:00.000Z";
    expect(minutesUntil(due, Date.parse(due) - 90_000)).toBe(1);
    expect(minutesUntil(due, Date.parse(due) + 1)).toBe(-1);
  });
});
