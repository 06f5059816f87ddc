import type { LucideIcon } from "lucide-react";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { Plugin } from "vite";

/** Prefix of the ids of the symbols. */
const PREFIX = "icon-";

/**
 * Attributes that all icons share. Each symbol has them, so that a page does not repeat them wherever it uses the
 * symbol.
 */
const LINES =
  'viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"';

/** Returns the markup of an icon as a symbol, which a page draws by `<use href="#icon-name" />`. */
const symbolOf = (name: string, icon: LucideIcon): string =>
  renderToStaticMarkup(createElement(icon))
    .replace(/^<svg[^>]*>/, `<symbol id="${PREFIX}${name}" ${LINES}>`)
    .replace(/<\/svg>$/, "</symbol>");

/**
 * Returns a Vite plugin that writes icons into a page as one hidden SVG element. The first paint of the page therefore
 * contains the icons, and no script contains their paths.
 */
export const iconSprite = (page: string, icons: Readonly<Record<string, LucideIcon>>): Plugin => ({
  name: "icon-sprite",
  transformIndexHtml: (_, { filename }) =>
    filename.endsWith(`/${page}`)
      ? [
          {
            tag: "svg",
            attrs: { hidden: true },
            children: Object.entries(icons)
              .map(([name, icon]) => symbolOf(name, icon))
              .join(""),
            injectTo: "body",
          },
        ]
      : [],
});
