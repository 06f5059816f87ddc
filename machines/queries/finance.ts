import { hasFields, isListOf } from "#api/answerShape.ts";
import { type Schemas, unwrap } from "#api/client.ts";
import type { ListFilter } from "#machines/core/pagedQuery.ts";
import { livePolling, type QueryDescriptor } from "#machines/core/query.ts";
import { toTransactionParams } from "#machines/directory/descriptors/finance.ts";

/** Cash source with its balance and its open shift. */
export type CashDrawer = Schemas["CashDrawers"]["drawers"][number];

const areDrawers = isListOf({ id: "number", name: "string", balance: "number" });

export const cashDrawersQuery: QueryDescriptor<{ readonly companyId: number }, Schemas["CashDrawers"]> = {
  name: "cashDrawers",
  polling: () => livePolling(true),
  load: (api, path, signal) =>
    unwrap(
      api.GET("/api/CashShift/Company/{companyId}", { params: { path }, signal }),
      (answer) => hasFields(answer, { drawers: "list" }) && areDrawers(Reflect.get(answer, "drawers")),
    ),
};

/** Filter of the transactions, for the read of their totals. */
interface TotalsQuery {
  readonly companyId: number;
  readonly filter: ListFilter;
}

/** Descriptor of the query for the totals of the transactions that match the filter. */
export const financeTotalsQuery: QueryDescriptor<TotalsQuery, Schemas["FinanceTotals"]> = {
  name: "financeTotals",
  load: (api, { companyId, filter }, signal) =>
    unwrap(
      api.GET("/api/FinanceTransaction/Company/{companyId}/Total", {
        params: { path: { companyId }, query: toTransactionParams(filter) },
        signal,
      }),
      (answer) => hasFields(answer, { count: "number", income: "number", expense: "number" }),
    ),
};
