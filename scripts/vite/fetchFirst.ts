import type { Plugin } from "vite";

/** The bundler's module around every import of a part: it is given what imports the part, and the files that the part needs, itself among them. */
const HELPER = "\0vite/preload-helper.js";

const code = `
const come = new Map();
const fetchWhole = async (file) => {
  try {
    const answer = await fetch("/" + file);
    if (answer.ok) return void (await answer.arrayBuffer());
  } catch {}
  come.delete(file);
  throw new TypeError("error loading " + file);
};
const isFurther = (file) => file.endsWith(".js") && !document.querySelector('link[href$="' + file + '"]');
const fetched = (file) => come.get(file) ?? come.set(file, fetchWhole(file)).get(file);
export const __vitePreload = (load, files = []) => Promise.all(files.filter(isFurther).map(fetched)).then(load);
`;

/** Fetches the files of a part, but for what came with the page, before they are imported: what failed to be imported a browser refuses for the life of the page, what failed to be fetched may be tried again. */
export const fetchFirst = (): Plugin => ({
  name: "fetch-first",
  apply: "build",
  enforce: "pre",
  load: (id) => (id === HELPER ? code : undefined),
});
