import { createHash } from "node:crypto";
import { build, type Plugin } from "vite";

const bundled = async (input: string): Promise<string> => {
  const made = await build({
    configFile: false,
    logLevel: "error",
    build: { write: false, target: "es2022", rolldownOptions: { input, output: { format: "iife" } } },
  });
  const outputs = (Array.isArray(made) ? made : [made]).flatMap((one) => ("output" in one ? one.output : []));
  const chunk = outputs.find((file) => file.type === "chunk");
  if (chunk?.type !== "chunk") throw new Error(`${input} came out empty`);
  return chunk.code;
};

/** The page without its module, and its modules in the order in which the head script is to fetch and run them. */
const modulesOf = (html: string): { modules: string[]; rest: string } => {
  const preloaded = [...html.matchAll(/<link rel="modulepreload"[^>]*href="([^"]*vendor[^"]*)"/g)].map(
    ([, path = ""]) => path,
  );
  const [tag = "", path = ""] = /<script type="module" crossorigin src="([^"]+)"><\/script>/.exec(html) ?? [];
  return { modules: path ? [...preloaded, path] : [], rest: html.replace(tag, "") };
};

/** Builds a script for a page as one file that shares nothing with the application, so that it need not wait for it. */
export const standalone = (scripts: Readonly<Record<string, string>>): Plugin => {
  let isBuild = false;
  const fileNames = new Map<string, string>();
  return {
    name: "standalone",
    configResolved({ command }) {
      isBuild = command === "build";
    },
    async buildStart() {
      if (!isBuild) return;
      for (const [page, input] of Object.entries(scripts)) {
        const source = await bundled(`src/app/${input}`);
        const name = input.replace(/^.*\/|\.ts$/g, "");
        const fileName = `assets/${name}-${createHash("sha256").update(source).digest("base64url").slice(0, 8)}.js`;
        fileNames.set(page, fileName);
        this.emitFile({ type: "asset", fileName, source });
      }
    },
    transformIndexHtml: {
      order: "post",
      handler(html, { filename }) {
        const page = filename.replace(/^.*\//, "");
        const input = scripts[page];
        if (!input) return [];
        const { modules, rest } = isBuild ? modulesOf(html) : { modules: [], rest: html };
        const attrs = isBuild
          ? {
              defer: true,
              src: `/${fileNames.get(page)}`,
              ...(modules.length && { "data-modules": modules.join(" ") }),
            }
          : { type: "module", src: `/${input}` };
        // In order: the settings, this script, then whatever module the page has.
        return {
          html: rest,
          tags: [
            { tag: "script", attrs: { defer: true, src: "/config.js" }, injectTo: "head-prepend" },
            { tag: "script", attrs, injectTo: "head-prepend" },
          ],
        };
      },
    },
  };
};
