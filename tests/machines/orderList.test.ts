import { expect, test } from "vitest";
import { createActor, fromPromise, SimulatedClock } from "xstate";
import type { Schemas } from "#api/client.ts";
import {
  type OrderListRequest,
  type OrderListView,
  orderListMachine,
} from "#machines/orders/list/orderList.machine.ts";
import { filtered, lateBy, type OrderRow, readQuery, totals, writeQuery } from "#machines/orders/list/orderList.ts";
import { settled } from "../support/machines/flushPromises.ts";
import { givenWalk } from "../support/machines/givenWalk.ts";

const row = (id: number, over: Partial<OrderRow> = {}): OrderRow => ({
  id,
  internalId: id,
  date: "2026-11-21T12:00:00Z",
  creationDate: "2026-11-21T11:00:00Z",
  tags: [],
  statusId: 1,
  amount: 100,
  isCanceled: false,
  isClosed: false,
  deliveryAddress: null,
  phone: "+79030000000",
  note: null,
  externalOrder: null,
  ...over,
});

const today = readQuery("");

/** A list on its screen, with a server that answers as told and a clock of its own. */
const givenList = (view: OrderListView = "open") => {
  const asked: OrderListRequest[] = [];
  let answer: () => Promise<readonly OrderRow[]> = async () => [row(1), row(2)];
  const clock = new SimulatedClock();
  const list = createActor(
    orderListMachine.provide({
      actors: {
        load: fromPromise(async ({ input }) => {
          asked.push(input);
          return { rows: await answer(), at: 1_000 };
        }),
        loadDays: fromPromise(
          async (): Promise<readonly Schemas["OrdersOfDay"][]> => [{ date: "2026-11-20", count: 3 }],
        ),
      },
    }),
    { input: { companyId: 1, view }, clock },
  );
  list.start();
  return {
    list,
    asked,
    clock,
    answering: (next: () => Promise<readonly OrderRow[]>) => {
      answer = next;
    },
    enter: async (search = "") => {
      list.send({ type: "screen.enter", query: readQuery(search) });
      await settled();
    },
    context: () => list.getSnapshot().context,
  };
};

test("nothing is asked before the screen is entered", async () => {
  const { asked } = givenList();
  await settled();
  expect(asked).toEqual([]);
});

test("entering the screen loads its rows", async () => {
  const { enter, context, asked } = givenList();
  await enter();
  expect(context().rows.map(({ id }) => id)).toEqual([1, 2]);
  expect(asked).toEqual([{ companyId: 1, view: "open", startDate: undefined, endDate: undefined }]);
});

test("open orders refresh by themselves every 10 s", async () => {
  const { enter, asked, clock } = givenList();
  await enter();
  clock.increment(9_999);
  expect(asked).toHaveLength(1);
  clock.increment(1);
  expect(asked).toHaveLength(2);
});

test("a summary does not refresh by itself", async () => {
  const { enter, asked, clock } = givenList("summary");
  await enter();
  clock.increment(60_000);
  expect(asked).toHaveLength(1);
});

test("the rows stay while the list refreshes, and when it fails", async () => {
  const { enter, list, context, answering } = givenList();
  await enter();
  answering(async () => {
    throw new Error("Сервер не отвечает.");
  });
  list.send({ type: "list.refresh" });
  expect(context().rows).toHaveLength(2);
  await settled();
  expect(context()).toMatchObject({ error: "Сервер не отвечает.", failures: 1 });
  expect(context().rows).toHaveLength(2);
});

test("failures make the refreshes rarer, up to a minute", async () => {
  const { enter, clock, asked, answering } = givenList();
  await enter();
  answering(async () => {
    throw new Error("away");
  });
  for (const pause of [10_000, 20_000, 40_000, 60_000, 60_000]) {
    const before = asked.length;
    clock.increment(pause - 1);
    expect(asked).toHaveLength(before);
    clock.increment(1);
    await settled();
    expect(asked).toHaveLength(before + 1);
  }
});

test("a first load that failed can be repeated", async () => {
  const { enter, list, context, answering } = givenList();
  answering(async () => {
    throw new Error("away");
  });
  await enter();
  expect(list.getSnapshot().hasTag("failed")).toBe(true);
  answering(async () => [row(7)]);
  list.send({ type: "list.refresh" });
  await settled();
  expect(context().rows.map(({ id }) => id)).toEqual([7]);
});

