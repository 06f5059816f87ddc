import type { Schemas } from "#api/client.ts";
import { type Day, shiftDay } from "#domain/dates.ts";
import { firstOfMonth, lastOfMonth } from "#domain/days.ts";
import type { Db } from "../../database/connection.ts";
import { type CompanyScope, hasPermission } from "../session/caller.ts";
import { countOrdersByOutcome, readDayOrders } from "./dayOrders.ts";
import { readFinance, readPaymentFigures } from "./finance.ts";
import { daySpan, groupedSpan } from "./groups.ts";
import { readOrdersByGroup, sumOrderGroups } from "./orderGroups.ts";

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
export const readDashboardFinance = (db: Db, company: CompanyScope, day: Day): Promise<Schemas["DashboardFinance"]> =>
  besideOthers(day, (date) => readFinance(db, daySpan(company, date)));

/** Payments of a day beside others. */
export const readDashboardPayments = (db: Db, company: CompanyScope, day: Day): Promise<Schemas["DashboardPayments"]> =>
  besideOthers(day, (date) => readPaymentFigures(db, daySpan(company, date)));

/** Orders of a day beside others. */
export const readDashboardOrders = (db: Db, company: CompanyScope, day: Day): Promise<Schemas["DashboardOrders"]> =>
  besideOthers(day, (date) => readDayOrders(db, daySpan(company, date), company.zone));

/** Every day of the month that a day lies in. */
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

/** The summary of a day; money only for who sees the finances. */
export const readDaySummary = async (db: Db, company: CompanyScope, day: Day) => {
  const span = daySpan(company, day);
  const maySee = hasPermission(company, "finance.view");
  const [finance, payments, orders, calendar] = await Promise.all([
    maySee ? readFinance(db, span) : null,
    maySee ? readPaymentFigures(db, span) : null,
    countOrdersByOutcome(db, span),
    readOrderCalendar(db, company, day),
  ]);
  return { finance, payments, orders, orderByDay: calendar.days };
};
