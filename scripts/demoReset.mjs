// Resets the demo data. Deletes the contents of the configured database (DATA_DIR or DATABASE_URL) and creates the same
// data as the first start does.
import { spawnSync } from "node:child_process";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { builtServer } from "./build.mjs";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const { status } = spawnSync(process.execPath, builtServer("reset"), {
  stdio: "inherit",
  env: { DEMO: "1", ...process.env },
});
process.exit(status ?? 1);
