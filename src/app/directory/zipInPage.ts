import { type Zippable, zipSync } from "fflate/browser";

export * from "fflate/browser";

/**
 * Compresses files in the page. In the build this module replaces fflate for write-excel-file, because fflate
 * compresses files of more than 160 kB in a worker from a `blob:` URL. The content security policy forbids such
 * workers.
 */
export const zip = (files: Zippable, onDone: (error: null, archive: Uint8Array) => void): void =>
  onDone(null, zipSync(files));
