/** How long the code of a part of the application may be on its way (platform, section 9), milliseconds. */
const LIMIT_MS = 120_000;

const MISSING = /dynamically imported module|Importing a module script failed|error loading/i;

/** The code of a part that was still on its way when its time was over. */
class ChunkTimeout extends Error {}

/** Why the code of a part did not come; undefined for every other error. Browsers have no error of their own for it, only a sentence. */
export const chunkFailure = (error: Error): "missing" | "timeout" | undefined => {
  if (error instanceof ChunkTimeout) return "timeout";
  return MISSING.test(error.message) ? "missing" : undefined;
};

/** Loads the code of a part, and fails when it has not come within two minutes: a browser by itself waits as long as the connection lives. */
export const withChunkTimeout = async <Code>(load: () => Promise<Code>): Promise<Code> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new ChunkTimeout("No answer within 2 minutes")), LIMIT_MS);
  });
  return Promise.race([load(), limit]).finally(() => clearTimeout(timer));
};
