import { ApiProblem, type Schemas, unwrap } from "#api/client.ts";
import type { Day } from "#domain/dates.ts";
import { roundMoney } from "#domain/money.ts";
import { livePolling, type QueryDescriptor } from "#machines/core/query.ts";

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
export const orderCalendarQuery: QueryDescriptor<MonthQuery, Month> = {
  name: "orderCalendar",
  polling: ({ isCurrent }) => livePolling(isCurrent),
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
export const sumMonth = (days: readonly CalendarDay[]): { count: number; amount: number; canceledCount: number } => ({
  count: days.reduce((sum, day) => sum + day.count, 0),
  amount: roundMoney(days.reduce((sum, day) => sum + (day.amount ?? 0), 0)),
  canceledCount: days.reduce((sum, day) => sum + (day.canceledCount ?? 0), 0),
});
