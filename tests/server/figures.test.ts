import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { operations } from "#api/schema.d.ts";
import { assertProperty } from "../support/machines/properties.ts";
import { COMPANY, fillRandom, randomOrders } from "../support/oracles/randomOrders.ts";
import { readRawData } from "../support/oracles/rawOrders.ts";
import { type ExpectedFigures, expectedFigures, groupsOf } from "../support/oracles/reportOracle.ts";
import { type BusinessClock, businessClock, dayAway } from "../support/server/businessClock.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

type Query = Record<string, string>;

const ask = async <Id extends keyof operations>(id: Id, query: Query) =>
  (await world.ask(id, { as: "owner2", path: { companyId: COMPANY }, query })).json;

/** Returns the fields `names` of each row, keyed by `keyOf(row)`. */
const figuresByKey = <Row extends object, Name extends keyof Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => unknown,
  names: readonly Name[],
) => Object.fromEntries(rows.map((row) => [String(keyOf(row)), pick(row, names)]));

const pick = <Row extends object, Name extends keyof Row>(row: Row, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, row[name]]));

const MOVED = ["amount", "received", "refunded"] as const;
const MONEY = ["count", "amount"] as const;

const checkDay = async (truth: ExpectedFigures, day: string) => {
  const [finance, payments, orders, state] = [
    await ask("getDashboardFinance", { date: day }),
    await ask("getDashboardPayments", { date: day }),
    await ask("getDashboardOrders", { date: day }),
    await ask("getCompanyState", { date: day }),
  ];
  const others = [
    [day, finance, payments, orders],
    [dayAway(day, -1), finance.dayBefore, payments.dayBefore, orders.dayBefore],
    [dayAway(day, -7), finance.weekBefore, payments.weekBefore, orders.weekBefore],
  ] as const;
  for (const [date, money, paid, taken] of others) {
    const only = (one: string) => one === date;
    const { amount, count } = truth.sums(only);
    expect(money).toMatchObject({ date, ...truth.finance(only) });
    expect(paid).toMatchObject({ date, requred: truth.required(only) });
    expect(figuresByKey(paid.list, ({ paymentMethodId }) => paymentMethodId, MOVED)).toEqual(truth.movedBy(only));
    expect(taken).toMatchObject({ date, ...truth.counts(only), amount, hours: truth.hours(date) });
    expect(Math.abs(taken.average - amount / Math.max(1, count))).toBeLessThanOrEqual(0.005001);
    expect(figuresByKey(taken.statuses, ({ statusId }) => statusId, MONEY)).toEqual(truth.statuses(only));
  }
  const only = (one: string) => one === day;
  expect(state).toMatchObject({ finance: truth.finance(only), orders: truth.counts(only) });
  expect(state.payments?.requred).toBe(truth.required(only));
  const realized = await ask("listRealization", { startDate: day, endDate: day });
  const keyOf = (row: (typeof realized)[number]) => `${row.itemId} ${row.categoryId} ${row.isClosed}`;
  expect(figuresByKey(realized, keyOf, MONEY)).toEqual(truth.realization(only));
};

const checkMonth = async (truth: ExpectedFigures, day: string) => {
  const calendar = await ask("getOrderCalendar", { date: day });
  const days = groupsOf(calendar.startDate, calendar.endDate, "day");
  const figures = (has: (day: string) => boolean) => pick(truth.sums(has), ["count", "amount", "canceledCount"]);
  expect(calendar.days).toEqual(days.map(({ date, has }) => ({ date, ...figures(has) })));
  expect(calendar.total).toEqual(figures((one) => one.slice(0, 7) === day.slice(0, 7)));
  expect((await ask("getCompanyState", { date: day })).orderByDay).toEqual(calendar.days);
};

