import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import { isVisibleToSql } from "../catalogue/catalogueScope.ts";
import { requireRow } from "../shared/domainErrors.ts";
import { unitCostSql } from "../stock/stockCosts.ts";
import { onHandSql } from "../stock/stockList.ts";
import type { StockPeriod } from "../stock/stockPeriod.ts";

/** Transfer as the API returns it to one of its two companies. */
export type FullTransferList = Schemas["TransferList"];

type Row = Schemas["TransferListRow"];
type Line = Schemas["TransferLine"];

/** Returns SQL that is true if the company may see the prices of the transfer `d`. */
const seesPricesSql = (companyId: number) => sql`(d.company_id = ${companyId} or d.state = 'accepted')`;

/** Returns SQL that is true if the company is the sender of the transfer `d`. */
const isSentSql = (companyId: number) => sql`d.company_id = ${companyId}`;

/** Returns SQL that is true if the company is the recipient of the transfer `d`. Only the sender sees drafts. */
const isIncomingSql = (companyId: number) => sql`(d.to_company_id = ${companyId} and d.state <> 'draft')`;
const isVisibleSql = (companyId: number) => sql`(${isSentSql(companyId)} or ${isIncomingSql(companyId)})`;

const rowColumns = (companyId: number) => sql`d.id, d.company_id as "fromCompanyId", f.name as "fromCompanyName",
  d.to_company_id as "toCompanyId", r.name as "toCompanyName", d.creation_date as "creationDate", d.sent_at as "sendingDate",
  case when d.state = 'accepted' then d.closed_at end as "acceptingDate", d.comment, d.state, d.loss_on as "lossOn",
  n.count as "itemCount", case when ${seesPricesSql(companyId)} then n.amount end as amount, d.version`;

/**
 * SQL for the transfers `d` with their sums. A draft line without a price is valued at the sender's current cost, which
 * becomes the price when the transfer is sent.
 */
const rowTables = sql`transfer_list d join company f on f.id = d.company_id join company r on r.id = d.to_company_id
  cross join lateral (
    select count(*)::int as count,
      coalesce(round(sum(l.count * coalesce(l.price, round(${unitCostSql(sql`d.company_id`)}, 5))), 2), 0) as amount
    from transfer_line l join stock_item t on t.id = l.stock_item_id where l.transfer_list_id = d.id) n`;

interface Dates {
  readonly creationDate: Date;
  readonly sendingDate: Date | null;
  readonly acceptingDate: Date | null;
}

const toMoments = <Found extends Dates>({ creationDate, sendingDate, acceptingDate, ...row }: Found) => ({
  ...row,
  creationDate: creationDate.toISOString(),
  sendingDate: sendingDate?.toISOString() ?? null,
  acceptingDate: acceptingDate?.toISOString() ?? null,
});

interface ListFilter {
  readonly period: StockPeriod;
  readonly direction?: Schemas["TransferDirection"] | undefined;
  readonly state?: Schemas["TransferState"] | undefined;
}

/** Returns a company's transfers that were created in a period, and all its transfers under way, the latest first. */
export const listTransferLists = async (
  db: Db,
  companyId: number,
  { period: { start, end }, direction = undefined, state = undefined }: ListFilter,
): Promise<Row[]> => {
  const ofDirection = { sent: isSentSql, incoming: isIncomingSql };
  const { rows } = await sql<Omit<Row, keyof Dates> & Dates>`
    select ${rowColumns(companyId)} from ${rowTables}
    where ${(direction ? ofDirection[direction] : isVisibleSql)(companyId)}
      and (d.state = 'sent' or d.creation_date >= ${start} and d.creation_date < ${end})
      and (${state ?? null}::text is null or d.state = ${state ?? null})
    order by d.creation_date desc, d.id desc`.execute(db);
  return rows.map(toMoments);
};

/**
 * Returns SQL that is true if the company can book the goods of stock item `t` on stock item `m`: `m` is not removed,
 * has the same unit and is visible to the company.
 */
const fitsSql = (companyId: number) => sql`(not m.is_removed and lower(trim(m.unit)) = lower(trim(t.unit))
  and ${isVisibleToSql({ companyId, companyGroupId: null }, "m")})`;

/**
 * Returns the SQL for the stock item that is suggested to the recipient for the line `l`: the stock item chosen at the
 * last acceptance of this item, otherwise the item of the line, otherwise the only item with the same title. The
 * suggestion must meet `fitsSql`.
 */
const suggestionSql = (companyId: number) => sql`coalesce(
  (select p.accepted_stock_item_id from transfer_line p join transfer_list e on e.id = p.transfer_list_id
    join stock_item m on m.id = p.accepted_stock_item_id and ${fitsSql(companyId)}
    where p.stock_item_id = l.stock_item_id and e.to_company_id = ${companyId} and e.state = 'accepted'
    order by e.closed_at desc, e.id desc limit 1),
  (select m.id from stock_item m where m.id = l.stock_item_id and ${fitsSql(companyId)}),
  (select case when count(*) = 1 then min(m.id) end from stock_item m
    where lower(trim(m.title)) = lower(trim(t.title)) and ${fitsSql(companyId)}))`;

const readLines = async (db: Db, companyId: number, id: number): Promise<Line[]> => {
  const { rows } = await sql<Line>`
    select l.id, l.stock_item_id as "stockItemId", t.title as "stockItemTitle", t.unit as "stockItemUnit", l.count,
      case when ${seesPricesSql(companyId)} then l.price end as price,
      case when d.state = 'draft' then ${onHandSql(sql`d.company_id`, sql`l.stock_item_id`)} end as "onHand",
      l.accepted_stock_item_id as "acceptedStockItemId", a.title as "acceptedStockItemTitle",
      case when d.state = 'sent' and d.to_company_id = ${companyId} then ${suggestionSql(companyId)} end
        as "suggestedStockItemId",
      l.accepted_count as "acceptedCount", l.lost_count as "lostCount", l.refused_count as "refusedCount", l.reason
    from transfer_line l join transfer_list d on d.id = l.transfer_list_id join stock_item t on t.id = l.stock_item_id
    left join stock_item a on a.id = l.accepted_stock_item_id
    where l.transfer_list_id = ${id} order by l.position`.execute(db);
  return rows;
};

type Head = Omit<FullTransferList, "items" | "closedAt" | keyof Dates> & Dates & { readonly closedAt: Date | null };

/**
 * Reads a transfer as one of its companies sees it. Throws `NotFound` for an unknown transfer, and for a draft if the
 * caller's company is the recipient.
 */
export const readTransferList = async (db: Db, companyId: number, id: number): Promise<FullTransferList> => {
  const { rows } = await sql<Head>`
    select ${rowColumns(companyId)}, u.alias as "createdByAlias", s.alias as "sentByAlias", d.closed_at as "closedAt",
      c.alias as "closedByAlias", d.closing_reason as "closingReason"
    from ${rowTables} left join app_user u on u.id = d.created_by
    left join app_user s on s.id = d.sent_by left join app_user c on c.id = d.closed_by
    where ${isVisibleSql(companyId)} and d.id = ${id}`.execute(db);
  const { closedAt, ...head } = requireRow(rows[0], "Перемещение не найдено.");
  return {
    ...toMoments(head),
    closedAt: closedAt?.toISOString() ?? null,
    items: await readLines(db, companyId, id),
  };
};
