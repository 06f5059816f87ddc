import { sql } from "kysely";
import { sumMoney } from "#domain/money.ts";
import type { Db } from "../../database/connection.ts";
import { intervalOfSql, isCountedSql, ordersInSql } from "./figures.ts";
import { byGroup, type Group, type GroupedSpan } from "./groups.ts";

/** Sums of orders. Cancelled orders are included only in `canceledCount`. */
export interface OrderSums {
  readonly count: number;
  readonly amount: number;
  readonly discountAmount: number;
  readonly cost: number;
  readonly canceledCount: number;
}

const none: OrderSums = { count: 0, amount: 0, discountAmount: 0, cost: 0, canceledCount: 0 };

/** Returns the sums of orders for each day, week or month of a time span. */
export const readOrdersByGroup = async (db: Db, span: GroupedSpan): Promise<readonly (Group & OrderSums)[]> => {
  const { rows } = await sql<OrderSums & { piece: number }>`
    select ${intervalOfSql(sql`o.date`, span)} as piece, count(*) filter (where ${isCountedSql})::int as count,
      coalesce(sum(o.amount) filter (where ${isCountedSql}), 0) as amount,
      coalesce(sum(o.discount_amount) filter (where ${isCountedSql}), 0) as "discountAmount",
      coalesce(sum(o.cost) filter (where ${isCountedSql}), 0) as cost,
      count(*) filter (where s.is_cancel)::int as "canceledCount"
    from ${ordersInSql(span)} group by 1`.execute(db);
  return byGroup(span, rows, none);
};

export const sumOrderGroups = (groups: readonly OrderSums[]): OrderSums => ({
  count: sumMoney(groups.map(({ count }) => count)),
  amount: sumMoney(groups.map(({ amount }) => amount)),
  discountAmount: sumMoney(groups.map(({ discountAmount }) => discountAmount)),
  cost: sumMoney(groups.map(({ cost }) => cost)),
  canceledCount: sumMoney(groups.map(({ canceledCount }) => canceledCount)),
});
