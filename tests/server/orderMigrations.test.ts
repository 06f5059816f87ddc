import { expect, test } from "vitest";
import { migrate } from "#server/database/migrate.ts";
import { migratedBefore } from "../support/server/migratedBefore.ts";

/** Migration after which orders are numbered by their due day. */
const BY_DUE_DAY = "0027";

test("order number migration — raises the last number of each day to the highest number of the orders due on that day", async () => {
  const database = await migratedBefore(BY_DUE_DAY);
  await database.pool.query(`
    insert into company (id, name, time_zone, day_start) values (1, 'А', 'Europe/Moscow', '06:00');
    insert into order_status (id, company_id, name) values (1, 1, 'Новый');
    insert into order_day (company_id, day, last_internal_id) values (1, '2026-11-24', 9), (1, '2026-11-25', 3);
    insert into orders (company_id, day, internal_id, date, creation_date, status_id, is_open, phone, amount) values
      (1, '2026-11-24', 9, '2026-11-26T05:59:00+03:00', '2026-11-24T12:00:00+03:00', 1, true, '+79160000001', 1),
      (1, '2026-11-24', 2, '2026-11-24T12:00:00+03:00', '2026-11-24T12:00:00+03:00', 1, true, '+79160000001', 1),
      (1, '2026-11-25', 3, '2026-11-26T06:00:00+03:00', '2026-11-25T12:00:00+03:00', 1, true, '+79160000001', 1);`);
  await migrate(database);
  const { rows } = await database.pool.query("select day::text, last_internal_id from order_day order by day");
  expect(rows).toEqual([
    { day: "2026-11-24", last_internal_id: 9 },
    { day: "2026-11-25", last_internal_id: 9 },
    { day: "2026-11-26", last_internal_id: 3 },
  ]);
});
