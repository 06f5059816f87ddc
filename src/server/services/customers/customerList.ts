import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import { businessDay, type Day } from "#domain/dates.ts";
import type { Db } from "../../database/connection.ts";
import type { CompanyScope } from "../session/caller.ts";
import { cutPage, type PageQuery, readCursor, rowLimit } from "../shared/cursor.ts";
import { toSearchQuery } from "./customerSearch.ts";
import { currentRiskSql } from "./customerSql.ts";

type Row = Schemas["CustomerRow"];
type Segment = Schemas["CustomerSegment"];

const NEW_DAYS = 30;
const REGULAR_ORDERS = 5;
const SLEEPING_DAYS = 60;
const BIRTHDAY_DAYS = 7;
const DAY_MS = 86_400_000;

/** Filter of a customer list. An undefined `search`, `risk` or `segment` excludes no customers. */
export interface CustomerFilter {
  readonly search?: string | undefined;
  readonly risk?: Row["risk"] | undefined;
  readonly segment?: Segment | undefined;
  /** Days since the last order after which a customer belongs to the segment of sleeping customers, by default 60. */
  readonly sleepingDays?: number | undefined;
}

type CustomerQuery = CustomerFilter & PageQuery;

/**
 * Returns SQL that is true if the card `c` belongs to the company and is neither merged into another card nor
 * anonymised.
 */
const isListedSql = (companyId: number) =>
  sql`c.company_id = ${companyId} and c.merged_into_id is null and c.anonymized_at is null`;

/**
 * Returns the dates of `days` days, beginning with today, as numbers: month × 100 + day. In a year without a
 * 29 February, the result for 1 March also includes 29 February.
 */
export const nextBirthdays = (today: Day, days = BIRTHDAY_DAYS): number[] => {
  const start = Date.parse(`${today}T00:00:00Z`);
  const dates = Array.from({ length: days }, (_, index) => new Date(start + index * DAY_MS));
  return dates.flatMap((date) => {
    const number = (date.getUTCMonth() + 1) * 100 + date.getUTCDate();
    const isAfterFebruary28 = new Date(date.getTime() - DAY_MS).getUTCDate() === 28;
    return number === 301 && isAfterFebruary28 ? [229, number] : [number];
  });
};

/**
 * SQL for the birthday of the card `c` as a number, month × 100 + day. The index on birthdays contains the same
 * expression.
 */
const birthdayNumberSql = sql`(extract(month from c.birthday) * 100 + extract(day from c.birthday))`;

const riskConditionSql = (risk: Row["risk"], today: Day) =>
  risk === "none"
    ? sql`${currentRiskSql(today)} = 'none'`
    : sql`(c.risk <> 'none' and c.risk = ${risk} and (c.risk_until is null or c.risk_until >= ${today}::date))`;

const segmentSql = (segment: Segment, sleepingDays: number, today: Day) => {
  const ago = (days: number) => new Date(Date.now() - days * DAY_MS);
  switch (segment) {
    case "new":
      return sql`c.first_order_date >= ${ago(NEW_DAYS)}`;
    case "regular":
      return sql`c.order_count >= ${REGULAR_ORDERS}`;
    case "sleeping":
      return sql`c.last_order_date < ${ago(sleepingDays)}`;
    case "birthday":
      return sql`(c.birthday is not null and ${birthdayNumberSql} = any(${nextBirthdays(today)}::numeric[]))`;
    default:
      return riskConditionSql(segment, today);
  }
};

const filterSql = ({ risk, segment, sleepingDays = SLEEPING_DAYS }: CustomerFilter, today: Day) =>
  sql`${risk === undefined ? sql`true` : riskConditionSql(risk, today)} and ${
    segment === undefined ? sql`true` : segmentSql(segment, sleepingDays, today)
  }`;

/** Number of the newest customers that a search checks before it uses the search index. */
const NEWEST = 3000;

/**
 * Returns the SQL for the ids of the customers with these words, the newest first. Uses the search index only if fewer
 * than `limit` of the newest `NEWEST` customers match, because the index returns all matches unsorted.
 */
export const foundByWordsSql = (companyId: number, words: string, before: number, limit: number) => sql`
  with newest as materialized (
    select customer_id, words @@ ${words}::tsquery as is_found from customer_search
    where company_id = ${companyId} and customer_id < ${before} order by customer_id desc limit ${NEWEST})
  select customer_id as id from (
    select customer_id from newest where is_found
    union
    select customer_id from customer_search
    where words @@ ${words}::tsquery and company_id = ${companyId} and customer_id < ${before}
      and (select count(*) from newest where is_found) < ${limit}) every
  order by customer_id desc limit ${limit}`;

