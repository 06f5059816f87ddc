import { expect, test } from "vitest";
import { createActor, fromPromise, SimulatedClock, type SnapshotFrom } from "xstate";
import { ApiProblem, createApi, NoAnswer } from "#api/client.ts";
import { queryMachineOf } from "#machines/core/query.machine.ts";
import type { Loaded, QueryRequest } from "#machines/core/query.ts";
import { type Attention, overdueMs } from "#machines/orders/list/orderAttention.ts";
import { listOrders, orderListActors } from "#machines/orders/list/orderList.actors.ts";
import { orderListMachine } from "#machines/orders/list/orderList.machine.ts";
import {
  filterOrders,
  type OrderListRequest,
  type OrderListView,
  type OrderRow,
  readQuery,
  sumOrders,
  writeQuery,
} from "#machines/orders/list/orderList.ts";
import { givenEnvironment, steadyEnvironment } from "../support/machines/environments.ts";
import { flushPromises } from "../support/machines/flushPromises.ts";
import { givenWalk } from "../support/machines/givenWalk.ts";
import { aFailure } from "../support/machines/orderEditorSamples.ts";

type Rows = readonly OrderRow[];

const row = (id: number, fields: Partial<OrderRow> = {}): OrderRow => ({
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
  ...fields,
});

const today = readQuery("");

const NOW = Date.parse("2026-11-21T12:30:00Z");

const unanswered = () => Promise.reject(new NoAnswer());

/** Starts an order list with a simulated clock. `answerWith` sets the response to the reads of the list. */
const givenList = (view: OrderListView = "open") => {
  const requests: OrderListRequest[] = [];
  let answer: () => Promise<Rows> = async () => [row(1), row(2)];
  const clock = new SimulatedClock();
  const { environment, report } = givenEnvironment();
  const list = createActor(
    orderListMachine.provide({
      actors: {
        orders: queryMachineOf<OrderListRequest, Rows>().provide({
          actors: {
            environment,
            load: fromPromise<Loaded<OrderListRequest, Rows>, QueryRequest<OrderListRequest>>(
              async ({ input: { query } }) => {
                requests.push(query);
                return { query, data: await answer(), at: 1_000 };
              },
            ),
          },
        }),
      },
    }),
    { input: { companyId: 1, view }, clock },
  );
  list.start();
  return {
    list,
    requests,
    clock,
    /** Sends an environment event, such as a network change, to the list. */
    report,
    answerWith: (next: () => Promise<Rows>) => {
      answer = next;
    },
    enter: async (search = "") => {
      list.send({ type: "screen.enter", query: readQuery(search) });
      await flushPromises();
    },
    context: () => list.getSnapshot().context,
  };
};

test("order list — sends no request before it is opened", async () => {
  const { requests } = givenList();
  await flushPromises();
  expect(requests).toEqual([]);
});

test("order list — loads its orders when it is opened", async () => {
  const { enter, context, requests } = givenList();
  await enter();
  expect(context().rows.map(({ id }) => id)).toEqual([1, 2]);
  expect(context().at).toBe(1_000);
  expect(requests).toEqual([{ companyId: 1, view: "open", startDate: undefined, endDate: undefined }]);
});

test("order list — polls open orders every 10 s without a live feed", async () => {
  const { enter, requests, clock } = givenList();
  await enter();
  clock.increment(9_999);
  expect(requests).toHaveLength(1);
  clock.increment(1);
  expect(requests).toHaveLength(2);
});

test("order list — polls open orders every three minutes while the live feed works, and every 10 s after the feed is lost", async () => {
  const { enter, report, requests, clock } = givenList();
  await enter();
  report({ type: "feed.live" });
  clock.increment(9_999);
  expect(requests).toHaveLength(1);
  clock.increment(1);
  await flushPromises();
  expect(requests).toHaveLength(2);
  clock.increment(179_999);
  expect(requests).toHaveLength(2);
  clock.increment(1);
  await flushPromises();
  expect(requests).toHaveLength(3);
  report({ type: "feed.lost" });
  clock.increment(10_000);
  expect(requests).toHaveLength(4);
});

test("order list — is not polled in the summary view", async () => {
  const { enter, requests, clock } = givenList("summary");
  await enter();
  clock.increment(60_000);
  expect(requests).toHaveLength(1);
});

