import { type Schemas, unwrap } from "#api/client.ts";
import type { QueryDescriptor } from "#machines/core/query.ts";

const POLL_MS = 60_000;

/** Descriptor of the query for the user's invitations to companies. */
export const invitationsQuery: QueryDescriptor<Readonly<Record<string, never>>, readonly Schemas["Invitation"][]> = {
  name: "invitations",
  polling: () => ({ visible: POLL_MS }),
  load: (api, _, signal) => unwrap(api.GET("/api/Invitation", { signal }), Array.isArray),
};
