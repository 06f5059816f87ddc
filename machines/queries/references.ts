import { type Schemas, unwrap } from "#api/client.ts";
import type { QueryDescriptor } from "#machines/core/query.ts";

/** Order statuses and tags of a company. Removed ones are included, because old orders still have them. */
export interface References {
  readonly statuses: readonly Schemas["OrderStatus"][];
  readonly tags: readonly Schemas["Tag"][];
}

/** Descriptor of the query for the order statuses and tags of a company. */
export const referencesQuery: QueryDescriptor<{ readonly companyId: number }, References> = {
  name: "references",
  load: async (api, path, signal) => {
    const request = { params: { path }, signal };
    const [statuses, tags] = await Promise.all([
      unwrap(api.GET("/api/OrderStatus/Company/{companyId}", request), Array.isArray),
      unwrap(api.GET("/api/Tag/Company/{companyId}", request), Array.isArray),
    ]);
    return { statuses, tags };
  },
};
