import { type RawBuilder, sql } from "kysely";

/** A stretch of time of a company, its end exclusive, cut in pieces: each begins at one of `starts` and lasts until the next. */
export interface Span {
  readonly companyId: number;
  readonly start: Date;
  readonly end: Date;
  readonly starts: readonly Date[];
}

/** SQL condition: a moment lies in a span. */
export const isWithinSql = (date: RawBuilder<unknown>, { start, end }: Span) =>
  sql`${date} >= ${start} and ${date} < ${end}`;

/** SQL: the number, from 1, of the piece in which a moment lies; the days of a company are cut by its own clock before they come here. */
export const pieceOf = (date: RawBuilder<unknown>, { starts }: Span): RawBuilder<number> =>
  sql<number>`width_bucket(${date}, ${starts.map((start) => start.toISOString())}::timestamptz[])`;

/** SQL: the orders `o` of a company in a span, with their statuses `s`. An order is of the day in which it is due, as in the lists of orders. */
export const ordersInSql = (span: Span) => sql`orders o join order_status s on s.id = o.status_id
  where o.company_id = ${span.companyId} and ${isWithinSql(sql`o.date`, span)}`;

/** SQL condition: the order is in the sums; a cancelled one never is. */
export const isCountedSql = sql`not s.is_cancel`;

/** SQL: the money `m` of a company that moved in a span: payments on the day of their completion, refunds on the day when they were made. */
export const movementsInSql = (span: Span) => sql`(
  select completed_date as date, payment_method_id, amount as received, 0 as refunded
  from payment where company_id = ${span.companyId} and ${isWithinSql(sql`completed_date`, span)}
  union all
  select refunded_date, payment_method_id, 0, amount
  from payment where company_id = ${span.companyId} and ${isWithinSql(sql`refunded_date`, span)}) m`;
