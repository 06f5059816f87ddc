import { type RawBuilder, sql } from "kysely";
import type { Zone } from "#domain/dates.ts";
import type { Db } from "../../database/connection.ts";
import type { Period } from "../shared/period.ts";

/** Filter of an order list. */
export interface OrderFilter {
  readonly companyId: number;
  readonly period: Period;
  readonly statusIds: readonly number[] | undefined;
  readonly tagIds: readonly number[] | undefined;
}

/** SQL for the promised time of the order `o`. */
export const promisedAtSql = sql`coalesce(o.promised_at, o.date)`;

const summaryFields = sql`o.id, o.internal_id as "internalId", o.date, o.creation_date as "creationDate",
  o.promised_at as "promisedAt", o.tags,
  o.status_id as "statusId", o.amount, s.is_cancel as "isCanceled", s.is_closed as "isClosed",
  nullif(concat_ws(', ', nullif(o.delivery_address, ''), nullif(o.delivery_address_building, ''),
    'кв. ' || nullif(o.delivery_address_apartment_number, '')), '') as "deliveryAddress",
  o.phone, o.note, nullif(concat_ws(' ', o.external_system ->> 'name', o.external_system ->> 'id'), '') as "externalOrder"`;

/** Returns the SQL condition that a due time lies within the period. */
export const isDueInSql = (date: RawBuilder<unknown>, { start, end }: Period) => sql`
  ${date} >= coalesce(${start ?? null}::timestamptz, '-infinity') and ${date} < coalesce(${end ?? null}::timestamptz, 'infinity')`;

/** Returns the SQL condition that the order `o` matches the filter. */
export const isWantedSql = ({ companyId, period, statusIds, tagIds }: OrderFilter) => sql`
  o.company_id = ${companyId}
  and ${isDueInSql(sql`o.date`, period)}
  and (${statusIds ?? null}::int[] is null or o.status_id = any(${statusIds ?? null}::int[]))
  and (${tagIds ?? null}::int[] is null or o.tags && ${tagIds ?? null}::int[])`;

/** Returns summaries of orders as JSON text, sorted by due time. With `isOpenedOnly`, returns only open orders. */
export const readOrderSummaryJson = async (db: Db, filter: OrderFilter, isOpenedOnly = false): Promise<string> => {
  const open = isOpenedOnly ? sql`o.is_open` : sql`true`;
  const { rows } = await sql<{ json: string }>`
    select coalesce(json_agg(r), '[]')::text as json from (
      select ${summaryFields} from orders o join order_status s on s.id = o.status_id
      where ${isWantedSql(filter)} and ${open} order by ${promisedAtSql}, o.id) r`.execute(db);
  return rows[0]?.json ?? "[]";
};

/** Returns the business days with orders, the earliest first, and the number of orders on each day. */
export const readOrderDays = async (
  db: Db,
  companyId: number,
  period: Period,
  zone: Zone,
): Promise<{ date: string; count: number }[]> => {
  const { rows } = await sql<{ date: string; count: number }>`
    select ((o.date at time zone ${zone.timeZone}) - ${zone.dayStart}::interval)::date as date, count(*)::int as count
    from orders o
    where ${isWantedSql({ companyId, period, statusIds: undefined, tagIds: undefined })}
    group by 1 order by 1`.execute(db);
  return rows;
};

/** Counts the open orders that are due before `until`, and the late orders among them. */
export const countOpenOrders = async (db: Db, companyId: number, until: Date, now: Date) => {
  const { rows } = await sql<{ openCount: number; lateCount: number }>`
    select count(*)::int as "openCount", count(*) filter (where ${promisedAtSql} < ${now})::int as "lateCount"
    from orders o where company_id = ${companyId} and is_open and date < ${until}`.execute(db);
  return rows[0] ?? { openCount: 0, lateCount: 0 };
};
