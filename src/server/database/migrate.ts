import { runner } from "node-pg-migrate";
import { resolveProjectPath } from "../startup/projectPath.ts";
import type { OpenDatabase } from "./connection.ts";

const folder = resolveProjectPath("src/server/database/migrations");
const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

/**
 * Applies each missing migration file in a separate transaction, and returns the names of these files. A concurrent
 * process waits at the migration lock.
 */
export const migrate = async ({ pool }: OpenDatabase, dir: string = folder): Promise<readonly string[]> => {
  const client = await pool.connect();
  try {
    await client.query("set lock_timeout = 0; set statement_timeout = 0");
    const done = await runner({
      dbClient: client,
      dir,
      direction: "up",
      migrationsTable: "migration",
      singleTransaction: false,
      advisoryLockMode: "wait",
      logger: silent,
    });
    return done.map((file) => file.name);
  } finally {
    // After a failed migration the transaction is open and the migration lock is held, so both are released before the
    // pool reuses the connection.
    await client.query("rollback; select pg_advisory_unlock_all(); reset lock_timeout; reset statement_timeout");
    client.release();
  }
};
