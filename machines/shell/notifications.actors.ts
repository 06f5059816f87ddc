import { fromPromise } from "xstate";
import { type Schemas, unwrap } from "#api/client.ts";
import { type QueryParts, queryActors } from "#machines/core/query.actors.ts";
import { queryMachineOf } from "#machines/core/query.machine.ts";
import type { QueryDescriptor } from "#machines/core/query.ts";

type None = Readonly<Record<string, never>>;
type Items = readonly Schemas["Notification"][];

/**
 * Descriptor of the query for the user's unread notifications. It has no polling, because the parent machine sets the
 * intervals.
 */
const unread: QueryDescriptor<None, Items> = {
  name: "unread",
  load: (api, _, signal) =>
    unwrap(api.GET("/api/Notification", { params: { query: { isUnreadOnly: true } }, signal }), Array.isArray),
};

/** Returns the actors of `notificationsMachine` that read unread notifications and mark them as read. */
export const notificationsActors = (parts: QueryParts) => ({
  environment: parts.environment,
  unread: queryMachineOf<None, Items>().provide({ actors: queryActors(parts, unread) }),
  markRead: fromPromise<void, { id: number }>(async ({ input: path, signal }) => {
    await unwrap(parts.api.POST("/api/Notification/{id}", { params: { path }, signal }));
  }),
  markAllRead: fromPromise<void, { latestId: number }>(async ({ input: body, signal }) => {
    await unwrap(parts.api.POST("/api/Notification/Read", { body, signal }));
  }),
});
