import { type Schemas, unwrap } from "#api/client.ts";
import type { Day } from "#domain/dates.ts";
import type { QueryDescriptor } from "#machines/core/query.ts";

/** Stock operation in the list. */
export type StockOperationRow = Schemas["StockOperation"];

/** Period, both days included, and stock item of the operations. Without a stock item it means all. */
export interface OperationsQuery {
  readonly companyId: number;
  readonly start: Day;
  readonly end: Day;
  readonly stockItemId: number | undefined;
}

const daysOf = ({ start, end }: Pick<OperationsQuery, "start" | "end">) => ({ startDate: start, endDate: end });

/** Returns the query parameters of the call. */
export const toOperationParams = ({ stockItemId, ...days }: OperationsQuery) => ({
  ...daysOf(days),
  ...(stockItemId !== undefined && { stockItemId }),
});

/** Stock operations of a period. */
export const stockOperationsQuery: QueryDescriptor<OperationsQuery, readonly StockOperationRow[]> = {
  name: "stockOperations",
  load: (api, query, signal) =>
    unwrap(
      api.GET("/api/StockOperation/Company/{companyId}/Summury", {
        params: { path: { companyId: query.companyId }, query: toOperationParams(query) },
        signal,
      }),
      Array.isArray,
    ),
};

/** Balance of a stock item, now and at the end of each day. */
export type StockBalance = Schemas["StockBalance"];

/** Balance of a stock item in a period. */
export const stockBalanceQuery: QueryDescriptor<OperationsQuery & { readonly stockItemId: number }, StockBalance> = {
  name: "stockBalance",
  load: (api, { companyId, stockItemId: id, ...days }, signal) =>
    unwrap(
      api.GET("/api/StockItem/{id}/Company/{companyId}/Balance", {
        params: { path: { companyId, id }, query: daysOf(days) },
        signal,
      }),
    ),
};
