import { type Schemas, unwrap } from "#api/client.ts";
import type { QueryDescriptor } from "#machines/core/query.ts";

/** Descriptor of the query that reads the signed-in user's account and rights. */
export const ownAccountQuery: QueryDescriptor<{ readonly userId: number }, Schemas["Account"]> = {
  name: "ownAccount",
  load: (api, path, signal) => unwrap(api.GET("/api/Account/{userId}", { params: { path }, signal })),
};
