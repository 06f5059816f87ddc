import { execFile, execFileSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { expect, onTestFinished, test, vi } from "vitest";
import { dishOf, lineOf } from "../../support/server/orders.ts";
import { findWrongSums } from "../../support/server/savedSums.ts";
import { newPlace } from "../../support/server/serverPlace.ts";
import { CANNOT_MOUNT, mountSmallDisk, type SmallDisk } from "../../support/server/smallDisk.ts";
import { startWorld } from "../../support/server/testServer.ts";

const MEGABYTE = 1024 * 1024;
/** Time within which the server notices a change of the free space on a busy computer, milliseconds. */
const NOTICED_MS = 30_000;

const givenDisk = (megabytes: number, skip: (note: string) => void): SmallDisk | undefined => {
  const disk = mountSmallDisk(megabytes);
  if (disk) onTestFinished(disk.remove);
  else skip(CANNOT_MOUNT);
  return disk;
};

test("full disk of the data folder — reads are answered, but writes are refused until there is space again", async ({
  skip,
}) => {
  const place = await newPlace();
  onTestFinished(place.remove);
  const files = readdirSync(place.dataDir, { recursive: true, encoding: "utf8" });
  const bytes = files.reduce((sum, file) => sum + statSync(join(place.dataDir, file)).size, 0);
  // The server refuses writes below 96 MB of free space, so the disk has room for the database and 200 MB more.
  const disk = givenDisk(Math.ceil(bytes / MEGABYTE) + 200, skip);
  if (!disk) return;
  execFileSync("cp", ["-r", `${place.dataDir}/.`, disk.folder]);
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const world = await startWorld({ place: { databaseUrl: undefined, dataDir: disk.folder } });
  onTestFinished(async () => {
    vi.restoreAllMocks();
    await world.stop();
  });
  const body = { items: [lineOf(await dishOf(world, "Маргарита"))], phone: "+79160007744" };
  const key = "order-on-a-full-disk";
  const save = async () =>
    (await world.ask("createOrder", { as: "operator", path: { companyId: 1 }, body, key })).status;
  const count = async () =>
    (await world.db.selectFrom("orders").select("id").where("phone", "=", body.phone).execute()).length;
  await world.tokenOf("operator");

  disk.fill(50 * MEGABYTE);
  await vi.waitFor(() => expect(world.database.hasRoom()).toBe(false), NOTICED_MS);
  expect(await save()).toBe(507);
  expect((await world.ask("listOrders", { as: "operator", path: { companyId: 1 } })).status).toBe(200);
  expect((await world.app.inject("/health")).json()).toEqual({ status: "ok", disk: "full" });
  expect(await count()).toBe(0);

  disk.makeRoom();
  await vi.waitFor(() => expect(world.database.hasRoom()).toBe(true), NOTICED_MS);
  expect([await save(), await save()]).toEqual([201, 201]);
  expect(await count()).toBe(1);
  expect(await findWrongSums(world.db)).toEqual([]);
});

test("backup to a full disk — fails with an explanation and leaves no archive", async ({ skip }) => {
  const disk = givenDisk(1, skip);
  if (!disk) return;
  const place = await newPlace();
  onTestFinished(place.remove);
  const file = join(disk.folder, "shop.tar.gz");
  const env = { ...process.env, DATA_DIR: place.dataDir, DATABASE_URL: "" };
  const backUp = promisify(execFile)(process.execPath, ["scripts/backup.mjs", file], { env });
  await expect(backUp).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining("Программа tar закончила с ошибкой"),
  });
  expect(readdirSync(disk.folder)).toEqual([]);
  // The failed backup must leave the database usable.
  expect(existsSync(join(place.dataDir, "pg"))).toBe(true);
  const world = await startWorld({ place });
  expect((await world.ask("listOrders", { as: "owner", path: { companyId: 1 } })).status).toBe(200);
  await world.stop();
});
