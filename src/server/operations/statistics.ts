import type { Handlers } from "../http/handlerTypes.ts";
import {
  readDashboardFinance,
  readDashboardOrders,
  readDashboardPayments,
  readOrderCalendar,
} from "../services/statistics/dashboard.ts";
import { readDashboardDay } from "../services/statistics/dashboardDay.ts";
import { readDashboardReviews, readDashboardShop } from "../services/statistics/guestFigures.ts";
import { readDashboardSources } from "../services/statistics/moneyPlaces.ts";
import { parseDay } from "../services/statistics/parsePeriod.ts";
import { readRealization } from "../services/statistics/realization.ts";
import { readDashboardRush } from "../services/statistics/rush.ts";
import { readDashboardStock } from "../services/statistics/stockFigures.ts";
import { parseOrderFilter } from "./orderFilter.ts";

/** Handlers that return the figures of the dashboard, the order calendar and the sold dishes. */
export const statisticOperations = {
  getDashboardFinance: ({ db, company, query }) =>
    readDashboardFinance(db, company, parseDay(query.date, company.zone, new Date())),
  getDashboardPayments: ({ db, company, query }) =>
    readDashboardPayments(db, company, parseDay(query.date, company.zone, new Date())),
  getDashboardOrders: ({ db, company, query }) =>
    readDashboardOrders(db, company, parseDay(query.date, company.zone, new Date())),
  getDashboardDay: ({ db, company, scope, query }) => {
    const now = new Date();
    return readDashboardDay(db, company, { day: parseDay(query.date, company.zone, now), now, scope });
  },
  getDashboardRush: ({ db, company, query }) =>
    readDashboardRush(db, company, parseDay(query.date, company.zone, new Date())),
  getDashboardSources: ({ db, company, query }) =>
    readDashboardSources(db, company, parseDay(query.date, company.zone, new Date())),
  getDashboardShop: ({ db, company, query }) =>
    readDashboardShop(db, company, parseDay(query.date, company.zone, new Date())),
  getDashboardReviews: ({ db, company }) => readDashboardReviews(db, company),
  getDashboardStock: ({ db, company, scope }) => readDashboardStock(db, company, scope),
  listRealization: ({ db, company, query }) => readRealization(db, parseOrderFilter(company, query)),
  getOrderCalendar: ({ db, company, query }) =>
    readOrderCalendar(db, company, parseDay(query.date, company.zone, new Date())),
} satisfies Pick<
  Handlers,
  | "getDashboardFinance"
  | "getDashboardPayments"
  | "getDashboardOrders"
  | "getDashboardDay"
  | "getDashboardRush"
  | "getDashboardSources"
  | "getDashboardShop"
  | "getDashboardReviews"
  | "getDashboardStock"
  | "listRealization"
  | "getOrderCalendar"
>;
