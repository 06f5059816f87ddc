import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate } from "#server/database/migrate.ts";
import { migratedBefore } from "../support/server/migratedBefore.ts";
import { newStockItem } from "../support/server/packingLists.ts";
import { findUnbalanced } from "../support/server/stockBalance.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

test("balance migration — calculates the balances from the ledger", async () => {
  const database = await migratedBefore("0055");
  await database.pool.query(`
    insert into company (id, name, time_zone, day_start) values (1, 'Пиццерия', 'Europe/Moscow', '06:00'),
      (2, 'Кафе', 'Europe/Moscow', '06:00');
    insert into stock_item (id, company_id, title, unit) values (1, 1, 'Мука', 'кг'), (2, 1, 'Соль', 'кг'), (3, 2, 'Мука', 'кг');
    insert into stock_operation (company_id, stock_item_id, operation_type, count, is_processed, is_reserved) values
      (1, 1, '+', 10, true, false), (1, 1, '-', 2.5, true, false), (1, 1, '-', 3, false, true), (1, 1, '+', -1, true, false),
      (1, 2, '-', 4, false, true), (2, 3, '-', 0.00001, true, false);`);
  await migrate(database);
  const { rows } = await database.pool.query(
    `select company_id as company, stock_item_id as item, on_hand as "onHand" from stock_balance order by 1, 2`,
  );
  expect(rows).toEqual([
    { company: 1, item: 1, onHand: 6.5 },
    { company: 2, item: 3, onHand: -0.00001 },
  ]);
  await database.pool.query("update stock_operation set is_processed = true, is_reserved = false");
  expect(await findUnbalanced(database.db)).toEqual([]);
});

test("demo data — have stock balances that equal the sums of the ledgers", async () => {
  const { rows } = await sql`select from stock_balance`.execute(world.db);
  expect(rows.length).toBeGreaterThan(50);
  expect(await findUnbalanced(world.db)).toEqual([]);
});

test("operations that are inserted, changed and deleted by SQL — change the balances", async () => {
  const [flour, salt] = [await newStockItem(world), await newStockItem(world)];
  const onHand = async () => {
    expect(await findUnbalanced(world.db)).toEqual([]);
    const { rows } = await sql<{ id: number; count: number }>`select stock_item_id as id, on_hand as count
      from stock_balance where stock_item_id in (${flour}, ${salt}) order by id`.execute(world.db);
    return rows.map(({ count }) => count);
  };
  await sql`insert into stock_operation (company_id, stock_item_id, operation_type, count, is_processed) values
    (1, ${salt}, '+', 3, true), (1, ${flour}, '+', 5, true), (1, ${flour}, '-', 2, false)`.execute(world.db);
  expect(await onHand()).toEqual([5, 3]);
  await sql`update stock_operation set is_processed = true where stock_item_id = ${flour}`.execute(world.db);
  expect(await onHand()).toEqual([3, 3]);
  await sql`update stock_operation set count = count + 1 where stock_item_id in (${flour}, ${salt})`.execute(world.db);
  expect(await onHand()).toEqual([3, 4]);
  await sql`update stock_operation set stock_item_id = ${salt}
    where stock_item_id = ${flour} and operation_type = '+'`.execute(world.db);
  expect(await onHand()).toEqual([-3, 10]);
  await sql`delete from stock_operation where stock_item_id = ${flour}`.execute(world.db);
  expect(await onHand()).toEqual([0, 10]);
});
