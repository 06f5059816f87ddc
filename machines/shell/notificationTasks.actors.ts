import { fromPromise } from "xstate";
import { type Api, unwrap } from "#api/client.ts";
import { markAllRead } from "./notifications.actors.ts";

interface TaskArgs {
  input: { id: number };
  signal: AbortSignal;
}

/**
 * Returns the actor that deletes read notifications, and all notifications older than 30 days. The actor outputs the
 * number of deleted notifications.
 */
export const cleanActors = (api: Api) => ({
  run: fromPromise(async ({ signal }: TaskArgs): Promise<number> => {
    const { count } = await unwrap(api.POST("/api/Notification/Admin/Clean", { signal }));
    return count;
  }),
});

/** Returns the actor that marks one notification as read. */
export const readActors = (api: Api) => ({
  run: fromPromise(async ({ input: path, signal }: TaskArgs): Promise<number> => {
    await unwrap(api.POST("/api/Notification/{id}", { params: { path }, signal }));
    return 1;
  }),
});

/**
 * Returns the actor that marks all notifications as read. The actor outputs 0 if there is no notification,
 * otherwise 1.
 */
export const readAllActors = (api: Api) => ({
  run: fromPromise(async ({ signal }: TaskArgs): Promise<number> => {
    const [latest] = await unwrap(
      api.GET("/api/Notification", { params: { query: { limit: 1 } }, signal }),
      Array.isArray,
    );
    if (latest) await markAllRead(api, latest.id, signal);
    return latest ? 1 : 0;
  }),
});
