import { expect, test } from "vitest";
import { migrate } from "#server/database/migrate.ts";
import { migratedBefore } from "../support/server/migratedBefore.ts";

/** Migration that adds the role of storekeepers. */
const STOREKEEPER = "0051";

test("role migration — adds the public role 'Кладовщик' to a database that has roles, and keeps these roles", async () => {
  const database = await migratedBefore(STOREKEEPER);
  await database.pool.query(`
    insert into company (id, name) values (1, 'А');
    insert into role (name, is_public, company_id) values ('Курьер', true, null), ('Кладовщик', false, 1)`);
  await migrate(database);
  const { rows } = await database.pool.query("select name, is_public, permissions from role order by id");
  expect(rows.slice(0, 2).map(({ name }) => name)).toEqual(["Курьер", "Кладовщик"]);
  expect(rows.slice(2)).toEqual([
    { name: "Кладовщик", is_public: true, permissions: expect.objectContaining({ "stock.approve": 1 }) },
  ]);
});

test("role migration — adds no role to a new database", async () => {
  const database = await migratedBefore(STOREKEEPER);
  await migrate(database);
  expect((await database.pool.query("select 1 from role")).rows).toEqual([]);
});
