import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { createPgConfig } from "@electric-sql/pglite/node-postgres";
import pg from "pg";
import { createKysely, type EngineConnection, type OpenDatabase } from "./connection.ts";
import { type LockedFolder, lockFolder } from "./folderLock.ts";

/**
 * Settings of PGlite. It writes a checkpoint only when its write-ahead log is full, so a small log keeps recovery
 * after a crash short.
 */
const settings = { postgresqlconf: ["max_wal_size = 64MB"] };

/**
 * Creates a new database in a temporary folder and then renames that folder, so that a crash never leaves an
 * incomplete database.
 */
const prepareFolder = async (folder: string): Promise<string> => {
  const target = join(folder, "pg");
  if (existsSync(target)) return target;
  const unfinished = join(folder, "pg.making");
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const first = await PGlite.create(unfinished, settings);
  await first.close();
  renameSync(unfinished, target);
  return target;
};

const connectWhileLocked = (pool: pg.Pool, lock: LockedFolder) => async (): Promise<EngineConnection> => {
  const client = await pool.connect();
  return {
    query: async (config) => {
      lock.assertHeld();
      return client.query(config);
    },
    release: () => client.release(),
  };
};

const openLocked = async (folder: string, lock: LockedFolder): Promise<OpenDatabase> => {
  const pglite = await PGlite.create(await prepareFolder(folder), settings);
  const pool = new pg.Pool({ ...createPgConfig(pglite), max: 1, idleTimeoutMillis: 0 });
  const close = async () => {
    lock.assertHeld();
    await pool.end();
    await pglite.close();
    lock.release();
  };
  return { db: createKysely(connectWhileLocked(pool, lock)), pool, engine: "pglite", close };
};

/** Opens the embedded database and locks its folder for this process. Throws `FolderInUse`. */
export const openEmbedded = async (folder: string): Promise<OpenDatabase> => {
  const lock = await lockFolder(folder);
  try {
    return await openLocked(folder, lock);
  } catch (failure) {
    lock.release();
    throw failure;
  }
};
