import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { readConfig } from "#server/config.ts";
import { prepareData } from "#server/startup/firstStart.ts";
import { migratedBefore } from "../support/server/migratedBefore.ts";

const ALL_MIGRATIONS = "9999";

// The demo company is in the time zone of Moscow, three hours ahead of UTC.
for (const [name, now] of [
  ["half a minute after midnight on the first day of a month", "2026-10-31T21:00:30Z"],
  ["half a minute before midnight", "2026-11-15T20:59:30Z"],
] as const)
  test(`demo data created ${name} — contain no cash shift that crosses midnight, overlaps another or lies in the future`, {
    timeout: 120_000,
  }, async () => {
    const { db } = await migratedBefore(ALL_MIGRATIONS);
    vi.useFakeTimers({ toFake: ["Date"], now: new Date(now) });
    try {
      await prepareData(db, readConfig({ DEMO: "1" }));
    } finally {
      vi.useRealTimers();
    }
    const { rows } = await sql<{ outside: number; overlapping: number; future: number }>`
      with day as (
        select s.*, (opened_at at time zone 'Europe/Moscow')::date as opened_day,
          (coalesce(closed_at, ${now}) at time zone 'Europe/Moscow')::date as closed_day,
          lag(closed_at) over (partition by source_id order by opened_at) as before from cash_shift s)
      select (count(*) filter (where opened_day <> closed_day))::int as outside,
        (count(*) filter (where opened_at < before))::int as overlapping,
        (count(*) filter (where opened_at > ${now} or closed_at > ${now}))::int as future from day`.execute(db);
    expect(rows).toEqual([{ outside: 0, overlapping: 0, future: 0 }]);
  });
