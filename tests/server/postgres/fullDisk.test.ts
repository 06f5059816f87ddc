import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import pg from "pg";
import { afterEach, beforeEach, expect, inject, onTestFinished, test } from "vitest";
import { dishOf, lineOf } from "../../support/server/orders.ts";
import { NOBODY } from "../../support/server/postgresCluster.ts";
import { findWrongSums } from "../../support/server/savedSums.ts";
import { newPlace, type ServerPlace } from "../../support/server/serverPlace.ts";
import { CANNOT_MOUNT, mountSmallDisk } from "../../support/server/smallDisk.ts";
import { startWorld, type World } from "../../support/server/testServer.ts";

const PHONE = "+79160007733";
const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
/** Number of new orders after which each table has certainly needed another page. */
const MANY = 2000;

interface Line {
  readonly msg: string;
  readonly traceId?: string;
  readonly err?: { readonly message: string };
}

let lines: Line[];
let place: ServerPlace;
let world: World;
beforeEach(async () => {
  lines = [];
  place = await newPlace();
  world = await startWorld({ place, logTo: { write: (line) => void lines.push(JSON.parse(line)) } });
});
afterEach(async () => {
  await world.stop();
  await place.remove();
});

const readHealth = async () => (await world.app.inject("/health")).json();

const readIds = async (): Promise<number[]> =>
  (await world.db.selectFrom("orders").select("id").where("phone", "=", PHONE).orderBy("id").execute()).map(
    ({ id }) => id,
  );

/**
 * Saves orders until the disk is full, frees space, and repeats the refused order. `makeFull` fills the disk, and
 * `cause` is the message of PostgreSQL.
 */
const checkFullDisk = async (disk: {
  makeFull: () => Promise<void>;
  makeRoom: () => Promise<void>;
  cause: string;
}): Promise<void> => {
  const body = { items: [lineOf(await dishOf(world, "Маргарита"))], phone: PHONE };
  const headers = { traceparent: `00-${TRACE}-00f067aa0ba902b7-01` };
  const save = (key: string) =>
    world.ask("createOrder", { as: "operator", path: { companyId: 1 }, body, key, headers });
  const saved = [(await save(randomUUID())).json.id];
  expect(await readHealth()).toEqual({ status: "ok" });

  await disk.makeFull();
  let key = "";
  let refused: Awaited<ReturnType<typeof save>> | undefined;
  for (let round = 0; round < MANY && !refused; round++) {
    key = randomUUID();
    const answer = await save(key);
    if (answer.status === 201) saved.push(answer.json.id);
    else refused = answer;
  }
  expect(refused?.status).toBe(507);
  expect(refused?.problem.message).toContain("кончилось место");
  expect((await save(key)).status).toBe(507);

  // Only one refusal is logged, reads are still answered, and the refused order has left no rows.
  expect(await readHealth()).toEqual({ status: "ok", disk: "full" });
  expect((await world.app.inject("/ready")).statusCode).toBe(200);
  expect((await world.ask("listOrders", { as: "operator", path: { companyId: 1 } })).status).toBe(200);
  const logged = lines.filter(({ msg }) => msg === "the disk of the database is full");
  expect(logged).toEqual([expect.objectContaining({ traceId: TRACE, level: "error" })]);
  expect(logged[0]?.err?.message).toContain(disk.cause);
  expect(lines.filter(({ msg }) => msg === "failed")).toEqual([]);
  expect(await readIds()).toEqual(saved);
  expect(await findWrongSums(world.db)).toEqual([]);

  await disk.makeRoom();
  const repeated = await save(key);
  expect(repeated.status).toBe(201);
  expect((await save(key)).json.id).toBe(repeated.json.id);
  expect(await readIds()).toEqual([...saved, repeated.json.id]);
  expect(await findWrongSums(world.db)).toEqual([]);
};

test("save during which PostgreSQL reports a full disk — leaves no rows and can be repeated", async () => {
  await checkFullDisk({
    makeFull: async () => {
      await sql`create function refuse() returns trigger language plpgsql as $$
        begin raise exception 'could not extend file' using errcode = '53100'; end $$`.execute(world.db);
      await sql`create trigger full_disk before insert on order_history
        for each row execute function refuse()`.execute(world.db);
    },
    makeRoom: async () => {
      await sql`drop trigger full_disk on order_history`.execute(world.db);
    },
    cause: "could not extend file",
  });
});

test("full disk of a tablespace — makes the server refuse saves until there is free space", async ({ skip }) => {
  const disk = mountSmallDisk(16, NOBODY);
  if (!disk) return skip(CANNOT_MOUNT);
  const administrate = async (statement: string): Promise<void> => {
    const admin = new pg.Client({ connectionString: `${inject("postgresUrl")}postgres` });
    await admin.connect();
    await admin.query(statement).finally(() => admin.end());
  };
  const name = `small_${randomUUID().replaceAll("-", "")}`;
  await administrate(`create tablespace ${name} location '${disk.folder}'`);
  // A tablespace in use cannot be dropped. `onTestFinished` runs after `afterEach`, which deletes the database.
  onTestFinished(async () => {
    await administrate("checkpoint");
    await administrate(`drop tablespace ${name}`);
    disk.remove();
  });
  await sql`alter table order_history set tablespace ${sql.id(name)}`.execute(world.db);
  await checkFullDisk({
    makeFull: async () => disk.fill(),
    makeRoom: async () => disk.makeRoom(),
    cause: "No space left on device",
  });
});
