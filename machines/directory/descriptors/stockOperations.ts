import { type Schemas, unwrap } from "#api/client.ts";
import { parseDecimal } from "#domain/decimal.ts";
import type { EditorDescriptor } from "#machines/directory/types.ts";
import type { CompanyPath } from "./companyPath.ts";
import { readStock, type StockRow } from "./stock.ts";

/** Company of the stock operation, and the stock item that is selected when the form opens. */
export interface OperationScope extends CompanyPath {
  readonly stockItemId: number;
}

/** Draft of a stock operation. A `stockItemId` of 0 means that no stock item is chosen. */
export interface StockOperationDraft {
  stockItemId: number;
  operationType: Schemas["OperationType"];
  count: string;
  comment: string;
  isIgnoreSubProcedure: boolean;
}

/** Returns the ingredients of a semi-finished stock item. Returns an empty list for a bought item. */
export const partsOf = (stock: readonly StockRow[], stockItemId: number): readonly StockRow[] =>
  stock.filter(({ usedInStockItems }) => usedInStockItems.some(({ id }) => id === stockItemId));

/**
 * Descriptor of the editor of a manual stock operation (business, section 2). A saved operation cannot be edited; the
 * user corrects a mistake with a second operation.
 */
export const stockOperationEditor: EditorDescriptor<OperationScope, StockOperationDraft, readonly StockRow[]> = {
  name: "stockOperation",
  permission: () => "stock.edit",
  loadChoices: (api, { companyId }, signal) => readStock(api, { companyId }, signal),
  blank: ({ stockItemId }) => ({
    stockItemId,
    operationType: "+",
    count: "",
    comment: "",
    isIgnoreSubProcedure: false,
  }),
  read: () => Promise.reject(new Error("A stock operation cannot be opened for editing")),
  save: async (api, { companyId }, { draft, key }, signal) => {
    const { stockItemId, operationType, count, comment, isIgnoreSubProcedure } = draft;
    const written = await unwrap(
      api.POST("/api/StockOperation/Company/{companyId}", {
        params: { path: { companyId }, header: { "Idempotency-Key": key } },
        body: { stockItemId, operationType, count: parseDecimal(count) ?? 0, comment, isIgnoreSubProcedure },
        signal,
      }),
    );
    return { id: written[0]?.id ?? 0 };
  },
};
