import { sql } from "kysely";
import type { Db } from "../database/connection.ts";
import { missing } from "../problem.ts";

/** Tells the operator of an order what somebody else, or the system, did with it. */
export const notifyOperator = async (
  tx: Db,
  orderId: number,
  byUserId: number | null,
  title: string,
  message: string,
): Promise<void> => {
  await sql`insert into notification (user_id, title, message, code, data)
    select operator_id, ${title}, ${message}, 'order', jsonb_build_object('orderId', id, 'companyId', company_id)
    from orders where id = ${orderId} and operator_id is distinct from ${byUserId}::int and operator_id is not null`.execute(
    tx,
  );
};

/** Notifications of a user as JSON text, the latest first. */
export const notificationsJson = async (
  db: Db,
  userId: number,
  wanted: { isUnreadOnly: boolean; limit: number; before: number | undefined },
): Promise<string> => {
  const { rows } = await sql<{ json: string }>`
    select coalesce(json_agg(r), '[]')::text as json from (
      select id, title, message, code, data, date, is_read as "isRead" from notification
      where user_id = ${userId} and not (${wanted.isUnreadOnly} and is_read)
        and id < coalesce(${wanted.before ?? null}::int, 2147483647)
      order by id desc limit ${wanted.limit}) r`.execute(db);
  return rows[0]?.json ?? "[]";
};

/** Marks a notification of a user read. */
export const readNotification = async (db: Db, userId: number, id: number): Promise<void> => {
  const { rows } = await sql`update notification set is_read = true
    where id = ${id} and user_id = ${userId} returning 1`.execute(db);
  if (rows.length === 0) throw missing("Уведомление не найдено.");
};
