import type { DayQuery } from "#machines/queries/dashboard.ts";

/** Returns the path of the order list for the dashboard's day, optionally filtered by statuses. */
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
