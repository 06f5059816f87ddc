import { type Schemas, unwrap } from "#api/client.ts";
import type { PagedQueryDescriptor } from "#machines/core/pagedQuery.ts";
import type { QueryDescriptor } from "#machines/core/query.ts";

/** Request that waits for the answer of a manager. */
export type WaitingRequest = Schemas["OverrideRequest"];

/** Action that a manager has allowed, as a row in the list. */
export type GrantRow = Schemas["OverrideGrant"];

/**
 * Descriptor of the query for the requests that wait for the user's answer. A reported notification causes a read,
 * because each new request creates a notification.
 */
export const waitingRequestsQuery: QueryDescriptor<{ readonly companyId: number }, readonly WaitingRequest[]> = {
  name: "overrideRequests",
  topics: ["notification"],
  polling: () => ({ visible: 5000, hidden: 20_000 }),
  load: (api, path, signal) =>
    unwrap(api.GET("/api/Override/Company/{companyId}", { params: { path }, signal }), Array.isArray),
};

/** Returns the descriptor of the list of actions that managers have allowed, the latest first. */
export const overrideGrantsQuery = (companyId: number): PagedQueryDescriptor<GrantRow> => ({
  page: (api, _filter, cursor, signal) =>
    unwrap(
      api.GET("/api/Override/Company/{companyId}/Grant", {
        params: { path: { companyId }, query: cursor === undefined ? {} : { cursor } },
        signal,
      }),
    ),
  commands: {},
});
