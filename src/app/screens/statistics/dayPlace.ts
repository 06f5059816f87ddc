import type { DayQuery } from "#machines/dashboards/dashboard.ts";

/** Where the orders of a dashboard's day are: open ones, or all, or those in some statuses. */
export const ordersPath = (
  { companyId, date }: DayQuery,
  list: "" | "/DashBoard/Summury",
  statuses: readonly number[] = [],
): string => {
  const query = new URLSearchParams([
    ...(date ? [["date", date]] : []),
    ...statuses.map((id) => ["orderStatusId", String(id)]),
  ]).toString();
  return `/Company/${companyId}${list}${query && `?${query}`}`;
};
