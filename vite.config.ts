import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import packageJson from "./package.json" with { type: "json" };
import { type ChunkGroup, checkChunkGroups, toCodeSplitting } from "./scripts/vite/chunkGroups.ts";
import { compress } from "./scripts/vite/compress.ts";
import { fallback } from "./scripts/vite/fallback.ts";
import { fetchFirst } from "./scripts/vite/fetchFirst.ts";
import { iconSprite } from "./scripts/vite/iconSprite.ts";
import { inlineStyles } from "./scripts/vite/inlineStyles.ts";
import { inspected } from "./scripts/vite/inspected.ts";
import { standalone } from "./scripts/vite/standalone.ts";
import { frameIcons } from "./src/app/frame/frameIcons.ts";

/**
 * Returns the absolute path of a page. A relative path would be resolved from the working folder by the bundler, but
 * from `root` by the dependency scan.
 */
const page = (name: string): string => fileURLToPath(new URL(`src/app/${name}`, import.meta.url));

/**
 * True for an inspectable build, which is written to a separate folder. The development server is always inspectable.
 */
const isInspectable = process.env["INSPECT"] === "1";

/** Returns the short id of the current commit, or an empty string outside of a git repository. */
const readCommit = (): string => {
  try {
    return execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8", stdio: "pipe" }).trim();
  } catch {
    return "";
  }
};

const groups: readonly ChunkGroup[] = [
  {
    // Libraries and small modules that most screens import. As separate chunks, each of them would cost a request.
    name: "base",
    patterns: [
      /node_modules\/(react|react-dom|scheduler|xstate|@xstate|wouter|use-sync-external-store|use-isomorphic-layout-effect|regexparam|openapi-fetch)\//,
      /vite\/preload-helper/,
      /src\/api\/client\.ts/,
      /src\/domain\/(figures|money|paging|phone|zone)\.ts/,
      /machines\/core\/(equality|mutation|mutation\.machine)\.ts/,
      /src\/app\/startup\/render\.ts/,
      /src\/app\/routing\/lazyComponent\.ts/,
      /src\/app\/http\/idempotencyKey\.ts/,
      /src\/app\/ui\/(classNames|toast)\.ts/,
      /src\/app\/ui\/(Field|TextField)\.tsx/,
      /lucide-react\/.*\/(createLucideIcon|Icon|context|defaultAttributes|x|check)\.m?js$/,
    ],
  },
  {
    // Icon that several screens import. The bundler would place it in the chunk of one of these screens.
    name: "printerIcon",
    patterns: [/lucide-react\/.*\/icons\/printer\.m?js$/],
  },
  {
    // Small modules that several editors import. As separate chunks, each of them would cost a request.
    name: "editing",
    patterns: [
      /node_modules\/idb\//,
      /src\/domain\/(decimal|fieldInput|pricing)\.ts/,
      /src\/app\/storage\/orderDraftStore\.ts/,
      /src\/app\/ui\/TextArea\.tsx/,
      /machines\/core\/writeHeaders\.ts/,
      /machines\/orders\/editor\/draftOrder\.ts/,
      /machines\/queries\/order\.ts/,
      /machines\/session\/permissions\.ts/,
    ],
  },
];

export default defineConfig(({ command }) => ({
  root: "src/app",
  appType: "mpa",
  plugins: [
    isInspectable || command === "serve" ? inspected() : undefined,
    react(),
    tailwindcss(),
    fallback(),
    fetchFirst(),
    standalone(
      {
        "index.html": "startup/headScript.ts",
        "login.html": "session/login/login.ts",
        "tracker.html": "tracker/tracker.ts",
      },
      { "shop.js": "guestShop/shop.ts" },
    ),
    iconSprite("index.html", frameIcons),
    inlineStyles(),
    checkChunkGroups(groups),
    compress(),
  ],
  define: {
    "import.meta.env.APP_VERSION": JSON.stringify(packageJson.version),
    "import.meta.env.APP_BUILD": JSON.stringify(readCommit()),
    "import.meta.env.APP_BUILD_DATE": JSON.stringify(new Date().toISOString()),
    "import.meta.env.INSPECT": JSON.stringify(isInspectable || command === "serve"),
  },
  // React itself contains `useSyncExternalStore`, so the shim for older versions of React, which the libraries import,
  // is left out of the build. `zipInPage.ts` has the reason for the replacement of fflate.
  resolve: {
    alias: [
      { find: /^fflate$/, replacement: fileURLToPath(new URL("src/app/directory/zipInPage.ts", import.meta.url)) },
      {
        find: /^use-sync-external-store\/shim\/with-selector(\.js)?$/,
        replacement: "use-sync-external-store/with-selector",
      },
      { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: "use-sync-external-store" },
    ],
  },
  // The dependency optimiser of Vite would bundle the original XState instead of the module that replaces it.
  optimizeDeps: { exclude: ["@xstate/react"] },
  server: {
    port: 4001,
    proxy: {
      "^/(api|token|geo|PreBill/Company/\\d+/\\d+|sandbox|password|shop)":
        process.env["API"] ?? "http://localhost:4000",
    },
  },
  build: {
    outDir: isInspectable ? "../../dist-inspect" : "../../dist",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: page("index.html"), login: page("login.html"), tracker: page("tracker.html") },
      output: { codeSplitting: toCodeSplitting(groups) },
    },
  },
}));
