import type { Schemas } from "#api/client.ts";
import type { Day } from "#domain/dates.ts";
import type { Db } from "../../database/connection.ts";
import { countOpenOrders } from "../orders/orderLists.ts";
import { type CompanyScope, hasPermission } from "../session/caller.ts";
import { businessDayAt } from "../shared/today.ts";
import { readDaySummary } from "../statistics/dashboard.ts";
import { readIncome } from "../statistics/finance.ts";

/**
 * Returns the number of open orders that are due by the end of today, the number of late orders among them, and the
 * figures of the business day `day`. For callers who may confirm payments, also returns the income of today.
 */
export const readCompanyState = async (
  db: Db,
  company: CompanyScope,
  now: Date,
  day: Day,
): Promise<Schemas["CompanyState"]> => {
  const { start, end } = businessDayAt(now, company.zone);
  const [counts, acceptedToday, summary] = await Promise.all([
    countOpenOrders(db, company.id, end, now),
    hasPermission(company, "payment.confirm")
      ? readIncome(db, { companyId: company.id, start, end, starts: [start] })
      : null,
    readDaySummary(db, company, day),
  ]);
  return { ...counts, acceptedToday, ...summary };
};
