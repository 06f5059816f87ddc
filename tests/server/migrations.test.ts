import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { migrate } from "#server/database/migrate.ts";
import { openDatabase } from "#server/database/openDatabase.ts";
import { givenOrder } from "../support/server/orders.ts";
import { newPlace, type ServerPlace } from "../support/server/serverPlace.ts";
import { startWorld } from "../support/server/testServer.ts";

let place: ServerPlace;
let folder: string;
beforeEach(async () => {
  place = await newPlace("empty");
  folder = mkdtempSync(join(tmpdir(), "orders-migrations-"));
  writeFileSync(join(folder, "0001_first.sql"), "create table first (id int);");
});
afterEach(async () => {
  await place.remove();
  rmSync(folder, { recursive: true });
});

const script = fileURLToPath(new URL("../support/server/migrateProcess.ts", import.meta.url));

/** SQL that writes the file `half-done` into the folder of the database. */
const SAY_HALF_DONE = `do $$ begin
  execute format('copy (select 1) to %L', current_setting('data_directory') || '/half-done');
end $$;`;

/** Returns the folder with the files of the database. */
const readDatabaseFolder = async (): Promise<string> => {
  if (!place.databaseUrl) return join(place.dataDir, "pg");
  const database = await openDatabase({ ...place, poolSize: 1 });
  const { rows } = await database.pool.query("show data_directory");
  await database.close();
  return rows[0].data_directory;
};

/** Runs the migrations in a child process and kills the child after the migration has written `half-done`. */
const killDuringMigration = async (): Promise<void> => {
  const sign = join(await readDatabaseFolder(), "half-done");
  const child = spawn(process.execPath, ["--import", "tsx", script, place.dataDir, place.databaseUrl ?? "", folder]);
  await vi.waitUntil(() => existsSync(sign), { timeout: 60_000, interval: 20 });
  rmSync(sign);
  const isGone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await isGone;
};

const tables = async (
  work: (database: Awaited<ReturnType<typeof openDatabase>>) => Promise<unknown>,
): Promise<string[]> => {
  const database = await openDatabase({ ...place, poolSize: 2 });
  await work(database);
  const { rows } = await database.pool.query(
    "select table_name from information_schema.tables where table_schema = 'public' order by 1",
  );
  await database.close();
  return rows.map(({ table_name }) => table_name);
};

test("killed migration — is rolled back and applied at the next start", async () => {
  const second = join(folder, "0002_second.sql");
  writeFileSync(
    second,
    `create table half (id int); ${SAY_HALF_DONE} select pg_sleep(3); create table whole (id int);`,
  );
  await killDuringMigration();
  const left = await tables(async () => undefined);
  expect(left).not.toContain("half");
  expect(left).not.toContain("whole");
  writeFileSync(second, "create table half (id int); create table whole (id int);");
  expect(await tables((database) => migrate(database, folder))).toEqual(["first", "half", "migration", "whole"]);
});

test("failed migration — is rolled back, while earlier migrations stay applied, and the next start resumes", async () => {
  const second = join(folder, "0002_second.sql");
  writeFileSync(second, "create table half (id int); select 1 / 0;");
  writeFileSync(join(folder, "0003_third.sql"), "create table third (id int);");
  await expect(tables((database) => migrate(database, folder).finally(() => database.close()))).rejects.toThrow(
    "division by zero",
  );
  expect(await tables(async () => undefined)).toEqual(["first", "migration"]);
  writeFileSync(second, "create table half (id int);");
  expect(await tables((database) => migrate(database, folder))).toEqual(["first", "half", "migration", "third"]);
});

test("running server — keeps working after a migration of the next version fails, and after this migration is repeated successfully", async () => {
  const demo = await newPlace();
  const world = await startWorld({ place: demo });
  cpSync("src/server/database/migrations", folder, { recursive: true });
  rmSync(join(folder, "0001_first.sql"));
  const next = join(folder, "9999_next.sql");
  const expansion = "alter table orders add column next int; create table next_table (id int);";
  const readNext = async () =>
    (
      await world.database.pool.query(
        `select from information_schema.columns where table_name = 'next_table' or table_name = 'orders' and column_name = 'next'`,
      )
    ).rowCount;

  writeFileSync(next, `${expansion} update orders set next = 1 / (id - id);`);
  await expect(migrate(world.database, folder)).rejects.toThrow("division by zero");
  expect(await readNext()).toBe(0);
  const before = await givenOrder(world);
  writeFileSync(next, expansion);
  expect(await migrate(world.database, folder)).toEqual(["9999_next"]);
  expect(await readNext()).toBe(2);
  expect((await givenOrder(world)).id).toBeGreaterThan(before.id);
  await world.stop();
  await demo.remove();
});

test("database with newer migrations — is accepted by an older version of the server, and this version applies no migration", async () => {
  const second = join(folder, "0002_second.sql");
  writeFileSync(second, "create table second (id int);");
  await tables((database) => migrate(database, folder));
  rmSync(second);
  const applied: string[] = [];
  expect(await tables(async (database) => applied.push(...(await migrate(database, folder))))).toContain("second");
  expect(applied).toEqual([]);
});
