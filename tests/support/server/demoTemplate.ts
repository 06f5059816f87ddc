import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { readConfig } from "#server/config.ts";
import { migrate } from "#server/database/migrate.ts";
import { openDatabase } from "#server/database/openDatabase.ts";
import { prepareData } from "#server/startup/firstStart.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Address of the tests' PostgreSQL, without a database; empty in the runs on the embedded one. */
    postgresUrl: string;
    /** Folder of closed embedded databases, `demo` and `empty`; empty in the runs on PostgreSQL. */
    embeddedTemplates: string;
  }
}

/** Name of the PostgreSQL database that every test's own is copied from. */
export const TEMPLATE = "demo_template";

/** Migrates a database, fills it with the demo and closes it. */
export const fillTemplate = async (place: { databaseUrl?: string; dataDir: string }): Promise<void> => {
  const database = await openDatabase({ ...place, poolSize: 2 });
  await migrate(database);
  await prepareData(database.db, readConfig({ DEMO: "1" }));
  await database.close();
};

/** Makes an empty embedded database and one with the demo in a folder, anew; both are closed, to be copied. */
export const makeTemplates = async (folder: string): Promise<void> => {
  const [empty, demo] = [join(folder, "empty"), join(folder, "demo")];
  rmSync(folder, { recursive: true, force: true });
  await (await openDatabase({ dataDir: empty })).close();
  cpSync(empty, demo, { recursive: true });
  await fillTemplate({ dataDir: demo });
};
