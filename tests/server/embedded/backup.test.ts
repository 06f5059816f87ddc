import { execFile } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { NoRoomToCopy, requireRoomToCopy } from "#server/database/diskSpace.ts";
import { openDatabase } from "#server/database/openDatabase.ts";
import { findWrongSums, hashOrders } from "../../support/server/savedSums.ts";
import { givenOrderSaver } from "../../support/server/saveOrders.ts";
import { newPlace, type ServerPlace } from "../../support/server/serverPlace.ts";
import { callerOf, spawnServer, untilReady } from "../../support/server/serverProcess.ts";

/** Maximum duration of a save during a backup, milliseconds. */
const PATIENCE_MS = 30_000;

let folder: string;
let archive: string;
let source: ServerPlace;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "orders-backup-"));
  archive = join(folder, "shop.tar.gz");
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await source.remove();
});

interface Ended {
  readonly code: unknown;
  readonly output: string;
}

/** Runs the backup or restore script as npm does if the temporary folder is the user's current folder. */
const run = (command: "backup" | "restore", dataDir: string, ...words: readonly string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const env = { ...process.env, INIT_CWD: folder, DATA_DIR: dataDir, DATABASE_URL: "" };
    execFile(process.execPath, [`scripts/${command}.mjs`, ...words], { env }, (failure, output, errors) =>
      resolve({ code: failure?.code ?? 0, output: `${output}${errors}` }),
    );
  });

const readIds = async (dataDir: string): Promise<ReadonlySet<number>> => {
  const database = await openDatabase({ dataDir });
  const rows = await database.db.selectFrom("orders").select("id").execute();
  await database.close();
  return new Set(rows.map(({ id }) => id));
};

test("backup while orders are saved — contains every order acknowledged before the backup began, with correct sums", async () => {
  source = await newPlace();
  const server = await spawnServer({ DATA_DIR: source.dataDir });
  await untilReady(server);
  const save = await givenOrderSaver(await callerOf(server.url, "operator"), server.url, "+79160004411");
  const saved: { id: number | undefined; ms: number }[] = [];
  let isDone = false;
  const worker = async () => {
    while (!isDone) saved.push(await save());
  };
  const workers = [worker(), worker(), worker()];
  while (saved.length < 20) await save();
  const before = saved.map(({ id }) => id);
  expect(await run("backup", source.dataDir, "shop.tar.gz")).toEqual({
    code: 0,
    output: `Копия сохранена: ${archive}\n`,
  });
  const meanwhile = saved.length - before.length;
  isDone = true;
  await Promise.all(workers);
  expect(saved.filter(({ id }) => id === undefined)).toEqual([]);
  expect(meanwhile).toBeGreaterThan(20);
  expect(Math.max(...saved.map(({ ms }) => ms))).toBeLessThan(PATIENCE_MS);
  expect(readdirSync(join(source.dataDir, "backup.copies"))).toEqual([]);
  expect(readdirSync(folder)).toEqual(["shop.tar.gz"]);
  expect(statSync(archive).mode & 0o077).toBe(0);
  expect(await server.kill("SIGTERM")).toBe(0);

  const dataDir = join(folder, "restored");
  expect(await run("restore", dataDir, "shop.tar.gz")).toMatchObject({ code: 0 });
  const [restored, original] = [await openDatabase({ dataDir }), await openDatabase(source)];
  try {
    const rows = await restored.db.selectFrom("orders").select("id").orderBy("id", "desc").execute();
    const present = new Set(rows.map(({ id }) => id));
    expect(before.filter((id) => id === undefined || !present.has(id))).toEqual([]);
    const newest = rows[0]?.id ?? 0;
    const hashes = [await hashOrders(restored.db, newest), await hashOrders(original.db, newest)];
    expect(hashes[0]).toEqual(hashes[1]);
    expect(hashes[0]?.count).toBe(rows.length);
    expect(await findWrongSums(restored.db)).toEqual([]);
  } finally {
    await restored.close();
    await original.close();
  }

  const next = await spawnServer({ DATA_DIR: dataDir });
  await untilReady(next);
  const again = await givenOrderSaver(await callerOf(next.url, "operator"), next.url, "+79160004411");
  expect((await again()).status).toBe(201);
  await next.kill("SIGTERM");
}, 240_000);

