import { type Api, type Schemas, unwrap } from "#api/client.ts";
import type { DirectoryDescriptor } from "#machines/directory/types.ts";
import type { CompanyPath } from "./companyPath.ts";

/** What a company has of a stock item. */
export type StockRow = Schemas["StockRow"];

/** The stock of a company, hidden stock items too. */
export const readStock = (api: Api, path: CompanyPath, signal: AbortSignal): Promise<readonly StockRow[]> =>
  unwrap(
    api.GET("/api/Stock/Company/{companyId}/Summury", { params: { path, query: { displayAll: true } }, signal }),
    Array.isArray,
  );

const setHidden =
  (isHidden: boolean) =>
  (api: Api, { companyId }: CompanyPath, { id }: StockRow, signal: AbortSignal) =>
    unwrap(
      api.PATCH("/api/Stock/{id}/Company/{companyId}", {
        params: { path: { companyId, id } },
        body: { id, companyId, isHidden },
        signal,
      }),
    );

/** The stock list (business, section 2): what is hidden from it can be shown again. */
export const stockDirectory: DirectoryDescriptor<CompanyPath, StockRow, "hide" | "show"> = {
  name: "stock",
  list: readStock,
  commands: { hide: setHidden(true), show: setHidden(false) },
};
