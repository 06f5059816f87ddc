import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import { isDueInSql, isWantedSql, type OrderFilter } from "../orders/orderLists.ts";
import { linesInSql } from "./lines.ts";

/**
 * Returns the sold dishes of the orders that match the filter, separately for open and closed orders. Excludes
 * cancelled orders.
 */
export const readRealization = async (db: Db, filter: OrderFilter): Promise<Schemas["RealizationRow"][]> => {
  const { companyId, period } = filter;
  // While the tables have no statistics, PostgreSQL evaluates a plain `in` once per order line. The suffix "is true"
  // prevents this.
  const isChosen =
    filter.statusIds || filter.tagIds
      ? sql`(l.order_id in (select o.id from orders o where ${isWantedSql(filter)})) is true`
      : sql`true`;
  const { rows } = await sql<Schemas["RealizationRow"]>`
    select i.id as "itemId", i.name as "itemName", c.id as "categoryId", c.name as "categoryName", t.is_closed as "isClosed",
      t.count, t.amount
    from (select l.item_id, l.category_id, sum(l.count) as count, sum(l.amount + l.modificators_amount) as amount,
        l.order_id not in (
          select o.id from orders o where o.company_id = ${companyId} and o.is_open and ${isDueInSql(sql`o.date`, period)}) as is_closed
      from ${linesInSql(companyId, period)} and ${isChosen} group by l.item_id, l.category_id, is_closed) t
    join item i on i.id = t.item_id join category c on c.id = t.category_id
    order by c.name, c.id, i.name, i.id, t.is_closed`.execute(db);
  return rows;
};
