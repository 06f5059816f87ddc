import { constants, existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { PGlite } from "@electric-sql/pglite";
import { createPgConfig } from "@electric-sql/pglite/node-postgres";
import pg from "pg";
import { createKysely, type EngineConnection, type OpenDatabase } from "./connection.ts";
import { requireRoomToCopy, requireRoomToStart, watchSpace } from "./diskSpace.ts";
import { type LockedFolder, lockFolder } from "./folderLock.ts";
import { type QueryWatch, watchQueries } from "./stuckQuery.ts";

/**
 * Settings of PGlite. PGlite writes a checkpoint only when its write-ahead log is full, so a small log shortens crash
 * recovery.
 */
const settings = { postgresqlconf: ["max_wal_size = 64MB"] };

/** Name of the folder with the database files inside a data folder. */
export const DATABASE_FOLDER = "pg";

const databaseIn = (folder: string): string => join(folder, DATABASE_FOLDER);

/**
 * Returns the path of the database folder. If the folder does not exist, first creates a database in a temporary folder
 * and then renames the temporary folder, so that a crash never leaves an incomplete database.
 */
const prepareFolder = async (folder: string): Promise<string> => {
  const target = databaseIn(folder);
  if (existsSync(target)) return target;
  const unfinished = join(folder, "pg.making");
  rmSync(unfinished, { recursive: true, force: true });
  const first = await PGlite.create(unfinished, settings);
  await first.close();
  renameSync(unfinished, target);
  return target;
};

const connectWhileLocked =
  (pool: pg.Pool, lock: LockedFolder, queries: QueryWatch) => async (): Promise<EngineConnection> => {
    const client = await pool.connect();
    return {
      query: async (config) => {
        lock.assertHeld();
        return queries.watch(() => client.query(config));
      },
      release: () => client.release(),
    };
  };

/**
 * Returns a function that copies the database files, without reading data if the file system has reflinks. The function
 * takes the only connection of the pool, so no query runs during the copy.
 */
const copyWhileIdle = (pool: pg.Pool, lock: LockedFolder, folder: string) => async (target: string) => {
  await requireRoomToCopy(databaseIn(folder));
  const client = await pool.connect();
  try {
    lock.assertHeld();
    await client.query("checkpoint");
    await cp(databaseIn(folder), target, { recursive: true, mode: constants.COPYFILE_FICLONE });
  } finally {
    client.release();
  }
};

const endProcess = (): void => {
  process.stderr.write(
    "База данных не отвечает 30 с. Сервер остановлен: проверьте место на диске и запустите его снова.\n",
  );
  // The process exits immediately, because an orderly shutdown would wait for the stuck database.
  process.exit(1);
};

const openLocked = async (folder: string, lock: LockedFolder): Promise<OpenDatabase> => {
  const pglite = await PGlite.create(await prepareFolder(folder), settings);
  const pool = new pg.Pool({ ...createPgConfig(pglite), max: 1, idleTimeoutMillis: 0 });
  const space = watchSpace(folder);
  const queries = watchQueries(endProcess);
  const close = async () => {
    lock.assertHeld();
    space.stop();
    queries.stop();
    await pool.end();
    await pglite.close();
    lock.release();
  };
  const db = createKysely(connectWhileLocked(pool, lock, queries));
  const copyFiles = copyWhileIdle(pool, lock, folder);
  return { db, pool, reports: db, engine: "pglite", hasRoom: space.hasRoom, copyFiles, close };
};

/**
 * Opens the embedded database and locks its folder for this process. Throws `NoRoomToStart` if the disk is too full,
 * and `FolderInUse` if another process has locked the folder.
 */
export const openEmbedded = async (folder: string): Promise<OpenDatabase> => {
  mkdirSync(folder, { recursive: true });
  await requireRoomToStart(folder, !existsSync(databaseIn(folder)));
  const lock = await lockFolder(folder);
  try {
    return await openLocked(folder, lock);
  } catch (failure) {
    lock.release();
    throw failure;
  }
};
