import type { Plugin } from "vite";

/** Id of the Vite module that loads the files of each dynamic import. */
const HELPER = "\0vite/preload-helper.js";

const code = `
const fetches = new Map();
const fetchFile = async (file) => {
  try {
    const answer = await fetch("/" + file);
    if (answer.ok) return void (await answer.arrayBuffer());
  } catch {}
  fetches.delete(file);
  throw new TypeError("error loading " + file);
};
const isMissing = (file) => file.endsWith(".js") && !document.querySelector('link[href$="' + file + '"]');
const fetchOnce = (file) => fetches.get(file) ?? fetches.set(file, fetchFile(file)).get(file);
export const __vitePreload = (load, files = []) => Promise.all(files.filter(isMissing).map(fetchOnce)).then(load);
`;

/**
 * Returns a Vite plugin that fetches the files of a chunk before the chunk is imported. A failed fetch of a file
 * can be repeated, but a browser never repeats a failed import of a module. The build fails if the bundler no
 * longer has the module that the plugin replaces.
 */
export const fetchFirst = (): Plugin => {
  let isReplaced = false;
  return {
    name: "fetch-first",
    apply: "build",
    enforce: "pre",
    load(id) {
      if (id !== HELPER) return undefined;
      isReplaced = true;
      return code;
    },
    generateBundle() {
      if (!isReplaced) this.error(`The bundler has no module ${HELPER} any more: failed chunks would not be retried`);
    },
  };
};
