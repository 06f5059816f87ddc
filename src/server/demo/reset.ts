import process from "node:process";
import { readConfig } from "../config.ts";
import { migrate } from "../database/migrate.ts";
import { openDatabase } from "../database/openDatabase.ts";
import { prepareData } from "../startup/firstStart.ts";
import { describeStartFailure } from "../startup/startFailure.ts";

/** Deletes all data of the configured database and fills the database with the demo data. */
const resetDemo = async (): Promise<void> => {
  const config = { ...readConfig(), demo: true };
  const database = await openDatabase(config);
  try {
    await database.pool.query("drop schema public cascade; create schema public");
    await migrate(database);
    await prepareData(database.db, config);
    process.stderr.write("Демонстрационные данные созданы заново.\n");
  } finally {
    await database.close();
  }
};

resetDemo().catch((failure: unknown) => {
  process.stderr.write(`${describeStartFailure(failure)}\n`);
  process.exitCode = 1;
});
