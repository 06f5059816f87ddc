import { isListOf } from "#api/answerShape.ts";
import { type Schemas, unwrap } from "#api/client.ts";
import type { QueryDescriptor } from "#machines/core/query.ts";

/** Order statuses and tags of a company. Removed statuses and tags are included, because old orders still have them. */
export interface References {
  readonly statuses: readonly Schemas["OrderStatus"][];
  readonly tags: readonly Schemas["Tag"][];
}

const areNamed = isListOf({ id: "number", name: "string" });

/** Descriptor of the query for the order statuses and tags of a company. */
export const referencesQuery: QueryDescriptor<{ readonly companyId: number }, References> = {
  name: "references",
  load: async (api, path, signal) => {
    const request = { params: { path }, signal };
    const [statuses, tags] = await Promise.all([
      unwrap(api.GET("/api/OrderStatus/Company/{companyId}", request), areNamed),
      unwrap(api.GET("/api/Tag/Company/{companyId}", request), areNamed),
    ]);
    return { statuses, tags };
  },
};
