import { type Schemas, unwrap } from "#api/client.ts";
import { parseDecimal } from "#domain/decimal.ts";
import type { EditorDescriptor } from "#machines/directory/types.ts";
import type { CompanyPath } from "./companyPath.ts";
import { readStock, type StockRow } from "./stock.ts";

/** Where an operation is written, and the stock item that it begins with. */
export interface OperationScope extends CompanyPath {
  readonly stockItemId: number;
}

/** An operation as its form has it; 0 while no stock item is chosen. */
export interface StockOperationDraft {
  stockItemId: number;
  operationType: Schemas["OperationType"];
  count: string;
  comment: string;
  isIgnoreSubProcedure: boolean;
}

/** The stock items that another one is made of; none for one that is bought. */
export const partsOf = (stock: readonly StockRow[], stockItemId: number): readonly StockRow[] =>
  stock.filter(({ usedInStockItems }) => usedInStockItems.some(({ id }) => id === stockItemId));

/** The form of an operation by hand (business, section 2); what is written is never changed, only made up for by another one. */
export const stockOperationEditor: EditorDescriptor<OperationScope, StockOperationDraft, readonly StockRow[]> = {
  name: "stockOperation",
  loadChoices: (api, { companyId }, signal) => readStock(api, { companyId }, signal),
  blank: ({ stockItemId }) => ({
    stockItemId,
    operationType: "+",
    count: "",
    comment: "",
    isIgnoreSubProcedure: false,
  }),
  read: () => Promise.reject(new Error("an operation is never opened for a change")),
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
