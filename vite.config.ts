import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import packageJson from "./package.json" with { type: "json" };
import { compress } from "./scripts/vite/compress.ts";
import { headScript } from "./scripts/vite/headScript.ts";
import { inlineStyles } from "./scripts/vite/inlineStyles.ts";

export default defineConfig({
  root: "src/app",
  appType: "mpa",
  plugins: [react(), tailwindcss(), headScript(), inlineStyles(), compress()],
  define: { "import.meta.env.APP_VERSION": JSON.stringify(packageJson.version) },
  server: {
    port: 4001,
    proxy: {
      "^/(api|token|geo|PreBill/Company/\\d+/\\d+|sandbox|password)": process.env["API"] ?? "http://localhost:4000",
    },
  },
  build: {
    outDir: "../../dist",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: "src/app/index.html", login: "src/app/login.html" },
      output: {
        codeSplitting: {
          groups: [
            {
              name: "vendor",
              test: /node_modules[\\/](react|react-dom|scheduler|xstate|@xstate|wouter|use-sync-external-store|regexparam|openapi-fetch)[\\/]/,
            },
          ],
        },
      },
    },
  },
});
