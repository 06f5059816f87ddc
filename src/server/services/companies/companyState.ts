import type { Schemas } from "#api/client.ts";
import type { Day } from "#domain/dates.ts";
import type { Db } from "../../database/connection.ts";
import { openCounts } from "../orders/orderLists.ts";
import { type CompanyScope, holds } from "../session/caller.ts";
import { dayAt } from "../shared/today.ts";
import { daySummary } from "../statistics/dashboard.ts";
import { incomeOf } from "../statistics/finance.ts";

/** What is open up to the end of today, what was paid today for who confirms payments, and the figures of a day. */
export const companyState = async (
  db: Db,
  company: CompanyScope,
  now: Date,
  day: Day,
): Promise<Schemas["CompanyState"]> => {
  const { start, end } = dayAt(now, company.zone);
  const [counts, acceptedToday, summary] = await Promise.all([
    openCounts(db, company.id, end, now),
    holds(company, "payment.confirm") ? incomeOf(db, { companyId: company.id, start, end, starts: [start] }) : null,
    daySummary(db, company, day),
  ]);
  return { ...counts, acceptedToday, ...summary };
};
