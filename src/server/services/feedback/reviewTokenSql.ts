import { type RawBuilder, sql } from "kysely";

/**
 * Returns the SQL for the token of the review page of the order with the id `orderId` (areas, section 12). The token is
 * null if the order has no link, if the link has expired or if the module `feedback` of the company is off.
 */
export const reviewTokenSql = (
  companyId: RawBuilder<unknown>,
  orderId: RawBuilder<unknown>,
): RawBuilder<string | null> =>
  sql`(select token from feedback_link f join company c on c.id = f.company_id
    where f.company_id = ${companyId} and f.order_id = ${orderId} and f.expires_at > now() and not 'feedback' = any(c.modules_off))`;
