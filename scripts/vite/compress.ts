import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const SMALLEST = 512;

/**
 * Returns a Vite plugin that writes compressed copies (`.br` and `.gz`) of the text files of the build, except
 * `config.js` and files below 512 bytes. The server therefore does not have to compress files for each request.
 */
export const compress = (): Plugin => {
  let folder = "";
  return {
    name: "compress",
    apply: "build",
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    writeBundle() {
      for (const entry of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
        const path = join(folder, entry);
        if (!/\.(html|js|css|svg|json)$/.test(entry) || entry === "config.js" || statSync(path).size < SMALLEST)
          continue;
        const text = readFileSync(path);
        const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } };
        writeFileSync(`${path}.br`, brotliCompressSync(text, quality));
        writeFileSync(`${path}.gz`, gzipSync(text, { level: 9 }));
      }
    },
  };
};
