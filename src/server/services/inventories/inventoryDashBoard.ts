import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import { dayRange } from "#domain/dates.ts";
import { addDays, countDays, mondayOf } from "#domain/days.ts";
import { roundMoney } from "#domain/money.ts";
import type { Db } from "../../database/connection.ts";
import { isVisibleToSql } from "../catalogue/catalogueScope.ts";
import type { CompanyScope } from "../session/caller.ts";
import { businessDayAt } from "../shared/today.ts";
import { isReplacedByIngredientsSql } from "../stock/explodeRecipe.ts";
import { unitCostSql } from "../stock/stockCosts.ts";
import { listInventoryGroups } from "./inventoryGroups.ts";

type DashBoard = Schemas["InventoryDashBoard"];
type Figure = Schemas["InventoryItemFigure"];
type Company = Pick<CompanyScope, "id" | "zone">;

const WEEKS = 12;
const WORST_DAYS = 90;

/**
 * Returns the groups with an inventory that is due by the given day and has not started, the most overdue group first.
 */
export const readDueGroups = async (db: Db, company: Company, today: string): Promise<DashBoard["due"]> =>
  (await listInventoryGroups(db, company))
    .flatMap(({ id, name, dueOn, openInventoryId }) =>
      dueOn !== null && dueOn <= today && openInventoryId === null
        ? [{ groupId: id, name, dueOn, daysLate: countDays(dueOn, today) - 1 }]
        : [],
    )
    .sort((one, other) => other.daysLate - one.daysLate);

const readOpen = async (db: Db, companyId: number): Promise<DashBoard["open"]> => {
  const { rows } = await sql<Omit<DashBoard["open"][number], "startedAt"> & { readonly startedAt: Date }>`
    select i.id, g.name as "groupName", i.state, i.started_at as "startedAt", count(*)::int as "itemCount",
      (count(*) filter (where l.counted is not null or exists (select 1 from inventory_entry e
        where e.inventory_id = i.id and e.company_id = i.company_id and e.stock_item_id = l.stock_item_id and e.count is not null)))::int as "countedItems"
    from inventory i join inventory_group g on g.id = i.group_id join inventory_line l on l.inventory_id = i.id and l.company_id = i.company_id
    where i.company_id = ${companyId} and i.state in ('counting', 'reviewing')
    group by i.id, i.company_id, i.state, i.started_at, g.name order by i.started_at, i.id`.execute(db);
  return rows.map(({ startedAt, ...row }) => ({ ...row, startedAt: startedAt.toISOString() }));
};

/** Returns the SQL for the differences of approved inventories. */
const approvedLines = (companyId: number, since: Date) => sql`inventory_line l
  join inventory i on i.id = l.inventory_id and i.company_id = l.company_id and i.state = 'approved'
  join stock_item t on t.id = l.stock_item_id
  where l.company_id = ${companyId} and l.difference is not null and l.counted_at >= ${since}`;

const readWeeks = async (db: Db, { id, zone }: Company, today: string): Promise<DashBoard["lossByWeek"]> => {
  const first = addDays(mondayOf(today), -7 * (WEEKS - 1));
  const { rows } = await sql<DashBoard["lossByWeek"][number]>`
    select date_trunc('week', (l.counted_at at time zone ${zone.timeZone}) - ${zone.dayStart}::interval)::date as week,
      coalesce(-sum(l.amount) filter (where l.amount < 0), 0) as loss,
      coalesce(sum(l.amount) filter (where l.amount > 0), 0) as surplus
    from ${approvedLines(id, dayRange(first, zone).start)} group by 1`.execute(db);
  const weeks = Array.from({ length: WEEKS }, (_, index) => addDays(first, 7 * index));
  return weeks.map((week) => rows.find((row) => row.week === week) ?? { week, loss: 0, surplus: 0 });
};

const readWorst = async (db: Db, { id, zone }: Company, today: string): Promise<Figure[]> => {
  const { start } = dayRange(addDays(today, 1 - WORST_DAYS), zone);
  const { rows } = await sql<Figure>`
    select t.id as "stockItemId", t.title, t.unit, -sum(l.difference) as count, -sum(l.amount) as amount
    from ${approvedLines(id, start)} group by t.id having sum(l.difference) < 0
    order by sum(l.amount), t.title, t.id limit 10`.execute(db);
  return rows.map((row) => ({ ...row, amount: roundMoney(row.amount) }));
};

/**
 * Reads the 20 most valuable items that no approved inventory has counted, and the total number of such items. Omits
 * hidden items, and semi-finished items that inventories replace by their ingredients.
 */
const readNeverCounted = async (
  db: Db,
  companyId: number,
): Promise<Pick<DashBoard, "neverCounted" | "neverCountedTotal">> => {
  const { rows } = await sql<Figure & { total: number }>`
    select t.id as "stockItemId", t.title, t.unit, coalesce(n.on_hand, 0) as count,
      round(coalesce(n.on_hand, 0) * ${unitCostSql(sql`${companyId}`)}, 2) as amount, (count(*) over ())::int as total
    from stock_item t
    left join stock_balance n on n.company_id = ${companyId} and n.stock_item_id = t.id
    where not t.is_removed and ${isVisibleToSql({ companyId, companyGroupId: null }, "t")} and not ${isReplacedByIngredientsSql(sql`${companyId}`, sql`t.id`, sql`clock_timestamp()`)}
      and not exists (select 1 from hidden_stock_item h where h.company_id = ${companyId} and h.stock_item_id = t.id)
      and not exists (select 1 from inventory_line l join inventory i on i.id = l.inventory_id and i.company_id = l.company_id and i.state = 'approved'
        where l.company_id = ${companyId} and l.stock_item_id = t.id and l.difference is not null)
    order by amount desc, t.title collate "und-x-icu", t.id limit 20`.execute(db);
  return { neverCounted: rows.map(({ total: _, ...row }) => row), neverCountedTotal: rows[0]?.total ?? 0 };
};

/**
 * Returns the due groups, the open inventories, the losses of the last 12 weeks, the ten largest shortages of the last
 * 90 days, and the items that were never counted (areas, section 4).
 */
export const readInventoryDashBoard = async (db: Db, company: Company): Promise<DashBoard> => {
  const { day: today } = businessDayAt(new Date(), company.zone);
  return {
    due: await readDueGroups(db, company, today),
    open: await readOpen(db, company.id),
    lossByWeek: await readWeeks(db, company, today),
    worst: await readWorst(db, company, today),
    ...(await readNeverCounted(db, company.id)),
  };
};
