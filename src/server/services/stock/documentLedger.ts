import { sql } from "kysely";
import type { Db } from "../../database/connection.ts";
import { checkNotCountedLater, insertCounterOperations, insertKeepingOperations } from "./countedLater.ts";
import { documentColumns, type LedgerDocument } from "./ledgerDocument.ts";
import { replayCosts } from "./stockCosts.ts";

/**
 * Returns the date for the operations of a draft that is being approved: the date of the document, but not later than
 * the current time.
 */
export const readOperationDate = async (tx: Db, date: string): Promise<Date> => {
  const { rows } = await sql<{ date: Date }>`
    select least(${date}::timestamptz(3), clock_timestamp()::timestamptz(3)) as date`.execute(tx);
  return rows[0]?.date ?? new Date(date);
};

/**
 * Returns the date of the operations of an approved document. If it has no operations, returns the date of the
 * document.
 */
export const readApprovedDate = async (
  tx: Db,
  { table, id, companyId, date }: Pick<LedgerDocument, "table" | "id" | "companyId"> & { readonly date: string },
): Promise<Date> => {
  const { rows } = await sql<{ date: Date | null }>`
    select min(date) as date from stock_operation
    where company_id = ${companyId} and ${sql.ref(`${table}_id`)} = ${id}`.execute(tx);
  return rows[0]?.date ?? new Date(date);
};

/** Returns the stock items of a document's operations, in the sequence in which the operations were written. */
const readItemIds = async (tx: Db, document: LedgerDocument): Promise<readonly number[]> => {
  const { rows } = await sql<{ id: number }>`select stock_item_id as id from stock_operation
    where company_id = ${document.companyId} and ${documentColumns(document).document} = ${document.id}
    group by stock_item_id order by min(id)`.execute(tx);
  return rows.map(({ id }) => id);
};

/** Recalculates the costs of a document's items, starting at the date of the document. */
const replayDocument = async (tx: Db, document: LedgerDocument): Promise<void> => {
  const stockItemIds = await readItemIds(tx, document);
  await replayCosts(tx, { companyId: document.companyId, stockItemIds, since: document.date });
};

/**
 * Completes the new operations of an approved document under the stock lock: recalculates costs and, if `isOnShelf` is
 * true, keeps the quantities that later inventories counted. Throws `Conflict` if a later inventory counted the items
 * and `isOnShelf` is undefined.
 */
export const completeOperations = async (
  tx: Db,
  document: LedgerDocument,
  isOnShelf: boolean | undefined,
): Promise<void> => {
  if (isOnShelf === undefined) await checkNotCountedLater(tx, document);
  await replayDocument(tx, document);
  if (isOnShelf && (await insertCounterOperations(tx, document))) await replayDocument(tx, document);
};

const insertReversals = async (tx: Db, document: LedgerDocument): Promise<void> => {
  const { document: documentId, line } = documentColumns(document);
  await sql`
    insert into stock_operation (company_id, stock_item_id, operation_type, count, amount, price, date, is_processed,
      is_locked, is_ignore_sub_procedure, ${documentId}, ${line}, inventory_id, operator_id, reversal_of)
    select company_id, stock_item_id, operation_type, -count, -amount, price, date, true, true, true, ${documentId},
      ${line}, inventory_id, ${document.operatorId}, id
    from stock_operation
    where company_id = ${document.companyId} and ${documentId} = ${document.id} and reversal_of is null order by id`.execute(
    tx,
  );
};

/**
 * Reverses all operations of a document by negated operations with the same date, under the stock lock that the caller
 * holds. Quantities that later inventories counted do not change.
 */
export const reverseOperations = async (tx: Db, document: LedgerDocument): Promise<void> => {
  await insertReversals(tx, document);
  await replayDocument(tx, document);
  if (await insertKeepingOperations(tx, document)) await replayDocument(tx, document);
};

/** Stores the new state of a document with its time and user. The version of the document is incremented. */
export const storeState = async (
  tx: Db,
  { table, id, companyId, operatorId }: LedgerDocument,
  state: "approved" | "reversed",
): Promise<void> => {
  await sql`update ${sql.table(table)} set state = ${state}, version = version + 1,
    ${sql.ref(`${state}_at`)} = clock_timestamp(), ${sql.ref(`${state}_by`)} = ${operatorId}
    where id = ${id} and company_id = ${companyId}`.execute(tx);
};
