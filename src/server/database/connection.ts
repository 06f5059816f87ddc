import { createHash } from "node:crypto";
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { lockFolder } from "./folder-lock.ts";
import type { Database } from "./types.ts";

/** The database as services see it; a transaction is one too. */
export type Db = Kysely<Database>;

/** An open database and the way to close it. */
export interface OpenDatabase {
  readonly db: Db;
  readonly pool: pg.Pool;
  readonly engine: "postgres" | "pglite";
  close(): Promise<void>;
}

const NUMERIC = 1700;
const INT8 = 20;
const DATE = 1082;
pg.types.setTypeParser(NUMERIC, Number);
pg.types.setTypeParser(INT8, Number);
pg.types.setTypeParser(DATE, (text) => text);

const MAX_PREPARED = 400;

/** Names each parameterised text once, so that an engine parses and plans it once a connection. */
const preparedNames = () => {
  const names = new Map<string, string>();
  return (text: string): string | undefined => {
    const known = names.get(text);
    if (known || names.size >= MAX_PREPARED) return known;
    const name = createHash("sha1").update(text).digest("base64url").slice(0, 20);
    names.set(text, name);
    return name;
  };
};

/** Wraps a pool so that Kysely's queries run as prepared statements. */
const preparing = (pool: pg.Pool) => {
  const nameOf = preparedNames();
  return {
    connect: async () => {
      const client = await pool.connect();
      const query = (text: string, values: readonly unknown[]) => {
        const name = values.length > 0 ? nameOf(text) : undefined;
        return client.query(name ? { name, text, values: [...values] } : { text, values: [...values] });
      };
      // Kysely asks for overloads with cursors that are never used here.
      return { query, release: () => client.release() } as unknown as pg.PoolClient;
    },
    end: () => pool.end(),
  };
};

const kysely = (pool: pg.Pool): Db => new Kysely<Database>({ dialect: new PostgresDialect({ pool: preparing(pool) }) });

const openPostgres = (url: string, poolSize: number): OpenDatabase => {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    lock_timeout: 4000,
    idle_in_transaction_session_timeout: 30_000,
    statement_timeout: 20_000,
    connectionTimeoutMillis: 10_000,
    // A report keeps to one core, so that the others are there for the operators, and compiling a query here takes longer than running
    // it; an engine without these settings does so anyway.
    onConnect: async (client) => {
      await client.query("set max_parallel_workers_per_gather = 0; set jit = off").catch(() => undefined);
    },
  });
  // A connection that the database drops must not end the process: the query at work fails, the next one reconnects.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return { db: kysely(pool), pool, engine: "postgres", close: () => pool.end() };
};

/** Opens the embedded database in a folder of its own. */
const openPglite = async (folder: string): Promise<OpenDatabase> => {
  const { preparePgliteFolder, openPgliteFolder } = await import("./embedded.ts");
  const unlock = await lockFolder(folder);
  try {
    const pglite = await openPgliteFolder(await preparePgliteFolder(folder));
    const pool = new pg.Pool({ ...pglite.config, max: 1, idleTimeoutMillis: 0 });
    const close = async () => {
      await pool.end();
      await pglite.close();
      unlock();
    };
    return { db: kysely(pool), pool, engine: "pglite", close };
  } catch (failure) {
    unlock();
    throw failure;
  }
};

/** Opens PostgreSQL when an address is given, else the embedded database in a folder. */
export const openDatabase = async (place: {
  databaseUrl?: string | undefined;
  dataDir: string;
  poolSize?: number;
}): Promise<OpenDatabase> =>
  place.databaseUrl ? openPostgres(place.databaseUrl, place.poolSize ?? 10) : openPglite(place.dataDir);
