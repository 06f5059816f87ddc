import { type Schemas, unwrap } from "#api/client.ts";
import type { Day } from "#domain/dates.ts";
import type { QueryDescriptor } from "#machines/core/query.ts";

/** A stock operation of the list. */
export type StockOperationRow = Schemas["StockOperation"];

/** Days of a company, both included, and the stock item whose operations are wanted; undefined for all. */
export interface OperationsQuery {
  readonly companyId: number;
  readonly start: Day;
  readonly end: Day;
  readonly stockItemId: number | undefined;
}

const daysOf = ({ start, end }: Pick<OperationsQuery, "start" | "end">) => ({ startDate: start, endDate: end });

/** A query as the calls take it. */
export const toOperationParams = ({ stockItemId, ...days }: OperationsQuery) => ({
  ...daysOf(days),
  ...(stockItemId !== undefined && { stockItemId }),
});

/** The operations of a period. */
export const stockOperationsQuery: QueryDescriptor<OperationsQuery, readonly StockOperationRow[]> = {
  name: "stockOperations",
  load: (api, asked, signal) =>
    unwrap(
      api.GET("/api/StockOperation/Company/{companyId}/Summury", {
        params: { path: { companyId: asked.companyId }, query: toOperationParams(asked) },
        signal,
      }),
      Array.isArray,
    ),
};

/** What a company has of a stock item, and had at the end of each day. */
export type StockBalance = Schemas["StockBalance"];

/** The balance of a stock item in a period. */
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
