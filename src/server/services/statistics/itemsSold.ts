import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import { sumMoney } from "#domain/money.ts";
import type { Db } from "../../database/connection.ts";
import { intervalOfSql, isCountedSql, ordersInSql, type Span } from "./figures.ts";
import { byGroup, type GroupedSpan } from "./groups.ts";
import { linesInSql } from "./lines.ts";

type Row = Schemas["ItemReportRow"];

interface Sold {
  readonly piece: number | null;
  readonly itemId: number | null;
  readonly categoryId: number | null;
  readonly count: number;
  readonly amount: number;
  readonly discountAmount: number;
}

/**
 * Reads sums of sold dishes in one query. Rows with a null `piece` are sums by dish and category, and rows with a null
 * `itemId` are sums by interval of the time span.
 */
const soldIn = async (db: Db, span: Span): Promise<readonly Sold[]> => {
  const { rows } = await sql<Sold>`
    select t.piece, t.item_id as "itemId", t.category_id as "categoryId", sum(t.count) as count,
      sum(t.amount) as amount, sum(t.discount) as "discountAmount"
    from (select ${intervalOfSql(sql`l.date`, span)} as piece, l.item_id, l.category_id, l.count,
        l.amount + l.modificators_amount as amount, l.discount_value as discount
      from ${linesInSql(span.companyId, span)}) t
    group by grouping sets ((t.item_id, t.category_id), (t.piece))`.execute(db);
  return rows;
};

const addNames = async (db: Db, sold: readonly Sold[]): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select i.id as "itemId", i.name as "itemName", c.id as "categoryId", c.name as "categoryName", t.count, t.amount,
      t."discountAmount"
    from jsonb_to_recordset(${JSON.stringify(sold)}::jsonb)
      as t("itemId" int, "categoryId" int, count bigint, amount numeric, "discountAmount" numeric)
    join item i on i.id = t."itemId" join category c on c.id = t."categoryId"
    order by t.amount desc, i.name, i.id, c.id`.execute(db);
  return rows;
};

const discountOf = async (db: Db, span: Span): Promise<number> => {
  const { rows } = await sql<{ discount: number }>`
    select coalesce(sum(o.discount_amount), 0) as discount from ${ordersInSql(span)} and ${isCountedSql}`.execute(db);
  return rows[0]?.discount ?? 0;
};

/** Returns the dishes sold in a time span: sums by dish and category, sums by day, week or month, and totals. */
export const readItemsSold = async (db: Db, span: GroupedSpan) => {
  const [sold, wholeDiscount] = await Promise.all([soldIn(db, span), discountOf(db, span)]);
  const rows = await addNames(
    db,
    sold.filter(({ piece }) => piece === null),
  );
  const pieces = sold.flatMap(({ piece, count, amount }) => (piece === null ? [] : [{ piece, count, amount }]));
  const discountAmount = sumMoney(rows.map((row) => row.discountAmount));
  return {
    rows,
    groups: byGroup(span, pieces, { count: 0, amount: 0 }),
    total: {
      count: sumMoney(rows.map(({ count }) => count)),
      amount: sumMoney(rows.map(({ amount }) => amount)),
      discountAmount,
      generalDiscountAmount: sumMoney([wholeDiscount, -discountAmount]),
    },
  };
};
