import type { Schemas } from "#api/client.ts";
import { type Day, shiftDay } from "#domain/dates.ts";
import { firstOfMonth, lastOfMonth } from "#domain/days.ts";
import type { Db } from "../../database/connection.ts";
import { type CompanyScope, holds } from "../session/caller.ts";
import { dayOrdersOf, orderCountsOf } from "./dayOrders.ts";
import { financeOf, paymentsOf } from "./finance.ts";
import { daySpan, groupedSpan } from "./groups.ts";
import { ordersByGroup, orderTotal } from "./orderGroups.ts";

/** Figures of a day, of the day before it, and of the same weekday a week before. */
const besideOthers = async <Figures>(day: Day, figuresOf: (day: Day) => Promise<Figures>) => {
  const dated = async (date: Day) => ({ ...(await figuresOf(date)), date });
  const [own, dayBefore, weekBefore] = await Promise.all([
    dated(day),
    dated(shiftDay(day, { days: -1 })),
    dated(shiftDay(day, { days: -7 })),
  ]);
  return { ...own, dayBefore, weekBefore };
};

/** Money of a day beside others. */
export const dashboardFinance = (db: Db, company: CompanyScope, day: Day): Promise<Schemas["DashboardFinance"]> =>
  besideOthers(day, (date) => financeOf(db, daySpan(company, date)));

/** Payments of a day beside others. */
export const dashboardPayments = (db: Db, company: CompanyScope, day: Day): Promise<Schemas["DashboardPayments"]> =>
  besideOthers(day, (date) => paymentsOf(db, daySpan(company, date)));

/** Orders of a day beside others. */
export const dashboardOrders = (db: Db, company: CompanyScope, day: Day): Promise<Schemas["DashboardOrders"]> =>
  besideOthers(day, (date) => dayOrdersOf(db, daySpan(company, date), company.zone));

/** Every day of the month that a day lies in. */
export const orderCalendar = async (db: Db, company: CompanyScope, day: Day): Promise<Schemas["OrderCalendar"]> => {
  const month = { startDate: firstOfMonth(day), endDate: lastOfMonth(day) };
  const groups = await ordersByGroup(db, groupedSpan(company, { ...month, groupBy: "day" }));
  const { count, amount, canceledCount } = orderTotal(groups);
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

/** The summary of a day; money only for who sees the finances. */
export const daySummary = async (db: Db, company: CompanyScope, day: Day) => {
  const span = daySpan(company, day);
  const maySee = holds(company, "finance.view");
  const [finance, payments, orders, calendar] = await Promise.all([
    maySee ? financeOf(db, span) : null,
    maySee ? paymentsOf(db, span) : null,
    orderCountsOf(db, span),
    orderCalendar(db, company, day),
  ]);
  return { finance, payments, orders, orderByDay: calendar.days };
};
