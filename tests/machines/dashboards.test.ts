import { expect, test } from "vitest";
import { createApi, NOT_OFFERED, type Schemas } from "#api/client.ts";
import { parseQueryDays } from "#domain/day.ts";
import type { QueryDescriptor } from "#machines/core/query.ts";
import { orderCalendarQuery, sumMonth } from "#machines/queries/calendar.ts";
import {
  busyHours,
  compareMethods,
  daysWithOrdersQuery,
  financeOfDayQuery,
  ordersOfDayQuery,
  paymentsOfDayQuery,
  readDate,
} from "#machines/queries/dashboard.ts";
import { type DayPayment, paymentDayQuery, totalOf, totalsBy } from "#machines/queries/paymentDay.ts";
import { countDishes, groupByCategory, type SoldDish, salesQuery } from "#machines/queries/realization.ts";

const TODAY = "2026-11-21";
const never = new AbortController().signal;

test.each([
  ["", "today", undefined],
  ["?date=2026-11-20", "2026-11-20", "2026-11-20"],
  ["?date=2026-11-21", "today", undefined],
  ["?date=2026-11-22", "today", undefined],
  ["?date=2026-02-31", "today", undefined],
  ["?date=yesterday", "today", undefined],
])("readDate — reads the query string %j on 2026-11-21 as %s", (search, _, date) => {
  expect(readDate(search, TODAY)).toBe(date);
});

const givenServer = (body: unknown, calendar: unknown = body) => {
  const asked: string[] = [];
  const api = createApi({
    baseUrl: "http://server",
    fetch: async (request) => {
      asked.push(request.url.slice("http://server".length));
      return Response.json(request.url.includes("Calendar") ? calendar : body);
    },
  });
  return { api, asked };
};

const figures = { amount: 100, list: [], totalCount: 1 };

test("cards of the dashboard — each card sends its own request, and omits the date of today", async () => {
  const { api, asked } = givenServer(figures);
  for (const card of [financeOfDayQuery, paymentsOfDayQuery, ordersOfDayQuery]) {
    await card.load(api, { companyId: 1, date: undefined }, never);
    await card.load(api, { companyId: 1, date: "2026-11-20" }, never);
  }
  expect(asked).toEqual(
    ["Finance", "Payment", "Order"].flatMap((name) => [
      `/api/Dashboard/Company/1/${name}`,
      `/api/Dashboard/Company/1/${name}?date=2026-11-20`,
    ]),
  );
});

test("the days with orders, the calendar and the sales — are read by separate requests", async () => {
  const { api, asked } = givenServer([], { days: [] });
  await daysWithOrdersQuery.load(api, { companyId: 1 }, never);
  await orderCalendarQuery.load(api, { companyId: 1, month: "2026-11-01", isCurrent: true }, never);
  await salesQuery.load(api, { companyId: 1, startDate: undefined, endDate: undefined }, never);
  await salesQuery.load(api, { companyId: 1, startDate: "2026-11-01", endDate: "2026-11-02" }, never);
  expect(asked).toEqual([
    "/api/Order/Company/1/DateOrders",
    "/api/Statistic/Company/1/Calendar?date=2026-11-01",
    "/api/Statistic/Company/1/Realization",
    "/api/Statistic/Company/1/Realization?startDate=2026-11-01&endDate=2026-11-02",
  ]);
});

const EVERY_MINUTE = { visible: 60_000 };

/**
 * Returns the polling intervals (milliseconds) that a query has after an answer with the body `body`, or undefined if
 * the query is not polled.
 */
const pollingOf = async <Query, Data>(descriptor: QueryDescriptor<Query, Data>, query: Query, body: unknown) => {
  const data = await descriptor.load(givenServer(body).api, query, never);
  return descriptor.polling?.(query, data);
};

test("the dashboard cards — are polled every minute, but only for today", async () => {
  const today = { companyId: 1, date: undefined };
  const earlier = { companyId: 1, date: "2026-11-20" };
  expect([
    await pollingOf(financeOfDayQuery, today, figures),
    await pollingOf(paymentsOfDayQuery, today, figures),
    await pollingOf(ordersOfDayQuery, today, figures),
  ]).toEqual([EVERY_MINUTE, EVERY_MINUTE, EVERY_MINUTE]);
  expect([
    await pollingOf(financeOfDayQuery, earlier, figures),
    await pollingOf(paymentsOfDayQuery, earlier, figures),
    await pollingOf(ordersOfDayQuery, earlier, figures),
  ]).toEqual([{}, {}, {}]);
});

