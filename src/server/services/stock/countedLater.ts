import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import { Conflict } from "../shared/domainErrors.ts";
import { documentColumns, type LedgerDocument } from "./ledgerDocument.ts";
import { unitCostAtSql } from "./stockCosts.ts";

interface Found extends Omit<Schemas["CountedItem"], "countedAt"> {
  readonly countedAt: Date;
}

/** Returns SQL that is true if the operation `o` belongs to a line of the document and is not a reversal. */
const ofLines = (document: LedgerDocument) => {
  const columns = documentColumns(document);
  return sql`o.company_id = ${document.companyId} and o.${columns.document} = ${document.id} and o.${columns.line} is not null and o.reversal_of is null`;
};

/**
 * Returns the SQL for the first approved inventory that counted each item after the date of the document:
 * (stock_item_id, inventory_id, counted_at). For an approved document, only inventories that were closed after the
 * approval are considered.
 */
const firstCounts = (document: LedgerDocument) => sql`
  select distinct on (c.stock_item_id) c.stock_item_id, c.inventory_id, c.counted_at
  from (select distinct o.stock_item_id from stock_operation o where ${ofLines(document)}) l
  join inventory_line c on c.company_id = ${document.companyId} and c.stock_item_id = l.stock_item_id
    and c.difference is not null and c.counted_at >= ${document.date}
  join inventory i on i.id = c.inventory_id and i.company_id = c.company_id and i.state = 'approved'
    and i.closed_at > coalesce(${document.approvedAt}::timestamptz, '-infinity')
  order by c.stock_item_id, c.counted_at, c.inventory_id`;

/**
 * Throws `Conflict` with the items of a document that an approved inventory counted after the date of the document. The
 * operations of the document must be written before this check.
 */
export const checkNotCountedLater = async (tx: Db, document: LedgerDocument): Promise<void> => {
  const { rows } = await sql<Found>`
    select t.id as "stockItemId", t.title, f.inventory_id as "inventoryId", f.counted_at as "countedAt"
    from (${firstCounts(document)}) f join stock_item t on t.id = f.stock_item_id
    order by t.title collate "und-x-icu", t.id`.execute(tx);
  if (rows.length === 0) return;
  const names = rows.map(({ title }) => title).join(", ");
  const message = `После даты ${document.genitive} прошла инвентаризация: ${names}. ${document.shelfQuestion}`;
  const countedLater = rows.map(({ countedAt, ...row }) => ({ ...row, countedAt: countedAt.toISOString() }));
  throw new Conflict(message, { errors: { isOnShelf: message }, data: { countedLater } });
};

const columnsOf = (document: LedgerDocument) => sql`company_id, stock_item_id, operation_type, count, amount, date,
  is_processed, is_locked, is_ignore_sub_procedure, ${documentColumns(document).document}, inventory_id, operator_id`;

const amountSql = ({ companyId }: LedgerDocument) =>
  sql`round(o.count * ${unitCostAtSql(sql`${companyId}`, sql`f.counted_at`)}, 2)`;

/**
 * Writes counter operations at the time of the first later inventory, so that the document does not change the counted
 * quantities. Returns true if any operation was written.
 */
export const insertCounterOperations = async (tx: Db, document: LedgerDocument): Promise<boolean> => {
  const { numAffectedRows = 0n } = await sql`
    insert into stock_operation (${columnsOf(document)})
    select o.company_id, t.id, case o.operation_type when '+' then '-' else '+' end, o.count, ${amountSql(document)},
      f.counted_at, true, true, true, ${document.id}, f.inventory_id, ${document.operatorId}
    from (${firstCounts(document)}) f
    join stock_operation o on o.stock_item_id = f.stock_item_id and ${ofLines(document)}
    join stock_item t on t.id = f.stock_item_id order by o.id`.execute(tx);
  return numAffectedRows > 0n;
};

/**
 * Writes operations at the time of the first later inventory, so that the reversal of the document does not change the
 * counted quantities; returns true if there are any. Skips items with counter operations, because the reversal also
 * reverses these.
 */
export const insertKeepingOperations = async (tx: Db, document: LedgerDocument): Promise<boolean> => {
  const { numAffectedRows = 0n } = await sql`
    insert into stock_operation (${columnsOf(document)})
    select o.company_id, t.id, o.operation_type, o.count, ${amountSql(document)}, f.counted_at, true, true, true,
      ${document.id}, f.inventory_id, ${document.operatorId}
    from (${firstCounts(document)}) f
    join stock_operation o on o.stock_item_id = f.stock_item_id and ${ofLines(document)}
    join stock_item t on t.id = f.stock_item_id
    where not exists (select 1 from stock_operation x
      where x.company_id = ${document.companyId} and x.${documentColumns(document).document} = ${document.id}
      and x.stock_item_id = f.stock_item_id and x.inventory_id is not null and x.reversal_of is null)
    order by o.id`.execute(tx);
  return numAffectedRows > 0n;
};
