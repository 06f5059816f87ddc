import { expect, test } from "vitest";
import { migrate } from "#server/database/migrate.ts";
import { migratedBefore } from "../support/server/migratedBefore.ts";

const given = `
  insert into company (id, name, time_zone, day_start) values (1, 'Пиццерия', 'Europe/Moscow', '06:00'),
    (2, 'Бистро', 'Europe/Moscow', '06:00');
  insert into app_user (id, user_name, alias, password_hash) overriding system value values (1, 'owner', 'Владелец', ''),
    (2, 'manager', 'Управляющий', '');
  insert into order_status (id, company_id, name, sort) overriding system value values (1, 1, 'Новый', 1), (2, 2, 'Новый', 1);
  insert into orders (id, company_id, day, internal_id, date, creation_date, status_id, is_open, phone, amount)
    overriding system value values
    (1, 1, '2026-01-01', 1, now(), now(), 1, true, '+79160000001', 500),
    (2, 2, '2026-01-01', 1, now(), now(), 2, true, '+79160000001', 500);
  insert into stock_item (id, company_id, title, unit, estimate_cost) overriding system value values (1, 2, 'Мука', 'кг', 10);
  insert into inventory_group (id, company_id, name) overriding system value values (1, 2, 'Склад');
  insert into inventory (id, company_id, group_id, is_blind, started_at, started_by) overriding system value
    values (1, 2, 1, false, now(), 1);
  insert into stock_act (id, company_id, kind, reason, date, created_by) overriding system value
    values (1, 2, 'writeOff', 'spoilage', now(), 1);
  insert into supplier (id, company_id, name) overriding system value values (1, 2, 'Мельница');
  insert into packing_list (id, company_id, supplier_id, kind, date, created_by) overriding system value
    values (1, 2, 1, 'delivery', now(), 1);`;

/** Returns SQL that inserts rows without a company, as the previous server version does. Each number gives new rows. */
const rowsOf = (number: 1 | 2) => `
  insert into order_history (order_id, type_element, type, date, employee_id, new_name)
    select id, 'Order', 'Add', now(), 1, 'Заказ' from orders;
  insert into order_viewer (order_id, user_id) select id, ${number} from orders on conflict (order_id, user_id) do nothing;
  insert into late_notice (order_id, due) select id, now() + interval '${number} hours' from orders;
  insert into inventory_entry (inventory_id, stock_item_id, place, count, counted_at, user_id)
    values (1, 1, 'Место ${number}', 1, now(), 1);`;

const TABLES = [
  "order_history",
  "order_viewer",
  "late_notice",
  "inventory_entry",
  "stock_act_line",
  "packing_list_line",
];

test("column company_id — is filled in all old rows, and in rows that the previous server version writes after the migration", async () => {
  const database = await migratedBefore("0071");
  const run = (text: string) => database.pool.query(text);
  await run(given);
  await run(rowsOf(1));
  await run(`insert into stock_act_line (stock_act_id, position, stock_item_id, count) values (1, 0, 1, 2);
    insert into packing_list_line (packing_list_id, position, stock_item_id, count, price, vat, vat_amount, amount)
      values (1, 0, 1, 2, 10, 0, 0, 20);`);
  await migrate(database);
  const companiesOf = async (table: string): Promise<string> => {
    const { rows } = await database.pool.query(`select company_id as id from ${table} order by 1`);
    return rows.map(({ id }) => id).join();
  };
  const readCompanies = async () =>
    Object.fromEntries(await Promise.all(TABLES.map(async (table) => [table, await companiesOf(table)])));
  expect(await readCompanies()).toEqual({
    order_history: "1,2",
    order_viewer: "1,2",
    late_notice: "1,2",
    inventory_entry: "2",
    stock_act_line: "2",
    packing_list_line: "2",
  });
  await run(rowsOf(2));
  await run(`delete from stock_act_line; delete from packing_list_line;
    insert into stock_act_line (stock_act_id, position, stock_item_id, count) values (1, 0, 1, 2);
    insert into packing_list_line (packing_list_id, position, stock_item_id, count, price, vat, vat_amount, amount)
      values (1, 0, 1, 2, 10, 0, 0, 20);`);
  expect(await readCompanies()).toEqual({
    order_history: "1,1,2,2",
    order_viewer: "1,1,2,2",
    late_notice: "1,1,2,2",
    inventory_entry: "2,2",
    stock_act_line: "2",
    packing_list_line: "2",
  });
  const { rows: nullable } = await run(`select table_name from information_schema.columns
    where table_schema = 'public' and column_name = 'company_id' and is_nullable = 'YES'
      and table_name in (${TABLES.map((table) => `'${table}'`).join()})`);
  expect(nullable).toEqual([]);
});

test("upsert by the previous server version — still replaces the inventory entry of the same storage place", async () => {
  const database = await migratedBefore("0071");
  await database.pool.query(given);
  await database.pool.query(rowsOf(1));
  await migrate(database);
  await database.pool.query(`insert into inventory_entry (inventory_id, stock_item_id, place, count, counted_at, user_id)
    values (1, 1, 'место 1', 7, now(), 1)
    on conflict (inventory_id, stock_item_id, lower(place)) do update set count = excluded.count`);
  const { rows } = await database.pool.query("select company_id as company, count from inventory_entry");
  expect(rows).toEqual([{ company: 2, count: 7 }]);
});
