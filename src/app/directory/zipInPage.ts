import { type Zippable, zipSync } from "fflate/browser";

export * from "fflate/browser";

/**
 * Compresses files in the page. In the build this module replaces fflate for write-excel-file. For large files fflate
 * uses a worker from a `blob:` URL, which the content security policy forbids.
 */
export const zip = (files: Zippable, onDone: (error: null, archive: Uint8Array) => void): void =>
  onDone(null, zipSync(files));
