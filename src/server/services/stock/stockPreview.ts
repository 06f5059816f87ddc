import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import { type Calculation, calculateStock, ordersOfCalculation } from "./stockCalculate.ts";

type Preview = Schemas["StockPreview"];

interface Taken {
  readonly id: number;
  readonly title: string;
  readonly unit: string;
  readonly count: number;
  readonly amount: number;
}

/** Reads the quantity and the cost of each stock item in the operations of the orders. */
const readTaken = async (
  tx: Db,
  { company, stockItemId }: Calculation,
  orderIds: readonly number[],
): Promise<Taken[]> => {
  const { rows } = await sql<Taken>`
    select t.id, t.title, t.unit, sum(o.count) as count, sum(o.amount) as amount
    from stock_operation o join stock_item t on t.id = o.stock_item_id
    where o.company_id = ${company.id} and o.order_id = any(${[...orderIds]}::int[]) and o.stock_item_id = coalesce(${stockItemId ?? null}::int, o.stock_item_id)
    group by t.id order by t.title, t.id`.execute(tx);
  return rows;
};

const nothing = { count: 0, amount: 0 };

/** Returns the items whose quantity or amount differs, sorted by title. */
const differenceOf = (before: readonly Taken[], after: readonly Taken[]): Preview["items"] => {
  const all = new Map([...before, ...after].map((item) => [item.id, item]));
  return [...all.values()]
    .map(({ id, title, unit }) => {
      const { count: countBefore, amount: amountBefore } = before.find((item) => item.id === id) ?? nothing;
      const { count: countAfter, amount: amountAfter } = after.find((item) => item.id === id) ?? nothing;
      return { id, title, unit, countBefore, countAfter, amountBefore, amountAfter };
    })
    .filter((item) => item.countBefore !== item.countAfter || item.amountBefore !== item.amountAfter)
    .sort((one, other) => one.title.localeCompare(other.title, "ru"));
};

/**
 * Returns the changes that a recalculation would make, by executing the recalculation and rolling it back (areas,
 * section 1). Throws the errors of `calculateStock`.
 */
export const previewStock = async (tx: Db, calculation: Calculation): Promise<Preview> => {
  await sql`savepoint preview`.execute(tx);
  const orderIds = await ordersOfCalculation(tx, calculation);
  const before = await readTaken(tx, calculation, orderIds);
  const calculated = await calculateStock(tx, calculation);
  const after = await readTaken(tx, calculation, orderIds);
  await sql`rollback to savepoint preview`.execute(tx);
  return { ...calculated, items: differenceOf(before, after) };
};
