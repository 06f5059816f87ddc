import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createActor, toPromise } from "xstate";
import { type Api, createApi, UnreadableAnswer } from "#api/client.ts";
import { pagedQueryActors } from "#machines/core/pagedQuery.actors.ts";
import { allSessionsQuery } from "#machines/directory/descriptors/sessions.ts";
import { tagDirectory } from "#machines/directory/descriptors/tags.ts";
import { directoryListActors } from "#machines/directory/directory.actors.ts";
import { listOrders } from "#machines/orders/list/orderList.actors.ts";
import { pendingInvoicesQuery } from "#machines/payments/invoiceWatch.ts";
import { readOrderSnapshot } from "#machines/payments/orderSnapshot.ts";
import { orderCalendarQuery } from "#machines/queries/calendar.ts";
import { callsOfDayQuery } from "#machines/queries/calls.ts";
import { companyStateQuery } from "#machines/queries/companyState.ts";
import {
  daysWithOrdersQuery,
  financeOfDayQuery,
  ordersOfDayQuery,
  paymentsOfDayQuery,
  sourcesOfDayQuery,
} from "#machines/queries/dashboard.ts";
import { orderHistoryQuery, orderPrimeCostQuery } from "#machines/queries/orderRecords.ts";
import { salesQuery } from "#machines/queries/realization.ts";
import { referencesQuery } from "#machines/queries/references.ts";
import {
  callReportQuery,
  cancellationReportQuery,
  discountReportQuery,
  financeReportQuery,
  itemReportQuery,
  paymentReportQuery,
} from "#machines/queries/reports.ts";
import { stockBalanceQuery, stockOperationsQuery } from "#machines/queries/stockOperations.ts";
import { steadyEnvironment } from "../support/machines/environments.ts";
import { anOrder, aPayment, methods } from "../support/machines/orderSamples.ts";
import { createOrderServer, givenOrderScreen } from "../support/machines/paymentFixtures.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const advanceClock = (ms = 500) => vi.advanceTimersByTimeAsync(ms);

/** Malformed response bodies with status 200, keyed by description. */
const MALFORMED = {
  "an empty object": "{}",
  null: "null",
  "an empty JSON string": '""',
  empty: "",
  "truncated JSON": '[{"id":1,',
  "a list that contains null": "[null]",
  "a list with empty objects": "[{}]",
  "a list of lists": "[[]]",
};

/** Returns the JSON of an answer in which one field is replaced. */
const replaced = (answer: object, field: string, value: unknown): string =>
  JSON.stringify({ ...answer, [field]: value });

const answerOf = (text: string) => new Response(text, { headers: { "content-type": "application/json" } });

const MALFORMED_ORDERS: readonly (readonly [string, string])[] = [
  ...Object.entries({ ...MALFORMED, "an empty list": "[]" }),
  ...["id", "statusId", "amount", "items", "tags", "date", "creationDate"].flatMap((field) => [
    [`an order whose ${field} is null`, replaced(anOrder(), field, null)] as const,
    [`an order whose ${field} has another type`, replaced(anOrder(), field, {})] as const,
  ]),
  ["an order with a dish that is null", replaced(anOrder(), "items", [null])],
  [
    "an order with a dish without modifiers",
    replaced(anOrder(), "items", [{ name: "Суп", price: 1, count: 1, amount: 1 }]),
  ],
  ["an order without a date", replaced(anOrder(), "date", "")],
];

const MALFORMED_PAYMENTS: readonly (readonly [string, string])[] = [
  ...Object.entries(MALFORMED),
  ...["id", "amount", "date", "isComplited", "isRejected"].map(
    (field) => [`a payment whose ${field} is null`, `[${replaced(aPayment(), field, null)}]`] as const,
  ),
];

const [method] = methods;

const MALFORMED_METHODS: readonly (readonly [string, string])[] = [
  ...Object.entries(MALFORMED),
  ...["id", "name", "order"].map(
    (field) => [`a method whose ${field} is null`, `[${replaced({ ...method }, field, null)}]`] as const,
  ),
];

