import type { OpenDatabase } from "./connection.ts";
import { openPostgres } from "./postgres.ts";

/** Location of the database and connection settings. */
interface DatabaseOptions {
  readonly databaseUrl?: string | undefined;
  readonly dataDir: string;
  readonly poolSize?: number;
  /** Time without a response after which a PostgreSQL connection is closed, milliseconds. */
  readonly silence?: number;
}

/** Opens PostgreSQL when a URL is given, else the embedded database. */
export const openDatabase = async (options: DatabaseOptions): Promise<OpenDatabase> => {
  const { databaseUrl, dataDir, poolSize, silence } = options;
  if (databaseUrl) return openPostgres(databaseUrl, poolSize, silence);
  // Loaded on demand, so that a server on PostgreSQL starts without the embedded engine.
  const { openEmbedded } = await import("./embedded.ts");
  return openEmbedded(dataDir);
};
