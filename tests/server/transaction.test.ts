import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { OpenDatabase } from "#server/database/connection.ts";
import { openDatabase } from "#server/database/openDatabase.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { newPlace, type ServerPlace } from "../support/server/serverPlace.ts";

let place: ServerPlace;
let database: OpenDatabase;
beforeAll(async () => {
  place = await newPlace("empty");
  database = await openDatabase({ ...place, poolSize: 2 });
  await sql`create table kept (id int primary key deferrable initially deferred)`.execute(database.db);
});
afterAll(async () => {
  await database.close();
  await place.remove();
});
beforeEach(async () => {
  await sql`delete from kept`.execute(database.db);
});

const insert = (id: number) => sql`insert into kept values (${id})`;

const readKept = async () => (await sql<{ id: number }>`select id from kept order by id`.execute(database.db)).rows;

test("transaction — commits all its writes", async () => {
  await inTransaction(database.db, async (tx) => {
    await insert(1).execute(tx);
    await insert(2).execute(tx);
  });
  expect(await readKept()).toEqual([{ id: 1 }, { id: 2 }]);
});

test("transaction — is rolled back if a statement fails", async () => {
  const work = inTransaction(database.db, async (tx) => {
    await insert(1).execute(tx);
    await sql`select 1 / ${0}::int`.execute(tx);
  });
  await expect(work).rejects.toMatchObject({ code: "22012" });
  expect(await readKept()).toEqual([]);
});

test("transaction — its promise is rejected if the commit fails", async () => {
  const work = inTransaction(database.db, async (tx) => {
    await insert(1).execute(tx);
    await insert(1).execute(tx);
  });
  await expect(work).rejects.toMatchObject({ code: "23505" });
  expect(await readKept()).toEqual([]);
});

test("transaction that fails before its first statement — leaves its connection usable", async () => {
  const failure = new Error("given up");
  await expect(inTransaction(database.db, () => Promise.reject(failure))).rejects.toBe(failure);
  await inTransaction(database.db, (tx) => insert(3).execute(tx));
  expect(await readKept()).toEqual([{ id: 3 }]);
});

test("update statement — returns the number of changed rows", async () => {
  await insert(1).execute(database.db);
  expect((await sql`update kept set id = 2`.execute(database.db)).numAffectedRows).toBe(1n);
});
