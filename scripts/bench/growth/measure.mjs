import pg from "pg";
import { percentile } from "../load.mjs";

/**
 * Pause before the counters are read, ms. PostgreSQL writes the counters of a connection at the end of a transaction,
 * at most once a second.
 */
const FLUSH_MS = 1_100;
const WARM_UP = 5;
/** Number of measured calls of an operation that operators use all day. */
const HOT_CALLS = Number(process.env.CALLS ?? 200);
const OTHER_CALLS = Math.ceil(HOT_CALLS / 10);

/** Regular expression for the statements of background tasks: the clean-up, and the search for late orders. */
const BACKGROUND = "ctid = any|into late_notice";

/** Returns the buffers that each statement has read, keyed by its text. Omits the statements of background tasks. */
const readStatements = async (client) => {
  const { rows } = await client.query(
    `select query, sum(shared_blks_hit + shared_blks_read)::float8 as buffers
      from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database())
        and query !~ $1 group by query`,
    [BACKGROUND],
  );
  return new Map(rows.map(({ query, buffers }) => [query, buffers]));
};

/** Opens a connection that reads the counters of PostgreSQL. The reads of this connection are not counted. */
export const openCounters = async (databaseUrl) => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query("create extension if not exists pg_stat_statements; set pg_stat_statements.track = none");
  return {
    read: async () => {
      const { rows } = await client.query(`select
        (select sum(seq_tup_read) from pg_stat_user_tables)::float8
          + (select sum(idx_tup_read) from pg_stat_user_indexes)::float8 as rows`);
      return { rows: rows[0].rows, statements: await readStatements(client) };
    },
    close: () => client.end(),
  };
};

/**
 * Measures one operation and returns p50 and p99 of the calls in ms, and averages per call. The averages are the rows
 * read from tables and indexes, the buffers, and the CPU time of the server and of PostgreSQL in ms. `statements` has the
 * buffers of each statement per call.
 */
export const measureOperation = async ({ name, isHot, prepare, run }, { counters, readCpu }) => {
  const calls = isHot ? HOT_CALLS : OTHER_CALLS;
  const inputs = await prepare(calls + WARM_UP + 2);
  const next = () => run(inputs.shift());
  /**
   * Reads the counters after one additional call. This call makes the connections write the counters of the earlier
   * calls.
   */
  const snapshot = async () => {
    await new Promise((resolve) => setTimeout(resolve, FLUSH_MS));
    await next();
    return counters.read();
  };
  for (let at = 0; at < WARM_UP; at += 1) await next();
  const before = await snapshot();
  const cpu = readCpu();
  const times = [];
  for (let at = 0; at < calls; at += 1) {
    const begun = performance.now();
    await next();
    times.push(performance.now() - begun);
  }
  const used = readCpu();
  const after = await snapshot();
  const statements = new Map(
    [...after.statements].map(([query, buffers]) => [
      query,
      (buffers - (before.statements.get(query) ?? 0)) / (calls + 1),
    ]),
  );
  return {
    name,
    isHot,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    rows: (after.rows - before.rows) / (calls + 1),
    buffers: [...statements.values()].reduce((sum, buffers) => sum + buffers, 0),
    statements,
    server: (used.process - cpu.process) / calls,
    database: (used.database - cpu.database) / calls,
  };
};
