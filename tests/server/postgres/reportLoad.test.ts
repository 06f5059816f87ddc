import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "#server/database/openDatabase.ts";
import { fillYear } from "../../support/server/manyOrders.ts";
import { givenOrderSaver } from "../../support/server/saveOrders.ts";
import { newPlace, type ServerPlace } from "../../support/server/serverPlace.ts";
import { callerOf, type ServerProcess, spawnServer, untilReady } from "../../support/server/serverProcess.ts";

/** Number of users who continuously read a report. It equals the number of connections for reports. */
const READERS = 3;
/** Number of orders in the year, three times as many as a large company has. */
const ORDERS = 30_000;
const SAVES = 100;
const P99_MS = 250;
/** Year in which the demo data have no orders. */
const PERIOD = "startDate=2024-01-01&endDate=2024-12-31";

let place: ServerPlace;
let server: ServerProcess;
beforeAll(async () => {
  place = await newPlace();
  const database = await openDatabase({ ...place, poolSize: 2 });
  await fillYear(database.db, "2024-01-01", ORDERS, [1]);
  await database.close();
  server = await spawnServer({ DATABASE_URL: place.databaseUrl ?? "" });
  await untilReady(server);
});
afterAll(async () => {
  await server.kill("SIGTERM");
  await place.remove();
});

// Of all reports, `Payment` needs the most CPU time in the server process, and `Item` in PostgreSQL.
test.each(["Payment", "Item"])(
  "99th percentile of the duration of order saves — stays under 250 ms while three users continuously read the report '%s' of a year",
  async (report) => {
    const owner = await callerOf(server.url, "owner");
    const save = await givenOrderSaver(await callerOf(server.url, "operator"), server.url, "+79160007788");
    let isOver = false;
    let read = 0;
    const statuses = new Set<number>();
    const reader = async (): Promise<void> => {
      while (!isOver) {
        const answer = await owner(server.url, "GET", `/api/Report/Company/1/${report}?${PERIOD}`);
        expect((await answer.text()).length).toBeGreaterThan(10_000);
        statuses.add(answer.status);
        read += 1;
      }
    };
    const measureSaves = async (): Promise<number> => {
      const times: number[] = [];
      for (let round = 0; round < SAVES; round++) {
        const { status, ms } = await save();
        expect(status).toBe(201);
        times.push(ms);
      }
      return times.sort((a, b) => a - b)[Math.ceil(SAVES * 0.99) - 1] ?? Number.POSITIVE_INFINITY;
    };

    const readers = Promise.all(Array.from({ length: READERS }, reader));
    let p99 = Number.POSITIVE_INFINITY;
    try {
      // One fast round is enough, because other work on the computer can slow single rounds.
      for (let round = 0; round < 8 && p99 >= P99_MS; round++) p99 = await measureSaves();
    } finally {
      isOver = true;
      await readers;
    }
    expect(p99).toBeLessThan(P99_MS);
    expect([...statuses]).toEqual([200]);
    expect(read).toBeGreaterThan(READERS);
  },
  300_000,
);