const checkReports = async (
  truth: ExpectedFigures,
  period: { startDate: string; endDate: string },
  groupBy: "day" | "week" | "month",
) => {
  const query = { ...period, groupBy };
  const groups = groupsOf(period.startDate, period.endDate, groupBy);
  const all = (day: string) => day >= period.startDate && day <= period.endDate;
  const dated = <Figures extends object>(figures: (has: (day: string) => boolean) => Figures) =>
    groups.map(({ date, endDate, has }) => ({ date, endDate, ...figures(has) }));

  const payments = await ask("getPaymentReport", query);
  const cells = groups.flatMap(({ date, has }) =>
    Object.entries(truth.movedBy(has)).map(([method, { amount }]) => [`${date} ${method}`, { amount }]),
  );
  expect(figuresByKey(payments.rows, ({ date, paymentMethodId }) => `${date} ${paymentMethodId}`, ["amount"])).toEqual(
    Object.fromEntries(cells),
  );
  for (const { date, year, month, day } of payments.rows)
    expect(date.split("-").map(Number)).toEqual([year, month, day]);
  expect(figuresByKey(payments.methods, ({ paymentMethodId }) => paymentMethodId, MOVED)).toEqual(truth.movedBy(all));
  expect(payments.groups).toEqual(dated(truth.moved));
  expect(payments.total).toEqual(truth.moved(all));

  const items = await ask("getItemReport", query);
  const sold = figuresByKey(items.rows, ({ itemId, categoryId }) => `${itemId} ${categoryId}`, [
    ...MONEY,
    "discountAmount",
  ]);
  expect({ rows: sold, total: items.total }).toEqual(truth.items(all));
  expect(items.groups).toEqual(dated((has) => pick(truth.items(has).total, MONEY)));

  const discounts = await ask("getDiscountReport", query);
  const { rows: given, employees: givers, total: wholly } = truth.discounts(all);
  expect(figuresByKey(discounts.rows, ({ discountId }) => discountId, [...MONEY, "ordersAmount"])).toEqual(given);
  expect(figuresByKey(discounts.employees, ({ employeeId }) => employeeId, MONEY)).toEqual(givers);
  expect(discounts.groups).toEqual(dated((has) => truth.discounts(has).group));
  expect(discounts.total).toEqual(wholly);

  const cancellations = await ask("getCancellationReport", query);
  const lost = truth.cancellations(all);
  expect(figuresByKey(cancellations.rows, (row) => `${row.reason} ${row.employeeId}`, MONEY)).toEqual(lost.rows);
  expect(figuresByKey(cancellations.reasons, ({ reason }) => reason, MONEY)).toEqual(lost.reasons);
  expect(figuresByKey(cancellations.employees, ({ employeeId }) => employeeId, MONEY)).toEqual(lost.employees);
  expect(cancellations.groups).toEqual(dated((has) => truth.cancellations(has).group));
  expect(cancellations.total).toEqual(lost.total);

  const calls = await ask("getCallReport", query);
  const figures = [...MONEY, "answeredCount", "orderCount"] as const;
  expect(figuresByKey(calls.rows, ({ operatorPhoneId }) => operatorPhoneId, figures)).toEqual(truth.calls(all).rows);
  expect(calls.groups).toEqual(dated((has) => truth.calls(has).total));
  expect(calls.total).toEqual(truth.calls(all).total);
};

const written = (day: string) => day.split("-").reverse().join(".");

const checkFile = async (truth: ExpectedFigures, period: { startDate: string; endDate: string }) => {
  const query = { ...period, groupBy: "week", format: "csv" };
  const { text } = await world.ask("exportGeneralReport", { as: "owner2", path: { companyId: COMPANY }, query });
  const [head = [], ...lines] = text
    .trim()
    .split("\r\n")
    .map((row) => row.split(";"));
  const all = (day: string) => day >= period.startDate && day <= period.endDate;
  const groups = groupsOf(period.startDate, period.endDate, "week");
  const rowOf = (start: string, end: string, has: (day: string) => boolean) => {
    const { count, canceledCount, amount, discountAmount, cost } = truth.sums(has);
    const { received, refunded, amount: income } = truth.moved(has);
    const average = count ? amount / count : 0;
    return [start, end, count, canceledCount, amount, average, discountAmount, cost, received, refunded, income];
  };
  const expected = [
    ...groups.map(({ date, endDate, has }) => rowOf(written(date), written(endDate), has)),
    rowOf("Итого", "", all),
  ];
  expect(head.slice(0, 3)).toEqual([expect.stringContaining("Начало"), "Конец", "Заказов"]);
  const close = (cell: string | undefined, figure: string | number) =>
    typeof figure === "string" ? cell === figure : Math.abs(Number(cell?.replace(",", ".")) - figure) <= 0.005001;
  expect(lines.length).toBe(expected.length);
  for (const [at, row] of expected.entries())
    expect([row, lines[at], row.every((figure, column) => close(lines[at]?.[column], figure))]).toEqual([
      row,
      lines[at],
      true,
    ]);
};

const check = async (clock: BusinessClock, around: string) => {
  const truth = expectedFigures(await readRawData(world.db, COMPANY), clock);
  for (const days of [0, 1]) await checkDay(truth, dayAway(around, days));
  await checkMonth(truth, around);
  const period = { startDate: dayAway(around, -6), endDate: dayAway(around, 4) };
  for (const groupBy of ["day", "week", "month"] as const) await checkReports(truth, period, groupBy);
  await checkFile(truth, period);
};

/**
 * Time after which no further random orders are tried, ms. It is shorter than the time limit of a test, so that a
 * failing test still prints the smallest counterexample that was found.
 */
const LIMIT_MS = 90_000;

describe("figures of reports and dashboards for random orders", () => {
  test.each([
    ["Europe/Moscow", "00:00", "2026-03-01", "at the turn of a month"],
    ["Europe/Berlin", "04:00", "2026-10-25", "when the clocks are put back"],
    ["America/New_York", "06:00", "2026-03-08", "when the clocks are put forward"],
    ["Australia/Lord_Howe", "05:30", "2026-10-04", "when the clocks change by half an hour"],
  ])(
    "figures in the time zone %s with business days from %s equal an independent calculation for the days around %s (%s)",
    async (timeZone, dayStart, around) => {
      await sql`update company set time_zone = ${timeZone}, day_start = ${dayStart} where id = ${COMPANY}`.execute(
        world.db,
      );
      const clock = businessClock(timeZone, dayStart, around, 12);
      const property = fc.asyncProperty(randomOrders(clock), async (orders) => {
        await fillRandom(world.db, orders);
        await check(clock, around);
      });
      await assertProperty(property, 3, LIMIT_MS);
    },
  );
});
