import { alone, type Handlers } from "../http/contract.ts";
import { notificationsJson, readNotification } from "../services/notifications.ts";

/** Messages to the signed-in user. */
export const notificationOperations = {
  listNotifications: async ({ db, caller, query }) => {
    const wanted = { isUnreadOnly: query.isUnreadOnly ?? false, limit: query.limit ?? 50, before: query.cursor };
    return { json: await notificationsJson(db, caller.userId, wanted) };
  },
  readNotification: alone(async ({ db, caller, path }) => {
    await readNotification(db, caller.userId, path.id);
    return undefined;
  }),
} satisfies Pick<Handlers, "listNotifications" | "readNotification">;
