import { type RawBuilder, sql } from "kysely";

/**
 * Time span of a report, divided into intervals such as hours or days. `starts` contains the start of each interval,
 * and `end` is the exclusive end of the last one.
 */
export interface Span {
  readonly companyId: number;
  readonly start: Date;
  readonly end: Date;
  readonly starts: readonly Date[];
}

/** Returns SQL that is true if a time lies within the span. */
export const isWithinSql = (date: RawBuilder<unknown>, { start, end }: Span) =>
  sql`${date} >= ${start} and ${date} < ${end}`;

/** Returns the SQL for the number of the interval that contains a time, counted from 1. */
export const intervalOfSql = (date: RawBuilder<unknown>, { starts }: Span): RawBuilder<number> =>
  sql<number>`width_bucket(${date}, ${starts.map((start) => start.toISOString())}::timestamptz[])`;

/**
 * Returns the SQL for the orders `o` of a time span with their statuses `s`. The due time of an order determines its
 * day, as in the order lists.
 */
export const ordersInSql = (span: Span) => sql`orders o join order_status s on s.id = o.status_id
  where o.company_id = ${span.companyId} and ${isWithinSql(sql`o.date`, span)}`;

/** SQL that is true if the order is not cancelled. Sums include only such orders. */
export const isCountedSql = sql`not s.is_cancel`;

/**
 * Returns the SQL for the money movements `m` of a time span. A payment counts at the time of its completion, and a
 * refund at the time of the refund.
 */
export const movementsInSql = (span: Span) => sql`(
  select completed_date as date, payment_method_id, amount as received, 0 as refunded
  from payment where company_id = ${span.companyId} and ${isWithinSql(sql`completed_date`, span)}
  union all
  select completed_date, payment_method_id, 0, amount
  from payment_refund where company_id = ${span.companyId} and ${isWithinSql(sql`completed_date`, span)}) m`;
