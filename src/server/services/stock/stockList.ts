import { type RawBuilder, sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import { type CatalogueScope, isInScopeSql } from "../catalogue/catalogueScope.ts";
import { requireRow } from "../shared/domainErrors.ts";

type StockRow = Schemas["StockRow"];

/** Company whose stock is read, and the catalogue scope that contains its stock items. */
export interface StockSelection {
  readonly companyId: number;
  readonly scope: CatalogueScope;
}

/** SQL for the signed count of a stock operation: positive for a receipt, negative for an issue. */
export const signedCountSql = sql`case operation_type when '+' then count else -count end`;

/** Returns the SQL for the quantity of a stock item on hand in a company. */
export const onHandSql = (companyId: RawBuilder<unknown>, stockItemId: RawBuilder<unknown>) => sql`coalesce((
  select on_hand from stock_balance where company_id = ${companyId} and stock_item_id = ${stockItemId}), 0)`;

/** Returns the SQL for the quantities reserved for open orders of a company: (stock_item_id, count, orders). */
export const reservedSql = (companyId: number) => sql`(
  select x.stock_item_id, sum(x.count) as count, json_agg(json_build_object('orderId', o.id,
      'internalOrderId', o.internal_id, 'count', trim_scale(x.count)) order by o.date, o.id) as orders
  from stock_operation x join orders o on o.id = x.order_id and o.company_id = x.company_id
  where x.company_id = ${companyId} and x.is_reserved group by x.stock_item_id)`;

/**
 * Returns the SQL for the quantities in the transfers that are on the way to a company: (stock_item_id, count). For a
 * sender outside the group, the ids are stock items of the sender, because the recipient chooses its own items only at
 * the acceptance.
 */
export const awaitedSql = (companyId: number) => sql`(
  select l.stock_item_id, sum(l.count) as count from transfer_list d join transfer_line l on l.transfer_list_id = d.id
  where d.to_company_id = ${companyId} and d.state = 'sent' group by l.stock_item_id)`;

const usersOf = (entries: RawBuilder<unknown>) => sql`(
  select stock_item_id, count(*)::int as count, json_agg(json_build_object('id', id, 'name', name) order by name, id) as users
  from (${entries}) e group by stock_item_id)`;

const dishesOf = (scope: CatalogueScope) =>
  usersOf(sql`select c.stock_item_id, i.id, i.name from item_composition c
    join item i on i.id = c.item_id and not i.is_removed and ${isInScopeSql(scope, "i")}`);

const madeOf = (scope: CatalogueScope) =>
  usersOf(sql`select p.part_id as stock_item_id, t.id, t.title as name from stock_item_part p
    join stock_item t on t.id = p.stock_item_id and not t.is_removed and ${isInScopeSql(scope, "t")}`);

const rowsOf = async (
  db: Db,
  { companyId, scope }: StockSelection,
  which: RawBuilder<unknown>,
): Promise<StockRow[]> => {
  const { rows } = await sql<StockRow>`
    select t.id, t.title, t.unit, coalesce(n.on_hand, 0) as count, coalesce(r.count, 0) as "reservedCount",
      coalesce(r.orders, '[]'::json) as "reservedOrders", h.stock_item_id is not null as "isHidden",
      coalesce(d.count, 0) + coalesce(m.count, 0) as "countUsed", coalesce(d.users, '[]'::json) as "usedInItems",
      coalesce(m.users, '[]'::json) as "usedInStockItems", t.company_group_id is not null as "isCompanyGroup",
      coalesce(w.count, 0) as "awaitedCount", q.min_count as "minCount",
      coalesce(coalesce(n.on_hand, 0) - coalesce(r.count, 0) + coalesce(w.count, 0) < q.min_count, false) as "isLow"
    from stock_item t
    left join hidden_stock_item h on h.stock_item_id = t.id and h.company_id = ${companyId}
    left join stock_balance n on n.company_id = ${companyId} and n.stock_item_id = t.id
    left join ${reservedSql(companyId)} r on r.stock_item_id = t.id
    left join ${awaitedSql(companyId)} w on w.stock_item_id = t.id
    left join stock_minimum q on q.company_id = ${companyId} and q.stock_item_id = t.id
    left join ${dishesOf(scope)} d on d.stock_item_id = t.id
    left join ${madeOf(scope)} m on m.stock_item_id = t.id
    where not t.is_removed and ${isInScopeSql(scope, "t")} and ${which}
    order by t.title collate "und-x-icu", t.id`.execute(db);
  return rows;
};

/** Returns the stock of a company, sorted by title. Includes hidden stock items only when `isAll` is true. */
export const listStock = (db: Db, selection: StockSelection, isAll: boolean): Promise<StockRow[]> =>
  rowsOf(db, selection, isAll ? sql`true` : sql`h.stock_item_id is null`);

/**
 * Hides a stock item in the stock list of a company, or shows it again. Throws `NotFound` for an unknown stock item.
 */
export const hideStock = async (
  tx: Db,
  selection: StockSelection,
  id: number,
  isHidden: boolean,
): Promise<StockRow> => {
  const { companyId } = selection;
  requireRow((await rowsOf(tx, selection, sql`t.id = ${id}`))[0], "Товар не найден.");
  await (isHidden
    ? sql`insert into hidden_stock_item (company_id, stock_item_id) values (${companyId}, ${id}) on conflict do nothing`
    : sql`delete from hidden_stock_item where company_id = ${companyId} and stock_item_id = ${id}`
  ).execute(tx);
  return requireRow((await rowsOf(tx, selection, sql`t.id = ${id}`))[0], "Товар не найден.");
};
