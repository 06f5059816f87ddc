import { sql } from "kysely";
import type { Db } from "../../database/connection.ts";

/** Notification about a thread. */
interface ThreadNews {
  readonly threadId: number;
  readonly companyId: number | null;
  /** User who caused the notification. This user does not receive it. */
  readonly byUserId: number;
  readonly title: string;
  readonly message: string;
}

/** Notifies the global administrators, and the users who may answer questions in the company of the thread. */
export const notifySupport = async (tx: Db, news: ThreadNews): Promise<void> => {
  const { threadId, companyId, byUserId, title, message } = news;
  await sql`insert into notification (user_id, title, message, code, data)
    select u.id, ${title}, ${message}, 'feedback', jsonb_build_object('threadId', ${threadId}::int) from app_user u
    where u.is_active and u.id <> ${byUserId} and (u.roles = 'Admin' or exists (
      select from company_user m join role r on r.id = m.role_id where m.user_id = u.id and m.company_id = ${companyId}::int
        and coalesce((r.permissions->>'feedback.answer')::int, 0) > 0))`.execute(tx);
};

/** Notifies the user who started the thread. */
export const notifyAsker = async (tx: Db, { threadId, byUserId, title, message }: ThreadNews): Promise<void> => {
  await sql`insert into notification (user_id, title, message, code, data)
    select user_id, ${title}, ${message}, 'feedback', jsonb_build_object('threadId', id) from feedback_thread
    where id = ${threadId} and user_id <> ${byUserId}`.execute(tx);
};

/** Sends a notification about a review with a low score to the users who may answer guests. */
export const notifyLowScore = async (
  tx: Db,
  { companyId, reviewId, title, message }: { companyId: number; reviewId: number; title: string; message: string },
): Promise<void> => {
  await sql`insert into notification (user_id, title, message, code, data)
    select m.user_id, ${title}, ${message}, 'feedback', jsonb_build_object('companyId', m.company_id, 'reviewId', ${reviewId}::int)
    from company_user m join role r on r.id = m.role_id join app_user u on u.id = m.user_id and u.is_active
    where m.company_id = ${companyId} and coalesce((r.permissions->>'feedback.answer')::int, 0) > 0`.execute(tx);
};
