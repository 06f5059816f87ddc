import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type OpenDatabase, openDatabase } from "#server/database/connection.ts";
import { ENDS_TRANSACTION } from "#server/database/text.ts";
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

const end = sql.raw(ENDS_TRANSACTION);

const kept = async () => (await sql<{ id: number }>`select id from kept order by id`.execute(database.db)).rows;

describe("a transaction whose last statement takes the commit with it", () => {
  test("keeps all that it wrote", async () => {
    await inTransaction(database.db, async (tx) => {
      await sql`insert into kept values (1)`.execute(tx);
      await sql`insert into kept values (2) ${end}`.execute(tx);
    });
    expect(await kept()).toEqual([{ id: 1 }, { id: 2 }]);
  });

  test("keeps nothing when that statement fails", async () => {
    const work = inTransaction(database.db, async (tx) => {
      await sql`insert into kept values (1)`.execute(tx);
      await sql`select 1 / ${0}::int ${end}`.execute(tx);
    });
    await expect(work).rejects.toMatchObject({ code: "22012" });
    expect(await kept()).toEqual([]);
  });

  test("says so when the commit is refused", async () => {
    const work = inTransaction(database.db, async (tx) => {
      await sql`insert into kept values (1), (1)`.execute(tx);
      await sql`select 1 ${end}`.execute(tx);
    });
    await expect(work).rejects.toMatchObject({ code: "23505" });
    expect(await kept()).toEqual([]);
  });

  test("of one statement alone begins, too", async () => {
    const two = sql`insert into kept values (1), (1) ${end}`;
    await expect(inTransaction(database.db, (tx) => two.execute(tx))).rejects.toMatchObject({ code: "23505" });
    expect(await kept()).toEqual([]);
  });
});

test("a transaction that is given up before its first statement leaves its connection to the next", async () => {
  const givenUp = new Error("given up");
  await expect(inTransaction(database.db, () => Promise.reject(givenUp))).rejects.toBe(givenUp);
  await inTransaction(database.db, (tx) => sql`insert into kept values (3)`.execute(tx));
  expect(await kept()).toEqual([{ id: 3 }]);
});
