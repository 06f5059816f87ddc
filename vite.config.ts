import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import packageJson from "./package.json" with { type: "json" };
import { compileAhead } from "./scripts/vite/compileAhead.ts";
import { compress } from "./scripts/vite/compress.ts";
import { fallback } from "./scripts/vite/fallback.ts";
import { fetchFirst } from "./scripts/vite/fetchFirst.ts";
import { foldRuntime } from "./scripts/vite/foldRuntime.ts";
import { inlineStyles } from "./scripts/vite/inlineStyles.ts";
import { inspected } from "./scripts/vite/inspected.ts";
import { leaveOutDescriptions } from "./scripts/vite/leaveOutDescriptions.ts";
import { plainExceptions } from "./scripts/vite/plainExceptions.ts";
import { standalone } from "./scripts/vite/standalone.ts";

/** A page, whole: the bundler looks from the working folder, the scan for dependencies from the root. */
const page = (name: string): string => fileURLToPath(new URL(`src/app/${name}`, import.meta.url));

/** A build that can be inspected goes to a folder of its own; what is served while developing always can be. */
const isInspectable = process.env["INSPECT"] === "1";

export default defineConfig(({ command }) => ({
  root: "src/app",
  appType: "mpa",
  plugins: [
    isInspectable || command === "serve" ? inspected() : leaveOutDescriptions(),
    react(),
    tailwindcss(),
    fallback(),
    plainExceptions(),
    fetchFirst(),
    foldRuntime(),
    standalone({ "index.html": "boot.ts", "login.html": "login/login.ts" }),
    inlineStyles(),
    compileAhead(),
    compress(),
  ],
  resolve: {
    // React has the hook itself; the stand-in for older ones need not be sent.
    alias: [
      { find: /^use-sync-external-store\/shim\/with-selector$/, replacement: "use-sync-external-store/with-selector" },
      { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: "react" },
    ],
  },
  define: {
    "import.meta.env.APP_VERSION": JSON.stringify(packageJson.version),
    "import.meta.env.INSPECT": JSON.stringify(isInspectable || command === "serve"),
  },
  // Through the reporting XState too, which the optimiser would pass by.
  optimizeDeps: { exclude: ["@xstate/react"] },
  server: {
    port: 4001,
    proxy: {
      "^/(api|token|geo|PreBill/Company/\\d+/\\d+|sandbox|password)": process.env["API"] ?? "http://localhost:4000",
    },
  },
  build: {
    outDir: isInspectable ? "../../dist-inspect" : "../../dist",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: page("index.html"), login: page("login.html") },
      output: {
        codeSplitting: {
          groups: [
            {
              // With what nearly every chunk shares: it would be requests more; and with the root, so that React is set up in the task of this file.
              name: "vendor",
              test: /src[\\/]app[\\/](root|lazily|ui[\\/]classNames)|src[\\/]domain[\\/](figures|zone)|vite[\\/]preload-helper|node_modules[\\/](react|react-dom|scheduler|xstate|@xstate|wouter|use-sync-external-store|use-isomorphic-layout-effect|regexparam|openapi-fetch)[\\/]/,
            },
            {
              // Small parts that most screens share: one file instead of ten.
              name: "kit",
              test: /src[\\/]app[\\/](newKey|ui[\\/](Field|TextField|TextArea|Note|Picture|Tabs|Dialog))\.tsx?|lucide-react[\\/].*[\\/](createLucideIcon|Icon|context|defaultAttributes|pencil|x|chevron-right|plus|trash-2|check)\.m?js$|machines[\\/]support[\\/]isSameValue/,
            },
          ],
        },
      },
    },
  },
}));