/** Returns the SQL for the ids of the found customers, the newest first. */
const foundIdsSql = (companyId: number, query: CustomerQuery, before: number, today: Day) => {
  const text = query.search?.trim() ?? "";
  const words = text === "" ? undefined : (toSearchQuery(companyId, text) ?? "'-'");
  const limit = rowLimit(query);
  const isFiltered = query.risk !== undefined || query.segment !== undefined;
  if (words !== undefined && !isFiltered) return foundByWordsSql(companyId, words, before, limit);
  const join =
    words === undefined
      ? sql``
      : sql`join customer_search s on s.customer_id = c.id and s.company_id = c.company_id and s.words @@ ${words}::tsquery`;
  return sql`select c.id from customer c ${join} where ${isListedSql(companyId)} and c.id < ${before}
    and ${filterSql(query, today)} order by c.id desc limit ${limit}`;
};

const rowColumnsSql = (today: Day) => sql`c.id, c.alias, c.phone, ${currentRiskSql(today)} as risk, c.birthday,
  c.order_count as "orderCount", c.total_pay as "totalPay", c.last_order_date as "lastOrderDate"`;

type FoundRow = Omit<Row, "lastOrderDate"> & { lastOrderDate: Date | null };

const LAST_ID = 2_147_483_647;

/**
 * Returns a page of a company's customers, the newest first, without merged and anonymised cards. Throws `Invalid` for
 * a malformed cursor.
 */
export const readCustomerPage = async (
  db: Db,
  company: CompanyScope,
  query: CustomerQuery,
): Promise<Schemas["CustomerPage"]> => {
  const today = businessDay(new Date(), company.zone);
  const before = Number(readCursor(query.cursor)?.id ?? LAST_ID);
  const { rows } = await sql<FoundRow & { at: string }>`
    select ${rowColumnsSql(today)}, '-infinity' as at
    from (${foundIdsSql(company.id, query, before, today)}) found join customer c on c.id = found.id
    where ${isListedSql(company.id)} order by c.id desc`.execute(db);
  const page = cutPage(rows, query);
  return {
    next: page.next,
    rows: page.rows.map((row) => ({ ...row, lastOrderDate: row.lastOrderDate?.toISOString() ?? null })),
  };
};

/** Returns the SQL for the duplicate keys that several cards of a company have. */
const sharedKeysSql = (companyId: number) => sql`
  select duplicate_key, min(customer_id) as id from customer_search
  where company_id = ${companyId} and duplicate_key is not null group by duplicate_key having count(*) > 1`;

/** Counts the customers of each segment, and the groups of likely duplicates. */
export const countCustomerSegments = async (
  db: Db,
  company: CompanyScope,
  sleepingDays = SLEEPING_DAYS,
): Promise<Schemas["CustomerSegments"]> => {
  const today = businessDay(new Date(), company.zone);
  const count = (segment: Segment) => sql`count(*) filter (where ${segmentSql(segment, sleepingDays, today)})::int`;
  const { rows } = await sql<Schemas["CustomerSegments"]>`
    select count(*)::int as all, ${count("new")} as new, ${count("regular")} as regular, ${count("sleeping")} as sleeping,
      ${count("birthday")} as birthday, ${count("attention")} as attention, ${count("blocked")} as blocked,
      (select count(*)::int from (${sharedKeysSql(company.id)}) shared) as duplicates
    from customer c where ${isListedSql(company.id)}`.execute(db);
  if (!rows[0]) throw new Error("An aggregate query returned no row");
  return rows[0];
};

const MOST_OF_GROUP = 20;

/**
 * Returns a page of the groups of customers who may be the same person, sorted by the smallest id in each group. A
 * group lists at most 20 customers. Throws `Invalid` for a malformed cursor.
 */
export const readDuplicatePage = async (
  db: Db,
  company: CompanyScope,
  query: PageQuery,
): Promise<Schemas["CustomerDuplicatePage"]> => {
  const today = businessDay(new Date(), company.zone);
  const after = Number(readCursor(query.cursor)?.id ?? 0);
  const { rows } = await sql<Schemas["CustomerDuplicateGroup"] & { at: string }>`
    select shared.id, '-infinity' as at, (
        select concat_ws(', ', o.delivery_address, o.delivery_address_building, 'кв. ' || o.delivery_address_apartment_number)
        from orders o where o.company_id = ${company.id} and o.customer_id = shared.id and o.delivery_address is not null order by o.date desc limit 1) as address,
      (select json_agg(k) from (
        select ${rowColumnsSql(today)} from customer_search s join customer c on c.id = s.customer_id and c.company_id = s.company_id
        where s.duplicate_key = shared.duplicate_key and s.company_id = ${company.id}
        order by c.id limit ${MOST_OF_GROUP}) k) as customers
    from (select * from (${sharedKeysSql(company.id)}) every where id > ${after} order by id limit ${rowLimit(query)}) shared
    order by shared.id`.execute(db);
  return cutPage(rows, query);
};
