import { setTimeout as sleep } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../database/connection.ts";
import type { Database } from "../../database/schema.d.ts";

/** Age after which the rows of a table are deleted. */
export interface RetentionRule {
  readonly table: keyof Database;
  /** Column with the time that is compared with the age. An index must begin with this column. */
  readonly time: string;
  /** PostgreSQL interval. */
  readonly age: string;
  /** Additional SQL condition on the row `t`. */
  readonly where?: RawBuilder<unknown>;
  /** Maximum number of rows of a batch, if rows are large. */
  readonly batch?: number;
}

/** Maximum number of rows of a batch. */
const BATCH = 500;
/** Pause after a batch, milliseconds. PGlite has a single connection, which other transactions can use in the pause. */
const PAUSE_MS = 10;
/**
 * Target duration of a batch, milliseconds: half of the 100 ms that a batch may take. The batch size is halved after a
 * slower batch, and doubled after a batch that takes less than half of the target.
 */
const LONG_MS = 50;
const SMALLEST_BATCH = 25;

/**
 * Deletes a batch of the oldest rows to which a rule applies, and returns their number. Skips locked rows, so that it
 * never waits for another transaction.
 */
export const deleteBatch = async (db: Db, rule: RetentionRule, size: number): Promise<number> => {
  const { table, time, age, where = sql`true` } = rule;
  // The row locks keep `ctid` valid until the deletion. A TID scan, unlike a join, never reads the whole table.
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(table)} where ctid = any(array(
      select t.ctid from ${sql.table(table)} t
      where ${sql.ref(`t.${time}`)} < now() - ${age}::interval and ${where}
      order by ${sql.ref(`t.${time}`)} limit ${size}::int for update skip locked))`.execute(db);
  return Number(numAffectedRows);
};

/**
 * Deletes all rows to which a rule applies, in batches with separate transactions, and returns their number. Stops and
 * returns undefined if `deleteNext` returns undefined.
 */
export const deleteOld = async (
  db: Db,
  rule: RetentionRule,
  deleteNext: (db: Db, rule: RetentionRule, size: number) => Promise<number | undefined> = deleteBatch,
): Promise<number | undefined> => {
  const { batch: largest = BATCH } = rule;
  let size = largest;
  for (let total = 0; ; ) {
    const began = performance.now();
    const count = await deleteNext(db, rule, size);
    if (count === undefined) return undefined;
    total += count;
    // A batch deletes fewer than `size` rows if another transaction has locked or changed some of them. More rows may
    // then remain, so only an empty batch ends the loop.
    if (count === 0) return total;
    const took = performance.now() - began;
    if (took > LONG_MS) size = Math.max(SMALLEST_BATCH, Math.floor(size / 2));
    else if (took < LONG_MS / 2) size = Math.min(largest, size * 2);
    await sleep(PAUSE_MS);
  }
};