test("order list — keeps the rows visible during and after a failed refresh", async () => {
  const { enter, list, context, answerWith } = givenList();
  await enter();
  answerWith(unanswered);
  list.send({ type: "list.refresh" });
  expect(context().rows).toHaveLength(2);
  await flushPromises();
  expect(context().failure?.kind).toBe("unanswered");
  expect(context().rows).toHaveLength(2);
  answerWith(async () => [row(1)]);
  list.send({ type: "list.refresh" });
  await flushPromises();
  expect(context().failure).toBeUndefined();
});

test("order list — retries failed refreshes with a back-off of at most one minute", async () => {
  const { enter, clock, requests, answerWith } = givenList();
  await enter();
  answerWith(unanswered);
  for (const pause of [10_000, 5_000, 10_000, 20_000, 40_000, 60_000, 60_000]) {
    const count = requests.length;
    clock.increment(pause - 1);
    expect(requests).toHaveLength(count);
    clock.increment(1);
    await flushPromises();
    expect(requests).toHaveLength(count + 1);
  }
});

test("order list — retries a failed first load on request", async () => {
  const { enter, list, context, answerWith } = givenList();
  answerWith(() => Promise.reject(new ApiProblem(403, "Нельзя.")));
  await enter();
  expect(list.getSnapshot().hasTag("failed")).toBe(true);
  expect(context().failure?.message).toBe("Нельзя.");
  answerWith(async () => [row(7)]);
  list.send({ type: "list.refresh" });
  expect(list.getSnapshot().hasTag("skeleton")).toBe(true);
  await flushPromises();
  expect(context().rows.map(({ id }) => id)).toEqual([7]);
});

test("order list — retries a failed first load when the server is reachable", async () => {
  const { enter, list, context, answerWith, report } = givenList("summary");
  answerWith(unanswered);
  await enter();
  answerWith(async () => [row(7)]);
  report({ type: "network.online" });
  await flushPromises();
  expect(list.getSnapshot().hasTag("failed")).toBe(false);
  expect(context().rows.map(({ id }) => id)).toEqual([7]);
});

test("order list — shows the first page of a newly chosen day", async () => {
  const { enter, list, requests, context } = givenList();
  await enter("page=2");
  list.send({ type: "query.change", patch: { startDate: "2026-11-20", endDate: "2026-11-20" } });
  await flushPromises();
  expect(requests.at(-1)).toMatchObject({ startDate: "2026-11-20", endDate: "2026-11-20" });
  expect(context().query.page).toBe(1);
});

test("order list — hides the rows of the previous day when another day is chosen", async () => {
  const { enter, list, context, answerWith } = givenList();
  await enter();
  answerWith(unanswered);
  list.send({ type: "query.change", patch: { startDate: "2026-11-20", endDate: "2026-11-20" } });
  expect(list.getSnapshot().hasTag("skeleton")).toBe(true);
  await flushPromises();
  expect(list.getSnapshot().hasTag("failed")).toBe(true);
  expect(context().rows).toEqual([]);
});

test("order list — a filter by status shows the first page of the loaded rows without a request", async () => {
  const { enter, list, requests, context } = givenList();
  await enter("page=2");
  list.send({ type: "query.change", patch: { statuses: [1] } });
  await flushPromises();
  expect(context().query).toEqual({ ...today, statuses: [1], page: 1 });
  expect([requests.length, context().rows.length, list.getSnapshot().hasTag("skeleton")]).toEqual([1, 2, false]);
});

test("order list — emits each change of the query, with a history entry for a new page or day but not for typed text", async () => {
  const { enter, list } = givenList();
  await enter();
  const emitted: unknown[] = [];
  list.on("query.changed", ({ query, isStep }) => emitted.push([query, isStep]));
  list.send({ type: "query.change", patch: { text: "садовая" } });
  list.send({ type: "query.change", patch: { page: 2 } });
  list.send({ type: "query.change", patch: { startDate: "2026-11-20" } });
  expect(emitted).toEqual([
    [{ ...today, text: "садовая" }, false],
    [{ ...today, text: "садовая", page: 2 }, true],
    [{ ...today, text: "садовая", page: 1, startDate: "2026-11-20" }, true],
  ]);
});

test("order list — shows cached rows immediately after the browser's Back button", async () => {
  const { enter, list, requests, context, clock } = givenList();
  await enter();
  list.send({ type: "screen.leave" });
  expect(context().rows).toHaveLength(2);
  clock.increment(60_000);
  list.send({ type: "screen.enter", query: today });
  expect(list.getSnapshot().hasTag("skeleton")).toBe(false);
  expect(requests).toHaveLength(1);
  clock.increment(100);
  expect(requests).toHaveLength(2);
});

