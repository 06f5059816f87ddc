import { expect, test } from "vitest";
import { migrate } from "#server/database/migrate.ts";
import { migratedBefore } from "../support/server/migratedBefore.ts";

/** Migration that adds the finance tables. */
const FINANCE = "0039";

test("finance migration — adds missing cash and bank sources, sets the source of each payment method, and extends roles by new permissions", async () => {
  const database = await migratedBefore(FINANCE);
  await database.pool.query(`
    insert into company (id, name, time_zone, day_start) values
      (1, 'Всё в кассу', 'Europe/Moscow', '06:00'), (2, 'С банком', 'Europe/Moscow', '06:00'), (3, 'Пустая', 'Europe/Moscow', '06:00');
    insert into finance_source (id, company_id, name) overriding system value values
      (11, 1, 'Касса'), (21, 2, 'Ящик'), (22, 2, 'Счёт');
    insert into payment_method (company_id, name, finance_source_id, is_cash) values
      (1, 'Наличные', 11, true), (1, 'Карта', 11, false),
      (2, 'Наличные', 21, true), (2, 'Карта', 22, false), (2, 'Перевод', null, false), (2, 'Курьеру', null, true);
    insert into role (id, name, permissions) overriding system value values
      (101, 'Кассир', '{"payment.confirm": 1}'), (102, 'Директор', '{"finance.view": 1, "settings.edit": 1}'),
      (103, 'Бухгалтер', '{"finance.view": 1}');
    select setval(pg_get_serial_sequence('finance_source', 'id'), 100);`);
  await migrate(database);
  const { rows: methods } = await database.pool.query(`
    select m.company_id as company, m.name, s.name as source, s.kind from payment_method m
    join finance_source s on s.id = m.finance_source_id and s.company_id = m.company_id order by m.id`);
  expect(methods).toEqual([
    { company: 1, name: "Наличные", source: "Касса", kind: "cash" },
    { company: 1, name: "Карта", source: "Банк", kind: "bank" },
    { company: 2, name: "Наличные", source: "Ящик", kind: "cash" },
    { company: 2, name: "Карта", source: "Счёт", kind: "bank" },
    { company: 2, name: "Перевод", source: "Счёт", kind: "bank" },
    { company: 2, name: "Курьеру", source: "Ящик", kind: "cash" },
  ]);
  const { rows: sources } = await database.pool.query(
    "select company_id as company, name, kind, opening from finance_source where company_id <> 2 order by company_id, kind",
  );
  expect(sources).toEqual([
    { company: 1, name: "Банк", kind: "bank", opening: 0 },
    { company: 1, name: "Касса", kind: "cash", opening: 0 },
    { company: 3, name: "Банк", kind: "bank", opening: 0 },
    { company: 3, name: "Касса", kind: "cash", opening: 0 },
  ]);
  const { rows: roles } = await database.pool.query("select id, permissions from role where id > 100 order by id");
  expect(roles.map(({ permissions }) => Object.keys(permissions).sort())).toEqual([
    ["payment.confirm", "shift.use"],
    ["finance.edit", "finance.view", "settings.edit"],
    ["finance.view"],
  ]);
});
