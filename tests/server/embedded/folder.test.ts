import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { lockFolder } from "#server/database/folderLock.ts";
import { openDatabase } from "#server/database/openDatabase.ts";
import { bestOf } from "../../support/server/bestOf.ts";
import { newPlace } from "../../support/server/serverPlace.ts";
import { callerOf, spawnServer, untilExit, untilReady } from "../../support/server/serverProcess.ts";

/**
 * Number of orders that each of three workers tries to save. The server is killed when the three workers together have
 * saved half this number.
 */
const SAVES = Number(process.env["SAVES"] ?? 80);

const key = () => ({ "idempotency-key": randomUUID() });

test("data folder — refuses a second server, and keeps acknowledged saves when the process is killed", {
  timeout: 120_000 + 60 * SAVES,
}, async () => {
  const place = await newPlace();
  const env = { DATA_DIR: place.dataDir };
  const started = performance.now();
  const first = await spawnServer(env);
  await untilReady(first);
  // A start after a kill may take up to 10 s, or on a slow computer 1.5 times as long as an ordinary start.
  const patience = Math.max(10_000, 1.5 * (performance.now() - started));

  const second = await spawnServer(env);
  expect(await untilExit(second)).toBe(1);
  expect(second.output()).toContain("уже занята другим запущенным сервером");
  expect(second.output()).not.toContain("    at ");

  const call = await callerOf(first.url, "operator");
  const menu: { id: number; defaultCategoryId: number }[] = await (
    await call(first.url, "GET", "/api/Item/Company/1")
  ).json();
  const save = {
    items: [{ itemId: menu[0]?.id, categoryId: menu[0]?.defaultCategoryId, count: 1 }],
    phone: "+79160001133",
  };
  const acknowledged: number[] = [];
  const worker = async () => {
    for (let round = 0; round < SAVES; round++) {
      const answer = await call(first.url, "POST", "/api/Order/Company/1", save, key()).catch(() => undefined);
      const order: { id: number } | undefined = await answer?.json().catch(() => undefined);
      if (!order) return;
      acknowledged.push(order.id);
      if (acknowledged.length === SAVES / 2) first.kill("SIGKILL");
    }
  };
  await Promise.all([worker(), worker(), worker()]);
  expect(acknowledged.length).toBeGreaterThanOrEqual(SAVES / 2);

  let third = first;
  const restart = async () => {
    await third.kill("SIGKILL");
    third = await spawnServer(env);
    await untilReady(third);
  };
  expect(await bestOf(patience, restart)).toBeLessThan(patience);
  const again = await callerOf(third.url, "operator");
  const today: { id: number }[] = await (await again(third.url, "GET", "/api/Order/Company/1")).json();
  const present = new Set(today.map(({ id }) => id));
  expect(acknowledged.filter((id) => !present.has(id))).toEqual([]);

  const begun = performance.now();
  expect(await third.kill("SIGTERM")).toBe(0);
  expect(performance.now() - begun).toBeLessThan(5000);
  expect(existsSync(join(place.dataDir, "server.lock"))).toBe(false);
  await place.remove();
});

test("folder lock with invalid content, of a dead process or of an earlier process with the same id — is taken over within 3 s", async () => {
  const place = await newPlace("empty");
  const lock = join(place.dataDir, "server.lock");
  const { pid } = spawnSync("true");
  for (const stale of [`${pid} boot 1`, `${process.pid} another-boot 12345`, "rubbish", ""]) {
    writeFileSync(lock, stale);
    const begun = performance.now();
    const held = await lockFolder(place.dataDir);
    expect(performance.now() - begun).toBeLessThan(3000);
    expect(readFileSync(lock, "utf8")).toContain(String(process.pid));
    held.release();
  }
  await place.remove();
});

const fileClock = new URL("../../support/server/fileClock.mjs", import.meta.url).href;

/** Lock of a process with the same id in another container. */
const foreign = `${process.pid} boot 1\nboot pid:[1]`;