test("order list — when the list is reopened, has the filters and the days of the query string", async () => {
  const { enter, list, requests, context } = givenList();
  await enter("orderStatusId=3");
  expect(context().query).toEqual({ ...today, statuses: [3] });
  list.send({ type: "screen.leave" });
  await enter("orderStatusId=4");
  expect([context().query, context().rows.length]).toEqual([{ ...today, statuses: [4] }, 2]);
  list.send({ type: "screen.leave" });
  await enter("startDate=2026-11-19&endDate=2026-11-20");
  const days = { startDate: "2026-11-19", endDate: "2026-11-20" };
  expect(context().query).toEqual({ ...today, ...days });
  expect(requests.at(-1)).toMatchObject(days);
});

test("order list — a refresh replaces the unfinished first load, and the late answer of that load is ignored", async () => {
  const { enter, list, requests, context, answerWith } = givenList();
  let endFirst = (_: Rows) => {};
  const first = new Promise<Rows>((resolve) => {
    endFirst = resolve;
  });
  answerWith(() => first);
  await enter();
  answerWith(async () => [row(7)]);
  list.send({ type: "list.refresh" });
  expect([requests.length, list.getSnapshot().hasTag("skeleton")]).toEqual([2, true]);
  await flushPromises();
  endFirst([row(1), row(2)]);
  await flushPromises();
  expect(context().rows.map(({ id }) => id)).toEqual([7]);
});

test("order list — shows an empty cached list immediately after the browser's Back button", async () => {
  const { enter, list, answerWith } = givenList();
  answerWith(async () => []);
  await enter();
  list.send({ type: "screen.leave" });
  list.send({ type: "screen.enter", query: today });
  expect(list.getSnapshot().hasTag("skeleton")).toBe(false);
});

test("order list — removes the cached rows when it is opened with another day", async () => {
  const { enter, list, context } = givenList();
  await enter();
  list.send({ type: "screen.leave" });
  list.send({ type: "screen.enter", query: readQuery("date=2026-11-20") });
  expect(list.getSnapshot().hasTag("skeleton")).toBe(true);
  expect(context().rows).toEqual([]);
});

test.each<OrderListView>(["open", "summary"])(
  "order list — on a hidden page, the view '%s' is refreshed only when the page is shown",
  async (view) => {
    const { enter, report, requests, clock } = givenList(view);
    await enter();
    report({ type: "page.hide" });
    clock.increment(60_000);
    expect(requests).toHaveLength(1);
    report({ type: "page.show" });
    expect(requests).toHaveLength(2);
  },
);

test("order list — does not refresh while the page is hidden, even if the server is reachable again", async () => {
  const { enter, list, report, requests, clock } = givenList();
  await enter();
  list.send({ type: "list.refresh" });
  report({ type: "page.hide" });
  await flushPromises();
  clock.increment(60_000);
  report({ type: "network.online" });
  expect(requests).toHaveLength(2);
  report({ type: "page.show" });
  expect(requests).toHaveLength(3);
});

test("order list — refreshes open orders when the server is reachable again", async () => {
  const { enter, report, requests } = givenList();
  await enter();
  report({ type: "network.online" });
  expect(requests).toHaveLength(2);
});

test("order list — polls again when the user returns to the list after leaving it while the page was hidden", async () => {
  const { enter, list, report, requests, clock } = givenList();
  await enter();
  report({ type: "page.hide" });
  list.send({ type: "screen.leave" });
  await enter();
  clock.increment(100);
  expect(requests).toHaveLength(2);
  await flushPromises();
  clock.increment(10_000);
  expect(requests).toHaveLength(3);
});

test("order list — after a refresh, keeps the selected orders that are still listed", async () => {
  const { enter, list, context, answerWith } = givenList();
  await enter();
  list.send({ type: "row.tick", ids: [1, 2], isTicked: true });
  answerWith(async () => [row(2), row(3)]);
  list.send({ type: "list.refresh" });
  await flushPromises();
  expect(context().ticked).toEqual([2]);
  list.send({ type: "row.tick", ids: [2], isTicked: false });
  expect(context().ticked).toEqual([]);
});

test("order list — marks the last opened order after the browser's Back button", async () => {
  const { enter, list, context } = givenList();
  await enter();
  list.send({ type: "row.open", id: 2 });
  list.send({ type: "screen.leave" });
  await enter();
  expect(context().opened).toBe(2);
});