test("another day is asked of the server and begins at the first page", async () => {
  const { enter, list, asked, context } = givenList();
  await enter("page=2");
  list.send({ type: "query.change", patch: { startDate: "2026-11-20", endDate: "2026-11-20" } });
  await settled();
  expect(asked.at(-1)).toMatchObject({ startDate: "2026-11-20", endDate: "2026-11-20" });
  expect(context().query.page).toBe(1);
});

test("a status filter asks nothing of the server", async () => {
  const { enter, list, asked } = givenList();
  await enter();
  list.send({ type: "query.change", patch: { statuses: [1] } });
  expect(asked).toHaveLength(1);
});

test("a change of the query is told, a typed text as no step of the history", async () => {
  const { enter, list } = givenList();
  await enter();
  const told: boolean[] = [];
  list.on("query.changed", ({ isStep }) => told.push(isStep));
  list.send({ type: "query.change", patch: { text: "садовая" } });
  list.send({ type: "query.change", patch: { page: 2 } });
  expect(told).toEqual([false, true]);
});

test("the rows wait for the way back, and are asked for anew", async () => {
  const { enter, list, asked, context, clock } = givenList();
  await enter();
  list.send({ type: "screen.leave" });
  expect(context().rows).toHaveLength(2);
  list.send({ type: "screen.enter", query: today });
  expect(list.getSnapshot().hasTag("skeleton")).toBe(false);
  expect(asked).toHaveLength(1);
  clock.increment(100);
  expect(asked).toHaveLength(2);
});

test("coming back with another day forgets the rows", async () => {
  const { enter, list } = givenList();
  await enter();
  list.send({ type: "screen.leave" });
  list.send({ type: "screen.enter", query: readQuery("date=2026-11-20") });
  expect(list.getSnapshot().hasTag("skeleton")).toBe(true);
});

test("a hidden page asks nothing until it is shown", async () => {
  const { enter, list, asked, clock } = givenList();
  await enter();
  list.send({ type: "page.hide" });
  clock.increment(60_000);
  expect(asked).toHaveLength(1);
  list.send({ type: "page.show" });
  expect(asked).toHaveLength(2);
});

test("a page that is hidden while the list is read asks no more either, nor when the server is back", async () => {
  const { enter, list, asked, clock } = givenList();
  await enter();
  list.send({ type: "list.refresh" });
  list.send({ type: "page.hide" });
  await settled();
  clock.increment(60_000);
  list.send({ type: "network.online" });
  expect(asked).toHaveLength(2);
  list.send({ type: "page.show" });
  expect(asked).toHaveLength(3);
});

test("a list that was left while its page was hidden keeps itself fresh when it is entered again", async () => {
  const { enter, list, asked, clock } = givenList();
  await enter();
  list.send({ type: "page.hide" });
  list.send({ type: "screen.leave" });
  await enter();
  clock.increment(100);
  expect(asked).toHaveLength(2);
  await settled();
  clock.increment(10_000);
  expect(asked).toHaveLength(3);
});

test("ticks survive a refresh, but not their order's leaving", async () => {
  const { enter, list, context, answering } = givenList();
  await enter();
  list.send({ type: "row.tick", ids: [1, 2], isTicked: true });
  answering(async () => [row(2), row(3)]);
  list.send({ type: "list.refresh" });
  await settled();
  expect(context().ticked).toEqual([2]);
  list.send({ type: "row.tick", ids: [2], isTicked: false });
  expect(context().ticked).toEqual([]);
});

test("the order that was opened is known when the list is come back to", async () => {
  const { enter, list, context } = givenList();
  await enter();
  list.send({ type: "row.open", id: 2 });
  list.send({ type: "screen.leave" });
  await enter();
  expect(context().opened).toBe(2);
});

test("the days with orders are read when they are wanted", async () => {
  const { enter, list, context } = givenList();
  await enter();
  list.send({ type: "days.want" });
  await settled();
  expect(context().days).toEqual([{ date: "2026-11-20", count: 3 }]);
});

