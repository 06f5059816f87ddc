// Builds the server into a few JavaScript files, which start about twice as fast as the TypeScript sources.
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const source = (path: string): string => fileURLToPath(new URL(`../../src/server/${path}`, import.meta.url));

export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    target: "node20",
    sourcemap: true,
    rolldownOptions: {
      input: {
        main: source("main.ts"),
        backup: source("backup/backup.ts"),
        restore: source("backup/restore.ts"),
        reset: source("demo/reset.ts"),
        tableWorker: source("services/tables/tableWorker.ts"),
      },
      // All files must be in one folder, because the server finds `tableWorker.js` beside the file that runs.
      output: { chunkFileNames: "[name]-[hash].js" },
    },
  },
});
