// Runs the tests of the machines, prints which of their states and transitions were seen, and draws heat maps; with --read it takes what an earlier run has counted.
import { spawnSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { register } from "tsx/esm/api";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const folder = "coverage/machines";
/** Part of the transitions that an assertion must follow. */
const ASSERTED_GATE = 0.85;

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
const { reportCoverage } = await import("./coverage/report.ts");
const { problems, unasserted, assertedShare } = await reportCoverage(folder);
const isAsserted = assertedShare >= ASSERTED_GATE;
for (const problem of problems) console.error(problem);
if (!isAsserted || process.argv.includes("--unasserted"))
  for (const id of unasserted) console.error(`not asserted: ${id}`);
if (!isAsserted) console.error(`fewer than ${ASSERTED_GATE * 100} % of the transitions are asserted`);
process.exitCode = problems.length > 0 || !isAsserted ? 1 : 0;
