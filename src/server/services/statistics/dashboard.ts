import type { Schemas } from "#api/client.ts";
import { type Day, shiftDay } from "#domain/dates.ts";
import { firstOfMonth, lastOfMonth } from "#domain/days.ts";
import type { Db } from "../../database/connection.ts";
import { type CompanyScope, hasPermission } from "../session/caller.ts";
import { countOrdersByOutcome, readDayOrders } from "./dayOrders.ts";
import { readFinance, readPaymentFigures } from "./finance.ts";
import { daySpan, groupedSpan } from "./groups.ts";
import { readOrdersByGroup, sumOrderGroups } from "./orderGroups.ts";

/** Returns the figures of a day, of the day before and of the same weekday one week before. */
const compareWithEarlierDays = async <Figures>(day: Day, figuresOf: (day: Day) => Promise<Figures>) => {
  const dated = async (date: Day) => ({ ...(await figuresOf(date)), date });
  const [own, dayBefore, weekBefore] = await Promise.all([
    dated(day),
    dated(shiftDay(day, { days: -1 })),
    dated(shiftDay(day, { days: -7 })),
  ]);
  return { ...own, dayBefore, weekBefore };
};

/** Returns the money figures of a day, of the day before and of the same weekday one week before. */
export const readDashboardFinance = (db: Db, company: CompanyScope, day: Day): Promise<Schemas["DashboardFinance"]> =>
  compareWithEarlierDays(day, (date) => readFinance(db, daySpan(company, date)));

/** Returns the payments of a day, of the day before and of the same weekday one week before. */
export const readDashboardPayments = (db: Db, company: CompanyScope, day: Day): Promise<Schemas["DashboardPayments"]> =>
  compareWithEarlierDays(day, (date) => readPaymentFigures(db, daySpan(company, date)));

/** Returns the orders of a day, of the day before and of the same weekday one week before. */
export const readDashboardOrders = (db: Db, company: CompanyScope, day: Day): Promise<Schemas["DashboardOrders"]> =>
  compareWithEarlierDays(day, (date) => readDayOrders(db, daySpan(company, date), company.zone));

/** Returns the figures of every day in the month of the given day. */
export const readOrderCalendar = async (db: Db, company: CompanyScope, day: Day): Promise<Schemas["OrderCalendar"]> => {
  const month = { startDate: firstOfMonth(day), endDate: lastOfMonth(day) };
  const groups = await readOrdersByGroup(db, groupedSpan(company, { ...month, groupBy: "day" }));
  const { count, amount, canceledCount } = sumOrderGroups(groups);
  return {
    ...month,
    days: groups.map((group) => ({
      date: group.date,
      count: group.count,
      amount: group.amount,
      canceledCount: group.canceledCount,
    })),
    total: { count, amount, canceledCount },
  };
};

/**
 * Returns the money figures and the order counts of a day, and the order figures of each day in its month. The money
 * figures are null for a caller who may not view finances.
 */
export const readDaySummary = async (db: Db, company: CompanyScope, day: Day) => {
  const span = daySpan(company, day);
  const canSeeFinances = hasPermission(company, "finance.view");
  const [finance, payments, orders, calendar] = await Promise.all([
    canSeeFinances ? readFinance(db, span) : null,
    canSeeFinances ? readPaymentFigures(db, span) : null,
    countOrdersByOutcome(db, span),
    readOrderCalendar(db, company, day),
  ]);
  return { finance, payments, orders, orderByDay: calendar.days };
};
