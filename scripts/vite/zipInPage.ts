import type { Plugin } from "vite";

const MODULE = /write-excel-file\/modules\/zip\/zipToArrayBuffer\.js$/;

const code = `
import { zipSync } from "fflate";
export default async (files) => zipSync(files).buffer;
`;

/**
 * Makes write-excel-file compress sheets in the page. The library compresses a sheet of more than 160 kB in a worker
 * from a `blob:` URL, which the content security policy forbids, so the export would fail.
 */
export const zipInPage = (): Plugin => {
  let isReplaced = false;
  return {
    name: "zip-in-page",
    apply: "build",
    load(id) {
      if (!MODULE.test(id)) return null;
      isReplaced = true;
      return code;
    },
    buildEnd(error) {
      if (!error && !isReplaced) this.error("write-excel-file has no module zip/zipToArrayBuffer.js any more");
    },
  };
};