test("calendar of the current month and sales of today — are polled every minute, but other months and days are not polled", async () => {
  const month = { companyId: 1, month: "2026-11-01", isCurrent: true };
  expect(await pollingOf(orderCalendarQuery, month, { days: [] })).toEqual(EVERY_MINUTE);
  expect(await pollingOf(orderCalendarQuery, { ...month, isCurrent: false }, { days: [] })).toEqual({});
  const open = { companyId: 1, startDate: undefined, endDate: undefined };
  expect(await pollingOf(salesQuery, open, [])).toEqual(EVERY_MINUTE);
  expect(await pollingOf(salesQuery, { ...open, startDate: "2026-11-01", endDate: "2026-11-01" }, [])).toEqual({});
});

const hour = (time: string, count: number) => ({
  start: `2026-11-21T${time}:00.000Z`,
  time,
  count,
  amount: count * 10,
});
const quiet = ["08:00", "09:00", "10:00", "11:00", "12:00"].map((time) => hour(time, 0));
const dayOf = (busy: Readonly<Record<string, number>>): Schemas["DatedOrders"] => ({
  date: TODAY,
  totalCount: 0,
  openCount: 0,
  closeCount: 0,
  canceledCount: 0,
  amount: 0,
  average: 0,
  statuses: [],
  hours: quiet.map(({ time }) => hour(time, busy[time] ?? 0)),
});

test("the chart of orders by hour — spans all hours with orders on the day, the day before or a week before", () => {
  const orders = { ...dayOf({ "10:00": 2 }), dayBefore: dayOf({ "09:00": 1 }), weekBefore: dayOf({ "11:00": 3 }) };
  expect(
    busyHours(orders).map(({ time, now, dayBefore, weekBefore }) => [
      time,
      now?.count,
      dayBefore?.count,
      weekBefore?.count,
    ]),
  ).toEqual([
    ["09:00", 0, 1, 0],
    ["10:00", 2, 0, 0],
    ["11:00", 0, 0, 3],
  ]);
});

test("the chart of orders by hour — is empty if the day, the day before and a week before have no orders", () => {
  expect(busyHours({ ...dayOf({}), dayBefore: dayOf({}), weekBefore: dayOf({}) })).toEqual([]);
});

test("the chart of orders by hour — contains an hour that is missing on the day because of a clock change", () => {
  const short = { ...dayOf({}), hours: [hour("09:00", 4)] };
  const orders = { ...short, dayBefore: dayOf({ "09:00": 1, "10:00": 1 }), weekBefore: dayOf({}) };
  expect(busyHours(orders).map(({ time, now }) => [time, now?.count])).toEqual([
    ["09:00", 4],
    ["10:00", undefined],
  ]);
});

test("compareMethods — returns all payment methods used on the day, the day before or a week before", () => {
  const day = (list: Schemas["MethodAmount"][]) => ({ date: TODAY, list, requred: 0 });
  const payments = {
    ...day([{ name: "Карта", amount: 500 }]),
    dayBefore: day([
      { name: "Наличные", amount: 300 },
      { name: "Карта", amount: 200 },
    ]),
    weekBefore: day([{ name: "Перевод", amount: -50 }]),
  };
  expect(compareMethods(payments)).toEqual([
    { name: "Карта", now: 500, dayBefore: 200, weekBefore: 0 },
    { name: "Наличные", now: 0, dayBefore: 300, weekBefore: 0 },
    { name: "Перевод", now: 0, dayBefore: 0, weekBefore: -50 },
  ]);
});

test("dashboard of a server that sends no earlier days — shows no chart of orders by hour, and earlier amounts of 0", () => {
  const counts = { totalCount: 1, openCount: 1, closeCount: 0, canceledCount: 0 };
  expect(busyHours(counts)).toEqual([]);
  expect(compareMethods({ list: [{ name: "Карта", amount: 500 }], requred: 0 })).toEqual([
    { name: "Карта", now: 500, dayBefore: 0, weekBefore: 0 },
  ]);
  const dishes = [
    { itemId: 1, itemName: "Морс", categoryName: "Напитки", count: 1, isClosed: false },
    { itemId: 2, itemName: "Щи", categoryName: "Супы", count: 2, isClosed: false },
  ];
  expect(groupByCategory(dishes).map(({ name }) => name)).toEqual(["Напитки", "Супы"]);
});

test("orderCalendarQuery — uses the operation DashBoard if the server does not offer the operation Calendar, but not after status 503", async () => {
  const days = [{ date: "2026-11-21", count: 40 }];
  const answers: Record<string, Response> = {
    Calendar: Response.json({ type: NOT_OFFERED, message: "Нет такого." }, { status: 404 }),
    DashBoard: Response.json({ orders: {}, orderByDay: days }),
  };
  const fetch = async (request: Request) => answers[new URL(request.url).pathname.split("/").at(-1) ?? ""] as Response;
  const api = createApi({ baseUrl: "http://server", fetch });
  const query = { companyId: 1, month: "2026-11-01", isCurrent: true };
  expect(await orderCalendarQuery.load(api, query, never)).toEqual({ month: "2026-11-01", days });
  answers["Calendar"] = Response.json({ message: "Сервер занят." }, { status: 503 });
  await expect(orderCalendarQuery.load(api, query, never)).rejects.toMatchObject({ status: 503 });
});

