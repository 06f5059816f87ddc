import { fromPromise } from "xstate";
import { type Api, isNotOffered, type Schemas, unwrap } from "#api/client.ts";
import { type QueryParts, queryActors } from "#machines/core/query.actors.ts";
import { queryMachineOf } from "#machines/core/query.machine.ts";
import type { QueryDescriptor } from "#machines/core/query.ts";

type None = Readonly<Record<string, never>>;
type Items = readonly Schemas["Notification"][];

/**
 * Largest number that is shown as the count of unread notifications. The server is asked for one more notification, so
 * that "50+" can be shown.
 */
export const MAX_COUNTED = 50;

/** Descriptor of the query for the user's unread notifications. The parent machine sets the polling intervals. */
const unread: QueryDescriptor<None, Items> = {
  name: "unread",
  load: (api, _, signal) =>
    unwrap(
      api.GET("/api/Notification", { params: { query: { isUnreadOnly: true, limit: MAX_COUNTED + 1 } }, signal }),
      Array.isArray,
    ),
};

/**
 * Marks all notifications up to `latestId` as read. If the server does not offer this operation, each unread
 * notification is marked by a separate call.
 */
export const markAllRead = async (api: Api, latestId: number, signal: AbortSignal): Promise<void> => {
  try {
    await unwrap(api.POST("/api/Notification/Read", { body: { latestId }, signal }));
  } catch (error) {
    if (!isNotOffered(error)) throw error;
    const unread: Items = await unwrap(api.GET("/api/Notification", { signal }), Array.isArray);
    for (const { id } of unread.filter(({ isRead }) => !isRead))
      await unwrap(api.POST("/api/Notification/{id}", { params: { path: { id } }, signal }));
  }
};

/** Returns the actors that fetch unread notifications and mark notifications as read. */
export const notificationsActors = (parts: QueryParts) => ({
  environment: parts.environment,
  unread: queryMachineOf<None, Items>().provide({ actors: queryActors(parts, unread) }),
  markRead: fromPromise<void, { id: number }>(async ({ input: path, signal }) => {
    await unwrap(parts.api.POST("/api/Notification/{id}", { params: { path }, signal }));
  }),
  markAllRead: fromPromise<void, { latestId: number }>(({ input: { latestId }, signal }) =>
    markAllRead(parts.api, latestId, signal),
  ),
});
