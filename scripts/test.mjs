// Runs every check and every test from a bare checkout, and ends with one line: N passed, N failed.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "./build.mjs";
import { findChromium } from "./chromium.mjs";
import { install } from "./install.mjs";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
install();

const results = "test-results";
const machines = "coverage/machines";
const templates = `${results}/embedded`;
for (const folder of [results, machines]) rmSync(folder, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
let passed = 0;
/** What failed, in words: said again at the end, for a run is longer than most logs are read. */
const failures = [];
const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`;

const quiet = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };

const run = (tool, words, env = {}) => {
  const begun = Date.now();
  const { status } = spawnSync(process.execPath, [`node_modules/${tool}`, ...words], {
    stdio: "inherit",
    env: {
      ...process.env,
      ...env,
    },
  });
  return { isGood: status === 0, took: seconds(begun) };
};

/** Runs a check beside others; what it says is shown when it is done. */
const check = async (name, tool, ...words) => {
  const begun = Date.now();
  const child = spawn(process.execPath, [`node_modules/${tool}`, ...words], { env: { ...process.env, ...quiet } });
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => said.push(part));
  const [status] = await once(child, "close");
  if (status === 0) passed += 1;
  else {
    failures.push(name);
    process.stdout.write(Buffer.concat(said));
  }
  console.log(`${status === 0 ? "✓" : "✗"} ${name} (${seconds(begun)})`);
};

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined);

/** A run that failed without a failed test in its report (a crash, an error between tests) counts as one failure. */
const suite = (name, file, resultsOf, tool, words, env) => {
  const { isGood, took } = run(tool, words, env);
  const report = read(file);
  const results = report ? resultsOf(report) : { passed: 0, failed: [] };
  passed += results.passed;
  failures.push(...(isGood || results.failed.length ? results.failed : [name]));
  console.log(`${isGood ? "✓" : "✗"} ${name}: ${results.passed} passed, ${results.failed.length} failed (${took})`);
};

const ofVitest = ({ numPassedTests, testResults }) => ({
  passed: numPassedTests,
  failed: testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((result) => result.status === "failed");
    // A file that could not even be read has no tests.
    if (status === "failed" && failed.length === 0) return [`${name}: ${message.split("\n")[0]}`];
    return failed.map(
      ({ fullName, failureMessages }) => `${name} › ${fullName}: ${failureMessages[0]?.split("\n")[0]}`,
    );
  }),
});

const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)];
const ofPlaywright = (report) => {
  const { expected, flaky } = report.stats;
  if (flaky > 0) console.log(`${flaky} of them only at the second try`);
  return {
    passed: expected + flaky,
    failed: specsOf(report)
      .filter(({ ok }) => !ok)
      .map(({ file, title }) => `${file} › ${title}`),
  };
};

// Where it has to be installed, that goes on beside the checks.
const browser = findChromium();
browser.catch(() => undefined);
build();

const typed = async () => {
  await check("types", "typescript-native/bin/tsc", "--noEmit", "-p", "tsconfig.json");
  await check(
    "types of the machines, without a DOM",
    "typescript-native/bin/tsc",
    "--noEmit",
    "-p",
    "machines/tsconfig.json",
  );
};
const tidy = async () => {
  await check("generated files are up to date", "../scripts/generate.mjs", "--check");
  const lint = ["lint", "openapi/openapi.yaml", "--max-problems", "20"];
  await check("the description passes Redocly's recommended rules", "@redocly/cli/bin/cli.js", ...lint);
  await check("format and lint", "@biomejs/biome/bin/biome", "check", "--error-on-warnings", ".");
  await check("nothing unused", "knip/bin/knip.js");
  await check("the drawings of the machines are up to date", "../scripts/visualise.mjs", "--check");
};
const filled = () =>
  check("the demo fills a new database", "tsx/dist/cli.mjs", "tests/support/server/makeTemplates.ts", templates);
await Promise.all([typed(), tidy(), filled()]);

suite(
  "machines, domain, application, server on both databases",
  `${results}/vitest.json`,
  ofVitest,
  "vitest/vitest.mjs",
  ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${results}/vitest.json`],
  { MACHINE_COVERAGE: machines, EMBEDDED_TEMPLATES: templates },
);
await check("every state and transition of every machine was seen", "../scripts/coverageMachines.mjs", "--read");

try {
  const chromium = await browser;
  suite("end to end in Chromium", `${results}/playwright.json`, ofPlaywright, "@playwright/test/cli.js", ["test"], {
    CHROMIUM_PATH: chromium,
    EMBEDDED_TEMPLATES: templates,
    PLAYWRIGHT_JSON_OUTPUT_NAME: `${results}/playwright.json`,
  });
} catch (error) {
  failures.push(`end to end in Chromium: ${error.message}`);
}

for (const failure of failures) console.log(`✗ ${failure}`);
console.log(`${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length ? 1 : 0;
