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
  if (chunk?.type !== "chunk") throw new Error(`${input} has no chunk`);
  return chunk.code;
};

/**
 * Returns a Vite plugin that builds scripts as single files without imports. `scripts` maps the name of an HTML page to
 * the script that runs before the application on this page. `serverScripts` maps file names in the build to the scripts
 * of server-rendered pages.
 */
export const standalone = (
  scripts: Readonly<Record<string, string>>,
  serverScripts: Readonly<Record<string, string>> = {},
): Plugin => {
  let isBuild = false;
  const fileNames = new Map<string, string>();
  return {
    name: "standalone",
    configResolved({ command }) {
      isBuild = command === "build";
    },
    async buildStart() {
      if (!isBuild) return;
      for (const [fileName, input] of Object.entries(serverScripts))
        this.emitFile({ type: "asset", fileName, source: await bundled(`src/app/${input}`) });
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
      handler(_, { filename }) {
        const page = filename.replace(/^.*\//, "");
        const input = scripts[page];
        if (!input) return [];
        const attrs = isBuild ? { defer: true, src: `/${fileNames.get(page)}` } : { type: "module", src: `/${input}` };
        // The sequence of the scripts matters: first the configuration, then this script, then the application.
        return [
          { tag: "script", attrs: { defer: true, src: "/config.js" }, injectTo: "head-prepend" },
          { tag: "script", attrs, injectTo: "head-prepend" },
        ];
      },
    },
  };
};
