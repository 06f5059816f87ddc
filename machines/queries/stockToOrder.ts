import { isListOf } from "#api/answerShape.ts";
import { type Api, type Schemas, unwrap } from "#api/client.ts";
import type { QueryDescriptor } from "#machines/core/query.ts";
import type { CompanyPath } from "#machines/directory/descriptors/companyPath.ts";
import type { MakeTable } from "#machines/files/tableExport.actors.ts";

/** Stock item with an available quantity below the minimum, and the quantity to order. */
export type ToOrderRow = Schemas["StockToOrderRow"];

/** Descriptor of the query for the stock items below their minimum. */
export const stockToOrderQuery: QueryDescriptor<CompanyPath, readonly ToOrderRow[]> = {
  name: "stockToOrder",
  load: (api, path, signal) =>
    unwrap(
      api.GET("/api/Stock/Company/{companyId}/ToOrder", { params: { path }, signal }),
      isListOf({ id: "number", title: "string", orderCount: "number" }),
    ),
};

/** Returns a function that requests the stock items to order as a table file. */
export const makeToOrderTable =
  (api: Api, path: CompanyPath): MakeTable =>
  (format, signal) =>
    unwrap(
      api.GET("/api/Stock/Company/{companyId}/ToOrder/File", {
        params: { path, query: { format } },
        parseAs: "blob",
        signal,
      }),
    );