test("restore over existing data — needs --force, and keeps the former data in a second folder", async () => {
  const place = await newPlace();
  const own = await readIds(place.dataDir);
  const refused = await run("restore", place.dataDir, archive);
  expect([refused.code, refused.output]).toEqual([1, expect.stringContaining("уже есть база данных")]);
  expect(await readIds(place.dataDir)).toEqual(own);

  const forced = await run("restore", place.dataDir, archive, "--force");
  expect([forced.code, forced.output]).toEqual([0, expect.stringContaining("Прежняя: ")]);
  expect((await readIds(place.dataDir)).size).toBeGreaterThan(own.size);
  const [former = ""] = readdirSync(place.dataDir).filter((name) => name.startsWith("pg.before-"));
  rmSync(join(place.dataDir, "pg"), { recursive: true });
  renameSync(join(place.dataDir, former), join(place.dataDir, "pg"));
  expect(await readIds(place.dataDir)).toEqual(own);
  await place.remove();
}, 240_000);

test("restore of a damaged, invalid or missing archive — replaces no data", async () => {
  const place = await newPlace();
  const own = await readIds(place.dataDir);
  const damaged = join(folder, "damaged.tar.gz");
  writeFileSync(damaged, readFileSync(archive));
  truncateSync(damaged, Math.floor(statSync(archive).size / 2));
  const rubbish = join(folder, "rubbish.tar.gz");
  writeFileSync(rubbish, "no archive");
  for (const file of [damaged, rubbish, join(folder, "missing.tar.gz")]) {
    const { code, output } = await run("restore", place.dataDir, file, "--force");
    expect(code).toBe(1);
    expect(output).not.toContain("    at ");
  }
  expect(await readIds(place.dataDir)).toEqual(own);
  expect(readdirSync(place.dataDir)).toEqual(["pg"]);
  await place.remove();
});

test("restore while a server runs — is refused, even with --force, and the backup address of the server refuses a wrong token", async () => {
  const place = await newPlace();
  const server = await spawnServer({ DATA_DIR: place.dataDir });
  await untilReady(server);
  const { code, output } = await run("restore", place.dataDir, archive, "--force");
  expect([code, output]).toEqual([1, expect.stringContaining("уже занята другим запущенным сервером")]);
  expect((await fetch(`${server.url}/ready`)).status).toBe(200);

  const { url } = JSON.parse(readFileSync(join(place.dataDir, "backup.json"), "utf8"));
  for (const authorization of ["", "Bearer ", "Bearer another"])
    expect((await fetch(url, { method: "POST", headers: { authorization } })).status).toBe(401);
  await server.kill("SIGTERM");
  await place.remove();
});

test("backup without a running server — can be restored", async () => {
  const place = await newPlace();
  expect((await run("backup", place.dataDir, "stopped.tar.gz")).code).toBe(0);
  const dataDir = join(folder, "stopped");
  expect((await run("restore", dataDir, "stopped.tar.gz")).code).toBe(0);
  expect(await readIds(dataDir)).toEqual(await readIds(place.dataDir));
  await place.remove();
});

test("backup command with wrong arguments or without a database — fails with an explanation in one line", async () => {
  const empty = join(folder, "empty");
  mkdirSync(empty);
  for (const [said, words] of [
    ["Укажите один файл", []],
    ["Укажите один файл", ["a", "b"]],
    ["Укажите один файл", ["--unknown", "a"]],
    ["нет базы данных", ["a.tar.gz"]],
  ] as const) {
    const { code, output } = await run("backup", empty, ...words);
    expect([code, output]).toEqual([1, expect.stringContaining(said)]);
    expect(output.trim()).toMatch(/^[^\n]+$/);
  }
});

test("copy of a folder — is refused if the copy would leave too little disk space", async () => {
  const megabyte = 1024 * 1024;
  const files = join(folder, "files");
  mkdirSync(join(files, "inner"), { recursive: true });
  writeFileSync(join(files, "inner", "one"), Buffer.alloc(10 * megabyte));
  await expect(requireRoomToCopy(files, async () => 105 * megabyte)).rejects.toThrow(NoRoomToCopy);
  await expect(requireRoomToCopy(files, async () => 106 * megabyte)).resolves.toBeUndefined();
});
