import { fromPromise } from "xstate";
import { type Api, type Schemas, unwrap } from "#api/client.ts";

/** What the notifications machine asks the server. */
export const notificationsActors = (api: Api) => ({
  load: fromPromise(
    ({ signal }): Promise<readonly Schemas["Notification"][]> =>
      unwrap(api.GET("/api/Notification", { params: { query: { isUnreadOnly: true } }, signal }), Array.isArray),
  ),
  markRead: fromPromise(
    async ({ input: { id }, signal }: { input: { id: number }; signal: AbortSignal }): Promise<void> => {
      await unwrap(api.POST("/api/Notification/{id}", { params: { path: { id } }, signal }));
    },
  ),
});
