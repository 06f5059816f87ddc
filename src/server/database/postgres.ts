import pg from "pg";
import { createKysely, type EngineConnection, type OpenDatabase } from "./connection.ts";

/** Time after which PostgreSQL cancels a statement, milliseconds. */
const STATEMENT_MS = 20_000;
/** Time without a response after which a connection counts as lost, milliseconds. */
const SILENCE_MS = STATEMENT_MS + 5000;

/**
 * Connects through a pool and closes connections that no longer respond. TCP detects a broken connection only after 15
 * minutes, so one lost connection invalidates all that were opened before it.
 */
const createConnect = (pool: pg.Pool, silence: number): (() => Promise<EngineConnection>) => {
  const openedAt = new WeakMap<pg.PoolClient, number>();
  let lostAt = Number.NEGATIVE_INFINITY;
  pool.on("connect", (client) => openedAt.set(client, performance.now()));
  const isLost = (client: pg.PoolClient) => (openedAt.get(client) ?? 0) <= lostAt;
  // The code 08006 (broken connection) is mapped to 503 with Retry-After.
  const createConnectionError = () => Object.assign(new Error("The database does not answer"), { code: "08006" });

  const query = async (client: pg.PoolClient, config: pg.QueryConfig): Promise<pg.QueryResult> => {
    // Without this check the rollback after a lost response would wait just as long.
    if (isLost(client)) throw createConnectionError();
    // The type of a query lacks this setting of the driver.
    const timed: pg.QueryConfig & { query_timeout: number } = { ...config, query_timeout: silence };
    return client.query<pg.QueryResultRow>(timed).catch((reason: unknown) => {
      if (!(reason instanceof Error && reason.message === "Query read timeout")) throw reason;
      lostAt = performance.now();
      throw createConnectionError();
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

/** Opens PostgreSQL. A connection without a response for `silence` milliseconds is closed. */
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
    // Without parallel workers a report uses only one core and leaves the others to operators. JIT compilation costs more than it
    // saves here. Engines without these settings refuse the statement, which has no effect.
    onConnect: async (client) => {
      await client.query("set max_parallel_workers_per_gather = 0; set jit = off").catch(() => undefined);
    },
  });
  // Without listeners a dropped connection would end the process.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return { db: createKysely(createConnect(pool, silence)), pool, engine: "postgres", close: () => pool.end() };
};
