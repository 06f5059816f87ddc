// Runs the long tests: 20,000 random event sequences, 10,000 saves during which the server is killed, 50 token expiries
// in eight tabs, lists and reports over 100,000 orders, the mutation testing of the machines, and the benchmark.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { build } from "./build.mjs";
import { install } from "./install.mjs";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
install();
build();
const { findChromium } = await import("./chromium.mjs");

const steps = [
  [
    "20,000 random walks",
    "vitest/vitest.mjs",
    ["run", "--project", "machines", "Walks", "property", "--testTimeout", "1800000"],
    { WALKS: "20000" },
  ],
  [
    "10,000 saves under kill -9",
    "vitest/vitest.mjs",
    ["run", "--project", "server on PGlite", "folder"],
    { SAVES: "10000" },
  ],
  [
    "lists and reports over 100,000 orders on the embedded database",
    "vitest/vitest.mjs",
    ["run", "--project", "server on PGlite", "many", "notifications", "printing"],
    { MANY: "whole" },
  ],
  [
    "50 expiries in eight tabs",
    "@playwright/test/cli.js",
    ["test", "unreliableNetwork", "-g", "several tabs"],
    { TABS: "8", EXPIRIES: "50" },
  ],
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
