import { type RawBuilder, sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import type { CatalogueScope } from "../catalogue/catalogueScope.ts";
import { isInScopeSql } from "../catalogue/catalogueScope.ts";
import { requireRow } from "../shared/domainErrors.ts";
import { isMadeSql, isReplacedByIngredientsSql } from "../stock/explodeRecipe.ts";
import { unitCostSql } from "../stock/stockCosts.ts";
import { onHandSql } from "../stock/stockList.ts";
import type { StockPeriod } from "../stock/stockPeriod.ts";
import { packsSql } from "../stockItems/stockItemPacks.ts";

/** Packing list as the API returns it. */
export type FullPackingList = Schemas["PackingList"];

type Row = Schemas["PackingListRow"];
type Line = Schemas["PackingListLine"];

const rowColumns = sql`l.id, l.company_id as "companyId", l.supplier_id as "supplierId", s.name as "supplierName", l.kind,
  l.item_number as "itemNumber", l.date, l.creation_date as "creationDate", l.comment, l.is_vat_included as "isVatIncluded",
  l.state, l.amount, l.vat_amount as "vatAmount", l.is_duplicate as "isDuplicate", l.version,
  coalesce((select sum(f.amount) from finance_transaction f where f.packing_list_id = l.id and f.company_id = l.company_id), 0) as "paidAmount",
  (select count(*)::int from packing_list_line x where x.packing_list_id = l.id and x.company_id = l.company_id) as "itemCount"`;

interface Dates {
  readonly date: Date;
  readonly creationDate: Date;
}

const toMoments = <Found extends Dates>({ date, creationDate, ...row }: Found) => ({
  ...row,
  date: date.toISOString(),
  creationDate: creationDate.toISOString(),
});

interface ListFilter {
  readonly period: StockPeriod;
  readonly supplierId?: number | undefined;
  readonly state?: Schemas["PackingListState"] | undefined;
}

/** Returns the packing lists of a company in a period, the latest first. */
export const listPackingLists = async (
  db: Db,
  companyId: number,
  { period: { start, end }, supplierId = undefined, state = undefined }: ListFilter,
): Promise<Row[]> => {
  const { rows } = await sql<Omit<Row, keyof Dates> & Dates>`
    select ${rowColumns} from packing_list l join supplier s on s.id = l.supplier_id
    where l.company_id = ${companyId} and l.date >= ${start} and l.date < ${end}
      and (${supplierId ?? null}::int is null or l.supplier_id = ${supplierId ?? null})
      and (${state ?? null}::text is null or l.state = ${state ?? null})
    order by l.date desc, l.id desc`.execute(db);
  return rows.map(toMoments);
};

/**
 * SQL joins: the operation `o` that was written when the line `l` was approved, and its row `h` of the cost history.
 */
const approvedJoins = sql`
  left join stock_operation o on o.packing_list_line_id = l.id and o.company_id = l.company_id and o.reversal_of is null
  left join stock_cost_history h on h.operation_id = o.id and h.company_id = o.company_id`;

/** SQL for the quantity received after the operation `o`. */
const laterSql = sql`coalesce((
  select sum(n.count) from stock_operation n
  where n.company_id = o.company_id and n.stock_item_id = o.stock_item_id and n.operation_type = '+' and n.is_processed
    and (n.date, coalesce(n.packing_list_id, 2147483647)) > (o.date, o.packing_list_id)), 0)`;

/**
 * Returns the SQL for the price with VAT in the last delivery of a stock item. `earlier` is an SQL condition that
 * selects rows `k` of its cost history.
 */
const lastPriceSql = (companyId: number, stockItemId: RawBuilder<unknown>, earlier = sql`true`) => sql`(
  select round(e.amount / e.count, 8) from stock_cost_history k
  join stock_operation n on n.id = k.operation_id and n.company_id = k.company_id join packing_list_line e on e.id = n.packing_list_line_id and e.company_id = n.company_id
  where k.company_id = ${companyId} and k.stock_item_id = ${stockItemId} and k.packing_list_id is not null and ${earlier}
  order by k.date desc, k.document_order desc limit 1)`;

/** SQL condition: the cost history row `k` is earlier than the operation `o`, or `o` does not exist. */
const isEarlierSql = sql`(o.id is null or (k.date, k.document_order) < (o.date, o.packing_list_id))`;

/**
 * Returns the SQL for the quantity of the line `l` that is still in stock, by FIFO. `o` is the operation of the line.
 */
const remainingSql = (companyId: number) =>
  sql`least(greatest(${onHandSql(sql`${companyId}`, sql`l.stock_item_id`)} - ${laterSql}, 0), l.count)`;

const readLines = async (db: Db, companyId: number, id: number): Promise<Line[]> => {
  const { rows } = await sql<Line>`
    select l.id, l.stock_item_id as "stockItemId", t.title as "stockItemTitle", t.unit as "stockItemUnit", l.count, l.price,
      case when l.pack_name is not null then json_build_object('name', l.pack_name, 'factor', trim_scale(l.pack_factor),
        'count', trim_scale(l.pack_count), 'price', trim_scale(l.pack_price)) end as pack, l.vat, l.vat_amount as "vatAmount", l.amount, coalesce(h.revaluation, 0) as revaluation,
      ${lastPriceSql(companyId, sql`l.stock_item_id`, isEarlierSql)} as "lastPrice",
      case when p.state = 'draft' then ${onHandSql(sql`${companyId}`, sql`l.stock_item_id`)}
        when h.operation_id is null then 0 else ${remainingSql(companyId)} end as balance
    from packing_list_line l join packing_list p on p.id = l.packing_list_id and p.company_id = l.company_id join stock_item t on t.id = l.stock_item_id
    ${approvedJoins}
    where l.company_id = ${companyId} and l.packing_list_id = ${id} order by l.position`.execute(db);
  return rows;
};

type Head = Omit<FullPackingList, "items" | "approvedAt" | "reversedAt" | keyof Dates> &
  Dates & { readonly approvedAt: Date | null; readonly reversedAt: Date | null };

/** Reads a packing list of a company. Throws `NotFound` for an unknown list. */
export const readPackingList = async (db: Db, companyId: number, id: number): Promise<FullPackingList> => {
  const { rows } = await sql<Head>`
    select ${rowColumns}, u.alias as "createdByAlias", l.approved_at as "approvedAt", a.alias as "approvedByAlias",
      l.reversed_at as "reversedAt", r.alias as "reversedByAlias"
    from packing_list l join supplier s on s.id = l.supplier_id left join app_user u on u.id = l.created_by
    left join app_user a on a.id = l.approved_by left join app_user r on r.id = l.reversed_by
    where l.company_id = ${companyId} and l.id = ${id}`.execute(db);
  const { approvedAt, reversedAt, ...head } = requireRow(rows[0], "Накладная не найдена.");
  return {
    ...toMoments(head),
    approvedAt: approvedAt?.toISOString() ?? null,
    reversedAt: reversedAt?.toISOString() ?? null,
    items: await readLines(db, companyId, id),
  };
};

/** Returns the stock items that a packing list of the company may contain, sorted by title. */
export const listPackingListItems = async (
  db: Db,
  companyId: number,
  scope: CatalogueScope,
): Promise<Schemas["PackingListItem"][]> => {
  const { rows } = await sql<Schemas["PackingListItem"]>`
    select t.id, t.title, t.unit, ${packsSql} as packs, t.group_name as "groupName", coalesce(n.on_hand, 0) as count,
      ${lastPriceSql(companyId, sql`t.id`)} as "lastPrice", ${unitCostSql(sql`${companyId}`)} as "averageCost",
      ${isMadeSql(sql`t.id`)} as "isMade",
      ${isReplacedByIngredientsSql(sql`${companyId}`, sql`t.id`, sql`clock_timestamp()`)} as "isTakenApart"
    from stock_item t
    left join stock_balance n on n.company_id = ${companyId} and n.stock_item_id = t.id
    where not t.is_removed and ${isInScopeSql(scope, "t")} order by t.title collate "und-x-icu", t.id`.execute(db);
  return rows;
};

/** Maximum number of deliveries of one stock item in a response. */
const MOST_DELIVERIES = 20;

/** Returns the last deliveries of a stock item to a company, the latest first. Reversed deliveries are excluded. */
export const listItemDeliveries = async (
  db: Db,
  companyId: number,
  stockItemId: number,
): Promise<Schemas["TransferDelivery"][]> => {
  const { rows } = await sql<Omit<Schemas["TransferDelivery"], "date"> & { readonly date: Date }>`
    select p.id as "packingListId", p.item_number as "itemNumber", p.date, s.name as "supplierName",
      round(l.amount / l.count, 8) as price, ${remainingSql(companyId)} as balance
    from stock_cost_history h join stock_operation o on o.id = h.operation_id and o.company_id = h.company_id
    join packing_list_line l on l.id = o.packing_list_line_id and l.company_id = o.company_id join packing_list p on p.id = l.packing_list_id and p.company_id = l.company_id
    join supplier s on s.id = p.supplier_id
    where h.company_id = ${companyId} and h.stock_item_id = ${stockItemId} and h.packing_list_id is not null
    order by h.date desc, h.document_order desc limit ${MOST_DELIVERIES}`.execute(db);
  return rows.map(({ date, ...row }) => ({ ...row, date: date.toISOString() }));
};
