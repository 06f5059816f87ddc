import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import { intervalOfSql, isCountedSql, isWithinSql } from "./figures.ts";
import { byGroup, type GroupedSpan } from "./groups.ts";

type Report = Schemas["CallReport"];
type PhoneRow = Report["rows"][number];

type Figures = Schemas["CallFigures"];

interface Sums extends Figures {
  readonly piece: number | null;
  readonly operatorPhoneId: number | null;
}

/**
 * Reads call sums in one query. Rows with a null `piece` are sums by operator phone, and rows with a null
 * `operatorPhoneId` are sums by interval of the time span.
 */
const callSums = async (db: Db, span: GroupedSpan): Promise<readonly Sums[]> => {
  const { rows } = await sql<Sums>`
    select t.piece, t.operator_phone_id as "operatorPhoneId", count(*)::int as count,
      count(*) filter (where t.is_answered)::int as "answeredCount",
      count(*) filter (where t.order_count > 0)::int as "orderCount", sum(t.amount) as amount
    from (
      select ${intervalOfSql(sql`c.start_ring`, span)} as piece, c.operator_phone_id, c.call is not null as is_answered,
        b.order_count, b.amount
      from operator_phone_call c cross join lateral (
        select count(*) as order_count, coalesce(sum(o.amount), 0) as amount
        from orders o join order_status s on s.id = o.status_id where o.operator_phone_call_id = c.id and o.company_id = c.company_id and ${isCountedSql}) b
      where c.company_id = ${span.companyId} and ${isWithinSql(sql`c.start_ring`, span)}) t
    group by grouping sets ((t.operator_phone_id), (t.piece))`.execute(db);
  return rows;
};

const phonesOf = async (db: Db, companyId: number): Promise<readonly Omit<PhoneRow, keyof Figures>[]> => {
  const { rows } = await sql<PhoneRow>`
    select id as "operatorPhoneId", number, name, color from operator_phone where company_id = ${companyId}
    order by number, id`.execute(db);
  return rows;
};

/** Returns the call sums of a time span: by operator phone, the most called phone first, and by day, week or month. */
export const readCallFigures = async (db: Db, span: GroupedSpan): Promise<Pick<Report, "rows" | "groups">> => {
  const [sums, phones] = await Promise.all([callSums(db, span), phonesOf(db, span.companyId)]);
  const figuresOf = ({ count, answeredCount, orderCount, amount }: Sums) => ({
    count,
    answeredCount,
    orderCount,
    amount,
  });
  const rows = phones.flatMap((phone) => {
    const found = sums.find(({ operatorPhoneId }) => operatorPhoneId === phone.operatorPhoneId);
    return found ? [{ ...phone, ...figuresOf(found) }] : [];
  });
  const pieces = sums.flatMap((sum) => (sum.piece === null ? [] : [{ piece: sum.piece, ...figuresOf(sum) }]));
  return {
    rows: rows.sort((a, b) => b.count - a.count),
    groups: byGroup(span, pieces, { count: 0, answeredCount: 0, orderCount: 0, amount: 0 }),
  };
};