test("order list — a walk through the state machine reaches every state and takes every transition", () => {
  const { walk, failed } = givenWalk(orderListMachine);
  const query = { companyId: 1, view: "open", startDate: undefined, endDate: undefined } as const;
  walk({
    input: { companyId: 1, view: "open" },
    events: [
      { type: "screen.enter", query: today },
      { type: "screen.enter", query: readQuery("date=2026-11-20") },
      { type: "screen.leave" },
      { type: "list.refresh" },
      { type: "query.change", patch: { startDate: "2026-11-19", endDate: "2026-11-19" } },
      { type: "query.change", patch: { statuses: [1] } },
      { type: "row.tick", ids: [1], isTicked: true },
      { type: "row.open", id: 2 },
      { type: "row.show", id: 2 },
      { type: "menu.show", id: 2 },
      { type: "query.loaded", from: "orders", loaded: { query, data: [row(1)], at: 5 }, cause: "first" },
      { type: "query.failed", from: "orders", failure: aFailure("unanswered") },
      failed("orders"),
    ],
    project: ({ context }: SnapshotFrom<typeof orderListMachine>) => [context.at, context.query],
    invariant: ({ context }) => {
      if (context.at === undefined) expect(context.rows).toEqual([]);
    },
  });
});

test.each<[OrderListView, string]>([
  ["open", "/api/Order/Company/1/MediumSummury?isOpenedOnly=true&startDate=2026-11-20&endDate=2026-11-20"],
  ["summary", "/api/Order/Company/1/Summury?startDate=2026-11-20&endDate=2026-11-20"],
  ["medium", "/api/Order/Company/1/MediumSummury?startDate=2026-11-20&endDate=2026-11-20"],
])("order list — reads the view '%s' by the API operation of this view, with the chosen days", async (view, path) => {
  const paths: string[] = [];
  const api = createApi({
    baseUrl: "http://server",
    fetch: async ({ url }) => {
      const { pathname, search } = new URL(url);
      paths.push(pathname + search);
      return Response.json([row(1)]);
    },
  });
  const request = { companyId: 1, view, startDate: "2026-11-20", endDate: "2026-11-20" };
  expect(await listOrders(api, request, new AbortController().signal)).toEqual([row(1)]);
  expect(paths).toEqual([path]);
});

test("order list — fails for a response that is not a list", async () => {
  const api = createApi({ baseUrl: "http://server", fetch: async () => Response.json({ ok: true }) });
  const actors = orderListActors({ api, environment: steadyEnvironment, now: () => 5 });
  const list = createActor(orderListMachine.provide({ actors }), { input: { companyId: 1, view: "open" } }).start();
  list.send({ type: "screen.enter", query: today });
  await flushPromises();
  expect(list.getSnapshot().value).toEqual({ shown: "failed" });
  expect(list.getSnapshot().context.failure?.kind).toBe("unreadable");
  list.stop();
});

test("order list — stores the id of the order with an open status menu", () => {
  const { list } = givenList();
  list.send({ type: "menu.show", id: 2 });
  expect(list.getSnapshot().context.menuOf).toBe(2);
  list.send({ type: "menu.show", id: undefined });
  expect(list.getSnapshot().context.menuOf).toBeUndefined();
});

test("order list — stores the id of the order that is shown in the side panel", () => {
  const { list } = givenList();
  list.send({ type: "row.show", id: 2 });
  expect(list.getSnapshot().context.shown).toBe(2);
  list.send({ type: "row.show", id: undefined });
  expect(list.getSnapshot().context.shown).toBeUndefined();
  list.stop();
});

test("order list — a query string that is parsed and written again stays unchanged", () => {
  const search =
    "startDate=2026-11-01&endDate=2026-11-20&orderStatusId=3&orderStatusId=4&orderTagId=1&attention=unpaid&text=%D1%81%D0%B0%D0%B4&sort=amount&hide=customer&page=2";
  expect(writeQuery(readQuery(search))).toBe(search);
  expect(writeQuery(readQuery("date=2026-11-20"))).toBe("date=2026-11-20");
});

test("order list — ignores invalid values in the query string", () => {
  expect(readQuery("date=2026-02-31")).toEqual(today);
  expect(readQuery("date=2026-13-01")).toEqual(today);
  expect(readQuery("page=-1&sort=upwards&orderStatusId=x&attention=all&hide=amount")).toEqual(today);
});

