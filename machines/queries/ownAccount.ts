import { type Schemas, unwrap } from "#api/client.ts";
import type { QueryDescriptor } from "#machines/core/query.ts";

/** Descriptor of the query for the user's own account and its rights. */
export const ownAccountQuery: QueryDescriptor<{ readonly userId: number }, Schemas["Account"]> = {
  name: "ownAccount",
  load: (api, path, signal) => unwrap(api.GET("/api/Account/{userId}", { params: { path }, signal })),
};
