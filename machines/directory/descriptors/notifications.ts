import { type Schemas, unwrap } from "#api/client.ts";
import type { PagedQueryDescriptor } from "#machines/core/pagedQuery.ts";

/** Notification as a row in the user's own list. */
export type NotificationRow = Schemas["Notification"];

/** Notification with its recipient, as a row in the administrator's list. */
export type AddressedRow = Schemas["AddressedNotification"];

const PAGE = 50;

/**
 * Descriptor of the list of the user's own notifications, newest first. The server sends no cursor, so a full page is
 * assumed to be followed by another page.
 */
export const ownNotificationsQuery: PagedQueryDescriptor<NotificationRow> = {
  page: async (api, { state }, cursor, signal) => {
    const query = {
      limit: PAGE,
      ...(state === "unread" && { isUnreadOnly: true }),
      ...(cursor !== undefined && { cursor: Number(cursor) }),
    };
    const rows = await unwrap(api.GET("/api/Notification", { params: { query }, signal }), Array.isArray);
    return { rows, next: rows.length < PAGE ? null : String(rows.at(-1)?.id) };
  },
  commands: {},
};

/** Descriptor of the administrator's list of all users' notifications. */
export const allNotificationsQuery: PagedQueryDescriptor<AddressedRow> = {
  page: (api, { state, userId }, cursor, signal) => {
    const query = {
      ...(state === "unread" && { isUnreadOnly: true }),
      ...(/^[1-9]\d{0,8}$/.test(userId ?? "") && { userId: Number(userId) }),
      ...(cursor !== undefined && { cursor }),
    };
    return unwrap(api.GET("/api/Notification/Admin", { params: { query }, signal }));
  },
  commands: {},
};
