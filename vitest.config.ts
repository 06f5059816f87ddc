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
          name: "server",
          include: ["tests/server/**/*.test.ts"],
          environment: "node",
          globalSetup: "tests/support/postgres.ts",
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
