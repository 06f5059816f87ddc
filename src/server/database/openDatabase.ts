import type { OpenDatabase } from "./connection.ts";
import { openPostgres } from "./postgres.ts";

/**
 * Location of the database and connection settings. Without `databaseUrl` the embedded database in `dataDir` is
 * used.
 */
interface DatabaseOptions {
  readonly databaseUrl?: string | undefined;
  readonly dataDir: string;
  readonly poolSize?: number;
  /** Time after which a PostgreSQL connection without a response is closed, milliseconds. */
  readonly silence?: number;
}

/**
 * Opens PostgreSQL when a URL is given, otherwise the embedded database (PGlite). Throws the errors of `openEmbedded`.
 */
export const openDatabase = async (options: DatabaseOptions): Promise<OpenDatabase> => {
  const { databaseUrl, dataDir, poolSize, silence } = options;
  if (databaseUrl) return openPostgres(databaseUrl, poolSize, silence);
  // PGlite is loaded on demand, so that a server on PostgreSQL starts faster.
  const { openEmbedded } = await import("./embedded.ts");
  return openEmbedded(dataDir);
};
