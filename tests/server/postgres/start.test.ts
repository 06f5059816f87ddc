import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { readConfig } from "#server/config.ts";
import { migrate } from "#server/database/migrate.ts";
import { openDatabase } from "#server/database/openDatabase.ts";
import { prepareData } from "#server/startup/firstStart.ts";
import { describeStartFailure, NotListening } from "#server/startup/startFailure.ts";
import { newPlace } from "../../support/server/serverPlace.ts";
import { spawnServer, untilExit } from "../../support/server/serverProcess.ts";

const SECRET = "tainoe-slovo";

/** Fake PostgreSQL server that refuses every password. The real PostgreSQL server of the tests requires no password. */
const refusing = createServer((socket) => {
  const fields = "SFATAL\0C28P01\0Mpassword authentication failed\0\0";
  const head = Buffer.from("E\0\0\0\0");
  head.writeInt32BE(4 + Buffer.byteLength(fields), 1);
  socket.on("error", () => undefined).once("data", () => socket.end(Buffer.concat([head, Buffer.from(fields)])));
});

let folder: string;
let port: number;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "orders-start-"));
  writeFileSync(join(folder, "file"), "");
  await new Promise<void>((resolve) => refusing.listen(0, "127.0.0.1", resolve));
  const address = refusing.address();
  port = typeof address === "object" && address ? address.port : 0;
});
afterAll(() => {
  refusing.close();
  rmSync(folder, { recursive: true });
});

const SENTENCE = /^[^\n]+$/;

/** Returns the error message of a server that cannot start with the given database or folder. */
const startErrorOf = async (place: { databaseUrl?: string; dataDir: string }): Promise<string> => {
  try {
    const database = await openDatabase(place);
    await migrate(database).finally(database.close);
  } catch (failure) {
    return describeStartFailure(failure);
  }
  throw new Error("the start succeeded");
};

const at = (place: string) => ({ databaseUrl: `postgres://shop:${SECRET}@${place}`, dataDir: "" });

test("database or data folder that cannot be opened — is reported in Russian, without a stack trace and without a password", async () => {
  const cases = [
    [at("127.0.0.1:1/orders"), "База данных не принимает соединений"],
    [at("no-such-host.invalid/orders"), "Узел базы данных не найден"],
    [at(`127.0.0.1:${port}/orders`), "База данных не приняла имя или пароль"],
    [{ databaseUrl: `${inject("postgresUrl")}no_such_database`, dataDir: "" }, "Такой базы данных нет"],
    [at("127.0.0.1:port/orders"), "Адрес базы данных составлен неверно"],
    [{ dataDir: join(folder, "file") }, "это не папка"],
    [{ dataDir: join(folder, "file", "inner") }, "это не папка"],
    [{ dataDir: "/sys/orders" }, "в неё нельзя писать"],
  ] as const;
  for (const [place, sentence] of cases) {
    const said = await startErrorOf(place);
    expect(said).toContain(sentence);
    expect(said).toContain("databaseUrl" in place ? "Проверьте DATABASE_URL" : "DATA_DIR");
    expect(said).not.toMatch(/ {4}at |tainoe|Error/);
    expect(said).toMatch(SENTENCE);
  }
});

test("server that cannot start — prints one sentence and exits with code 1", async () => {
  const server = await spawnServer({ DATABASE_URL: at(`127.0.0.1:${port}/orders`).databaseUrl });
  expect(await untilExit(server)).toBe(1);
  expect(server.output().trim()).toMatch(SENTENCE);
  expect(server.output()).toContain("База данных не приняла имя или пароль");
});

test("invalid setting — is reported with the valid values", () => {
  const cases: [NodeJS.ProcessEnv, RegExp][] = [
    [{ PORT: "четыре" }, /^PORT должно быть целым числом не больше 65535, а не «четыре»\.$/],
    [{ PORT: "70000" }, /^PORT должно быть .*65535/],
    [{ ACCESS_TTL_S: "1.5" }, /^ACCESS_TTL_S должно быть целым числом, а не «1\.5»\.$/],
    [{ LOG_LEVEL: "громко" }, /^LOG_LEVEL должно быть одним из .*info.*«громко»\.$/],
    [
      { TRUSTED_PROXIES: "10.0.0.5; balancer" },
      /^TRUSTED_PROXIES должно быть списком адресов .*«10\.0\.0\.5; balancer»\.$/,
    ],
  ];
  for (const [env, sentence] of cases) {
    const said = () => {
      try {
        return JSON.stringify(readConfig(env));
      } catch (failure) {
        return describeStartFailure(failure);
      }
    };
    expect(said()).toMatch(sentence);
  }
});

test("unknown host, address of another computer and port in use — each have their own error message", async () => {
  const whyNot = (place: { host: string; port: number }): Promise<string> =>
    new Promise((resolve) => {
      const server = createServer();
      server.once("error", (cause) => resolve(describeStartFailure(new NotListening("", { cause }))));
      server.listen(place, () => server.close(() => resolve("it listens")));
    });
  expect(await whyNot({ host: "no-such-host.invalid", port: 0 })).toMatch(/^Такого узла нет\. .*HOST/);
  expect(await whyNot({ host: "192.0.2.1", port: 0 })).toMatch(/^Такого адреса у этой машины нет\. .*HOST/);
  expect(await whyNot({ host: "127.0.0.1", port })).toMatch(/^Порт уже занят/);
});

test("first start — can wait longer than the silence timeout for the lock of another process", async () => {
  const place = await newPlace("empty");
  const silence = 500;
  const database = await openDatabase({ ...place, poolSize: 2, silence });
  await migrate(database);
  const other = new pg.Client({ connectionString: place.databaseUrl });
  await other.connect();
  await other.query("select pg_advisory_lock(4001001)");
  const prepared = prepareData(database.db, readConfig({ DEMO: "0" }));
  // Two queries in sequence are aborted after the silence timeout. When the second query is aborted, `prepareData` has
  // waited for the lock for longer than this timeout. The queries use a separate pool, because a
  // timeout closes the older connections of its pool.
  const silent = await openDatabase({ ...place, poolSize: 1, silence });
  for (let query = 0; query < 2; query += 1)
    await expect(sql`select pg_sleep(60)`.execute(silent.db)).rejects.toMatchObject({ code: "08006" });
  await silent.close();
  await other.end();
  expect((await prepared).passwordLink).toBeDefined();
  await database.close();
  await place.remove();
});
