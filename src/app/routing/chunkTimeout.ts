/** Time limit for loading a chunk, ms (platform, section 9). */
const LIMIT_MS = 120_000;

const MISSING = /dynamically imported module|Importing a module script failed|error loading/i;

/** Error for code that did not load within the time limit. */
class ChunkTimeout extends Error {}

/**
 * Returns the reason why code failed to load, or undefined for any other error. The error message is compared, because
 * browsers have no error class for failed imports.
 */
export const chunkFailure = (error: Error): "missing" | "timeout" | undefined => {
  if (error instanceof ChunkTimeout) return "timeout";
  return MISSING.test(error.message) ? "missing" : undefined;
};

/** Loads code and rejects after two minutes, because browsers have no time limit for imports. */
export const withChunkTimeout = async <Code>(load: () => Promise<Code>): Promise<Code> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new ChunkTimeout("No answer within 2 minutes")), LIMIT_MS);
  });
  return Promise.race([load(), limit]).finally(() => clearTimeout(timer));
};
