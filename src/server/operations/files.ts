import { type Handlers, withOwnTransactions } from "../http/handlerTypes.ts";
import { readStoredFile, storeFile } from "../services/files/files.ts";

/** Handlers for pictures. */
export const fileOperations = {
  getFile: async ({ db, path, http }) => {
    const { mime, bytes } = await readStoredFile(db, path.fileId);
    return http.reply.type(mime).header("cache-control", "public, max-age=31536000, immutable").send(bytes);
  },
  uploadCompanyFile: withOwnTransactions(({ db, company, caller, files }) =>
    storeFile(db, files["data"], { userId: caller.userId, companyId: company.id }),
  ),
  uploadFile: withOwnTransactions(({ db, caller, files }) =>
    storeFile(db, files["data"], { userId: caller.userId, companyId: null }),
  ),
} satisfies Pick<Handlers, "getFile" | "uploadCompanyFile" | "uploadFile">;
