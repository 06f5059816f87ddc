import { fromPromise } from "xstate";
import { type Api, unwrap } from "#api/client.ts";
import type { NotificationsAnswer } from "./notifications.machine.ts";

/** What the notifications machine asks the server; `now` is the server's clock. */
export const notificationsActors = (api: Api, now: () => number) => ({
  load: fromPromise(async ({ signal }): Promise<NotificationsAnswer> => {
    const request = api.GET("/api/Notification", { params: { query: { isUnreadOnly: true } }, signal });
    return { items: await unwrap(request, Array.isArray), at: now() };
  }),
  markRead: fromPromise(
    async ({ input: { id }, signal }: { input: { id: number }; signal: AbortSignal }): Promise<void> => {
      await unwrap(api.POST("/api/Notification/{id}", { params: { path: { id } }, signal }));
    },
  ),
  markAllRead: fromPromise(
    async ({ input: body, signal }: { input: { latestId: number }; signal: AbortSignal }): Promise<void> => {
      await unwrap(api.POST("/api/Notification/Read", { body, signal }));
    },
  ),
});