test("order list — finds orders by number, address, note, reference, name and phone", () => {
  const rows = [
    row(1, { deliveryAddress: "ул. Садовая, 12" }),
    row(2, { phone: "+79161234567" }),
    row(3, { note: "Без лука" }),
    row(4, { externalOrder: "А-10452" }),
    row(5, { customerName: "Мария Ильина" }),
  ];
  const found = (text: string) => filterOrders(rows, { ...today, text }, NOW).map(({ id }) => id);
  expect(found("садов")).toEqual([1]);
  expect(found("916 123")).toEqual([2]);
  expect(found("ЛУКА")).toEqual([3]);
  expect(found("а-104")).toEqual([4]);
  expect(found("ильин")).toEqual([5]);
  expect(found("3")).toEqual([3]);
  expect(["89161234567", "8 916 123", "+7 (916) 123"].map(found)).toEqual([[2], [2], [2]]);
  expect(found("№ 3")).toEqual([3]);
  expect(found("Садовая, 123")).toEqual([]);
});

test("order list — sorts rows by number or sum, the largest first", () => {
  const rows = [row(1, { amount: 5 }), row(2, { amount: 9 })];
  expect(filterOrders(rows, { ...today, sort: "number" }, NOW).map(({ id }) => id)).toEqual([2, 1]);
  expect(filterOrders(rows, { ...today, sort: "amount" }, NOW).map(({ id }) => id)).toEqual([2, 1]);
  expect(rows.map(({ id }) => id)).toEqual([1, 2]);
});

test("order list sorted by number — compares the ids, because the numbers restart every day", () => {
  const rows = [row(11, { internalId: 7 }), row(12, { internalId: 8 }), row(13, { internalId: 1 })];
  expect(filterOrders(rows, { ...today, sort: "number" }, NOW).map(({ internalId }) => internalId)).toEqual([1, 8, 7]);
});

test("order list — filters open orders by the reason why they need attention", () => {
  const due = { date: "2026-11-21T13:00:00Z", deliveryAddress: "ул. Садовая, 12" };
  const rows = [
    row(1, { requiredAmount: 0, courierName: null }),
    row(2, { ...due, requiredAmount: 40, courierName: "Денис" }),
    row(3, { ...due, requiredAmount: 0, courierName: null }),
    row(4, { ...due, requiredAmount: 100, courierName: null, isClosed: true }),
    row(5, { ...due, requiredAmount: 100, courierName: null, isCanceled: true }),
    row(6, due),
  ];
  const found = (attention: Attention) => filterOrders(rows, { ...today, attention }, NOW).map(({ id }) => id);
  expect(found("late")).toEqual([1]);
  expect(found("unpaid")).toEqual([2]);
  expect(found("noCourier")).toEqual([3]);
});

test("order list — excludes cancelled orders from the total and the average", () => {
  const rows = [row(1, { amount: 100.1 }), row(2, { amount: 200.2 }), row(3, { amount: 999, isCanceled: true })];
  expect(sumOrders(rows)).toEqual({ total: 300.3, average: 150.15, canceled: 1 });
  expect(sumOrders([])).toEqual({ total: 0, average: 0, canceled: 0 });
});

test("order list — an order is overdue one minute after its promised or due time, but one hour after if it was due at its creation and has no promised time", () => {
  const now = Date.parse("2026-11-21T12:42:00Z");
  expect(overdueMs(row(1), now)).toBe(42 * 60_000);
  expect(overdueMs(row(1), Date.parse("2026-11-21T12:00:59Z"))).toBe(0);
  expect(overdueMs(row(1, { isClosed: true }), now)).toBe(0);
  expect(overdueMs(row(1, { isCanceled: true }), now)).toBe(0);
  // The order `atOnce` was due at its creation and has no promised time, so it is overdue only after one hour.
  const atOnce = row(1, { creationDate: "2026-11-21T12:00:00.400Z" });
  expect([overdueMs(atOnce, now), overdueMs(atOnce, now + 20 * 60_000)]).toEqual([0, 62 * 60_000]);
  expect(overdueMs(row(1, { creationDate: "2026-11-21T12:30:00Z" }), now)).toBe(42 * 60_000);
  // An order with a promised time is overdue from one minute after that time, even if it was due at its creation.
  const promised = row(1, { creationDate: "2026-11-21T12:00:00Z", promisedAt: "2026-11-21T12:03:00Z" });
  expect(overdueMs(promised, now)).toBe(39 * 60_000);
  expect(overdueMs({ ...promised, promisedAt: "2026-11-21T12:43:00Z" }, now)).toBe(0);
});
