import type { DayQuery } from "#machines/queries/dashboard.ts";

/** Returns the path of the order list for the day of the dashboard. `statuses` filters the list, if given. */
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
