import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import { Conflict } from "../shared/domainErrors.ts";
import { unitCostAtSql } from "../stock/stockCosts.ts";
import type { FullPackingList } from "./packingLists.ts";

interface CountedLater {
  readonly companyId: number;
  readonly list: FullPackingList;
  /** Time of the operations of the document. */
  readonly date: Date;
}

interface Found extends Omit<Schemas["CountedItem"], "countedAt"> {
  readonly countedAt: Date;
}

/** SQL for the first approved count of each item after the date of the document: (stock_item_id, inventory_id, counted_at). */
const firstCounts = ({ companyId, list, date }: CountedLater) => sql`
  select distinct on (c.stock_item_id) c.stock_item_id, c.inventory_id, c.counted_at
  from packing_list_line l
  join inventory_line c on c.company_id = ${companyId} and c.stock_item_id = l.stock_item_id and c.difference is not null
    and c.counted_at >= ${date}
  join inventory i on i.id = c.inventory_id and i.state = 'approved'
    and i.closed_at > coalesce(${list.approvedAt}::timestamptz, '-infinity')
  where l.packing_list_id = ${list.id} order by c.stock_item_id, c.counted_at, c.inventory_id`;

/**
 * Throws `Conflict` if an approved inventory counted items of a draft after the date of the document. The error lists
 * these items.
 */
export const checkNotCountedLater = async (tx: Db, later: CountedLater): Promise<void> => {
  const { rows } = await sql<Found>`
    select t.id as "stockItemId", t.title, f.inventory_id as "inventoryId", f.counted_at as "countedAt"
    from (${firstCounts(later)}) f join stock_item t on t.id = f.stock_item_id
    order by t.title collate "und-x-icu", t.id`.execute(tx);
  if (rows.length === 0) return;
  const names = rows.map(({ title }) => title).join(", ");
  const question =
    later.list.kind === "return"
      ? "К подсчёту товар уже вернули поставщику?"
      : "К подсчёту товар из накладной уже лежал на полке?";
  const message = `После даты накладной прошла инвентаризация: ${names}. ${question}`;
  const countedLater = rows.map(({ countedAt, ...row }) => ({ ...row, countedAt: countedAt.toISOString() }));
  throw new Conflict(message, { errors: { isOnShelf: message }, data: { countedLater } });
};

/**
 * Writes counter operations at the time of the first later count, so that the document does not change the counted
 * quantities. Returns true if there are any.
 */
export const insertCounterOperations = async (tx: Db, later: CountedLater, operatorId: number): Promise<boolean> => {
  const { companyId, list } = later;
  const { numAffectedRows = 0n } = await sql`
    insert into stock_operation (company_id, stock_item_id, operation_type, count, amount, date, is_processed, is_locked,
      is_ignore_sub_procedure, packing_list_id, inventory_id, operator_id)
    select o.company_id, t.id, case o.operation_type when '+' then '-' else '+' end, o.count,
      round(o.count * ${unitCostAtSql(sql`${companyId}`, sql`f.counted_at`)}, 2), f.counted_at, true, true, true, ${list.id},
      f.inventory_id, ${operatorId}
    from (${firstCounts(later)}) f
    join stock_operation o on o.packing_list_id = ${list.id} and o.stock_item_id = f.stock_item_id
      and o.packing_list_line_id is not null and o.reversal_of is null
    join stock_item t on t.id = f.stock_item_id order by o.id`.execute(tx);
  return numAffectedRows > 0n;
};

/**
 * Writes operations at the time of the first later count, so that the reversal of the document does not change the
 * counted quantities. Skips items with counter operations, because their reversal has no effect after the count.
 * Returns true if any operation was written.
 */
export const insertKeepingOperations = async (tx: Db, later: CountedLater, operatorId: number): Promise<boolean> => {
  const { companyId, list } = later;
  const { numAffectedRows = 0n } = await sql`
    insert into stock_operation (company_id, stock_item_id, operation_type, count, amount, date, is_processed, is_locked,
      is_ignore_sub_procedure, packing_list_id, inventory_id, operator_id)
    select o.company_id, t.id, o.operation_type, o.count,
      round(o.count * ${unitCostAtSql(sql`${companyId}`, sql`f.counted_at`)}, 2), f.counted_at, true, true, true, ${list.id},
      f.inventory_id, ${operatorId}
    from (${firstCounts(later)}) f
    join stock_operation o on o.packing_list_id = ${list.id} and o.stock_item_id = f.stock_item_id
      and o.packing_list_line_id is not null and o.reversal_of is null
    join stock_item t on t.id = f.stock_item_id
    where not exists (select 1 from stock_operation x where x.packing_list_id = ${list.id}
      and x.stock_item_id = f.stock_item_id and x.inventory_id is not null and x.reversal_of is null)
    order by o.id`.execute(tx);
  return numAffectedRows > 0n;
};
