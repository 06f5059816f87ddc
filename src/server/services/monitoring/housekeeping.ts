import { sql } from "kysely";
import type { BaseLogger } from "pino";
import type { Db, OpenDatabase } from "../../database/connection.ts";
import { deleteOutdated } from "./retention.ts";

const HOUR_MS = 3_600_000;
const FIRST_MS = 60_000;

/**
 * Vacuums and analyses one table after another, so that each lock is short. Only PGlite needs this, because PostgreSQL
 * vacuums automatically.
 */
export const vacuumTables = async (db: Db): Promise<void> => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(db);
  for (const { name } of rows) await sql`vacuum (analyze) ${sql.table(name)}`.execute(db);
};

/**
 * Deletes outdated data and vacuums PGlite, one minute after the start and then every hour, unless the disk is too
 * full; several processes may do this concurrently. Returns a function that stops this work.
 */
export const startHousekeeping = ({ db, engine, hasRoom }: OpenDatabase, logger: BaseLogger): (() => void) => {
  const all = async () => {
    await deleteOutdated(db);
    if (engine === "pglite") await vacuumTables(db);
  };
  const run = () => {
    if (!hasRoom()) return;
    all().catch((failure: unknown) => logger.warn({ err: failure }, "tidying failed"));
  };
  const first = setTimeout(run, FIRST_MS).unref();
  const later = setInterval(run, HOUR_MS).unref();
  return () => {
    clearTimeout(first);
    clearInterval(later);
  };
};
