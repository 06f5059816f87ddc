import { type RawBuilder, sql } from "kysely";

/**
 * Time span of a company with an exclusive end, divided into pieces. Each piece begins at an entry of `starts` and ends at
 * the next one.
 */
export interface Span {
  readonly companyId: number;
  readonly start: Date;
  readonly end: Date;
  readonly starts: readonly Date[];
}

/** Returns the SQL condition that a moment lies in a span. */
export const isWithinSql = (date: RawBuilder<unknown>, { start, end }: Span) =>
  sql`${date} >= ${start} and ${date} < ${end}`;

/** Returns the SQL number, from 1, of the piece that contains a moment. */
export const pieceOf = (date: RawBuilder<unknown>, { starts }: Span): RawBuilder<number> =>
  sql<number>`width_bucket(${date}, ${starts.map((start) => start.toISOString())}::timestamptz[])`;

/**
 * Returns the SQL of the orders `o` of a span and their statuses `s`. An order belongs to the day on which it is due, as
 * in the order lists.
 */
export const ordersInSql = (span: Span) => sql`orders o join order_status s on s.id = o.status_id
  where o.company_id = ${span.companyId} and ${isWithinSql(sql`o.date`, span)}`;

/** SQL condition that the order is counted in the sums: it is not cancelled. */
export const isCountedSql = sql`not s.is_cancel`;

/** Returns the SQL of the money movements `m` of a span: payments by the date of completion, refunds by the date of refund. */
export const movementsInSql = (span: Span) => sql`(
  select completed_date as date, payment_method_id, amount as received, 0 as refunded
  from payment where company_id = ${span.companyId} and ${isWithinSql(sql`completed_date`, span)}
  union all
  select refunded_date, payment_method_id, 0, amount
  from payment where company_id = ${span.companyId} and ${isWithinSql(sql`refunded_date`, span)}) m`;
