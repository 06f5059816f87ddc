import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import { intervalOfSql, isWithinSql, ordersInSql, type Span } from "./figures.ts";
import { byGroup, type GroupedSpan } from "./groups.ts";

const MOST_REASONS = 100;
const OTHER = "Другие причины";

type Row = Schemas["CancellationReport"]["rows"][number];

/**
 * Returns the SQL for the cancelled orders of a time span. Uses the index by status, because only few orders are
 * cancelled.
 */
const canceledIn = (span: Span) => sql`(
  select o.status_id, nullif(btrim(o.status_reason), '') as reason, o.status_employee_id as employee_id, o.amount,
    ${intervalOfSql(sql`o.date`, span)} as piece
  from order_status s join orders o on o.status_id = s.id and o.company_id = s.company_id
  where s.company_id = ${span.companyId} and s.is_cancel and ${isWithinSql(sql`o.date`, span)}) x`;

/**
 * Returns the cancelled orders of a time span, summed by reason and employee. The hundred most frequent reasons are
 * separate, and all other reasons are combined.
 */
export const readCancellations = async (db: Db, span: Span): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    with common as (
      select x.reason from ${canceledIn(span)} where x.reason is not null group by 1 order by count(*) desc, 1 limit ${MOST_REASONS})
    select case when x.reason is null then null else coalesce(c.reason, ${OTHER}) end as reason,
      x.employee_id as "employeeId", u.alias as "employeeAlias", count(*)::int as count, sum(x.amount) as amount
    from ${canceledIn(span)} left join common c on c.reason = x.reason left join app_user u on u.id = x.employee_id
    group by 1, x.employee_id, u.alias order by 4 desc, 5 desc, 1, 2`.execute(db);
  return rows;
};

/** Returns the number and amount of cancelled orders in each day, week or month of a time span. */
export const readCancellationsByGroup = async (db: Db, span: GroupedSpan) => {
  const { rows } = await sql<{ piece: number; count: number; amount: number }>`
    select x.piece, count(*)::int as count, sum(x.amount) as amount from ${canceledIn(span)} group by 1`.execute(db);
  return byGroup(span, rows, { count: 0, amount: 0 });
};

/** Counts all orders of a time span, including cancelled ones. */
export const countOrders = async (db: Db, span: Span): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${ordersInSql(span)}`.execute(db);
  return rows[0]?.count ?? 0;
};
