import type { ComponentType } from "react";
import { lazyRoute, type Route, type RouteParams } from "../route.ts";

const company = "/Company/:companyId";

const ofCompany = (load: () => Promise<ComponentType<{ companyId: number }>>) => async () => {
  const Screen = await load();
  return ({ params: { companyId } }: { params: RouteParams }) => (
    <Screen key={companyId} companyId={Number(companyId)} />
  );
};

/** Routes of the dashboard, sales, the calendar, the payments of a day and reports (business, section 2). */
export const statisticsRoutes: readonly Route[] = [
  lazyRoute(
    `${company}/Dashboard`,
    ofCompany(async () => (await import("../../screens/statistics/Dashboard.tsx")).Dashboard),
    ({ companyId }) => ["Finance", "Payment", "Order"].map((card) => `/api/Dashboard/Company/${companyId}/${card}`),
  ),
  lazyRoute(
    `${company}/DashBoard/Realization`,
    ofCompany(async () => (await import("../../screens/statistics/Realization.tsx")).Realization),
    ({ companyId }) => [`/api/Statistic/Company/${companyId}/Realization`],
  ),
  lazyRoute(
    `${company}/DashBoard/OrderCalendar`,
    ofCompany(async () => (await import("../../screens/statistics/OrderCalendar.tsx")).OrderCalendar),
  ),
  lazyRoute(
    `${company}/Payment`,
    ofCompany(async () => (await import("../../screens/payments/PaymentDay.tsx")).PaymentDay),
    ({ companyId }) => [`/api/Payment/Company/${companyId}/Summury`],
  ),
  lazyRoute(
    `${company}/Report`,
    ofCompany(async () => (await import("../../screens/reports/Reports.tsx")).Reports),
  ),
];