test("the total of a month in the order calendar — is the sum of its days", () => {
  const days = [
    { date: "2026-11-20", count: 3, amount: 0.1, canceledCount: 1 },
    { date: "2026-11-21", count: 40, amount: 0.2 },
    { date: "2026-11-22", count: 1 },
  ];
  expect(sumMonth(days)).toEqual({ count: 44, amount: 0.3, canceledCount: 1 });
});

test.each([
  ["", "no days", undefined, undefined],
  ["?date=2026-11-20", "2026-11-20", "2026-11-20", "2026-11-20"],
  ["?startDate=2026-11-01&endDate=2026-11-05", "2026-11-01 to 2026-11-05", "2026-11-01", "2026-11-05"],
  ["?endDate=2026-11-05", "2026-10-05 to 2026-11-05", "2026-10-05", "2026-11-05"],
  ["?startDate=2026-1-31", "2026-01-31 to 2026-02-28", "2026-01-31", "2026-02-28"],
  ["?date=2026-02-30", "2026-11-21", "2026-11-21", "2026-11-21"],
  ["?startDate=2026-13-01&endDate=2026-11-25", "2026-11-21 to 2026-11-25", "2026-11-21", "2026-11-25"],
])("parseQueryDays — reads the query string %j on 2026-11-21 as %s", (search, _, startDate, endDate) => {
  expect(parseQueryDays(new URLSearchParams(search), "2026-11-21")).toEqual({ startDate, endDate });
});

const dish = (itemName: string, categoryName: string, count: number): SoldDish => ({
  itemId: count,
  itemName,
  categoryName,
  categoryId: categoryName.length,
  count,
  isClosed: false,
});

test("sold dishes — are grouped by category in alphabetical order, with the numbers of portions", () => {
  const dishes = [dish("Морс", "Напитки", 3), dish("Ёж", "Выпечка!", 1), dish("Американо", "Напитки", 4)];
  expect(countDishes(dishes)).toBe(8);
  expect(
    groupByCategory(dishes).map(({ name, count, dishes: own }) => [name, count, own.map((one) => one.itemName)]),
  ).toEqual([
    ["Выпечка!", 1, ["Ёж"]],
    ["Напитки", 7, ["Американо", "Морс"]],
  ]);
});

const movement = (fields: Partial<DayPayment>): DayPayment => ({
  id: 1,
  movement: "accepted",
  at: "2026-11-25T10:00:00.000Z",
  orderId: 1,
  internalId: 1,
  orderDate: "2026-11-25T10:00:00.000Z",
  paymentMethodId: 1,
  paymentMethodName: "Наличные",
  isExternal: false,
  employeeId: 5,
  employeeAlias: "Ирина",
  amount: 100,
  ...fields,
});

test("payments of a day — are summed for each payment method, and the method with the largest sum comes first", () => {
  const day = [
    movement({ amount: 0.1 }),
    movement({ amount: 0.2 }),
    movement({ paymentMethodName: "Карта", amount: 500 }),
    movement({ movement: "refunded", amount: 0.1 }),
    movement({ movement: "pending", paymentMethodName: "ЮKassa", amount: 70 }),
  ];
  expect(totalsBy(day, ({ paymentMethodName }) => paymentMethodName)).toEqual([
    { name: "Карта", count: 1, accepted: 500, refunded: 0, pending: 0 },
    { name: "Наличные", count: 3, accepted: 0.3, refunded: 0.1, pending: 0 },
    { name: "ЮKassa", count: 1, accepted: 0, refunded: 0, pending: 70 },
  ]);
  expect(totalOf(day)).toMatchObject({ accepted: 500.3, refunded: 0.1, pending: 70 });
  expect(totalOf([])).toEqual({ name: "", count: 0, accepted: 0, refunded: 0, pending: 0 });
});

test("the payments of a day — are requested for this day, and polled every minute only if it is today", async () => {
  const { api, asked } = givenServer([]);
  await paymentDayQuery.load(api, { companyId: 1, date: "2026-11-20" }, never);
  await paymentDayQuery.load(api, { companyId: 1, date: undefined }, never);
  expect(asked).toEqual(["/api/Payment/Company/1/Summury?date=2026-11-20", "/api/Payment/Company/1/Summury"]);
  expect(paymentDayQuery.polling?.({ companyId: 1, date: undefined }, [])).toEqual({ visible: 60_000 });
  expect(paymentDayQuery.polling?.({ companyId: 1, date: "2026-11-20" }, [])).toEqual({});
});
