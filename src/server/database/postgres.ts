import pg from "pg";
import { createKysely, type EngineConnection, type OpenDatabase } from "./connection.ts";
import { readErrorCode } from "./transaction.ts";

/** Time after which PostgreSQL cancels a statement, milliseconds. */
const STATEMENT_MS = 20_000;
/** Maximum number of reports that a process reads at the same time. */
const REPORTS = 3;
/** Time after which PostgreSQL cancels a statement of a report, milliseconds. */
const REPORT_STATEMENT_MS = 15_000;
/**
 * Time for which a report waits for a connection, milliseconds. Together with `REPORT_STATEMENT_MS` it is below the
 * client's limit of 20 s.
 */
const REPORT_WAIT_MS = 4500;
/** Time after which a connection without a response is treated as lost, milliseconds. */
const SILENCE_MS = STATEMENT_MS + 5000;

/** PostgreSQL error code of a write on a standby, or on a primary that a switchover has made read-only. */
const READ_ONLY = "25006";

/**
 * Times of the last query timeout and of the last write to a read-only server, as returned by `performance.now()`.
 * Connections that were opened earlier are no longer used.
 */
interface LastFailures {
  silent: number;
  readOnly: number;
}

/**
 * Returns a function that takes connections from the pool, and drops those opened before the last timeout or the last
 * write to a read-only server. The pools of a process share `last`, because report connections never write and would
 * not notice a read-only server.
 */
const createConnect = (pool: pg.Pool, silence: number, last: LastFailures): (() => Promise<EngineConnection>) => {
  const openedAt = new WeakMap<pg.PoolClient, number>();
  pool.on("connect", (client) => openedAt.set(client, performance.now()));
  const isOlderThan = (client: pg.PoolClient, time: number) => (openedAt.get(client) ?? 0) <= time;
  const isLost = (client: pg.PoolClient) => isOlderThan(client, last.silent);
  const isUseless = (client: pg.PoolClient) => isLost(client) || isOlderThan(client, last.readOnly);
  // `http/errors.ts` maps the code 08006 (broken connection) to status 503 with Retry-After.
  const createConnectionError = () => Object.assign(new Error("The database does not answer"), { code: "08006" });

  const query = async (client: pg.PoolClient, config: pg.QueryConfig): Promise<pg.QueryResult> => {
    // The rollback after a timeout uses the same lost connection and would wait for the full timeout again.
    if (isLost(client)) throw createConnectionError();
    // The driver supports `query_timeout`, but the type `QueryConfig` does not declare it.
    const timed: pg.QueryConfig & { query_timeout: number } = { ...config, query_timeout: silence };
    return client.query<pg.QueryResultRow>(timed).catch((reason: unknown) => {
      if (readErrorCode(reason) === READ_ONLY) last.readOnly = performance.now();
      if (!(reason instanceof Error && reason.message === "Query read timeout")) throw reason;
      last.silent = performance.now();
      throw createConnectionError();
    });
  };

  const connect = async (): Promise<EngineConnection> => {
    const client = await pool.connect();
    if (isUseless(client)) {
      client.release(true);
      return connect();
    }
    return { query: (config) => query(client, config), release: () => client.release(isUseless(client)) };
  };
  return connect;
};

interface PoolLimits {
  readonly max: number;
  /** Time after which PostgreSQL cancels a statement, milliseconds. */
  readonly statement_timeout: number;
  /** Time for which a query waits for a connection, milliseconds. */
  readonly connectionTimeoutMillis: number;
}

const createPool = (url: string, limits: PoolLimits): pg.Pool => {
  const pool = new pg.Pool({
    connectionString: url,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    lock_timeout: 4000,
    idle_in_transaction_session_timeout: 30_000,
    ...limits,
    // Without parallel workers, a report uses one core and leaves the other cores to the requests of other users. JIT
    // compilation costs the application's queries more time than it saves. A PostgreSQL-compatible server without these
    // settings rejects the statement, so the error is ignored.
    onConnect: async (client) => {
      await client.query("set max_parallel_workers_per_gather = 0; set jit = off").catch(() => undefined);
    },
  });
  // Without listeners for `error`, a dropped connection would end the server process.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
};

/** Opens PostgreSQL. A connection that gives no response for `silence` milliseconds is closed. */
export const openPostgres = (url: string, poolSize = 10, silence = SILENCE_MS): OpenDatabase => {
  const pool = createPool(url, {
    max: poolSize,
    statement_timeout: STATEMENT_MS,
    connectionTimeoutMillis: 10_000,
  });
  const reportPool = createPool(url, {
    max: REPORTS,
    statement_timeout: REPORT_STATEMENT_MS,
    connectionTimeoutMillis: REPORT_WAIT_MS,
  });
  const last: LastFailures = { silent: Number.NEGATIVE_INFINITY, readOnly: Number.NEGATIVE_INFINITY };
  return {
    db: createKysely(createConnect(pool, silence, last)),
    pool,
    reports: createKysely(createConnect(reportPool, silence, last)),
    reportPool,
    engine: "postgres",
    hasRoom: () => true,
    close: async () => {
      await Promise.all([pool.end(), reportPool.end()]);
    },
  };
};
