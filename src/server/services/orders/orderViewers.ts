import { sql } from "kysely";
import type { Db } from "../../database/connection.ts";

/** Records that a user is viewing an order, so that the user is notified when other users change the order. */
export const recordViewer = async (
  db: Db,
  order: { companyId: number; orderId: number },
  userId: number,
): Promise<void> => {
  await sql`insert into order_viewer (order_id, company_id, user_id)
    select id, company_id, ${userId} from orders where id = ${order.orderId} and company_id = ${order.companyId}
    on conflict on constraint order_viewer_pkey do update set seen_at = now()
      where order_viewer.seen_at < now() - interval '1 minute'`.execute(db);
};
