import { type SqlBool, sql } from "kysely";

/**
 * SQL condition: `undo` is the last status change of the order `o`, and the employee can still undo this change (areas,
 * section 13, B6). During this time, the guest page shows the status before the change, and the kitchen display does
 * not yet show dishes that the change has sent to the kitchen.
 */
export const isUndoableSql = sql<SqlBool>`(undo.order_id = o.id and undo.company_id = o.company_id
  and undo.version = o.version and undo.until > clock_timestamp())`;
