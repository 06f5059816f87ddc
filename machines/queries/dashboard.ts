import { type Schemas, unwrap } from "#api/client.ts";
import type { Day } from "#domain/dates.ts";
import { parseQueryDay } from "#domain/day.ts";
import { livePolling, type QueryDescriptor } from "#machines/core/query.ts";

/** Day of a company. Without a date it is always the current day, also after midnight. */
export interface DayQuery {
  readonly companyId: number;
  readonly date: Day | undefined;
}

/** Returns the past day that a query string names. Any other value gives undefined, which means today (business, section 9). */
export const readDate = (search: string, today: Day): Day | undefined => {
  const day = parseQueryDay(new URLSearchParams(search).get("date"));
  return day !== undefined && day < today ? day : undefined;
};

/** Documented answer with the optional fields of an extended server (decisions, the beginning). */
type Extended<Documented, Full> = Documented & Partial<Omit<Full, keyof Documented>>;

/** Money of a day, and of the two days of comparison if the server sends them. */
export type Finance = Extended<Schemas["FinanceFigures"], Schemas["DashboardFinance"]>;
/** Payments of a day, and of the two days of comparison if the server sends them. */
export type DayPayments = Extended<Schemas["PaymentFigures"], Schemas["DashboardPayments"]>;
/** Orders of a day. Hours, statuses, average and the two days of comparison are optional. */
export type Orders = Extended<Schemas["OrderCounts"], Schemas["DashboardOrders"]>;

const isToday = ({ date }: DayQuery): boolean => date === undefined;

const paramsOf = ({ companyId, date }: DayQuery) => ({ path: { companyId }, query: { ...(date && { date }) } });

/** Money of a day. */
export const financeOfDayQuery: QueryDescriptor<DayQuery, Finance> = {
  name: "financeOfDay",
  polling: (query) => livePolling(isToday(query)),
  load: (api, query, signal) =>
    unwrap(api.GET("/api/Dashboard/Company/{companyId}/Finance", { params: paramsOf(query), signal })),
};

/** Payments of a day. */
export const paymentsOfDayQuery: QueryDescriptor<DayQuery, DayPayments> = {
  name: "paymentsOfDay",
  polling: (query) => livePolling(isToday(query)),
  load: (api, query, signal) =>
    unwrap(api.GET("/api/Dashboard/Company/{companyId}/Payment", { params: paramsOf(query), signal })),
};

/** Orders of a day. */
export const ordersOfDayQuery: QueryDescriptor<DayQuery, Orders> = {
  name: "ordersOfDay",
  polling: (query) => livePolling(isToday(query)),
  load: (api, query, signal) =>
    unwrap(api.GET("/api/Dashboard/Company/{companyId}/Order", { params: paramsOf(query), signal })),
};

/** Income by one payment method, roubles: on the day, on the day before, and on the same weekday a week ago. */
export interface MethodRow {
  readonly name: string;
  readonly now: number;
  readonly dayBefore: number;
  readonly weekBefore: number;
}

/** Returns the payment methods that were used on any of the three days. Methods used on the day itself come first. */
export const compareMethods = ({ list, dayBefore, weekBefore }: DayPayments): MethodRow[] => {
  const days = [list, dayBefore?.list ?? [], weekBefore?.list ?? []] as const;
  const names = new Set(days.flat().map(({ name }) => name));
  return [...names].map((name) => {
    const [now, before, week] = days.map((day) => day.find((method) => method.name === name)?.amount ?? 0);
    return { name, now: now ?? 0, dayBefore: before ?? 0, weekBefore: week ?? 0 };
  });
};

/** Days that have orders, to which date pickers are limited (business, section 5). */
export const daysWithOrdersQuery: QueryDescriptor<{ readonly companyId: number }, readonly Schemas["OrdersOfDay"][]> = {
  name: "daysWithOrders",
  load: (api, path, signal) =>
    unwrap(api.GET("/api/Order/Company/{companyId}/DateOrders", { params: { path }, signal }), Array.isArray),
};

/** Figures of one hour: on the day, on the day before, and on the same weekday a week ago. */
export interface HourRow {
  readonly time: string;
  readonly now: Schemas["HourFigures"] | undefined;
  readonly dayBefore: Schemas["HourFigures"] | undefined;
  readonly weekBefore: Schemas["HourFigures"] | undefined;
}

/** Returns the hours from the first to the last one with orders on any of the three days. */
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
