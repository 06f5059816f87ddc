import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import { type Day, daysRange, shiftDay } from "#domain/dates.ts";
import { DEFAULT_DAY_START, DEFAULT_TIME_ZONE } from "#domain/zone.ts";
import type { Db } from "../../database/connection.ts";
import { cutPage, likePattern, type PageQuery, readCursor, rowLimit } from "../shared/cursor.ts";
import { backwardPeriod, parseDay } from "../statistics/parsePeriod.ts";

/** Time zone for the days of page views. A page view belongs to no company, so the default zone applies. */
const ZONE = { timeZone: DEFAULT_TIME_ZONE, dayStart: DEFAULT_DAY_START };
const USUAL_DAYS = 30;
const MOST_DAYS = 90;

interface PageViewQuery {
  readonly startDate?: string;
  readonly endDate?: string;
  readonly screen?: string;
  readonly version?: string;
}

/**
 * Parses the period of a query, by default 30 days, and limits it to its last 90 days. Throws `Invalid` for a period
 * that ends before it starts, and for a year outside 2000–2099.
 */
const parseViewDays = ({ startDate, endDate }: PageViewQuery, now: Date): { start: Day; end: Day } => {
  const end = parseDay(endDate, ZONE, now, "endDate");
  const usual = shiftDay(end, { days: 1 - USUAL_DAYS });
  const start = startDate === undefined ? usual : parseDay(startDate, ZONE, now, "startDate");
  if (start > end) throw backwardPeriod();
  const earliest = shiftDay(end, { days: 1 - MOST_DAYS });
  return { start: start < earliest ? earliest : start, end };
};

/**
 * Returns the numbers of page views and of users by day, screen and version as JSON text. Throws the errors of
 * `parseViewDays`.
 */
export const readPageViewsJson = async (db: Db, query: PageViewQuery, now: Date): Promise<string> => {
  const days = parseViewDays(query, now);
  const { start, end } = daysRange(days, ZONE);
  const { rows } = await sql<{ json: string }>`
    with viewed as materialized (
      select (date at time zone ${ZONE.timeZone})::date as day, screen, application_version as version,
        application_name as application, user_id, count(*) as views
      from metric where date >= ${start} and date < ${end}
        ${query.screen === undefined ? sql`` : sql`and screen = lower(${query.screen})`}
        ${query.version === undefined ? sql`` : sql`and application_version = ${query.version}`}
      group by 1, 2, 3, 4, 5),
    by_day as (
      select d::date as day, coalesce(sum(v.views), 0)::int as views, count(distinct v.user_id)::int as users
      from generate_series(${days.start}::date::timestamp, ${days.end}::date::timestamp, interval '1 day') d
      left join viewed v on v.day = d::date group by 1 order by 1),
    by_screen as (
      select screen, sum(views)::int as views, count(distinct user_id)::int as users
      from viewed group by 1 order by 2 desc, 1 limit 200),
    by_version as (
      select coalesce(version, '') as version, coalesce(application, '') as application, sum(views)::int as views,
        count(distinct user_id)::int as users
      from viewed group by 1, 2 order by 3 desc, 1 limit 100)
    select json_build_object('startDate', ${days.start}::text, 'endDate', ${days.end}::text,
      'total', (select coalesce(sum(views), 0)::int from viewed),
      'days', (select json_agg(r) from by_day r),
      'screens', (select coalesce(json_agg(r), '[]') from by_screen r),
      'versions', (select coalesce(json_agg(r), '[]') from by_version r))::text as json`.execute(db);
  return rows[0]?.json ?? "{}";
};

const TRACE = /^[0-9a-f]{32}$/;

type GroupRow = Schemas["ErrorGroup"] & { at: string };

/**
 * Returns a page of error groups, the latest first. A search for a trace id finds the group that contains the error
 * with that id. Throws `Invalid` for a malformed cursor.
 */
export const readErrorGroupsPage = async (
  db: Db,
  query: PageQuery & { readonly search?: string; readonly source?: "client" | "server" },
): Promise<Schemas["ErrorGroupPage"]> => {
  const after = readCursor(query.cursor);
  const searchText = query.search?.trim().toLowerCase() ?? "";
  const words = likePattern(query.search);
  const found = TRACE.test(searchText)
    ? sql`and id in (select group_id from error_log where trace_id = ${searchText})`
    : sql`and lower(message) like ${words}`;
  const { rows } = await sql<GroupRow>`
    select id, source, message, count, first_date as "firstDate", last_date as "lastDate", last_date::text as at
    from error_group where true
      ${query.source === undefined ? sql`` : sql`and source = ${query.source}`}
      ${words === undefined ? sql`` : found}
      ${after === undefined ? sql`` : sql`and (last_date, id) < (${after.at}::timestamptz, ${after.id}::int)`}
    order by last_date desc, id desc limit ${rowLimit(query)}`.execute(db);
  return cutPage(rows, query);
};

type ErrorRow = Schemas["ErrorRecord"] & { at: string };

/** Returns a page of the stored errors of one group, the latest first. Throws `Invalid` for a malformed cursor. */
export const readErrorsPage = async (
  db: Db,
  query: PageQuery & { readonly groupId: number },
): Promise<Schemas["ErrorRecordPage"]> => {
  const after = readCursor(query.cursor);
  const { rows } = await sql<ErrorRow>`
    select e.id, e.date, u.user_name as "userName", e.trace_id as "traceId", e.data, e.date::text as at
    from error_log e left join app_user u on u.id = e.user_id
    where e.group_id = ${query.groupId}
      ${after === undefined ? sql`` : sql`and (e.date, e.id) < (${after.at}::timestamptz, ${after.id}::int)`}
    order by e.date desc, e.id desc limit ${rowLimit(query)}`.execute(db);
  return cutPage(rows, query);
};
