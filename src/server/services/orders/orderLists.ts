import { type RawBuilder, sql } from "kysely";
import type { Zone } from "#domain/dates.ts";
import type { Db } from "../../database/connection.ts";
import { customerNameSql } from "../customers/customerSql.ts";
import type { Period } from "../shared/period.ts";

/**
 * Filter of an order list by due time, status and tag. An order matches if it has one of the statuses and at least one
 * of the tags. Undefined ids exclude no orders.
 */
export interface OrderFilter {
  readonly companyId: number;
  readonly period: Period;
  readonly statusIds: readonly number[] | undefined;
  readonly tagIds: readonly number[] | undefined;
}

/** SQL for the promised time of the order `o`. */
export const promisedAtSql = sql`coalesce(o.promised_at, o.date)`;

/**
 * SQL for the amount of the order `o` with the status `s` that is not paid yet. A pending payment counts as paid, and a
 * cancelled order needs no payment.
 */
export const requiredAmountSql = sql`case when s.is_cancel then 0 else greatest(0, o.amount
  - (select coalesce(sum(p.amount - p.refunded_amount), 0) from payment p
    where p.order_id = o.id and p.company_id = o.company_id and p.status <> 'rejected')) end`;

const summaryFields = sql`o.id, o.internal_id as "internalId", o.date, o.creation_date as "creationDate",
  o.promised_at as "promisedAt", o.tags,
  o.status_id as "statusId", o.amount, s.is_cancel as "isCanceled", s.is_closed as "isClosed",
  nullif(concat_ws(', ', nullif(o.delivery_address, ''), nullif(o.delivery_address_building, ''),
    'кв. ' || nullif(o.delivery_address_apartment_number, '')), '') as "deliveryAddress",
  o.phone, o.note, nullif(concat_ws(' ', o.external_system ->> 'name', o.external_system ->> 'id'), '') as "externalOrder"`;

const extendedFields = sql`${summaryFields}, ${customerNameSql(sql`o.company_id`, sql`o.customer_id`)} as "customerName",
  ${requiredAmountSql} as "requiredAmount", o.is_in_hall as "isInHall",
  (select u.alias from delivery_stop d join delivery_trip t on t.id = d.trip_id and t.company_id = d.company_id join app_user u on u.id = t.courier_id
    where d.order_id = o.id and d.company_id = o.company_id and d.state in ('assigned', 'onTheWay', 'delivered') order by d.id desc limit 1) as "courierName"`;

/** Returns SQL that is true if a due time lies within the period. */
export const isDueInSql = (date: RawBuilder<unknown>, { start, end }: Period) => sql`
  ${date} >= coalesce(${start ?? null}::timestamptz, '-infinity') and ${date} < coalesce(${end ?? null}::timestamptz, 'infinity')`;

/** Returns SQL that is true if the order `o` matches the filter. */
export const isWantedSql = ({ companyId, period, statusIds, tagIds }: OrderFilter) => sql`
  o.company_id = ${companyId}
  and ${isDueInSql(sql`o.date`, period)}
  and (${statusIds ?? null}::int[] is null or o.status_id = any(${statusIds ?? null}::int[]))
  and (${tagIds ?? null}::int[] is null or o.tags && ${tagIds ?? null}::int[])`;

const readSummaryJson = async (db: Db, fields: RawBuilder<unknown>, isWanted: RawBuilder<unknown>): Promise<string> => {
  const { rows } = await sql<{ json: string }>`
    select coalesce(json_agg(r), '[]')::text as json from (
      select ${fields} from orders o join order_status s on s.id = o.status_id
      where ${isWanted} order by ${promisedAtSql}, o.id) r`.execute(db);
  return rows[0]?.json ?? "[]";
};

/** Returns summaries of orders as JSON text, sorted by promised time. */
export const readOrderSummaryJson = (db: Db, filter: OrderFilter): Promise<string> =>
  readSummaryJson(db, summaryFields, isWantedSql(filter));

const detailFields = sql`${extendedFields}, o.version,
  (select coalesce(sum(p.amount - p.refunded_amount), 0) from payment p
    where p.order_id = o.id and p.company_id = o.company_id and p.status = 'completed') as "paidAmount",
  (select coalesce(json_agg(json_build_object('name', l.name, 'count', l.count) order by l.position), '[]')
    from order_line l where l.order_id = o.id and l.company_id = o.company_id) as dishes`;

/**
 * Returns summaries of orders as JSON text with customer, courier and unpaid amount, sorted by promised time. With
 * `isOpenedOnly`, returns only open orders. With `hasDetails`, adds version, dishes and paid amount.
 */
export const readExtendedSummaryJson = (
  db: Db,
  filter: OrderFilter,
  {
    isOpenedOnly = false,
    hasDetails = false,
  }: { readonly isOpenedOnly?: boolean | undefined; readonly hasDetails?: boolean | undefined },
): Promise<string> =>
  readSummaryJson(
    db,
    hasDetails ? detailFields : extendedFields,
    isOpenedOnly ? sql`${isWantedSql(filter)} and o.is_open` : isWantedSql(filter),
  );

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
