import { expect, test } from "vitest";
import { migrate } from "#server/database/migrate.ts";
import { migratedBefore } from "../support/server/migratedBefore.ts";

/** First of the migrations that add invitations and the permission to create companies. */
const FIRST_NEW = "0021";

test("migration of accounts — keeps memberships, lets only administrators create companies, and ends the password link of a user of two companies", async () => {
  const database = await migratedBefore(FIRST_NEW);
  const rowsOf = async (query: string) => (await database.pool.query(query)).rows;
  await database.pool.query(`
    insert into company (id, name) values (1, 'А'), (2, 'Б');
    insert into role (id, name, permissions) values
      (1, 'Администратор', '{"company.edit": 1, "user.manage": 1, "role.manage": 1}'), (6, 'Курьер', '{"order.view": 1}');
    insert into app_user (id, user_name, alias, password_hash) values
      (1, 'owner', 'o', 'hash'), (2, 'courier', 'c', 'hash'), (3, 'invited', 'i', null), (4, 'shared', 's', null);
    insert into company_user (company_id, user_id, role_id) values (1, 1, 1), (1, 2, 6), (2, 3, 6), (1, 4, 6), (2, 4, 6);
    insert into password_link (hash, user_id, expires_at) values ('a', 3, now() + interval '1 day'), ('b', 4, now() + interval '1 day');`);
  await migrate(database);
  expect(await rowsOf("select user_id from company_user order by user_id, company_id")).toEqual(
    [1, 2, 3, 4, 4].map((user_id) => ({ user_id })),
  );
  expect(await rowsOf("select id, can_create_company, created_by_company_id from app_user order by id")).toEqual([
    { id: 1, can_create_company: true, created_by_company_id: null },
    { id: 2, can_create_company: false, created_by_company_id: null },
    { id: 3, can_create_company: false, created_by_company_id: 2 },
    { id: 4, can_create_company: false, created_by_company_id: null },
  ]);
  expect(await rowsOf("select hash, used_at is null as works from password_link order by hash")).toEqual([
    { hash: "a", works: true },
    { hash: "b", works: false },
  ]);
});
