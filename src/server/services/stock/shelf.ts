import { type RawBuilder, sql } from "kysely";
import { onHandSql, signedCountSql } from "./stockList.ts";

/**
 * SQL for the current time in whole milliseconds, equal for all rows of a statement. The time is truncated, so that it
 * is never later than the real time and can be compared with the time of an inventory entry.
 */
export const shelfTimeSql = sql`(select date_trunc('milliseconds', clock_timestamp()))`;

/**
 * Returns the SQL for the quantity of a stock item on the shelf at a time (areas, section 4). The goods of an order
 * leave the shelf with the first status that has `isAddStockOperation`, and return when the order is cancelled, gets a
 * status without this flag or no longer uses the goods.
 */
export const shelfCountSql = (
  companyId: RawBuilder<unknown>,
  stockItemId: RawBuilder<unknown>,
  at: RawBuilder<unknown>,
) => sql`(
  ${onHandSql(companyId, stockItemId)}
  - coalesce((select sum(${signedCountSql}) from stock_operation
    where company_id = ${companyId} and stock_item_id = ${stockItemId} and is_processed and coalesce(taken_at, date) > ${at}), 0)
  + coalesce((select sum(${signedCountSql}) from stock_operation
    where company_id = ${companyId} and stock_item_id = ${stockItemId} and not is_processed and coalesce(taken_at, date) <= ${at}), 0)
  - coalesce((select sum(count) from earlier_reservation
    where company_id = ${companyId} and stock_item_id = ${stockItemId} and until > ${at} and taken_at <= ${at}), 0))`;
