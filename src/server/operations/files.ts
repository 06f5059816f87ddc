import { alone, type Handlers } from "../http/handlerTypes.ts";
import { keepFile, readFile } from "../services/files/files.ts";

/** Pictures. */
export const fileOperations = {
  getFile: async ({ db, path, reply }) => {
    const { mime, bytes } = await readFile(db, path.fileId);
    return reply.type(mime).header("cache-control", "public, max-age=31536000, immutable").send(bytes);
  },
  uploadCompanyFile: alone(({ db, company, caller, parts }) =>
    keepFile(db, parts["data"], { userId: caller.userId, companyId: company.id }),
  ),
  uploadFile: alone(({ db, caller, parts }) => keepFile(db, parts["data"], { userId: caller.userId, companyId: null })),
} satisfies Pick<Handlers, "getFile" | "uploadCompanyFile" | "uploadFile">;
