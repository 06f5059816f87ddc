import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/**
 * Vitest configuration for mutation testing. Excludes the tests that check source files, because Stryker changes these
 * files. Also excludes the tests with random steps, the tests of the test support and of the inspector, and the test of
 * a simulated outage.
 */
export default defineConfig({
  root: fileURLToPath(new URL("../..", import.meta.url)),
  test: {
    isolate: false,
    include: ["tests/machines/**/*.test.ts"],
    exclude: [
      "tests/machines/{lint,signals,style,outage,testSupport,greedyWalks,inspector,orderEditorWalks,*.property}.test.ts",
    ],
    environment: "node",
    // On a busy computer, tests that walk through a machine take longer than 15 s, and a timeout of a test would count as
    // a detected mutant.
    testTimeout: 60_000,
  },
});
