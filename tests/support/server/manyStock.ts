import { sql } from "kysely";
import type { Db } from "#server/database/connection.ts";
import { vacuumTables } from "#server/services/monitoring/housekeeping.ts";
import { fillYear } from "./manyOrders.ts";

/** Number of stock items of company 1 that its dishes use, with ids from 1,000,000. */
const ITEMS = 500;
const FIRST_ID = 1_000_000;
/** Number of items in each recipe. The two dishes of an order therefore use about twelve items. */
const PARTS = 6;
const DISHES = 90;
/**
 * Number of orders per statement that adds stock operations. A larger statement could exceed the time limit of the
 * database.
 */
const CHUNK = 2_000;

/** Returns the ids of the first `count` added stock items. */
export const manyItemIds = (count: number): number[] => Array.from({ length: count }, (_, at) => FIRST_ID + at);

const fillRecipes = async (db: Db): Promise<void> => {
  await sql`insert into stock_item (id, company_id, title, unit, estimate_cost)
    select ${FIRST_ID}::int + n, 1, 'Товар ' || n, 'кг', 50 + n % 90 from generate_series(0, ${ITEMS - 1}::int) n`.execute(
    db,
  );
  await sql`delete from item_composition where item_id between 1 and ${DISHES}`.execute(db);
  await sql`insert into item_composition (item_id, stock_item_id, count)
    select i.id, ${FIRST_ID}::int + (i.id * ${PARTS}::int + k) % ${ITEMS}::int, 0.1 * (1 + k)
    from item i, generate_series(0, ${PARTS - 1}::int) k where i.id between 1 and ${DISHES}`.execute(db);
};

/**
 * Adds to company 1 a year with 100,000 orders (see `fillYear`), recipes of 500 stock items, and a million operations
 * of the closed orders. Finally changes the recipe of one dish, so that a recalculation must correct operations.
 */
export const fillStock = async (db: Db, first: string): Promise<void> => {
  const orders = 100_000;
  await fillYear(db, first, orders, [1]);
  await fillRecipes(db);
  // Foreign key checks are disabled, because checking so many rows would take minutes.
  await sql`alter table stock_operation disable trigger all`.execute(db);
  await sql`alter table stock_operation enable trigger user`.execute(db);
  for (let from = FIRST_ID; from <= FIRST_ID + orders; from += CHUNK)
    await sql`
      insert into stock_operation (company_id, stock_item_id, operation_type, count, amount, date, is_processed, order_id,
        operator_id, taken_at)
      select 1, t.id, '-', round(u.count, 5), round(u.count * t.estimate_cost, 2), o.date, true, o.id, o.operator_id, o.date
      from (select l.order_id, c.stock_item_id, sum(l.count * c.count) as count
        from order_line l join item_composition c on c.item_id = l.item_id
        where l.order_id between ${from} and ${from + CHUNK - 1} group by l.order_id, c.stock_item_id) u
      join orders o on o.id = u.order_id join order_status s on s.id = o.status_id and s.is_closed and not s.is_cancel
      join stock_item t on t.id = u.stock_item_id`.execute(db);
  await sql`alter table stock_operation enable trigger all`.execute(db);
  await sql`update orders o set cost = x.amount from (select order_id, sum(amount) as amount from stock_operation
    where order_id >= ${FIRST_ID} group by order_id) x where x.order_id = o.id`.execute(db);
  await sql`update item_composition set count = count + 0.05 where item_id = 1`.execute(db);
  await vacuumTables(db);
};
