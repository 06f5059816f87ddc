import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import { dayRange } from "#domain/dates.ts";
import type { Db } from "../../database/connection.ts";
import { type CatalogueScope, isInScopeSql } from "../catalogue/catalogueScope.ts";
import { readDueGroups } from "../inventories/inventoryDashBoard.ts";
import type { CompanyScope } from "../session/caller.ts";
import { businessDayAt } from "../shared/today.ts";
import { unitCostSql } from "../stock/stockCosts.ts";
import { countStockToOrder } from "../stock/stockToOrder.ts";

type Figures = Schemas["DashboardStock"];

/**
 * Returns the value of a company's stock items with a positive balance, roubles, and the number of stock items with a
 * negative balance. Omits hidden items.
 */
export const readOnHand = async (
  db: Db,
  companyId: number,
  scope: CatalogueScope,
): Promise<Pick<Figures, "amount" | "belowZeroCount">> => {
  const { rows } = await sql<Pick<Figures, "amount" | "belowZeroCount">>`
    select coalesce(sum(round(n.on_hand * ${unitCostSql(sql`${companyId}`)}, 2)) filter (where n.on_hand > 0), 0) as amount,
      (count(*) filter (where n.on_hand < 0))::int as "belowZeroCount"
    from stock_item t
    join stock_balance n on n.company_id = ${companyId} and n.stock_item_id = t.id
    where not t.is_removed and ${isInScopeSql(scope, "t")}
      and not exists (select 1 from hidden_stock_item h where h.company_id = ${companyId} and h.stock_item_id = t.id)`.execute(
    db,
  );
  return rows[0] ?? { amount: 0, belowZeroCount: 0 };
};

type UnderWay = Pick<Figures, "sentCount" | "sentAmount" | "awaitedCount">;

const readUnderWay = async (db: Db, companyId: number): Promise<UnderWay> => {
  const { rows } = await sql<UnderWay>`
    select (count(*) filter (where d.company_id = ${companyId}))::int as "sentCount",
      coalesce(sum(n.amount) filter (where d.company_id = ${companyId}), 0) as "sentAmount",
      (count(*) filter (where d.to_company_id = ${companyId}))::int as "awaitedCount"
    from transfer_list d cross join lateral (
      select round(sum(l.count * l.price), 2) as amount from transfer_line l where l.transfer_list_id = d.id) n
    where d.state = 'sent' and (d.company_id = ${companyId} or d.to_company_id = ${companyId})`.execute(db);
  return rows[0] ?? { sentCount: 0, sentAmount: 0, awaitedCount: 0 };
};

type Differences = Pick<Figures, "lossAmount" | "surplusAmount">;

const readDifferences = async (db: Db, companyId: number, since: Date): Promise<Differences> => {
  const { rows } = await sql<Differences>`
    select coalesce(-sum(l.amount) filter (where l.amount < 0), 0) as "lossAmount",
      coalesce(sum(l.amount) filter (where l.amount > 0), 0) as "surplusAmount"
    from inventory_line l join inventory i on i.id = l.inventory_id and i.company_id = l.company_id and i.state = 'approved'
    where l.company_id = ${companyId} and l.difference is not null and l.counted_at >= ${since}`.execute(db);
  return rows[0] ?? { lossAmount: 0, surplusAmount: 0 };
};

const readWrittenOff = async (db: Db, companyId: number, since: Date): Promise<Pick<Figures, "writtenOffAmount">> => {
  const { rows } = await sql<Pick<Figures, "writtenOffAmount">>`
    select coalesce(sum(amount), 0) as "writtenOffAmount" from stock_act
    where company_id = ${companyId} and kind = 'writeOff' and state = 'approved' and date >= ${since}`.execute(db);
  return rows[0] ?? { writtenOffAmount: 0 };
};

/**
 * Returns the figures of the stock card of the dashboard (areas, section 14): the present stock, transfers and due
 * inventories, and the inventory differences and write-offs since the start of the month.
 */
export const readDashboardStock = async (db: Db, company: CompanyScope, scope: CatalogueScope): Promise<Figures> => {
  const { day: today } = businessDayAt(new Date(), company.zone);
  const monthStart = `${today.slice(0, 7)}-01`;
  const { start: since } = dayRange(monthStart, company.zone);
  return {
    ...(await readOnHand(db, company.id, scope)),
    lowCount: await countStockToOrder(db, { companyId: company.id, scope }),
    ...(await readUnderWay(db, company.id)),
    dueCount: (await readDueGroups(db, company, today)).length,
    monthStart,
    ...(await readDifferences(db, company.id, since)),
    ...(await readWrittenOff(db, company.id, since)),
  };
};
