import type { Plugin } from "vite";

/**
 * Returns a Vite plugin that inlines the style sheet of a page, which saves a request before the first paint. The
 * content security policy of the server allows the inlined style by its hash.
 */
export const inlineStyles = (): Plugin => ({
  name: "inline-styles",
  apply: "build",
  enforce: "post",
  generateBundle(_, bundle) {
    for (const page of Object.values(bundle)) {
      if (page.type !== "asset" || !page.fileName.endsWith(".html")) continue;
      page.source = String(page.source).replace(
        /<link rel="stylesheet"[^>]*href="\/([^"]+\.css)"[^>]*>/g,
        (link, fileName: string) => {
          const sheet = bundle[fileName];
          return sheet?.type === "asset" ? `<style>${String(sheet.source).trim()}</style>` : link;
        },
      );
    }
  },
});
