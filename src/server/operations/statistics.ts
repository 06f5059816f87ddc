import type { Handlers } from "../http/handlerTypes.ts";
import {
  dashboardFinance,
  dashboardOrders,
  dashboardPayments,
  orderCalendar,
} from "../services/statistics/dashboard.ts";
import { dayAsked } from "../services/statistics/parsePeriod.ts";
import { realizationOf } from "../services/statistics/realization.ts";
import { orderFilter } from "./orderFilter.ts";

/** Figures of a day and a month, and what is prepared and sold. */
export const statisticOperations = {
  getDashboardFinance: ({ db, company, query }) =>
    dashboardFinance(db, company, dayAsked(query.date, company.zone, new Date())),
  getDashboardPayments: ({ db, company, query }) =>
    dashboardPayments(db, company, dayAsked(query.date, company.zone, new Date())),
  getDashboardOrders: ({ db, company, query }) =>
    dashboardOrders(db, company, dayAsked(query.date, company.zone, new Date())),
  listRealization: ({ db, company, query }) => realizationOf(db, orderFilter(company, query)),
  getOrderCalendar: ({ db, company, query }) =>
    orderCalendar(db, company, dayAsked(query.date, company.zone, new Date())),
} satisfies Pick<
  Handlers,
  "getDashboardFinance" | "getDashboardPayments" | "getDashboardOrders" | "listRealization" | "getOrderCalendar"
>;
