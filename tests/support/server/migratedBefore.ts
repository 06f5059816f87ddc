import { copyFileSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { OpenDatabase } from "#server/database/connection.ts";
import { migrate } from "#server/database/migrate.ts";
import { openDatabase } from "#server/database/openDatabase.ts";
import { newPlace } from "./serverPlace.ts";

const MIGRATIONS = "src/server/database/migrations";

/**
 * Returns an empty database with the migrations before `first`, for example "0027". The database is removed at the end
 * of the test.
 */
export const migratedBefore = async (first: string): Promise<OpenDatabase> => {
  const place = await newPlace("empty");
  const folder = mkdtempSync(join(tmpdir(), "earlier-migrations-"));
  const database = await openDatabase({ ...place, poolSize: 2 });
  onTestFinished(async () => {
    await database.close();
    await place.remove();
    rmSync(folder, { recursive: true });
  });
  for (const file of readdirSync(MIGRATIONS))
    if (file < first) copyFileSync(join(MIGRATIONS, file), join(folder, file));
  await migrate(database, folder);
  return database;
};
