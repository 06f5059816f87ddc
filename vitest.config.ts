import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

const resolve = {};

const counting = fileURLToPath(new URL("tests/support/machines/coveredXstate.ts", import.meta.url));

/**
 * Server tests that `npm test` also runs on PGlite. The end-to-end tests use PGlite too. `npm run test:long` sets
 * `SERVER_TESTS=all` and runs all server tests on PGlite.
 */
const embedded =
  process.env["SERVER_TESTS"] === "all"
    ? "*"
    : "{contract,events,figures,finance,kitchen,migrations,orders,payments,roleMigration,session,statistics,stock}";

/** Vite plugin that replaces `xstate` by a module that records the coverage of the machines. */
const covered = (): Plugin => ({
  name: "covered",
  enforce: "pre",
  resolveId: (source, importer) =>
    source === "xstate" && !importer?.endsWith("/coveredXstate.ts") ? counting : undefined,
});

export default defineConfig({
  test: {
    projects: [
      {
        resolve,
        plugins: [covered()],
        test: {
          name: "machines",
          isolate: false,
          maxWorkers: 2,
          setupFiles: "tests/support/machines/keepCoverage.ts",
          include: ["tests/machines/**/*.test.ts", "tests/domain/**/*.test.ts", "tests/*.test.ts"],
          environment: "node",
          // Tests that walk through all states of a machine take seconds on a busy computer.
          testTimeout: 120_000,
        },
      },
      {
        resolve,
        test: {
          name: "app",
          include: ["tests/app/**/*.test.{ts,tsx}"],
          environment: "jsdom",
          maxWorkers: 2,
          testTimeout: 60_000,
        },
      },
      {
        resolve,
        test: {
          name: "server on PostgreSQL",
          include: ["tests/server/*.test.ts", "tests/server/postgres/*.test.ts"],
          environment: "node",
          globalSetup: "tests/support/server/postgres.ts",
          isolate: false,
          // Most tests wait for something, so three workers are faster than two even on two processor cores.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        resolve,
        test: {
          name: "server on PGlite",
          include: [`tests/server/${embedded}.test.ts`, "tests/server/embedded/*.test.ts"],
          environment: "node",
          globalSetup: "tests/support/server/embedded.ts",
          isolate: false,
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
