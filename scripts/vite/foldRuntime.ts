import type { Plugin, Rollup } from "vite";

const runtimeImport = /import\s*\{([^}]*)\}\s*from\s*"\.\/rolldown-runtime-[\w-]+\.js";?/;

const prefix = "$runtime_";

/** Names of an import or export list as [outside, inside]. */
const pairs = (list: string): [string, string][] =>
  list
    .split(",")
    .map((item) => item.trim().split(/\s+as\s+/))
    .map(([left = "", right = left]) => [left, right]);

/** The runtime's code as one expression that gives what it exports. */
const asExpression = (code: string): string => {
  const [statement = "", list = ""] = /export\s*\{([^}]*)\};?\s*$/.exec(code) ?? [];
  const body = code.slice(0, code.length - statement.length);
  return `(()=>{${body}return{${pairs(list).map(([inside, outside]) => `${outside}:${inside}`)}}})()`;
};

/** Puts the bundler's runtime (half a kilobyte) into the vendor chunk: one request fewer before the first row. */
export const foldRuntime = (): Plugin => ({
  name: "fold-runtime",
  apply: "build",
  enforce: "post",
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((file): file is Rollup.OutputChunk => file.type === "chunk");
    const runtime = chunks.find(({ name }) => name === "rolldown-runtime");
    const vendor = chunks.find(({ name }) => name === "vendor");
    if (!runtime || !vendor) return;
    const exported = new Set<string>();
    for (const chunk of chunks) {
      if (chunk === vendor || chunk === runtime) continue;
      chunk.code = chunk.code.replace(runtimeImport, (_, list: string) => {
        const names = pairs(list).map(([outside, inside]) => {
          exported.add(outside);
          return `${prefix}${outside} as ${inside}`;
        });
        return `import{${names}}from"./${vendor.fileName.replace("assets/", "")}";`;
      });
    }
    const own = pairs(runtimeImport.exec(vendor.code)?.[1] ?? "").map(([outside, inside]) => `${outside}:${inside}`);
    vendor.code = vendor.code.replace(
      runtimeImport,
      () => `var ${prefix}=${asExpression(runtime.code)},{${own}}=${prefix};`,
    );
    const lines = [...exported].map((name) => `export const ${prefix}${name}=${prefix}.${name};`);
    vendor.code += lines.join("");
    delete bundle[runtime.fileName];
    for (const page of Object.values(bundle)) {
      if (page.type === "asset" && page.fileName.endsWith(".html"))
        page.source = String(page.source).replace(/\s*<link rel="modulepreload"[^>]*rolldown-runtime[^>]*>/, "");
      if (page.type === "chunk") page.code = page.code.replaceAll(runtime.fileName, vendor.fileName);
    }
  },
});