test("folder lock of a process on a different machine — is respected until its renewals end", async () => {
  const place = await newPlace("empty");
  const lock = join(place.dataDir, "server.lock");
  writeFileSync(lock, foreign);
  // The modification time is far from this computer's time, as if the clock of the other computer were wrong by years.
  const renewing = setInterval(() => utimesSync(lock, 0, performance.now()), 300);
  await expect(lockFolder(place.dataDir, 2000)).rejects.toThrow("в другом контейнере или на другой машине");
  clearInterval(renewing);
  const held = await lockFolder(place.dataDir, 1000);
  expect(readFileSync(lock, "utf8")).not.toBe(foreign);
  const seen = statSync(lock).mtimeMs;
  await vi.waitUntil(() => statSync(lock).mtimeMs > seen, 30_000);
  held.release();
  expect(existsSync(lock)).toBe(false);
  await place.remove();
});

test("suspended server — exits without writing if a second process has taken over its folder meanwhile", async () => {
  const place = await newPlace();
  const clock = join(place.dataDir, "clock");
  writeFileSync(clock, "0");
  const env = { DATA_DIR: place.dataDir, CLOCK_FILE: clock, NODE_OPTIONS: `--import=${fileClock}` };
  const server = await spawnServer(env);
  await untilReady(server);
  const call = await callerOf(server.url, "owner");
  server.child.kill("SIGSTOP");
  const lock = join(place.dataDir, "server.lock");
  writeFileSync(lock, foreign);
  const saves = Array.from({ length: 5 }, (_, at) =>
    call(server.url, "POST", "/api/Tag/Company/1", { name: `После сна ${at}`, color: "black" }).then(
      ({ status }) => status,
      () => "gone",
    ),
  );
  writeFileSync(clock, "5000");
  server.child.kill("SIGCONT");
  expect(await untilExit(server)).toBe(1);
  expect(server.output()).toContain("больше не принадлежит этому серверу");
  expect(server.output()).not.toContain("    at ");
  expect(await Promise.all(saves)).toEqual(saves.map(() => "gone"));
  expect(readFileSync(lock, "utf8")).toBe(foreign);
  await place.remove();
});

test("query after a suspension — is executed only if the server still holds its folder lock", async () => {
  const place = await newPlace("empty");
  const lock = join(place.dataDir, "server.lock");
  // The renewal timer of the lock is stopped, so that only the query can detect the loss of the lock.
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"] });
  const exit = vi.spyOn(process, "exit").mockImplementation(() => {
    throw new Error("ended");
  });
  const database = await openDatabase(place);
  const own = readFileSync(lock, "utf8");
  const ask = () => sql`select 1 as one`.execute(database.db);
  vi.setSystemTime(Date.now() + 5000);
  expect((await ask()).rows).toEqual([{ one: 1 }]);
  writeFileSync(lock, foreign);
  vi.setSystemTime(Date.now() + 5000);
  await expect(ask()).rejects.toThrow("ended");
  await expect(database.close()).rejects.toThrow("ended");
  writeFileSync(lock, own);
  exit.mockRestore();
  vi.useRealTimers();
  await database.close();
  await place.remove();
});

test("folder lock that four processes request at the same time — is granted to only one of them", async () => {
  const place = await newPlace("empty");
  writeFileSync(join(place.dataDir, "server.lock"), "1 gone 1");
  const script = `import { lockFolder } from "#server/database/folderLock.ts";
    try { await lockFolder(process.argv[1]); console.log("mine"); process.stdin.resume(); } catch (e) { console.log(e.name); }`;
  const { spawn } = await import("node:child_process");
  const children = Array.from({ length: 4 }, () =>
    spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script, place.dataDir]),
  );
  const said = await Promise.all(
    children.map(
      ({ stdout }) =>
        new Promise<string>((resolve) => stdout.on("data", (part: Buffer) => resolve(part.toString().trim()))),
    ),
  );
  // The process that got the lock holds it until its standard input ends.
  for (const { stdin } of children) stdin.end();
  expect(said.sort()).toEqual(["FolderInUse", "FolderInUse", "FolderInUse", "mine"]);
  await place.remove();
});
