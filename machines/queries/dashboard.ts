import { hasFields, isListOf } from "#api/answerShape.ts";
import { type Schemas, unwrap } from "#api/client.ts";
import type { Day } from "#domain/dates.ts";
import { parseQueryDay } from "#domain/day.ts";
import { livePolling, type QueryDescriptor } from "#machines/core/query.ts";

/**
 * Query for a business day of a company. An undefined `date` always means the current day, so the query moves to the new
 * day when the day changes.
 */
export interface DayQuery {
  readonly companyId: number;
  readonly date: Day | undefined;
}

/**
 * Returns the day in the query string if it is before `today`. Otherwise returns undefined, which means the current day
 * (business, section 9).
 */
export const readDate = (search: string, today: Day): Day | undefined => {
  const day = parseQueryDay(new URLSearchParams(search).get("date"));
  return day !== undefined && day < today ? day : undefined;
};

/**
 * Answer with the fields of the specification and with extension fields. A server may leave out the extension fields.
 */
type Extended<Documented, Full> = Documented & Partial<Omit<Full, keyof Documented>>;

/** Money figures of a day. The figures of the day before and of the same weekday a week before are optional. */
export type Finance = Extended<Schemas["FinanceFigures"], Schemas["DashboardFinance"]>;
/** Payment figures of a day. The figures of the day before and of the same weekday a week before are optional. */
export type DayPayments = Extended<Schemas["PaymentFigures"], Schemas["DashboardPayments"]>;
/** Order figures of a day. The figures by hour and by status, the average and the comparison days are optional. */
export type Orders = Extended<Schemas["OrderCounts"], Schemas["DashboardOrders"]>;

const areDays = isListOf({ date: "moment" });

const areMethods = isListOf({ name: "string", amount: "number" });

const arePayments = (answer: unknown): boolean =>
  hasFields(answer, { list: "list" }) && areMethods(Reflect.get(answer, "list"));

const isToday = ({ date }: DayQuery): boolean => date === undefined;

const paramsOf = ({ companyId, date }: DayQuery) => ({ path: { companyId }, query: { ...(date && { date }) } });

/** Descriptor of the query for the money figures of a day. */
export const financeOfDayQuery: QueryDescriptor<DayQuery, Finance> = {
  name: "financeOfDay",
  topics: ["order"],
  polling: (query) => livePolling(isToday(query)),
  load: (api, query, signal) =>
    unwrap(api.GET("/api/Dashboard/Company/{companyId}/Finance", { params: paramsOf(query), signal }), (answer) =>
      hasFields(answer, { amount: "number" }),
    ),
};

/** Descriptor of the query for the payment figures of a day. */
export const paymentsOfDayQuery: QueryDescriptor<DayQuery, DayPayments> = {
  name: "paymentsOfDay",
  topics: ["order"],
  polling: (query) => livePolling(isToday(query)),
  load: (api, query, signal) =>
    unwrap(api.GET("/api/Dashboard/Company/{companyId}/Payment", { params: paramsOf(query), signal }), arePayments),
};

/** Descriptor of the query for the order figures of a day. */
export const ordersOfDayQuery: QueryDescriptor<DayQuery, Orders> = {
  name: "ordersOfDay",
  topics: ["order"],
  polling: (query) => livePolling(isToday(query)),
  load: (api, query, signal) =>
    unwrap(api.GET("/api/Dashboard/Company/{companyId}/Order", { params: paramsOf(query), signal }), (answer) =>
      hasFields(answer, { totalCount: "number" }),
    ),
};

const areBestItems = isListOf({ itemId: "number", name: "string", amount: "number" });

/**
 * Descriptor of the query for the main figures and the best-selling dishes of a day, and for the records that need
 * attention.
 */
export const dayFiguresQuery: QueryDescriptor<DayQuery, Schemas["DashboardDay"]> = {
  name: "dayFigures",
  topics: ["order"],
  polling: (query) => livePolling(isToday(query)),
  load: (api, query, signal) =>
    unwrap(
      api.GET("/api/Dashboard/Company/{companyId}/Day", { params: paramsOf(query), signal }),
      (answer) =>
        hasFields(answer, { count: "number", amount: "number", dayBefore: "object", weekBefore: "object" }) &&
        areBestItems(Reflect.get(answer, "bestItems")),
    ),
};

/** Descriptor of the query for the workload and the median times of the kitchen and the couriers on a day. */
export const rushOfDayQuery: QueryDescriptor<DayQuery, Schemas["DashboardRush"]> = {
  name: "rushOfDay",
  topics: ["kitchen", "delivery"],
  polling: (query) => livePolling(isToday(query)),
  load: (api, query, signal) =>
    unwrap(api.GET("/api/Dashboard/Company/{companyId}/Rush", { params: paramsOf(query), signal }), (answer) =>
      hasFields(answer, { kitchen: "object", delivery: "object" }),
    ),
};

