import { type Handlers, withOwnTransactions } from "../http/handlerTypes.ts";
import {
  deleteReadNotifications,
  markNotificationRead,
  markNotificationsRead,
  readNotificationsJson,
  readNotificationsPage,
} from "../services/notifications/notifications.ts";
import { invalidFields } from "../services/shared/domainErrors.ts";

const parseCursor = (cursor: string | undefined): number | undefined => {
  if (cursor === undefined) return undefined;
  const id = /^\d{1,10}$/.test(cursor) ? Number(cursor) : 0;
  if (id < 1 || id > 2147483647) throw invalidFields({ cursor: "Неверное место в списке." });
  return id;
};

/** Handlers for notifications: the user's own, and those of all users for global administrators. */
export const notificationOperations = {
  listNotifications: async ({ db, caller, query }) => {
    const filter = { isUnreadOnly: query.isUnreadOnly ?? false, limit: query.limit ?? 50, before: query.cursor };
    return { json: await readNotificationsJson(db, caller.userId, filter) };
  },
  readNotification: withOwnTransactions(async ({ db, caller, path }) => {
    await markNotificationRead(db, caller.userId, path.id);
    return undefined;
  }),
  readAllNotifications: withOwnTransactions(async ({ db, caller, body }) => {
    await markNotificationsRead(db, caller.userId, body.latestId);
    return undefined;
  }),
  listAllNotifications: ({ db, query }) =>
    readNotificationsPage(db, {
      userId: query.userId,
      isUnreadOnly: query.isUnreadOnly ?? false,
      limit: query.limit ?? 50,
      before: parseCursor(query.cursor),
    }),
  cleanNotifications: withOwnTransactions(async ({ db }) => ({ count: await deleteReadNotifications(db) })),
} satisfies Pick<
  Handlers,
  "listNotifications" | "readNotification" | "readAllNotifications" | "listAllNotifications" | "cleanNotifications"
>;
