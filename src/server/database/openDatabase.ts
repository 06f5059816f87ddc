import type { OpenDatabase } from "./connection.ts";
import { openPostgres } from "./postgres.ts";

/** Where the database is and how it is reached. */
interface DatabaseOptions {
  readonly databaseUrl?: string | undefined;
  readonly dataDir: string;
  readonly poolSize?: number;
  /** Time without an answer after which a connection of PostgreSQL is given up, milliseconds. */
  readonly silence?: number;
}

/** Opens PostgreSQL when an address is given, else the embedded database in a folder. */
export const openDatabase = async (options: DatabaseOptions): Promise<OpenDatabase> => {
  const { databaseUrl, dataDir, poolSize, silence } = options;
  if (databaseUrl) return openPostgres(databaseUrl, poolSize, silence);
  // Loaded on demand: a server on PostgreSQL starts without the embedded engine.
  const { openEmbedded } = await import("./embedded.ts");
  return openEmbedded(dataDir);
};
