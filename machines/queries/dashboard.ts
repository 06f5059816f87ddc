import { type Schemas, unwrap } from "#api/client.ts";
import type { Day } from "#domain/dates.ts";
import { dayOfQuery } from "#domain/day.ts";
import { livePolling, type QueryDescriptor } from "#machines/core/query.ts";

/** A day of a company; without a date it is today, whatever day that becomes while one looks. */
export interface DayQuery {
  readonly companyId: number;
  readonly date: Day | undefined;
}

/** The date that a query string names: a day that exists and is over; else none, which is today (business, section 9). */
export const readDate = (search: string, today: Day): Day | undefined => {
  const day = dayOfQuery(new URLSearchParams(search).get("date"));
  return day !== undefined && day < today ? day : undefined;
};

/** What the documents say of an answer, and as much more as the server knows (decisions, the beginning). */
type Extended<Documented, Full> = Documented & Partial<Omit<Full, keyof Documented>>;

/** The money of a day; the two days beside it where the server knows them. */
export type Finance = Extended<Schemas["FinanceFigures"], Schemas["DashboardFinance"]>;
/** The payments of a day; the two days beside it where the server knows them. */
export type DayPayments = Extended<Schemas["PaymentFigures"], Schemas["DashboardPayments"]>;
/** The orders of a day; hours, statuses, average and the two days beside it where the server knows them. */
export type Orders = Extended<Schemas["OrderCounts"], Schemas["DashboardOrders"]>;

const isToday = ({ date }: DayQuery): boolean => date === undefined;

const paramsOf = ({ companyId, date }: DayQuery) => ({ path: { companyId }, query: { ...(date && { date }) } });

/** The money of a day. */
export const financeOfDay: QueryDescriptor<DayQuery, Finance> = {
  name: "financeOfDay",
  polling: (query) => livePolling(isToday(query)),
  load: (api, query, signal) =>
    unwrap(api.GET("/api/Dashboard/Company/{companyId}/Finance", { params: paramsOf(query), signal })),
};

/** The payments of a day. */
export const paymentsOfDay: QueryDescriptor<DayQuery, DayPayments> = {
  name: "paymentsOfDay",
  polling: (query) => livePolling(isToday(query)),
  load: (api, query, signal) =>
    unwrap(api.GET("/api/Dashboard/Company/{companyId}/Payment", { params: paramsOf(query), signal })),
};

/** The orders of a day. */
export const ordersOfDay: QueryDescriptor<DayQuery, Orders> = {
  name: "ordersOfDay",
  polling: (query) => livePolling(isToday(query)),
  load: (api, query, signal) =>
    unwrap(api.GET("/api/Dashboard/Company/{companyId}/Order", { params: paramsOf(query), signal })),
};

/** What came in by a method on a day, beside the day before and the same weekday a week ago. */
export interface MethodRow {
  readonly name: string;
  readonly now: number;
  readonly dayBefore: number;
  readonly weekBefore: number;
}

/** The methods that money moved by on any of the three days, those of the day itself first. */
export const compareMethods = ({ list, dayBefore, weekBefore }: DayPayments): MethodRow[] => {
  const days = [list, dayBefore?.list ?? [], weekBefore?.list ?? []] as const;
  const names = new Set(days.flat().map(({ name }) => name));
  return [...names].map((name) => {
    const [now, before, week] = days.map((day) => day.find((method) => method.name === name)?.amount ?? 0);
    return { name, now: now ?? 0, dayBefore: before ?? 0, weekBefore: week ?? 0 };
  });
};

/** The days that have orders, for pickers that are limited to them (business, section 5). */
export const daysWithOrders: QueryDescriptor<{ readonly companyId: number }, readonly Schemas["OrdersOfDay"][]> = {
  name: "daysWithOrders",
  load: (api, path, signal) =>
    unwrap(api.GET("/api/Order/Company/{companyId}/DateOrders", { params: { path }, signal }), Array.isArray),
};

/** An hour of a day beside the same hour of the day before and of the same weekday a week ago. */
export interface HourRow {
  readonly time: string;
  readonly now: Schemas["HourFigures"] | undefined;
  readonly dayBefore: Schemas["HourFigures"] | undefined;
  readonly weekBefore: Schemas["HourFigures"] | undefined;
}

/** The hours in which any of the three days had orders, from the first to the last; none when there were no orders. */
export const busyHours = (orders: Orders): HourRow[] => {
  const days = [orders.hours, orders.dayBefore?.hours, orders.weekBefore?.hours].map((hours) => hours ?? []);
  const longest = days.reduce((one, other) => (other.length > one.length ? other : one), []);
  const rows = longest.map(({ time }) => {
    const [now, dayBefore, weekBefore] = days.map((day) => day.find((hour) => hour.time === time));
    return { time, now, dayBefore, weekBefore };
  });
  const isBusy = ({ now, dayBefore, weekBefore }: HourRow) =>
    [now, dayBefore, weekBefore].some((hour) => (hour?.count ?? 0) > 0);
  return rows.slice(Math.max(0, rows.findIndex(isBusy)), rows.findLastIndex(isBusy) + 1);
};
