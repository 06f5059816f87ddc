import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { createPgConfig } from "@electric-sql/pglite/node-postgres";
import pg from "pg";
import { createKysely, type EngineConnection, type OpenDatabase } from "./connection.ts";
import { type HeldFolder, lockFolder } from "./folderLock.ts";

/** PGlite checkpoints only when its log is full. A small log is replayed within seconds after a kill. */
const settings = { postgresqlconf: ["max_wal_size = 64MB"] };

/** Creates the database beside its folder and renames it, so that a kill leaves a whole database or none. */
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

const connectWhileHeld = (pool: pg.Pool, held: HeldFolder) => async (): Promise<EngineConnection> => {
  const client = await pool.connect();
  return {
    query: async (config) => {
      held.assertHeld();
      return client.query(config);
    },
    release: () => client.release(),
  };
};

const openHeld = async (folder: string, held: HeldFolder): Promise<OpenDatabase> => {
  const pglite = await PGlite.create(await prepareFolder(folder), settings);
  const pool = new pg.Pool({ ...createPgConfig(pglite), max: 1, idleTimeoutMillis: 0 });
  const close = async () => {
    held.assertHeld();
    await pool.end();
    await pglite.close();
    held.release();
  };
  return { db: createKysely(connectWhileHeld(pool, held)), pool, engine: "pglite", close };
};

/** Opens the embedded database in a folder that this process then holds. Throws `FolderInUse`. */
export const openEmbedded = async (folder: string): Promise<OpenDatabase> => {
  const held = await lockFolder(folder);
  try {
    return await openHeld(folder, held);
  } catch (failure) {
    held.release();
    throw failure;
  }
};
