import { hasFields, isListOf } from "#api/answerShape.ts";
import { type Schemas, unwrap } from "#api/client.ts";
import type { Day } from "#domain/dates.ts";
import type { QueryDescriptor } from "#machines/core/query.ts";

/** Stock operation as a row in the list. */
export type StockOperationRow = Schemas["StockOperation"];

/**
 * Period, with both ends included, and stock item for which operations are read. Without a stock item the operations of
 * all items are read.
 */
export interface OperationsQuery {
  readonly companyId: number;
  readonly start: Day;
  readonly end: Day;
  readonly stockItemId: number | undefined;
}

const daysOf = ({ start, end }: Pick<OperationsQuery, "start" | "end">) => ({ startDate: start, endDate: end });

/** Converts the query into the parameters of the API call. */
export const toOperationParams = ({ stockItemId, ...days }: OperationsQuery) => ({
  ...daysOf(days),
  ...(stockItemId !== undefined && { stockItemId }),
});

/** Descriptor of the query for the stock operations of a period. */
export const stockOperationsQuery: QueryDescriptor<OperationsQuery, readonly StockOperationRow[]> = {
  name: "stockOperations",
  load: (api, query, signal) =>
    unwrap(
      api.GET("/api/StockOperation/Company/{companyId}/Summury", {
        params: { path: { companyId: query.companyId }, query: toOperationParams(query) },
        signal,
      }),
      isListOf({ id: "number", operationType: "string", count: "number", date: "moment" }),
    ),
};

/** Balance of a stock item: now, and at the end of each day. */
export type StockBalance = Schemas["StockBalance"];

const areDays = isListOf({});

/** Descriptor of the query for the balance of a stock item in a period. */
export const stockBalanceQuery: QueryDescriptor<OperationsQuery & { readonly stockItemId: number }, StockBalance> = {
  name: "stockBalance",
  load: (api, { companyId, stockItemId: id, ...days }, signal) =>
    unwrap(
      api.GET("/api/StockItem/{id}/Company/{companyId}/Balance", {
        params: { path: { companyId, id }, query: daysOf(days) },
        signal,
      }),
      (answer) => hasFields(answer, { count: "number", days: "list" }) && areDays(Reflect.get(answer, "days")),
    ),
};
