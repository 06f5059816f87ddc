import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/**
 * Configuration of the machine tests in mutation testing. It leaves out the tests that check source files, because
 * Stryker changes these files.
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
    testTimeout: 15_000,
  },
});
