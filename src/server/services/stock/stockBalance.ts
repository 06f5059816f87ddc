import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import { daysRange } from "#domain/dates.ts";
import type { Db } from "../../database/connection.ts";
import { type CatalogueScope, isInScopeSql } from "../catalogue/catalogueScope.ts";
import type { CompanyScope } from "../session/caller.ts";
import { requireRow } from "../shared/domainErrors.ts";
import { businessDayAt } from "../shared/today.ts";
import { onHandSql, signedCountSql } from "./stockList.ts";
import type { StockPeriod } from "./stockPeriod.ts";

type Balance = Schemas["StockBalance"];

interface StockItemSelection {
  readonly company: CompanyScope;
  readonly stockItemId: number;
}

const readNow = async (
  db: Db,
  { company, stockItemId }: StockItemSelection,
  scope: CatalogueScope,
): Promise<Omit<Balance, "days">> => {
  const { rows } = await sql<Omit<Balance, "days">>`
    select t.id, t.title, t.unit,
      ${onHandSql(sql`${company.id}`, sql`t.id`)} as count,
      (select coalesce(sum(count), 0) from stock_operation
        where company_id = ${company.id} and stock_item_id = t.id and is_reserved) as "reservedCount"
    from stock_item t where t.id = ${stockItemId} and not t.is_removed and ${isInScopeSql(scope, "t")}`.execute(db);
  return requireRow(rows[0], "Товар не найден.");
};

const readDays = async (
  db: Db,
  { company, stockItemId }: StockItemSelection,
  period: StockPeriod,
): Promise<Balance["days"]> => {
  const { zone } = company;
  const { start, end } = daysRange({ start: period.firstDay, end: period.lastDay }, zone);
  const ofItem = sql`company_id = ${company.id} and stock_item_id = ${stockItemId} and is_processed`;
  const { rows } = await sql<Balance["days"][number]>`
    with moved as (
      select ((date at time zone ${zone.timeZone}) - ${zone.dayStart}::interval)::date as date,
        sum(count) filter (where operation_type = '+') as income, sum(count) filter (where operation_type = '-') as expense
      from stock_operation where ${ofItem} and date >= ${start} and date < ${end} group by 1),
    opening as (
      select ${onHandSql(sql`${company.id}`, sql`${stockItemId}`)} - coalesce(sum(${signedCountSql}), 0) as count
      from stock_operation where ${ofItem} and date >= ${start}),
    day as (
      select d::date as date, coalesce(m.income, 0) as income, coalesce(m.expense, 0) as expense
      from generate_series(${period.firstDay}::date, least(${period.lastDay}::date, ${businessDayAt(new Date(), zone).day}::date), '1 day') d
      left join moved m on m.date = d::date)
    select date, income, expense, (select count from opening) + sum(income - expense) over (order by date) as balance
    from day order by date`.execute(db);
  return rows;
};

/**
 * Returns the current balance of a stock item, and its balance at the end of each day of a period up to today. Throws
 * `NotFound` for an unknown stock item.
 */
export const readStockBalance = async (
  db: Db,
  selection: StockItemSelection,
  scope: CatalogueScope,
  period: StockPeriod,
): Promise<Balance> => ({
  ...(await readNow(db, selection, scope)),
  days: await readDays(db, selection, period),
});
