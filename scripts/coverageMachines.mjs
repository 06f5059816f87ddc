// Runs the tests of the machines, prints which of their states and transitions were seen, and draws heat maps; with --read it takes what an earlier run has counted.
import { spawnSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { register } from "tsx/esm/api";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const folder = "coverage/machines";

if (!process.argv.includes("--read")) {
  rmSync(folder, { recursive: true, force: true });
  const env = { ...process.env, MACHINE_COVERAGE: folder };
  const { status } = spawnSync(
    process.execPath,
    ["node_modules/vitest/vitest.mjs", "run", "--project", "machines", "tests/machines"],
    { stdio: "inherit", env },
  );
  if (status !== 0) process.exit(status ?? 1);
}
if (!existsSync(folder)) throw new Error("Nothing was counted: run without --read");
register();
const { printCoverage } = await import("./coverage/report.ts");
const wrong = await printCoverage(folder);
for (const sentence of wrong) console.error(sentence);
process.exitCode = wrong.length > 0 ? 1 : 0;