test("order list — every state and transition is walked", () => {
  const { walk, done, failed, after } = givenWalk(orderListMachine);
  walk({
    input: { companyId: 1, view: "open" },
    events: [
      { type: "screen.enter", query: today },
      { type: "screen.enter", query: readQuery("date=2026-11-20") },
      { type: "screen.leave" },
      { type: "page.show" },
      { type: "page.hide" },
      { type: "network.online" },
      { type: "list.refresh" },
      { type: "query.change", patch: { startDate: "2026-11-19", endDate: "2026-11-19" } },
      { type: "query.change", patch: { statuses: [1] } },
      { type: "row.tick", ids: [1], isTicked: true },
      { type: "row.open", id: 2 },
      { type: "days.want" },
      done("load", { rows: [row(1)], at: 5 }),
      failed("load"),
      done("loadDays", []),
      failed("loadDays"),
      after("refreshEvery"),
      after("drawn"),
    ],
    project: ({ context }) => [context.at, context.query, context.isHidden],
  });
});

test("the query string keeps the state of the list", () => {
  const search =
    "startDate=2026-11-01&endDate=2026-11-20&orderStatusId=3&orderStatusId=4&orderTagId=1&text=%D1%81%D0%B0%D0%B4&sort=amount&page=2";
  expect(writeQuery(readQuery(search))).toBe(search);
  expect(writeQuery(readQuery("date=2026-11-20"))).toBe("date=2026-11-20");
});

test("a day that does not exist gives the current one", () => {
  expect(readQuery("date=2026-02-31")).toEqual(today);
  expect(readQuery("date=2026-13-01")).toEqual(today);
  expect(readQuery("page=-1&sort=upwards&orderStatusId=x")).toEqual(today);
});

test("rows are found by number, address, note, reference and phone", () => {
  const rows = [
    row(1, { deliveryAddress: "ул. Садовая, 12" }),
    row(2, { phone: "+79161234567" }),
    row(3, { note: "Без лука" }),
    row(4, { externalOrder: "А-10452" }),
  ];
  const found = (text: string) => filtered(rows, { ...today, text }).map(({ id }) => id);
  expect(found("садов")).toEqual([1]);
  expect(found("916 123")).toEqual([2]);
  expect(found("ЛУКА")).toEqual([3]);
  expect(found("а-104")).toEqual([4]);
  expect(found("3")).toEqual([3]);
  expect(["89161234567", "8 916 123", "+7 (916) 123"].map(found)).toEqual([[2], [2], [2]]);
  expect(found("№ 3")).toEqual([3]);
});

test("rows are sorted by number and by sum, without touching those of the server", () => {
  const rows = [row(1, { amount: 5 }), row(2, { amount: 9 })];
  expect(filtered(rows, { ...today, sort: "number" }).map(({ id }) => id)).toEqual([2, 1]);
  expect(filtered(rows, { ...today, sort: "amount" }).map(({ id }) => id)).toEqual([2, 1]);
  expect(rows.map(({ id }) => id)).toEqual([1, 2]);
});

test("numbers begin again every day: sorted by number, the later day comes first", () => {
  const rows = [row(11, { internalId: 7 }), row(12, { internalId: 8 }), row(13, { internalId: 1 })];
  expect(filtered(rows, { ...today, sort: "number" }).map(({ internalId }) => internalId)).toEqual([1, 8, 7]);
});

test("cancelled orders are left out of total and average", () => {
  const rows = [row(1, { amount: 100.1 }), row(2, { amount: 200.2 }), row(3, { amount: 999, isCanceled: true })];
  expect(totals(rows)).toEqual({ total: 300.3, average: 150.15, canceled: 1 });
  expect(totals([])).toEqual({ total: 0, average: 0, canceled: 0 });
});

test("an order is late once its time has passed by a minute, not when it is closed", () => {
  const now = Date.parse("2026-11-21T12:42:00Z");
  expect(lateBy(row(1), now)).toBe(42 * 60_000);
  expect(lateBy(row(1), Date.parse("2026-11-21T12:00:59Z"))).toBe(0);
  expect(lateBy(row(1, { isClosed: true }), now)).toBe(0);
  expect(lateBy(row(1, { isCanceled: true }), now)).toBe(0);
  // Wanted at once, it is late after an hour; with a due time that was over when it was taken, at once.
  const atOnce = row(1, { creationDate: "2026-11-21T12:00:00.400Z" });
  expect([lateBy(atOnce, now), lateBy(atOnce, now + 20 * 60_000)]).toEqual([0, 62 * 60_000]);
  expect(lateBy(row(1, { creationDate: "2026-11-21T12:30:00Z" }), now)).toBe(42 * 60_000);
});
