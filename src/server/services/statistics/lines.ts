import { sql } from "kysely";
import { isDueInSql } from "../orders/orderLists.ts";
import type { Period } from "../shared/period.ts";

/**
 * Returns the SQL for the lines `l` of uncancelled orders that are due in a period. The subquery reads the cancelled
 * orders, because they are fewer than the uncancelled orders.
 */
export const linesInSql = (companyId: number, period: Period) => sql`order_line l
  where l.company_id = ${companyId} and ${isDueInSql(sql`l.date`, period)} and l.order_id not in (
    select c.id from order_status s join orders c on c.status_id = s.id and c.company_id = s.company_id
    where s.company_id = ${companyId} and s.is_cancel and ${isDueInSql(sql`c.date`, period)})`;
