// Runs the tests of the machines, prints which states and transitions they reach, and draws heat maps. Fails if a state
// or a transition is not reached, if there is a transition after which no test makes an assertion, or if an exemption
// is no longer needed. With --read the counts of the last run are used, and no tests run.
import { spawnSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { register } from "tsx/esm/api";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const folder = "coverage/machines";
/** Required fraction of the transitions after which a test makes an assertion, 0 to 1. */
const ASSERTED_GATE = 1;

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
if (!existsSync(folder)) throw new Error("There are no counts: run without --read");
register();
const { reportCoverage } = await import("./coverage/report.ts");
const { problems, unasserted, assertedShare } = await reportCoverage(folder);
const isAsserted = assertedShare >= ASSERTED_GATE;
for (const problem of problems) console.error(problem);
if (!isAsserted || process.argv.includes("--unasserted"))
  for (const id of unasserted) console.error(`not asserted: ${id}`);
if (!isAsserted) console.error(`fewer than ${ASSERTED_GATE * 100} % of the transitions are asserted`);
process.exitCode = problems.length > 0 || !isAsserted ? 1 : 0;
