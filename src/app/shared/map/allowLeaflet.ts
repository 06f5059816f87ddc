declare global {
  // TypeScript's types of the browser do not have Trusted Types yet.
  var trustedTypes:
    | { createPolicy: (name: string, rules: { createHTML: (html: string) => string | null }) => unknown }
    | undefined;
}

// Leaflet parses this HTML when its code is loaded, to test the browser's SVG. The content security policy forbids to parse
// texts as HTML, so exactly this text is allowed. This module must be imported before Leaflet.
const SVG_TEST = "<svg/>";

globalThis.trustedTypes?.createPolicy("default", { createHTML: (html) => (html === SVG_TEST ? html : null) });

export {};
