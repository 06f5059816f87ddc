import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const reporting = fileURLToPath(new URL("../../src/app/inspect/xstate.ts", import.meta.url));

const DRAWING = /\.svg\?drawing$/;

/** Returns a diagram without inline styles, because the content security policy of the page forbids them. */
const bareDrawing = (id: string): string =>
  readFileSync(id.replace("?drawing", ""), "utf8").replace(/<style>.*?<\/style>\n/s, "");

/**
 * Returns a Vite plugin for inspectable builds. It replaces `xstate` by a wrapper that reports the steps of all
 * machines, and serves their diagrams.
 */
export const inspected = (): Plugin => {
  let isBuild = false;
  return {
    name: "inspected",
    enforce: "pre",
    configResolved({ command }) {
      isBuild = command === "build";
    },
    resolveId(source, importer) {
      const isOwn = importer?.split("?")[0]?.includes("/src/app/inspect/");
      return source === "xstate" && !isOwn ? reporting : undefined;
    },
    load(id) {
      if (!DRAWING.test(id)) return undefined;
      const source = bareDrawing(id);
      if (!isBuild) return `export default ${JSON.stringify(`data:image/svg+xml,${encodeURIComponent(source)}`)}`;
      const file = this.emitFile({ type: "asset", name: basename(id, "?drawing"), source });
      return `export default import.meta.ROLLUP_FILE_URL_${file}`;
    },
  };
};
