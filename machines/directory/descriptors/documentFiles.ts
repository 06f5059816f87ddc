import { type Api, unwrap } from "#api/client.ts";
import type { MakeTable } from "#machines/files/tableExport.actors.ts";
import type { DocumentPath } from "#machines/stock/stockDocument.ts";

/** Returns a function that requests the lines of a packing list as a table file. */
export const makePackingListTable =
  (api: Api, { companyId, id }: DocumentPath): MakeTable =>
  (format, signal) =>
    unwrap(
      api.GET("/api/PackingList/{id}/Company/{companyId}/File", {
        params: { path: { companyId, id }, query: { format } },
        parseAs: "blob",
        signal,
      }),
    );

/** Returns a function that requests the lines of a transfer as a table file. */
export const makeTransferTable =
  (api: Api, { companyId, id }: DocumentPath): MakeTable =>
  (format, signal) =>
    unwrap(
      api.GET("/api/TransferList/{id}/Company/{companyId}/File", {
        params: { path: { companyId, id }, query: { format } },
        parseAs: "blob",
        signal,
      }),
    );

/** Returns a function that requests the lines of an inventory as a table file. */
export const makeInventoryTable =
  (api: Api, { companyId, id }: DocumentPath): MakeTable =>
  (format, signal) =>
    unwrap(
      api.GET("/api/Inventory/{id}/Company/{companyId}/File", {
        params: { path: { companyId, id }, query: { format } },
        parseAs: "blob",
        signal,
      }),
    );

/** Returns a function that requests the lines of a stock act as a table file. */
export const makeStockActTable =
  (api: Api, { companyId, id }: DocumentPath): MakeTable =>
  (format, signal) =>
    unwrap(
      api.GET("/api/StockAct/{id}/Company/{companyId}/File", {
        params: { path: { companyId, id }, query: { format } },
        parseAs: "blob",
        signal,
      }),
    );
