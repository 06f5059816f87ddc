import { sql } from "kysely";
import { DateTime } from "luxon";
import type { Schemas } from "#api/client.ts";
import { type Day, dayRange, shiftDay, type Zone } from "#domain/dates.ts";
import { roundMoney } from "#domain/money.ts";
import type { Db } from "../../database/connection.ts";
import type { CatalogueScope } from "../catalogue/catalogueScope.ts";
import { isDueInSql, promisedAtSql, requiredAmountSql } from "../orders/orderLists.ts";
import { type CompanyScope, hasPermission } from "../session/caller.ts";
import { requireRow } from "../shared/domainErrors.ts";
import type { Period } from "../shared/period.ts";
import { businessDayAt } from "../shared/today.ts";
import { linesInSql } from "./lines.ts";
import { readOnHand } from "./stockFigures.ts";

type DayFigures = Schemas["DayFigures"];
type Attention = Schemas["DayAttention"];
type Shift = NonNullable<Attention["openShifts"]>[number];

const NO_FIGURES = "Показателей нет.";
const BEST_ITEMS = 5;

/**
 * SQL for the time after which the order `o` is late. The tolerance must equal that of the order list
 * (`machines/orders/list/orderAttention.ts`).
 */
const lateAfterSql = sql`${promisedAtSql} + case
  when o.promised_at is null and o.date - o.creation_date between interval '-1 minute' and interval '5 minutes'
  then interval '1 hour' else interval '1 minute' end`;

/** SQL for the time at which the closed order `o` got its last status. Null without a status history. */
const closedAtSql = sql`(select max(h.date) from order_history h where h.order_id = o.id and h.company_id = o.company_id and h.type_element = 'Status')`;

const readFigures = async (db: Db, companyId: number, period: Period): Promise<DayFigures> => {
  const { rows } = await sql<Omit<DayFigures, "average">>`
    select count(*)::int as count, coalesce(sum(o.amount), 0) as amount,
      (count(*) filter (where ${lateAfterSql} < case when o.is_open then now() else ${closedAtSql} end))::int as "lateCount"
    from orders o join order_status s on s.id = o.status_id
    where o.company_id = ${companyId} and not s.is_cancel and ${isDueInSql(sql`o.date`, period)}`.execute(db);
  const { count, amount, lateCount } = requireRow(rows[0], NO_FIGURES);
  return { count, amount, average: count === 0 ? 0 : roundMoney(amount / count), lateCount };
};

const readBestItems = async (db: Db, companyId: number, period: Period): Promise<Schemas["BestItem"][]> => {
  const { rows } = await sql<Schemas["BestItem"]>`
    select t.item_id as "itemId", i.name, t.count, t.amount
    from (select l.item_id, sum(l.count)::int as count, sum(l.amount + l.modificators_amount) as amount
      from ${linesInSql(companyId, period)} group by l.item_id) t
    join item i on i.id = t.item_id
    order by t.amount desc, i.name, t.item_id limit ${BEST_ITEMS}`.execute(db);
  return rows;
};

const readOrderAttention = async (db: Db, companyId: number): Promise<Pick<Attention, "lateCount" | "unpaidCount">> => {
  const { rows } = await sql<Pick<Attention, "lateCount" | "unpaidCount">>`
    select (count(*) filter (where ${lateAfterSql} < now()))::int as "lateCount",
      (count(*) filter (where ${requiredAmountSql} > 0))::int as "unpaidCount"
    from orders o join order_status s on s.id = o.status_id
    where o.company_id = ${companyId} and o.is_open`.execute(db);
  return requireRow(rows[0], NO_FIGURES);
};

const countFailedPrints = async (db: Db, companyId: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from print_job
    where company_id = ${companyId} and status = 'failed' and created_at > now() - interval '1 day'`.execute(db);
  return requireRow(rows[0], NO_FIGURES).count;
};

const readOpenShifts = async (db: Db, companyId: number): Promise<Shift[]> => {
  const { rows } = await sql<Omit<Shift, "openedAt"> & { readonly openedAt: Date }>`
    select f.id, f.number, s.name as "financeSourceName", f.opened_at as "openedAt"
    from cash_shift f join finance_source s on s.id = f.source_id
    where f.company_id = ${companyId} and f.closed_at is null order by f.opened_at, f.id`.execute(db);
  return rows.map((row) => ({ ...row, openedAt: row.openedAt.toISOString() }));
};

const readAttention = async (db: Db, company: CompanyScope, scope: CatalogueScope): Promise<Attention> => ({
  ...(await readOrderAttention(db, company.id)),
  belowZeroCount: hasPermission(company, "stock.view")
    ? (await readOnHand(db, company.id, scope)).belowZeroCount
    : null,
  failedPrintCount: hasPermission(company, "print.use") ? await countFailedPrints(db, company.id) : null,
  openShifts: hasPermission(company, "finance.view") ? await readOpenShifts(db, company.id) : null,
});

/** Returns the same local time on an earlier day. */
const daysBefore = (moment: Date, days: number, { timeZone }: Zone): Date =>
  DateTime.fromJSDate(moment, { zone: timeZone }).minus({ days }).toJSDate();

/**
 * Returns the main figures of a business day, of the day before, and of the same weekday one week before. For today,
 * each of these days ends at the present time, and `attention` is added; `bestItems` always covers the whole business
 * day.
 */
export const readDashboardDay = async (
  db: Db,
  company: CompanyScope,
  { day, now, scope }: { readonly day: Day; readonly now: Date; readonly scope: CatalogueScope },
): Promise<Schemas["DashboardDay"]> => {
  const { id, zone } = company;
  const isToday = businessDayAt(now, zone).day === day;
  const figuresBefore = (days: number) => {
    const { start, end } = dayRange(shiftDay(day, { days: -days }), zone);
    return readFigures(db, id, { start, end: isToday ? daysBefore(now, days, zone) : end });
  };
  const [figures, dayBefore, weekBefore, bestItems, attention] = await Promise.all([
    figuresBefore(0),
    figuresBefore(1),
    figuresBefore(7),
    readBestItems(db, id, dayRange(day, zone)),
    isToday ? readAttention(db, company, scope) : null,
  ]);
  const until = isToday ? DateTime.fromJSDate(now, { zone: zone.timeZone }).toFormat("HH:mm") : null;
  return { until, ...figures, dayBefore, weekBefore, attention, bestItems };
};
