import { isListOf } from "#api/answerShape.ts";
import { type Schemas, unwrap } from "#api/client.ts";
import type { QueryDescriptor } from "#machines/core/query.ts";

/** Descriptor of the query for the dishes that a company sells most often. */
export const frequentItemsQuery: QueryDescriptor<{ readonly companyId: number }, readonly Schemas["FrequentItem"][]> = {
  name: "frequentItems",
  load: (api, path, signal) =>
    unwrap(api.GET("/api/Item/Company/{companyId}/Frequent", { params: { path }, signal }), isListOf({ id: "number" })),
};
