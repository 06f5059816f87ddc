import type { Handlers } from "../http/contract.ts";
import { readFile } from "../services/files.ts";

/** Pictures. */
export const fileOperations = {
  getFile: async ({ db, path, reply }) => {
    const { mime, bytes } = await readFile(db, path.fileId);
    return reply.type(mime).header("cache-control", "public, max-age=31536000, immutable").send(bytes);
  },
} satisfies Pick<Handlers, "getFile">;
