import process from "node:process";
import { migrate } from "#server/database/migrate.ts";
import { openDatabase } from "#server/database/openDatabase.ts";

const [dataDir = "", databaseUrl, folder = ""] = process.argv.slice(2);
const database = await openDatabase({ dataDir, databaseUrl: databaseUrl || undefined, poolSize: 2 });
await migrate(database, folder);
await database.close();
