import { ApiProblem, type Schemas, unwrap } from "#api/client.ts";
import type { Day } from "#domain/dates.ts";
import { addMonths } from "#domain/day.ts";
import { addDays, firstOfMonth, lastOfMonth, mondayOf, weekdayOf } from "#domain/days.ts";
import { roundMoney } from "#domain/money.ts";
import type { Viewed } from "#machines/resource/view.ts";

/** A month of a company, named by its first day; `isCurrent` when today lies in it. */
export interface MonthQuery {
  readonly companyId: number;
  readonly month: Day;
  readonly isCurrent: boolean;
}

/** A day of the calendar; money and cancelled orders where the server knows them. */
export type CalendarDay = Schemas["CalendarDay"];

/** The days of a month with their orders. */
export interface Month {
  readonly month: Day;
  readonly days: readonly CalendarDay[];
}

const isUnknown = (error: unknown): boolean => error instanceof ApiProblem && error.status === 404;

/** Orders and money of each day of a month; a server that knows only the documented calls tells them with the state of the company. */
export const orderCalendar: Viewed<MonthQuery, Month> = {
  name: "orderCalendar",
  isLive: ({ isCurrent }) => isCurrent,
  load: async (api, { companyId, month }, signal) => {
    const params = { path: { companyId }, query: { date: month } };
    try {
      const { days } = await unwrap(api.GET("/api/Statistic/Company/{companyId}/Calendar", { params, signal }));
      return { month, days };
    } catch (error) {
      if (!isUnknown(error)) throw error;
      const state = await unwrap(api.GET("/api/Company/{companyId}/DashBoard", { params, signal }));
      return { month, days: state.orderByDay };
    }
  },
};

/** A month's orders, money and cancelled orders together. */
export const totalOf = (days: readonly CalendarDay[]): { count: number; amount: number; canceledCount: number } => ({
  count: days.reduce((sum, day) => sum + day.count, 0),
  amount: roundMoney(days.reduce((sum, day) => sum + (day.amount ?? 0), 0)),
  canceledCount: days.reduce((sum, day) => sum + (day.canceledCount ?? 0), 0),
});

/** The weeks of a month from Monday on; undefined where a place belongs to another month. */
export const weeksOf = (month: Day): (Day | undefined)[][] => {
  const first = mondayOf(firstOfMonth(month));
  const last = lastOfMonth(month);
  const weeks = Math.floor((weekdayOf(firstOfMonth(month)) + Number(last.slice(8)) + 6) / 7);
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_, at) => {
      const day = addDays(first, week * 7 + at);
      return day.slice(0, 7) === month.slice(0, 7) ? day : undefined;
    }),
  );
};

const walks: Readonly<Record<string, (day: Day) => Day>> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  Home: mondayOf,
  End: (day) => addDays(mondayOf(day), 6),
  PageUp: (day) => addMonths(day, -1),
  PageDown: (day) => addMonths(day, 1),
};

/** The day that a key leads to from another; undefined for a key that does not walk. */
export const dayByKey = (key: string, day: Day): Day | undefined => walks[key]?.(day);
