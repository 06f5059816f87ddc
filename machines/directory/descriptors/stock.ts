import { type Api, type Schemas, unwrap } from "#api/client.ts";
import { hiddenUnless } from "#machines/core/commandRules.ts";
import type { DirectoryDescriptor } from "#machines/directory/types.ts";
import type { CompanyPath } from "./companyPath.ts";

/** Stock balance of one stock item in a company. */
export type StockRow = Schemas["StockRow"];

/** Reads the stock balances of a company, hidden stock items included. */
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

/**
 * Descriptor of the list of a company's stock balances, with commands that hide and unhide a stock item (business,
 * section 2). Changed reservations do not cause a new read, because they change with each saved order.
 */
export const stockDirectory: DirectoryDescriptor<CompanyPath, StockRow, "hide" | "show"> = {
  name: "stock",
  permission: () => "stock.edit",
  topics: ["stock", "transfer"],
  list: readStock,
  commands: { hide: setHidden(true), show: setHidden(false) },
  commandRules: () => ({
    hide: hiddenUnless(({ isHidden }) => !isHidden),
    show: hiddenUnless(({ isHidden }) => isHidden),
  }),
};
