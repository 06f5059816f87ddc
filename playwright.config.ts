import { defineConfig } from "@playwright/test";
import { chromiumArgs } from "./scripts/chromiumArgs.mjs";
import { ports } from "./tests/support/e2e/stackSettings.ts";
import { TEMPLATES } from "./tests/support/server/templates.ts";

// The servers and the tests copy template databases. `npm test` creates the templates before it starts Playwright; in
// any other run `stack.ts` creates them.
const MAKE_TEMPLATES = process.env[TEMPLATES] ? "" : "1";
process.env[TEMPLATES] ??= "test-results/embedded";

const executablePath = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";

export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results/e2e",
  // The platform is not part of the name, because pictures are compared only on Linux.
  snapshotPathTemplate: "{testDir}/looks/{arg}{ext}",
  globalTeardown: "./tests/support/e2e/checkViolations.ts",
  // Tests also wait, so three workers keep two cores busy. With more, tests on a slow computer exceed their limits.
  workers: 3,
  fullyParallel: false,
  // On a busy computer a browser is sometimes too slow, so a failed test is repeated once.
  retries: 1,
  // The limits suit a computer that is several times slower than usual. A test that passes does not wait for them.
  timeout: 360_000,
  expect: { timeout: 60_000, toPass: { timeout: 60_000 } },
  forbidOnly: true,
  reporter: process.env["PLAYWRIGHT_JSON_OUTPUT_NAME"] ? [["line"], ["json"]] : "line",
  use: {
    baseURL: `http://127.0.0.1:${ports.front}`,
    viewport: { width: 1366, height: 768 },
    locale: "ru-RU",
    // Animations cost sixty renders a second, and no test needs them.
    contextOptions: { reducedMotion: "reduce" },
    timezoneId: "Europe/Moscow",
    trace: "on-first-retry",
    launchOptions: {
      executablePath,
      chromiumSandbox: process.getuid?.() !== 0,
      args: chromiumArgs,
    },
  },
  webServer: {
    command: "node --import tsx tests/support/e2e/stack.ts",
    url: `http://127.0.0.1:${ports.front}/ready`,
    timeout: 180_000,
    env: { MAKE_TEMPLATES },
    gracefulShutdown: { signal: "SIGTERM", timeout: 5_000 },
  },
});
