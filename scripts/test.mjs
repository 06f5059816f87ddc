// Runs all checks and all tests, except the long ones (`testLong.mjs`). The last line of the output is "N passed, N
// failed".
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { build } from "./build.mjs";
import { findChromium } from "./chromium.mjs";
import { install } from "./install.mjs";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
install();

const results = "test-results";
const machines = "coverage/machines";
const templates = `${results}/embedded`;
/** Maximum number of lines that are printed for the error of a failed attempt. */
const REASON_LINES = 12;
for (const folder of [results, machines]) rmSync(folder, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
let passed = 0;
/** Messages of all failures. They are printed again at the end, because the output is long. */
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

/** Runs a check concurrently with others. Prints the output of the check only if it fails. */
const check = async (name, tool, ...words) => {
  const begun = Date.now();
  const child = spawn(process.execPath, [`node_modules/${tool}`, ...words], { env: { ...process.env, ...quiet } });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => output.push(part));
  const [status] = await once(child, "close");
  if (status === 0) passed += 1;
  else {
    failures.push(name);
    process.stdout.write(Buffer.concat(output));
  }
  console.log(`${status === 0 ? "✓" : "✗"} ${name} (${seconds(begun)})`);
};

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined);

/** Runs a test suite. A run that fails without a failed test, for example because of a crash, counts as one failure. */
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
    // A test file that cannot be imported has no test results, so the error message of the file is reported.
    if (status === "failed" && failed.length === 0) return [`${name}: ${message.split("\n")[0]}`];
    return failed.map(
      ({ fullName, failureMessages }) => `${name} › ${fullName}: ${failureMessages[0]?.split("\n")[0]}`,
    );
  }),
});

const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)];

/** First lines of the error of each failed attempt of a test, without terminal colours. */
const attemptsOf = ({ tests }) =>
  tests
    .flatMap(({ results }) => results)
    .filter(({ status }) => status !== "passed" && status !== "skipped")
    .map(({ errors, duration, retry }) => {
      const text = stripVTControlCharacters(errors.map(({ message }) => message ?? "").join("\n"));
      const line = errors[0]?.location?.line ?? "?";
      const reason = text.split("\n").slice(0, REASON_LINES).join("\n    ");
      return `  attempt ${retry + 1}, line ${line}, ${(duration / 1000).toFixed(0)} s: ${reason}`;
    });

const ofPlaywright = (report) => {
  const specs = specsOf(report).map((spec) => ({
    ...spec,
    name: `${spec.file} › ${spec.title}`,
    attempts: attemptsOf(spec),
  }));
  for (const { name, ok, attempts } of specs)
    if (ok && attempts.length > 0) console.log([`passed only at the second attempt: ${name}`, ...attempts].join("\n"));
  const { expected, flaky } = report.stats;
  return {
    passed: expected + flaky,
    failed: specs.filter(({ ok }) => !ok).map(({ name, attempts }) => [name, ...attempts].join("\n")),
  };
};

// If Chromium is missing, it is installed while the checks run.
const browser = findChromium();
browser.catch(() => undefined);
build();

const checkTypes = async () => {
  await check("types", "typescript-native/bin/tsc", "--noEmit", "-p", "tsconfig.json");
  await check(
    "types of the machines, without a DOM",
    "typescript-native/bin/tsc",
    "--noEmit",
    "-p",
    "machines/tsconfig.json",
  );
};
const checkFiles = async () => {
  await check("generated files are up to date", "../scripts/generate.mjs", "--check");
  const lint = ["lint", "openapi/openapi.yaml", "--max-problems", "20"];
  await check("the API description passes Redocly's recommended rules", "@redocly/cli/bin/cli.js", ...lint);
  await check("format and lint", "@biomejs/biome/bin/biome", "check", "--error-on-warnings", ".");
  await check("no unused files, exports or packages", "knip/bin/knip.js");
  await check("the drawings of the machines are up to date", "../scripts/visualise.mjs", "--check");
};
const checkDemo = () =>
  check("the demo data fill a new database", "tsx/dist/cli.mjs", "tests/support/server/makeTemplates.ts", templates);
await Promise.all([checkTypes(), checkFiles(), checkDemo()]);

suite(
  "machines, domain, application, server on both databases",
  `${results}/vitest.json`,
  ofVitest,
  "vitest/vitest.mjs",
  ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${results}/vitest.json`],
  { MACHINE_COVERAGE: machines, EMBEDDED_TEMPLATES: templates },
);
await check(
  "every state and transition of every machine is covered and asserted",
  "../scripts/coverageMachines.mjs",
  "--read",
);

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
