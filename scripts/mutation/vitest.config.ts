import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/**
 * Vitest configuration for mutation testing. Tests that check source files are left out, because Stryker changes these
 * files.
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
