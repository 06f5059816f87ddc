import { expect, test } from "vitest";
import { migrate } from "#server/database/migrate.ts";
import { migratedBefore } from "../support/server/migratedBefore.ts";

test("transfer migration — keeps the sequence of the packing lists in the cost history", async () => {
  const database = await migratedBefore("0052");
  await database.pool.query(`
    insert into company (id, name, time_zone, day_start) values (1, 'Пиццерия', 'Europe/Moscow', '06:00');
    insert into supplier (id, company_id, name) values (1, 1, 'Мельница');
    insert into stock_item (id, company_id, title, unit) values (1, 1, 'Мука', 'кг');
    insert into packing_list (id, company_id, supplier_id, kind, date, state) values
      (7, 1, 1, 'delivery', '2026-01-01', 'approved'), (3, 1, 1, 'delivery', '2026-01-01', 'approved');
    insert into stock_operation (id, company_id, stock_item_id, operation_type, count, price, date, is_processed, packing_list_id)
      values (1, 1, 1, '+', 1, 10, '2026-01-01', true, 7), (2, 1, 1, '+', 1, 20, '2026-01-01', true, 3);
    insert into stock_cost_history (operation_id, company_id, stock_item_id, date, packing_list_id, on_hand, average_cost)
      values (1, 1, 1, '2026-01-01', 7, 1, 15), (2, 1, 1, '2026-01-01', 3, 0, 20);`);
  await migrate(database);
  const { rows } = await database.pool.query(
    "select operation_id as operation, document_order as position from stock_cost_history order by date, document_order",
  );
  expect(rows).toEqual([
    { operation: 2, position: 3 },
    { operation: 1, position: 7 },
  ]);
  await expect(database.pool.query("update stock_operation set count = 5 where id = 1")).rejects.toThrow(
    "never change",
  );
});
