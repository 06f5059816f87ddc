import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import pg from "pg";
import { expect, test } from "vitest";
import { migrate } from "#server/database/migrate.ts";
import { openDatabase } from "#server/database/openDatabase.ts";
import { givenOrder } from "../../support/server/orders.ts";
import { findWrongSums, hashOrders } from "../../support/server/savedSums.ts";
import { newPlace } from "../../support/server/serverPlace.ts";
import { startWorld } from "../../support/server/testServer.ts";

/** Returns the major version of a PostgreSQL program, or 0 if it is not installed. */
const versionOf = (program: string): number =>
  Number(/\(PostgreSQL\) (\d+)/.exec(spawnSync(program, ["--version"], { encoding: "utf8" }).stdout ?? "")?.[1] ?? 0);

const serverVersion = async (url: string | undefined): Promise<number> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ major: number }>(
    "select current_setting('server_version_num')::int / 10000 as major",
  );
  await client.end();
  return rows[0]?.major ?? 0;
};

/**
 * Copies a database with the commands of src/server/OPERATIONS.md. Returns an empty string, or the exit codes and the
 * error output if a program fails.
 */
const copyByTools = async (from: string, to: string): Promise<string> => {
  const dump = spawn("pg_dump", ["--format=custom", from]);
  const restore = spawn("pg_restore", ["--no-owner", "--exit-on-error", `--dbname=${to}`]);
  dump.stdout.pipe(restore.stdin);
  let said = "";
  for (const stream of [dump.stderr, restore.stderr]) stream.on("data", (part: Buffer) => (said += part.toString()));
  const codes = await Promise.all([dump, restore].map(async (program) => (await once(program, "close"))[0]));
  return codes.every((code) => code === 0) ? "" : `${codes.join(", ")}: ${said}`;
};

/** Returns the number of rows and a hash of each table. */
const hashTables = async (url: string | undefined): Promise<Readonly<Record<string, string>>> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows: tables } = await client.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  const hashes: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await client.query<{ hash: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(line, ',' order by line)), '') as hash
       from (select md5(t::text) as line from ${client.escapeIdentifier(name)} t) lines`,
    );
    hashes[name] = rows[0]?.hash ?? "";
  }
  await client.end();
  return hashes;
};

const installed = Math.min(versionOf("pg_dump"), versionOf("pg_restore"));

test("pg_dump and pg_restore — copy every row, and a server can run on the copy", async ({ skip }) => {
  const [source, target] = [await newPlace(), await newPlace("empty")];
  try {
    const needed = await serverVersion(source.databaseUrl);
    skip(installed < needed, `pg_dump and pg_restore ${needed} are not installed (found ${installed || "none"})`);
    expect(await copyByTools(source.databaseUrl ?? "", target.databaseUrl ?? "")).toBe("");
    const tables = await hashTables(source.databaseUrl);
    expect(Object.keys(tables).length).toBeGreaterThan(80);
    expect(await hashTables(target.databaseUrl)).toEqual(tables);

    const world = await startWorld({ place: target });
    expect(await migrate(world.database)).toEqual([]);
    expect(await findWrongSums(world.db)).toEqual([]);
    const original = await openDatabase(source);
    expect(await hashOrders(world.db, 1_000_000)).toEqual(await hashOrders(original.db, 1_000_000));
    await original.close();
    expect((await givenOrder(world)).amount).toBe(980);
    expect(await findWrongSums(world.db)).toEqual([]);
    await world.stop();
  } finally {
    await source.remove();
    await target.remove();
  }
});
