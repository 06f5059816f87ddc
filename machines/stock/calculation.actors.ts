import { fromPromise } from "xstate";
import { isListOf } from "#api/answerShape.ts";
import { type Api, type Schemas, unwrap } from "#api/client.ts";
import { type OperationsQuery, toOperationParams } from "#machines/queries/stockOperations.ts";
import type { CalculationPreview } from "./calculation.ts";

const countOf = ({ added, changed, removed }: Schemas["StockCalculated"]): number | undefined =>
  added === undefined ? undefined : added + (changed ?? 0) + (removed ?? 0);

const requestOf = (query: OperationsQuery, signal: AbortSignal) => ({
  params: { path: { companyId: query.companyId } },
  body: toOperationParams(query),
  signal,
});

const areItems = isListOf({
  id: "number",
  countBefore: "number",
  countAfter: "number",
  amountBefore: "number",
  amountAfter: "number",
});

const isPreview = (answer: unknown): boolean => areItems(Reflect.get(Object(answer), "items"));

/** Returns the actors that preview and run the recalculation of stock operations. */
export const calculationActors = (api: Api) => ({
  preview: fromPromise<CalculationPreview, OperationsQuery>(async ({ input, signal }) => {
    const { items, ...changes } = await unwrap(
      api.POST("/api/StockOperation/Company/{companyId}/Calculate/Preview", requestOf(input, signal)),
      isPreview,
    );
    return { items, count: countOf(changes) ?? 0 };
  }),
  run: fromPromise<number | undefined, OperationsQuery>(async ({ input, signal }) =>
    countOf(await unwrap(api.POST("/api/StockOperation/Company/{companyId}/Calculate", requestOf(input, signal)))),
  ),
});
