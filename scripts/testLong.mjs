// Runs the long tests: the steps of `testLong/steps.json` (random event sequences, saves of orders until the server is
// killed, large databases, all server tests on PGlite, many tabs), the mutation testing of the machines, and the
// benchmark. Builds the client application first.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "./build.mjs";
import { install } from "./install.mjs";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
install();
build();
const { findChromium } = await import("./chromium.mjs");

/** Steps that run test files. `tests/pathPatterns.test.ts` checks that each word of `files` matches a test file. */
const fileSteps = JSON.parse(readFileSync("scripts/testLong/steps.json", "utf8")).map(
  ({ name, runner, project, files, title, options = [], env }) =>
    runner === "vitest"
      ? [name, "vitest/vitest.mjs", ["run", "--project", project, ...files, ...options], env]
      : [name, "@playwright/test/cli.js", ["test", ...files, "-g", title], env],
);

const steps = [
  ...fileSteps,
  ["planted faults of the machines", "../scripts/mutation.mjs", [], {}],
  ["benchmark", "../scripts/bench.mjs", [], {}],
];

const counts = { passed: 0, failed: 0 };
for (const [name, tool, words, env] of steps) {
  console.log(`— ${name}`);
  const { status } = spawnSync(process.execPath, [`node_modules/${tool}`, ...words], {
    stdio: "inherit",
    env: { ...process.env, CHROMIUM_PATH: await findChromium(), ...env },
  });
  counts[status === 0 ? "passed" : "failed"] += 1;
}
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed ? 1 : 0;
