import { fromPromise } from "xstate";
import { type Api, unwrap } from "#api/client.ts";
import { type OperationsQuery, toOperationParams } from "#machines/queries/stockOperations.ts";

/** Returns the actors that recalculate stock operations. */
export const calculationActors = (api: Api) => ({
  run: fromPromise<number | undefined, OperationsQuery>(async ({ input: query, signal }) => {
    const { added, changed, removed } = await unwrap(
      api.POST("/api/StockOperation/Company/{companyId}/Calculate", {
        params: { path: { companyId: query.companyId } },
        body: toOperationParams(query),
        signal,
      }),
    );
    return added === undefined ? undefined : added + (changed ?? 0) + (removed ?? 0);
  }),
});
