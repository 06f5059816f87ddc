import { build, type Plugin } from "vite";

/** Builds `boot.ts` as a script of its own that shares nothing, so that it runs, and starts the data, before the application has come. */
export const headScript = (): Plugin => {
  let reference = "";
  return {
    name: "head-script",
    async buildStart() {
      if (this.environment.mode !== "build") return;
      const made = await build({
        configFile: false,
        logLevel: "error",
        build: {
          write: false,
          target: "es2022",
          rolldownOptions: { input: "src/app/boot.ts", output: { format: "iife" } },
        },
      });
      const outputs = Array.isArray(made) ? made : [made];
      const code = outputs.flatMap((one) => ("output" in one ? one.output : [])).find((file) => file.type === "chunk");
      reference = this.emitFile({ type: "asset", name: "boot.js", source: code?.type === "chunk" ? code.code : "" });
    },
    transformIndexHtml: {
      order: "post",
      handler(_, { bundle, filename }) {
        if (filename.endsWith("login.html")) return [];
        if (!bundle) return [{ tag: "script", attrs: { type: "module", src: "/boot.ts" }, injectTo: "head" }];
        const made = Object.values(bundle).find(({ fileName }) => /boot-[^/]+\.js$/.test(fileName));
        return [{ tag: "script", attrs: { defer: true, src: `/${made?.fileName ?? reference}` }, injectTo: "head" }];
      },
    },
  };
};
