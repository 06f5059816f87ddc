import type { Zone } from "#domain/dates.ts";
import type { OrderFilter } from "../services/orders/orderLists.ts";
import type { CompanyScope } from "../services/session/caller.ts";
import { type Period, parsePeriod, parsePeriodOrToday } from "../services/shared/period.ts";
import { businessDayAt } from "../services/shared/today.ts";

interface ListQuery {
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
  readonly orderStatusId?: readonly number[] | undefined;
  readonly orderTagId?: readonly number[] | undefined;
  readonly isOpenedOnly?: boolean | undefined;
}

/**
 * Parses the period of an order list, by default today. A list of open orders without a start date includes the orders
 * of all earlier days, and ends today if the end date is also missing.
 */
const periodOf = (query: ListQuery, zone: Zone): Period => {
  const now = new Date();
  if (!query.isOpenedOnly || query.startDate) return parsePeriodOrToday(query, zone, now);
  if (query.endDate) return parsePeriod(query, zone, now);
  return { start: undefined, end: businessDayAt(now, zone).end };
};

/** Parses the query parameters of an order list into a filter. */
export const parseOrderFilter = (company: CompanyScope, query: ListQuery): OrderFilter => ({
  companyId: company.id,
  period: periodOf(query, company.zone),
  statusIds: query.orderStatusId,
  tagIds: query.orderTagId,
});
