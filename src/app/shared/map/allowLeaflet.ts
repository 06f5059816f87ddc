declare global {
  // TypeScript's DOM types do not contain Trusted Types.
  var trustedTypes:
    | { createPolicy: (name: string, rules: { createHTML: (html: string) => string | null }) => unknown }
    | undefined;
}

// Leaflet parses this HTML when its code is loaded, to test the browser's SVG support. The Content Security Policy
// forbids parsing texts as HTML, so exactly this text is allowed, and this module must be imported before Leaflet.
const SVG_TEST = "<svg/>";

globalThis.trustedTypes?.createPolicy("default", { createHTML: (html) => (html === SVG_TEST ? html : null) });

export {};