/** Descriptor of the query for the figures of a day's orders from the public shop. */
export const shopOfDayQuery: QueryDescriptor<DayQuery, Schemas["DashboardShop"]> = {
  name: "shopOfDay",
  topics: ["order"],
  polling: (query) => livePolling(isToday(query)),
  load: (api, query, signal) =>
    unwrap(api.GET("/api/Dashboard/Company/{companyId}/Shop", { params: paramsOf(query), signal }), (answer) =>
      hasFields(answer, { orderCount: "number", amount: "number" }),
    ),
};

const areSources = isListOf({ id: "number", name: "string", balance: "number" });
const areShifts = isListOf({ id: "number", number: "number", openedAt: "moment" });

/**
 * Descriptor of the query for the balance, receipts and expenses of each finance source on a day, and for the cash
 * shifts of the day.
 */
export const sourcesOfDayQuery: QueryDescriptor<DayQuery, Schemas["DashboardSources"]> = {
  name: "sourcesOfDay",
  topics: ["order"],
  polling: (query) => livePolling(isToday(query)),
  load: (api, query, signal) =>
    unwrap(
      api.GET("/api/Dashboard/Company/{companyId}/Source", { params: paramsOf(query), signal }),
      (answer) =>
        hasFields(answer, { sources: "list", shifts: "list" }) &&
        areSources(Reflect.get(answer, "sources")) &&
        areShifts(Reflect.get(answer, "shifts")),
    ),
};

/** Income by one payment method, roubles: on the day, on the day before, and on the same weekday a week before. */
export interface MethodRow {
  readonly name: string;
  readonly now: number;
  readonly dayBefore: number;
  readonly weekBefore: number;
}

/**
 * Returns the payment methods that were used on the day, the day before, or the same weekday a week before. The methods
 * that were used on the day itself come first.
 */
export const compareMethods = ({ list, dayBefore, weekBefore }: DayPayments): MethodRow[] => {
  const days = [list, dayBefore?.list ?? [], weekBefore?.list ?? []] as const;
  const names = new Set(days.flat().map(({ name }) => name));
  return [...names].map((name) => {
    const [now, before, week] = days.map((day) => day.find((method) => method.name === name)?.amount ?? 0);
    return { name, now: now ?? 0, dayBefore: before ?? 0, weekBefore: week ?? 0 };
  });
};

/** Descriptor of the query for the days that have orders. Date pickers offer only these days (business, section 5). */
export const daysWithOrdersQuery: QueryDescriptor<{ readonly companyId: number }, readonly Schemas["OrdersOfDay"][]> = {
  name: "daysWithOrders",
  load: (api, path, signal) =>
    unwrap(api.GET("/api/Order/Company/{companyId}/DateOrders", { params: { path }, signal }), areDays),
};

/** Figures of one hour: on the day, on the day before, and on the same weekday a week before. */
export interface HourRow {
  readonly time: string;
  readonly now: Schemas["HourFigures"] | undefined;
  readonly dayBefore: Schemas["HourFigures"] | undefined;
  readonly weekBefore: Schemas["HourFigures"] | undefined;
}

/**
 * Returns the figures of each hour, from the first to the last hour with orders on the day, the day before, or the same
 * weekday a week before.
 */
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

/** Query for the current figures of a company. */
export interface CurrentFiguresQuery {
  readonly companyId: number;
}

/**
 * Descriptor of the query for the value of the stock, the transfers in transit, and this month's inventories and
 * write-offs. Changed orders do not cause a read, because the topic `stock` reports when their goods leave the stock.
 */
export const stockFiguresQuery: QueryDescriptor<CurrentFiguresQuery, Schemas["DashboardStock"]> = {
  name: "stockFigures",
  topics: ["stock", "transfer", "inventory"],
  polling: () => livePolling(true),
  load: (api, { companyId }, signal) =>
    unwrap(api.GET("/api/Dashboard/Company/{companyId}/Stock", { params: { path: { companyId } }, signal }), (answer) =>
      hasFields(answer, { amount: "number", belowZeroCount: "number", monthStart: "string" }),
    ),
};

/**
 * Descriptor of the query for the reviews of the last 30 days with their average scores, and for the number of open
 * cases.
 */
export const reviewFiguresQuery: QueryDescriptor<CurrentFiguresQuery, Schemas["DashboardReviews"]> = {
  name: "reviewFigures",
  polling: () => livePolling(true),
  load: (api, { companyId }, signal) =>
    unwrap(
      api.GET("/api/Dashboard/Company/{companyId}/Review", { params: { path: { companyId } }, signal }),
      (answer) => hasFields(answer, { count: "number", openCount: "number" }),
    ),
};
