import { type RawBuilder, sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import { deleteOld } from "../shared/deleteOld.ts";
import { NotFound } from "../shared/domainErrors.ts";

/** Time for which a user counts as a viewer after opening an order, minutes. */
const OPEN_MINUTES = 15;

/**
 * SQL condition that selects the recipients of a notification about the order `o`: members `m` of its company with
 * their roles `r`.
 */
type Recipients = RawBuilder<unknown>;

const everyMember: Recipients = sql`true`;

const watchers: Recipients = sql`(m.user_id = o.operator_id or exists (
  select 1 from order_viewer v where v.order_id = o.id and v.company_id = o.company_id and v.user_id = m.user_id
    and v.seen_at > now() - make_interval(mins => ${OPEN_MINUTES})))`;

/** Notification about an order for the members of its company. */
interface OrderNews {
  readonly orderId: number;
  readonly companyId: number;
  /** User who caused the notification and does not receive it. Null for the system. */
  readonly byUserId: number | null;
  readonly title: string;
  readonly message: string;
}

const notifyMembers = async (tx: Db, news: OrderNews, recipients: Recipients): Promise<void> => {
  await sql`
    insert into notification (user_id, title, message, code, data)
    select m.user_id, ${news.title}, ${news.message}, 'order', jsonb_build_object('orderId', o.id, 'companyId', o.company_id)
    from orders o join company_user m on m.company_id = o.company_id join role r on r.id = m.role_id
    where o.id = ${news.orderId} and o.company_id = ${news.companyId} and m.user_id is distinct from ${news.byUserId}::int
      and coalesce((r.permissions->>'order.view')::int, 0) > 0 and ${recipients}`.execute(tx);
};

/** Notifies the members of the company about a new order, if they may view orders. */
export const notifyNewOrder = (tx: Db, news: OrderNews): Promise<void> => notifyMembers(tx, news, everyMember);

/** Notifies the operator and the viewers of an order about a change by another user or by the system. */
export const notifyWatchers = (tx: Db, news: OrderNews): Promise<void> => notifyMembers(tx, news, watchers);

/** Notifies the dispatchers of a company about the delivery of an order. */
export const notifyDispatchers = (tx: Db, news: OrderNews): Promise<void> =>
  notifyMembers(tx, news, sql`coalesce((r.permissions->>'delivery.manage')::int, 0) > 0`);

/**
 * Returns the SQL condition that the notification `n` has no company, or that the user still belongs to the company of
 * the notification. The array is read once, while an `exists` would read the members of all companies.
 */
const isOwnSql = (userId: number) => sql`(n.company_id is null or n.company_id = any(array(
  select m.company_id from company_user m join company c on c.id = m.company_id and not c.is_removed where m.user_id = ${userId})))`;

/** Returns the notifications of a user as JSON text, the latest first. */
export const readNotificationsJson = async (
  db: Db,
  userId: number,
  filter: { isUnreadOnly: boolean; limit: number; before: number | undefined },
): Promise<string> => {
  const unread = filter.isUnreadOnly ? sql`not n.is_read` : sql`true`;
  const { rows } = await sql<{ json: string }>`
    select coalesce(json_agg(r), '[]')::text as json from (
      select id, title, message, code, data, date, is_read as "isRead" from notification n
      where user_id = ${userId} and ${unread} and id < coalesce(${filter.before ?? null}::int, 2147483647) and ${isOwnSql(userId)}
      order by id desc limit ${filter.limit}) r`.execute(db);
  return rows[0]?.json ?? "[]";
};

/** Marks a notification of a user as read. Throws `NotFound` for any other notification. */
export const markNotificationRead = async (db: Db, userId: number, id: number): Promise<void> => {
  const rows = await db
    .updateTable("notification")
    .set({ is_read: true })
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .returning("id")
    .execute();
  if (rows.length === 0) throw new NotFound("Уведомление не найдено.");
};

/** Marks the notifications of a user as read, up to the latest notification that the user has seen. */
export const markNotificationsRead = async (db: Db, userId: number, latestId: number): Promise<void> => {
  await db
    .updateTable("notification")
    .set({ is_read: true })
    .where("user_id", "=", userId)
    .where("is_read", "=", false)
    .where("id", "<=", latestId)
    .execute();
};

/** Returns a page of the notifications of all users or, if `userId` is given, of one user, the latest first. */
export const readNotificationsPage = async (
  db: Db,
  filter: { userId: number | undefined; isUnreadOnly: boolean; limit: number; before: number | undefined },
): Promise<Schemas["NotificationPage"]> => {
  const { userId, isUnreadOnly, limit } = filter;
  const chosen = sql.join(
    [
      sql`n.id < ${filter.before ?? 2147483647}::int`,
      ...(userId === undefined ? [] : [sql`n.user_id = ${userId}`]),
      ...(isUnreadOnly ? [sql`not n.is_read`] : []),
    ],
    sql` and `,
  );
  const { rows } = await sql<Omit<Schemas["AddressedNotification"], "date"> & { date: Date }>`
    select n.id, n.title, n.message, n.code, n.data, n.date, n.is_read as "isRead", u.id as "userId", u.alias as "userName"
    from notification n join app_user u on u.id = n.user_id
    where ${chosen} order by n.id desc limit ${limit + 1}`.execute(db);
  const page = rows.slice(0, limit).map((row) => ({ ...row, date: row.date.toISOString() }));
  return { rows: page, next: rows.length > limit ? String(page.at(-1)?.id) : null };
};

/**
 * Deletes read notifications, and all notifications older than 30 days. Returns the number of deleted notifications.
 */
export const deleteReadNotifications = async (db: Db): Promise<number> => {
  const read = await deleteOld(db, { table: "notification", time: "date", age: "0", where: sql`t.is_read` });
  const old = await deleteOld(db, { table: "notification", time: "date", age: "30 days" });
  return (read ?? 0) + (old ?? 0);
};