/**
 * Returns a fake server. Until `repair` is called, the server executes the calls selected by `isMalformed`, but answers
 * them with `text`.
 */
const givenServer = (isMalformed: (method: string, path: string) => boolean, text: string) => {
  const server = createOrderServer();
  let isRepaired = false;
  return {
    ...server,
    repair: () => {
      isRepaired = true;
    },
    fetch: async (request: Request) => {
      const isCut = !isRepaired && isMalformed(request.method, new URL(request.url).pathname);
      const answer = await server.fetch(request);
      return isCut ? answerOf(text) : answer;
    },
  };
};

const isOrderRead = (method: string, path: string) => method === "GET" && path.endsWith("/17");
const isPaymentRead = (method: string, path: string) => method === "GET" && path.endsWith("/Payment");
const isMethodRead = (_: string, path: string) => path.includes("/PaymentMethod/");

test.each([
  ...MALFORMED_ORDERS.map(([name, text]) => ["the order", name, isOrderRead, text] as const),
  ...MALFORMED_PAYMENTS.map(([name, text]) => ["the payments", name, isPaymentRead, text] as const),
])("order screen — the read of %s fails if the answer is %s, and can be retried", async (_, __, isMalformed, text) => {
  const server = givenServer(isMalformed, text);
  const { screen } = givenOrderScreen({}, server);
  await advanceClock();
  expect(screen().getSnapshot()).toMatchObject({ status: "active", value: { order: "failed" } });
  server.repair();
  screen().send({ type: "order.reload" });
  await advanceClock();
  expect(screen().getSnapshot().value.order).toBe("known");
});

test.each(
  (["invoice", "payment"] as const).flatMap((form) =>
    MALFORMED_METHODS.map(([name, text]) => [form, name, text] as const),
  ),
)("%s form — the read of the payment methods fails if the answer is %s, and can be retried", async (form, _, text) => {
  const server = givenServer(isMethodRead, text);
  const given = givenOrderScreen({}, server);
  await advanceClock();
  given.screen().send({ type: `${form}.open` });
  await advanceClock();
  expect(given[form]()?.getSnapshot().value).toBe("failed");
  server.repair();
  given[form]()?.send({ type: "form.retry" });
  await advanceClock();
  expect(given[form]()?.getSnapshot().value).toBe("editing");
});

test.each(Object.entries({ ...MALFORMED, "an object whose payment id is a text": '{"paymentId":"1"}' }))(
  "invoice request with the answer %s — the invoice is found among the payments and issued once",
  async (_, text) => {
    const server = givenServer((name, path) => name === "POST" && path.endsWith("/ExternalPayment"), text);
    const given = givenOrderScreen({}, server);
    await advanceClock();
    given.screen().send({ type: "invoice.open" });
    await advanceClock();
    given.invoice()?.send({ type: "form.submit" });
    await advanceClock();
    expect(given.screen().getSnapshot()).toMatchObject({ value: { dialog: "invoice" }, context: { invoiceId: 1 } });
    expect(server.payments()).toHaveLength(1);
  },
);

test.each(
  Object.entries({ "an empty object": "{}", null: "null", "an empty JSON string": '""', "truncated JSON": '{"id":' }),
)("refund request with the answer %s — the refund is made once", async (_, text) => {
  const server = givenServer((name, path) => name === "POST" && path.includes("/RejectPayment/"), text);
  const given = givenOrderScreen({}, server);
  server.book(100, "other");
  await advanceClock();
  given.screen().send({ type: "action.open", kind: "refund", paymentId: 1 });
  await advanceClock();
  given.action()?.send({ type: "form.submit" });
  await advanceClock(1000);
  expect(given.screen().getSnapshot().value).toMatchObject({ order: "known", dialog: "closed" });
  expect(given.done).toEqual(["action"]);
  expect(server.payments()).toMatchObject([{ isRejected: true }]);
});

