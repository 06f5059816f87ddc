import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import { formatQuantity } from "#domain/quantity.ts";
import type { Db } from "../../database/connection.ts";
import { Conflict } from "../shared/domainErrors.ts";
import { onHandSql } from "./stockList.ts";

/**
 * Throws `Conflict` if a stock item has a balance below zero. The error lists these stock items in the sequence of
 * `stockItemIds`.
 */
export const refuseBelowZero = async (tx: Db, companyId: number, stockItemIds: readonly number[]): Promise<void> => {
  const { rows } = await sql<Schemas["BelowZeroItem"]>`
    select t.id as "stockItemId", t.title, t.unit, n.count
    from unnest(${[...stockItemIds]}::int[]) with ordinality as x(id, position) join stock_item t on t.id = x.id
    cross join lateral (select ${onHandSql(sql`${companyId}`, sql`x.id`)} as count) n
    where n.count < 0 order by x.position`.execute(tx);
  if (rows.length === 0) return;
  const names = rows.map(({ title, unit, count }) => `${title} (${formatQuantity(count, unit)})`);
  const message = `Остаток станет меньше нуля: ${names.join(", ")}.`;
  throw new Conflict(message, { errors: { isBelowZeroAllowed: message }, data: { belowZero: rows } });
};
