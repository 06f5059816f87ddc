import pg from "pg";
import { createKysely, type EngineConnection, type OpenDatabase } from "./connection.ts";

/** PostgreSQL cancels a statement after this time. */
const STATEMENT_MS = 20_000;
/** A connection without an answer for this long is lost. */
const SILENCE_MS = STATEMENT_MS + 5000;

/**
 * Hands out the connections of a pool and closes those that no longer answer. TCP would notice a broken connection only after a quarter
 * of an hour, so one lost connection condemns all that were opened before it.
 */
const connectWithin = (pool: pg.Pool, silence: number): (() => Promise<EngineConnection>) => {
  const openedAt = new WeakMap<pg.PoolClient, number>();
  let lostAt = Number.NEGATIVE_INFINITY;
  pool.on("connect", (client) => openedAt.set(client, performance.now()));
  const isLost = (client: pg.PoolClient) => (openedAt.get(client) ?? 0) <= lostAt;
  // The code of a broken connection (08006), so that the caller is asked to try again.
  const createFailure = () => Object.assign(new Error("The database does not answer"), { code: "08006" });

  const query = async (client: pg.PoolClient, config: pg.QueryConfig): Promise<pg.QueryResult> => {
    // Without this check the rollback after a lost answer would wait for as long again.
    if (isLost(client)) throw createFailure();
    // The type of a query does not have this setting.
    const timed: pg.QueryConfig & { query_timeout: number } = { ...config, query_timeout: silence };
    return client.query<pg.QueryResultRow>(timed).catch((reason: unknown) => {
      if (!(reason instanceof Error && reason.message === "Query read timeout")) throw reason;
      lostAt = performance.now();
      throw createFailure();
    });
  };

  const connect = async (): Promise<EngineConnection> => {
    const client = await pool.connect();
    if (isLost(client)) {
      client.release(true);
      return connect();
    }
    return { query: (config) => query(client, config), release: () => client.release(isLost(client)) };
  };
  return connect;
};

/** Opens PostgreSQL at an address. A connection without an answer for `silence` milliseconds is given up. */
export const openPostgres = (url: string, poolSize = 10, silence = SILENCE_MS): OpenDatabase => {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    lock_timeout: 4000,
    idle_in_transaction_session_timeout: 30_000,
    statement_timeout: STATEMENT_MS,
    connectionTimeoutMillis: 10_000,
    // Without parallel workers a report uses one core, so that operators keep the others. Compiling queries (jit) costs more than it
    // saves here. Engines without these settings refuse the statement, which changes nothing.
    onConnect: async (client) => {
      await client.query("set max_parallel_workers_per_gather = 0; set jit = off").catch(() => undefined);
    },
  });
  // Without listeners a connection that the database drops would end the process.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return { db: createKysely(connectWithin(pool, silence)), pool, engine: "postgres", close: () => pool.end() };
};
