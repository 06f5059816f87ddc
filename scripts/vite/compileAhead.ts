import type { Plugin } from "vite";

/** Chunks whose functions nearly all run before the first row. */
const first = /^(vendor|index)$/;

/** Asks the browser to compile the first chunks whole and in the background while they come, not function by function when they are called. */
export const compileAhead = (): Plugin => ({
  name: "compile-ahead",
  apply: "build",
  enforce: "post",
  generateBundle: {
    // After the bundler has written its list of files: the line counts only at the very top.
    order: "post",
    handler(_, bundle) {
      for (const chunk of Object.values(bundle))
        if (chunk.type === "chunk" && first.test(chunk.name))
          chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`;
    },
  },
});
