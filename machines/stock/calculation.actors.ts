import { fromPromise } from "xstate";
import { type Api, unwrap } from "#api/client.ts";
import { type OperationsQuery, operationsAsked } from "./operations.ts";

/** The task of making the operations of orders anew; `asked` tells for which, and the answer is how many operations were touched. */
export const calculationActors = (api: Api, asked: () => OperationsQuery) => ({
  run: fromPromise(async ({ signal }: { input: { id: number }; signal: AbortSignal }): Promise<number> => {
    const query = asked();
    const { added, changed, removed } = await unwrap(
      api.POST("/api/StockOperation/Company/{companyId}/Calculate", {
        params: { path: { companyId: query.companyId } },
        body: operationsAsked(query),
        signal,
      }),
    );
    return added + changed + removed;
  }),
});
