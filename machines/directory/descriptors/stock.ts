import { type Api, type Schemas, unwrap } from "#api/client.ts";
import type { Listed } from "#machines/directory/types.ts";
import type { CompanyPlace } from "./companyPlace.ts";

/** What a company has of a stock item. */
export type StockRow = Schemas["StockRow"];

/** The stock of a company, hidden stock items too. */
export const readStock = (api: Api, path: CompanyPlace, signal: AbortSignal): Promise<readonly StockRow[]> =>
  unwrap(
    api.GET("/api/Stock/Company/{companyId}/Summury", { params: { path, query: { displayAll: true } }, signal }),
    Array.isArray,
  );

const setHidden =
  (isHidden: boolean) =>
  (api: Api, { companyId }: CompanyPlace, { id }: StockRow, signal: AbortSignal) =>
    unwrap(
      api.PATCH("/api/Stock/{id}/Company/{companyId}", {
        params: { path: { companyId, id } },
        body: { id, companyId, isHidden },
        signal,
      }),
    );

/** The stock list (business, section 2): what is hidden from it can be shown again. */
export const stock: Listed<CompanyPlace, StockRow, "hide" | "show"> = {
  name: "stock",
  list: readStock,
  commands: { hide: setHidden(true), show: setHidden(false) },
};
