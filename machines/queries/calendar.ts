import { hasFields, isListOf } from "#api/answerShape.ts";
import { isNotOffered, type Schemas, unwrap } from "#api/client.ts";
import type { Day } from "#domain/dates.ts";
import { roundMoney } from "#domain/money.ts";
import { livePolling, type QueryDescriptor } from "#machines/core/query.ts";

/** Month of a company's order calendar, given by its first day. `isCurrent` is true if the month contains today. */
export interface MonthQuery {
  readonly companyId: number;
  readonly month: Day;
  readonly isCurrent: boolean;
}

/**
 * Figures of one calendar day. `amount` and `canceledCount` are absent if the server does not implement the extensions
 * of the API (`x-extension` in the description).
 */
export type CalendarDay = Schemas["CalendarDay"];

/** Month with the figures of each day. */
export interface Month {
  readonly month: Day;
  readonly days: readonly CalendarDay[];
}

const areCalendarDays = isListOf({ date: "string", count: "number" });

/** Returns true if the answer has the format of the company dashboard, with the orders of each day of the month. */
export const isCompanyState = (answer: unknown): boolean =>
  hasFields(answer, { orders: "object", orderByDay: "list" }) && areCalendarDays(Reflect.get(answer, "orderByDay"));

/**
 * Descriptor of the query for the order calendar. If the server has no calendar, the figures of the company dashboard
 * are used.
 */
export const orderCalendarQuery: QueryDescriptor<MonthQuery, Month> = {
  name: "orderCalendar",
  polling: ({ isCurrent }) => livePolling(isCurrent),
  load: async (api, { companyId, month }, signal) => {
    const params = { path: { companyId }, query: { date: month } };
    try {
      const { days } = await unwrap(
        api.GET("/api/Statistic/Company/{companyId}/Calendar", { params, signal }),
        (answer) => hasFields(answer, { days: "list" }) && areCalendarDays(Reflect.get(answer, "days")),
      );
      return { month, days };
    } catch (error) {
      if (!isNotOffered(error)) throw error;
      const state = await unwrap(api.GET("/api/Company/{companyId}/DashBoard", { params, signal }), isCompanyState);
      return { month, days: state.orderByDay };
    }
  },
};

/** Returns the totals of a month. Money is in roubles. */
export const sumMonth = (days: readonly CalendarDay[]): { count: number; amount: number; canceledCount: number } => ({
  count: days.reduce((sum, day) => sum + day.count, 0),
  amount: roundMoney(days.reduce((sum, day) => sum + (day.amount ?? 0), 0)),
  canceledCount: days.reduce((sum, day) => sum + (day.canceledCount ?? 0), 0),
});