const signal = new AbortController().signal;
const orderPath = { companyId: 1, orderId: 17 };
const day = { companyId: 1, date: undefined };
const list = { companyId: 1, startDate: undefined, endDate: undefined };
const readDirectory = (api: Api, descriptor: typeof tagDirectory) => {
  const parts = { api, scope: { companyId: 1 }, environment: steadyEnvironment, now: () => 0 };
  return toPromise(createActor(directoryListActors(descriptor, parts).load).start());
};

const report = { companyId: 1, start: "2026-11-01", end: "2026-11-21", grouping: "day", isCompared: false } as const;
const operations = { companyId: 1, start: "2026-11-01", end: "2026-11-21", stockItemId: undefined };
const readSessions = (api: Api) => {
  const { load } = pagedQueryActors(
    { api, environment: steadyEnvironment, newKey: () => "key" },
    allSessionsQuery(() => {}),
  );
  return toPromise(createActor(load, { input: { filter: {}, cursor: undefined } }).start());
};

const READS: Readonly<Record<string, (api: Api) => Promise<unknown>>> = {
  order: (api) => readOrderSnapshot(api, orderPath, signal),
  invoices: (api) => pendingInvoicesQuery.load(api, { ...orderPath, paymentIds: [1] }, signal),
  "open orders": (api) => listOrders(api, { ...list, view: "open" }, signal),
  summary: (api) => listOrders(api, { ...list, view: "summary" }, signal),
  references: (api) => referencesQuery.load(api, { companyId: 1 }, signal),
  "days with orders": (api) => daysWithOrdersQuery.load(api, { companyId: 1 }, signal),
  "financial figures of a day": (api) => financeOfDayQuery.load(api, day, signal),
  "payments of a day": (api) => paymentsOfDayQuery.load(api, day, signal),
  "orders of a day": (api) => ordersOfDayQuery.load(api, day, signal),
  tags: (api) => readDirectory(api, tagDirectory),
  "calendar of a month": (api) =>
    orderCalendarQuery.load(api, { companyId: 1, month: "2026-11-01", isCurrent: true }, signal),
  "company's state": (api) => companyStateQuery.load(api, { companyId: 1 }, signal),
  "sold dishes": (api) => salesQuery.load(api, list, signal),
  "report on payments": (api) => paymentReportQuery.load(api, report, signal),
  "report on dishes": (api) => itemReportQuery.load(api, report, signal),
  "report on discounts": (api) => discountReportQuery.load(api, report, signal),
  "report on cancellations": (api) => cancellationReportQuery.load(api, report, signal),
  "report on calls": (api) => callReportQuery.load(api, report, signal),
  "report on income and expenses": (api) => financeReportQuery.load(api, report, signal),
  "money of a day by finance source": (api) => sourcesOfDayQuery.load(api, day, signal),
  "calls of a day": (api) => callsOfDayQuery.load(api, day, signal),
  "stock operations": (api) => stockOperationsQuery.load(api, operations, signal),
  "balance of a stock item": (api) => stockBalanceQuery.load(api, { ...operations, stockItemId: 1 }, signal),
  "order history": (api) => orderHistoryQuery.load(api, { ...orderPath, version: 1 }, signal),
  "cost price of an order": (api) => orderPrimeCostQuery.load(api, { ...orderPath, version: 1 }, signal),
  "page of sessions": readSessions,
};

test.each(
  Object.entries(READS).flatMap(([name, read]) =>
    Object.entries(MALFORMED).map(([kind, text]) => [name, kind, read, text] as const),
  ),
)("reading of the %s — throws UnreadableAnswer if the answer is %s", async (_, __, read, text) => {
  const api = createApi({ baseUrl: "http://server", fetch: async () => answerOf(text) });
  await expect(read(api)).rejects.toBeInstanceOf(UnreadableAnswer);
});
