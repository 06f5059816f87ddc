import { sql } from "kysely";
import type { Db } from "../database/connection.ts";
import type { Database } from "../database/schema.d.ts";

const CHUNK = 1500;

/** Inserts rows that all have the same columns, in chunks. */
export const insertMany = async (
  tx: Db,
  table: keyof Database,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<void> => {
  const columns = Object.keys(rows[0] ?? {}).map((name) => sql.ref(name));
  for (let from = 0; from < rows.length; from += CHUNK) {
    const json = JSON.stringify(rows.slice(from, from + CHUNK));
    await sql`insert into ${sql.table(table)} (${sql.join(columns)})
      select ${sql.join(columns)} from jsonb_populate_recordset(null::${sql.table(table)}, ${json}::jsonb)`.execute(tx);
  }
};

/** Sets the id sequence of a table to the largest id, so that new rows get the next ids. */
export const continueIds = async (tx: Db, table: keyof Database): Promise<void> => {
  await sql`select setval(pg_get_serial_sequence(${table}, 'id'), greatest((select max(id) from ${sql.table(table)}), 1))`.execute(
    tx,
  );
};
