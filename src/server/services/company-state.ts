import { sql } from "kysely";
import type { Db } from "../database/connection.ts";
import { type CompanyScope, holds } from "./caller.ts";
import { openCounts } from "./orders/order-lists.ts";
import { dayAt } from "./today.ts";
import type { Schemas } from "./wire.ts";

const acceptedBetween = async (db: Db, companyId: number, start: Date, end: Date): Promise<number> => {
  const { rows } = await sql<{ sum: number }>`select coalesce(sum(amount), 0) as sum from payment
    where company_id = ${companyId} and completed_date >= ${start} and completed_date < ${end} and status = 'completed'`.execute(
    db,
  );
  return rows[0]?.sum ?? 0;
};

/** Counts of the open orders up to the end of the company's day, and what was paid in it; the sum is for those who confirm payments. */
export const companyState = async (db: Db, company: CompanyScope, now: Date): Promise<Schemas["CompanyState"]> => {
  const today = dayAt(now, company.zone);
  const counts = await openCounts(db, company.id, today.end, now);
  const maySee = holds(company, "payment.confirm");
  return { ...counts, acceptedToday: maySee ? await acceptedBetween(db, company.id, today.start, today.end) : null };
};
