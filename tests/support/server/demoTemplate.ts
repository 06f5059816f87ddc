import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { readConfig } from "#server/config.ts";
import { migrate } from "#server/database/migrate.ts";
import { openDatabase } from "#server/database/openDatabase.ts";
import { prepareData } from "#server/startup/firstStart.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** URL of the PostgreSQL server for the tests, without a database name. Empty for tests on PGlite. */
    postgresUrl: string;
    /** Folder with the embedded databases `demo` and `empty`, which tests copy. Empty for tests on PostgreSQL. */
    embeddedTemplates: string;
  }
}

/** Name of the PostgreSQL database with demo data that tests copy. */
export const TEMPLATE = "demo_template";

/** Migrates a database, fills it with demo data and closes it. */
export const fillTemplate = async (place: { databaseUrl?: string; dataDir: string }): Promise<void> => {
  const database = await openDatabase({ ...place, poolSize: 2 });
  await migrate(database);
  await prepareData(database.db, readConfig({ DEMO: "1" }));
  await database.close();
};

/**
 * Creates and closes two embedded databases that tests can copy: an empty one and one with demo data. Deletes the
 * folders `empty` and `demo` of an earlier call with everything else in `folder`.
 */
export const makeTemplates = async (folder: string): Promise<void> => {
  const [empty, demo] = [join(folder, "empty"), join(folder, "demo")];
  rmSync(folder, { recursive: true, force: true });
  await (await openDatabase({ dataDir: empty })).close();
  cpSync(empty, demo, { recursive: true });
  await fillTemplate({ dataDir: demo });
};
