import { createHash } from "node:crypto";
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from "kysely";
import pg from "pg";
import type { Database } from "./schema.d.ts";
import { logIfSlow } from "./slowQueries.ts";

/** Query builder of the database or of a transaction. */
export type Db = Kysely<Database>;

/** Open database with its query builders, connection pools and maintenance functions. */
export interface OpenDatabase {
  readonly db: Db;
  readonly pool: pg.Pool;
  /**
   * Query builder for reports. On PostgreSQL it has a separate pool of few connections, so that reports do not delay
   * saves.
   */
  readonly reports: Db;
  /** Connection pool of `reports`, if `reports` has a separate pool. */
  readonly reportPool?: pg.Pool;
  readonly engine: "postgres" | "pglite";
  /**
   * Returns false while the disk has too little free space for writes. Always returns true for PostgreSQL, which itself
   * refuses writes to a full disk.
   */
  hasRoom(): boolean;
  /**
   * Copies the files of the embedded database into a new folder, and blocks queries during the copy; undefined for
   * PostgreSQL, which has its own backup tools. Throws `NoRoomToCopy` if the disk is too full.
   */
  copyFiles?(target: string): Promise<void>;
  close(): Promise<void>;
}

/** Connection to PGlite or PostgreSQL, for exclusive use by one caller until its release. */
export interface EngineConnection {
  query(query: pg.QueryConfig): Promise<pg.QueryResult>;
  release(): void;
}

const NUMERIC = 1700;
const INT8 = 20;
const DATE = 1082;
pg.types.setTypeParser(NUMERIC, Number);
pg.types.setTypeParser(INT8, Number);
pg.types.setTypeParser(DATE, (text) => text);

const MAX_PREPARED = 400;

/**
 * Returns a function that returns a statement name for the first `MAX_PREPARED` different SQL texts, and undefined for
 * any later text. Named statements are prepared: a connection parses them only once.
 */
const statementNames = () => {
  const names = new Map<string, string>();
  return (text: string): string | undefined => {
    const existing = names.get(text);
    if (existing || names.size >= MAX_PREPARED) return existing;
    const name = createHash("sha1").update(text).digest("base64url").slice(0, 20);
    names.set(text, name);
    return name;
  };
};

interface DriverConnection extends DatabaseConnection {
  run(text: string): Promise<unknown>;
  release(): void;
}

const WRITES = new Set(["INSERT", "UPDATE", "DELETE", "MERGE"]);

const createDriver = (connect: () => Promise<EngineConnection>): Driver => {
  const nameOf = statementNames();
  const wrap = ({ query, release }: EngineConnection): DriverConnection => ({
    executeQuery: async <Row>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<Row>> => {
      const name = parameters.length > 0 ? nameOf(text) : undefined;
      const config = { text, values: [...parameters], ...(name && { name }) };
      const { rows, command, rowCount } = await logIfSlow(text, () => query(config));
      return WRITES.has(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows };
    },
    streamQuery: () => {
      throw new Error("Streaming is not supported");
    },
    run: (text) => logIfSlow(text, () => query({ text })),
    release,
  });
  return {
    init: async () => undefined,
    acquireConnection: async () => wrap(await connect()),
    async beginTransaction(connection: DriverConnection) {
      await connection.run("begin");
    },
    async commitTransaction(connection: DriverConnection) {
      await connection.run("commit");
    },
    async rollbackTransaction(connection: DriverConnection) {
      await connection.run("rollback");
    },
    async releaseConnection(connection: DriverConnection) {
      connection.release();
    },
    destroy: async () => undefined,
  };
};

/** Creates a query builder that takes its connections from `connect`. */
export const createKysely = (connect: () => Promise<EngineConnection>): Db =>
  new Kysely<Database>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => createDriver(connect),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
