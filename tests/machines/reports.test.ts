import { expect, test } from "vitest";
import { createActor, toPromise } from "xstate";
import { createApi, type Schemas } from "#api/client.ts";
import { tableExportActors } from "#machines/files/tableExport.actors.ts";
import { groupingFor, readPeriod, reasonNotToReport } from "#machines/queries/period.ts";
import { pivot } from "#machines/queries/pivot.ts";
import { makeReportTable, paymentReportQuery } from "#machines/queries/reports.ts";

const TODAY = "2026-11-21";
const read = (search: string) => readPeriod(new URLSearchParams(search), TODAY);
const never = new AbortController().signal;

test.each([
  ["", "month", "2026-10-21", "2026-11-21"],
  ["period=today", "today", "2026-11-21", "2026-11-21"],
  ["period=yesterday", "yesterday", "2026-11-20", "2026-11-20"],
  ["period=week", "week", "2026-11-15", "2026-11-21"],
  ["period=lastMonth", "lastMonth", "2026-10-01", "2026-10-31"],
  ["period=year", "year", "2025-11-22", "2026-11-21"],
  ["startDate=2026-11-01&endDate=2026-11-05", "own", "2026-11-01", "2026-11-05"],
  ["startDate=2026-08-31", "own", "2026-08-31", "2026-09-30"],
  ["endDate=2026-11-05", "own", "2026-10-05", "2026-11-05"],
  ["startDate=2026-02-31&endDate=2026-11-30", "own", "2026-11-21", "2026-11-30"],
  ["period=constructor", "month", "2026-10-21", "2026-11-21"],
])("the query string %j — selects the period '%s' from %s to %s", (search, preset, start, end) => {
  expect(read(search)).toEqual({ preset, start, end });
});

test("reasonNotToReport — rejects a period that ends before it begins or that is longer than ten years", () => {
  expect(reasonNotToReport({ start: "2026-11-21", end: "2026-11-20" })).toBe("backwards");
  expect(reasonNotToReport({ start: "2016-11-20", end: "2026-11-21" })).toBe("long");
  expect(reasonNotToReport({ start: "2016-11-21", end: "2026-11-21" })).toBeUndefined();
  expect(reasonNotToReport({ start: TODAY, end: TODAY })).toBeUndefined();
});

test("groupingFor — returns the chosen grouping if the period allows this grouping, otherwise the period's default", () => {
  const year = { start: "2025-11-22", end: "2026-11-21" };
  const decade = { start: "2016-11-22", end: "2026-11-21" };
  expect(groupingFor(null, { start: "2026-10-21", end: TODAY })).toBe("day");
  expect(groupingFor(null, year)).toBe("week");
  expect(groupingFor("day", year)).toBe("day");
  expect(groupingFor("day", decade)).toBe("month");
  expect(groupingFor("week", decade)).toBe("week");
  expect(groupingFor("hour", decade)).toBe("month");
});

const moved = { received: 0, refunded: 0 };
const cell = (date: string, paymentMethodId: number, amount: number) => ({
  year: 2026,
  month: 11,
  day: Number(date.slice(8)),
  date,
  paymentMethodId,
  paymentMethodName: "",
  amount,
});
const report: Schemas["PaymentReport"] = {
  startDate: "2026-11-20",
  endDate: "2026-11-21",
  previousStartDate: "2026-11-18",
  previousEndDate: "2026-11-19",
  groupBy: "day",
  rows: [cell("2026-11-21", 2, 500), cell("2026-11-21", 1, -100)],
  methods: [
    { paymentMethodId: 1, paymentMethodName: "Наличные", amount: -100, ...moved },
    { paymentMethodId: 2, paymentMethodName: "Карта", amount: 500, ...moved },
  ],
  groups: [
    { date: "2026-11-20", endDate: "2026-11-20", amount: 0, ...moved },
    { date: "2026-11-21", endDate: "2026-11-21", amount: 400, ...moved },
  ],
  total: { amount: 400, ...moved },
};

test("the table of payments — has a line for each day and a column for each payment method", () => {
  expect(pivot(report)).toEqual([
    { date: "2026-11-20", endDate: "2026-11-20", total: 0, amounts: [0, 0] },
    { date: "2026-11-21", endDate: "2026-11-21", total: 400, amounts: [-100, 500] },
  ]);
});

const givenServer = () => {
  const asked: string[] = [];
  const api = createApi({
    baseUrl: "http://server",
    fetch: async (request) => {
      asked.push(request.url.slice("http://server/api/Report/Company/1/".length));
      return request.url.includes("General") ? new Response("день;сумма") : Response.json(report);
    },
  });
  return { api, asked };
};

const query = { companyId: 1, start: "2026-11-20", end: "2026-11-21", grouping: "day" as const };

test("a report with a comparison — is read together with the report of the preceding period that the server names", async () => {
  const { api, asked } = givenServer();
  const answer = await paymentReportQuery.load(api, { ...query, isCompared: true }, never);
  expect(answer).toEqual({ report, before: report });
  expect(asked).toEqual([
    "Payment?startDate=2026-11-20&endDate=2026-11-21&groupBy=day",
    "Payment?startDate=2026-11-18&endDate=2026-11-19&groupBy=day",
  ]);
});

test("a report without a comparison — is read by a single request", async () => {
  const { api, asked } = givenServer();
  expect((await paymentReportQuery.load(api, { ...query, isCompared: false }, never)).before).toBeUndefined();
  expect(asked).toHaveLength(1);
});

test("the general report — is exported as a file for the period and grouping", async () => {
  const { api, asked } = givenServer();
  const { make } = tableExportActors("Отчёт", makeReportTable(api, { ...query, isCompared: false }));
  const file = await toPromise(createActor(make, { input: { format: "csv", request: undefined } }).start());
  expect([file.name, file.data instanceof Blob]).toEqual(["Отчёт.csv", true]);
  expect(asked).toEqual(["General?startDate=2026-11-20&endDate=2026-11-21&groupBy=day&format=csv"]);
});
