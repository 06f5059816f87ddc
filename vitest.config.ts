import { defineConfig } from "vitest/config";

const resolve = {};

export default defineConfig({
  test: {
    projects: [
      {
        resolve,
        test: {
          name: "machines",
          include: ["tests/machines/**/*.test.ts", "tests/domain/**/*.test.ts", "tests/*.test.ts"],
          environment: "node",
        },
      },
      {
        resolve,
        test: { name: "app", include: ["tests/app/**/*.test.{ts,tsx}"], environment: "jsdom" },
      },
      {
        resolve,
        test: {
          name: "server on PostgreSQL",
          include: ["tests/server/*.test.ts", "tests/server/postgres/*.test.ts"],
          environment: "node",
          globalSetup: "tests/support/postgres.ts",
          isolate: false,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        resolve,
        test: {
          name: "server on PGlite",
          include: ["tests/server/*.test.ts", "tests/server/embedded/*.test.ts"],
          environment: "node",
          globalSetup: "tests/support/embedded.ts",
          isolate: false,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
