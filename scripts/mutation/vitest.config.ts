import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** Tests of the machines for a mutation run: without the lints of the sources, which Stryker has rewritten. */
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
