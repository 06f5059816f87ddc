import { createHash } from "node:crypto";
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { lockFolder } from "./folderLock.ts";
import { ENDS_TRANSACTION } from "./text.ts";
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

type Send = (query: pg.QueryConfig) => Promise<pg.QueryResult>;

/** What an engine asks of its connections. */
interface Care {
  connect(): Promise<pg.PoolClient>;
  /** Runs a query, or throws where that may not be. */
  query(client: pg.PoolClient, query: pg.QueryConfig): Promise<pg.QueryResult>;
  release(client: pg.PoolClient): void;
  /** How the statements of one transaction go out. */
  sending(send: Send): Send;
}

const ignored = () => undefined;

/**
 * A transaction's `begin` goes out with its first statement, and `commit` with the one that ends it, not after an answer of each: what it
 * has locked is free so much sooner. After a statement that failed PostgreSQL takes a commit for a rollback.
 */
const withoutWaits = (send: Send): Send => {
  let isToBegin = false;
  let committed: Promise<pg.QueryResult> | undefined;
  return (query) => {
    if (query.text === "begin") {
      isToBegin = true;
      return Promise.resolve({ command: "BEGIN", rowCount: null, oid: 0, fields: [], rows: [] });
    }
    if (query.text === "commit" && committed) return committed;
    // What becomes of it, the statement after it tells.
    if (isToBegin) send({ text: "begin" }).catch(ignored);
    isToBegin = false;
    const answer = send(query);
    if (!query.text.endsWith(ENDS_TRANSACTION)) return answer;
    committed = send({ text: "commit" });
    committed.catch(ignored);
    return answer;
  };
};

/** Wraps a pool so that Kysely's queries run as prepared statements. */
const preparing = (pool: pg.Pool, care: Care) => {
  const nameOf = preparedNames();
  return {
    connect: async () => {
      const client = await care.connect();
      const send = care.sending((asked) => care.query(client, asked));
      const query = (text: string, values: readonly unknown[]) => {
        const name = values.length > 0 ? nameOf(text) : undefined;
        return send(name ? { name, text, values: [...values] } : { text, values: [...values] });
      };
      // Kysely asks for overloads with cursors that are never used here.
      return { query, release: () => care.release(client) } as unknown as pg.PoolClient;
    },
    end: () => pool.end(),
  };
};

const kysely = (pool: pg.Pool, care: Care): Db =>
  new Kysely<Database>({ dialect: new PostgresDialect({ pool: preparing(pool, care) }) });

/** PostgreSQL itself ends a statement after so long. */
const STATEMENT_MS = 20_000;
/** An answer that is later than this comes no more: the way to the database is lost. */
const SILENCE_MS = STATEMENT_MS + 5000;

/**
 * Gives up connections that swallow what is sent to them, which TCP would notice after a quarter of an hour: with one that is silent all
 * that are as old. Migrations take their client from the pool itself and run as long as they need.
 */
const withoutSilence = (pool: pg.Pool, silence: number): Care => {
  const openedAt = new WeakMap<pg.PoolClient, number>();
  let lostAt = Number.NEGATIVE_INFINITY;
  pool.on("connect", (client) => openedAt.set(client, performance.now()));
  // With the code of a broken connection: the caller is asked to try again.
  const failure = () => Object.assign(new Error("The database does not answer"), { code: "08006" });
  const isLost = (client: pg.PoolClient) => (openedAt.get(client) ?? 0) <= lostAt;
  const connect = async (): Promise<pg.PoolClient> => {
    const client = await pool.connect();
    if (!isLost(client)) return client;
    client.release(true);
    return connect();
  };
  return {
    connect,
    query: async (client, query) => {
      // The rollback after a lost answer would wait as long again.
      if (isLost(client)) throw failure();
      // The types do not know this setting of a query.
      const asked: pg.QueryConfig & { query_timeout: number } = { ...query, query_timeout: silence };
      return client.query<pg.QueryResultRow>(asked).catch((reason: unknown) => {
        if (!(reason instanceof Error && reason.message === "Query read timeout")) throw reason;
        lostAt = performance.now();
        throw failure();
      });
    },
    release: (client) => client.release(isLost(client)),
    sending: withoutWaits,
  };
};

const openPostgres = (url: string, poolSize: number, silence: number): OpenDatabase => {
  const pool = new pg.Pool({
    connectionString: url,
    pipeline: true,
    max: poolSize,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    lock_timeout: 4000,
    idle_in_transaction_session_timeout: 30_000,
    statement_timeout: STATEMENT_MS,
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
  return { db: kysely(pool, withoutSilence(pool, silence)), pool, engine: "postgres", close: () => pool.end() };
};

/** Opens the embedded database in a folder of its own. */
const openPglite = async (folder: string): Promise<OpenDatabase> => {
  const { preparePgliteFolder, openPgliteFolder } = await import("./embedded.ts");
  const held = await lockFolder(folder);
  try {
    const pglite = await openPgliteFolder(await preparePgliteFolder(folder));
    const pool = new pg.Pool({ ...pglite.config, max: 1, idleTimeoutMillis: 0 });
    const care: Care = {
      connect: () => pool.connect(),
      query: async (client, query) => {
        held.assertHeld();
        return client.query(query);
      },
      release: (client) => client.release(),
      sending: (send) => send,
    };
    const close = async () => {
      held.assertHeld();
      await pool.end();
      await pglite.close();
      held.release();
    };
    return { db: kysely(pool, care), pool, engine: "pglite", close };
  } catch (failure) {
    held.release();
    throw failure;
  }
};

/** Opens PostgreSQL when an address is given, else the embedded database in a folder. */
export const openDatabase = async (place: {
  databaseUrl?: string | undefined;
  dataDir: string;
  poolSize?: number;
  /** After how long without an answer PostgreSQL's connections are given up, milliseconds. */
  silence?: number;
}): Promise<OpenDatabase> =>
  place.databaseUrl
    ? openPostgres(place.databaseUrl, place.poolSize ?? 10, place.silence ?? SILENCE_MS)
    : openPglite(place.dataDir);
