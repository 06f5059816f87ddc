import { sql } from "kysely";
import type { Db } from "../../database/connection.ts";

/** Remembers that a user has an order of a company before him, so that he is told when somebody else changes it. */
export const recordViewer = async (
  db: Db,
  place: { companyId: number; orderId: number },
  userId: number,
): Promise<void> => {
  await sql`insert into order_viewer (order_id, user_id)
    select id, ${userId} from orders where id = ${place.orderId} and company_id = ${place.companyId}
    on conflict (order_id, user_id) do update set seen_at = now()
      where order_viewer.seen_at < now() - interval '1 minute'`.execute(db);
};

/** Forgets who had orders open yesterday, and which orders were late long ago. */
export const deleteOldViewers = async (db: Db): Promise<void> => {
  await db.deleteFrom("order_viewer").where("seen_at", "<", sql<Date>`now() - interval '1 day'`).execute();
  await db.deleteFrom("late_notice").where("due", "<", sql<Date>`now() - interval '2 days'`).execute();
};
