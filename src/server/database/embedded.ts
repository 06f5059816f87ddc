import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { createPgConfig } from "@electric-sql/pglite/node-postgres";

/** The engine checkpoints only when its log is full; a small log is replayed within seconds after a kill. */
const settings = { postgresqlconf: ["max_wal_size = 64MB"] };

/** Creates the embedded database beside its place and moves it there whole, so that a kill leaves none or all of it. */
export const preparePgliteFolder = async (folder: string): Promise<string> => {
  const place = join(folder, "pg");
  if (existsSync(place)) return place;
  const making = join(folder, "pg.making");
  rmSync(making, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const first = await PGlite.create(making, settings);
  await first.close();
  renameSync(making, place);
  return place;
};

/** Opens the engine over an existing folder, with what a pg.Pool needs to talk to it. */
export const openPgliteFolder = async (place: string) => {
  const pglite = await PGlite.create(place, settings);
  return { config: createPgConfig(pglite), close: () => pglite.close() };
};
