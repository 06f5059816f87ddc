import { type Schemas, unwrap } from "#api/client.ts";
import type { PagedQueryDescriptor } from "#machines/core/pagedQuery.ts";

/** A notification as its addressee sees it. */
export type NotificationRow = Schemas["Notification"];

/** A notification as administrators see it, with whom it was for. */
export type AddressedRow = Schemas["AddressedNotification"];

const PAGE = 50;

/** Notifications of the user himself, the latest first; the documented answer is a plain list, so that a full page means that there may be more. */
export const ownNotifications: PagedQueryDescriptor<NotificationRow> = {
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

/** Notifications of everybody, for administrators. */
export const everybodysNotifications: PagedQueryDescriptor<AddressedRow> = {
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
