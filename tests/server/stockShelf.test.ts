import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { shelfCountSql } from "#server/services/stock/shelf.ts";
import { newStockItem } from "../support/server/packingLists.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const START = Date.parse("2026-11-01T09:00:00Z");
const at = (minute: number): string => new Date(START + minute * 60_000).toISOString();

/** Operation of the ledger. `count` is in hundred-thousandths of a unit, and the times are in minutes. */
interface Operation {
  readonly type: "+" | "-";
  readonly count: number;
  readonly date: number;
  readonly takenAt: number | null;
  readonly isProcessed: boolean;
}

/**
 * Reservation that an order had before an edit. The goods were not on the shelf from the minute `takenAt` until
 * `until`.
 */
interface Earlier {
  readonly count: number;
  readonly takenAt: number;
  readonly until: number;
}

const minute = fc.integer({ min: 0, max: 20 });
const operation: fc.Arbitrary<Operation> = fc.record({
  type: fc.constantFrom("+", "-"),
  count: fc.integer({ min: -9_999_999, max: 9_999_999 }).filter((count) => count !== 0),
  date: minute,
  takenAt: fc.option(minute),
  isProcessed: fc.boolean(),
});
const earlier: fc.Arbitrary<Earlier> = fc.record({
  count: fc.integer({ min: 1, max: 999_999 }),
  takenAt: minute,
  until: minute,
});

/**
 * Returns the quantity on the shelf at a minute, in hundred-thousandths of a unit: the sum of the ledger rows until
 * that minute, less the reservations in force.
 */
const sumAt = (operations: readonly Operation[], reservations: readonly Earlier[], moment: number): number => {
  const moved = operations
    .filter(({ date, takenAt }) => (takenAt ?? date) <= moment)
    .reduce((sum, { type, count }) => sum + (type === "+" ? count : -count), 0);
  return reservations
    .filter(({ takenAt, until }) => takenAt <= moment && until > moment)
    .reduce((sum, { count }) => sum - count, moved);
};

const write = async (stockItemId: number, operations: readonly Operation[], reservations: readonly Earlier[]) => {
  const rows = operations.map((row) => ({
    ...row,
    date: at(row.date),
    takenAt: row.takenAt === null ? null : at(row.takenAt),
  }));
  await sql`insert into stock_operation (company_id, stock_item_id, operation_type, count, date, taken_at, is_processed)
    select 1, ${stockItemId}, r.type, r.count / 100000, r.date, r."takenAt", r."isProcessed"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(type text, count numeric, date timestamptz, "takenAt" timestamptz, "isProcessed" boolean)`.execute(world.db);
  for (const { count, takenAt, until } of reservations)
    await sql`insert into earlier_reservation (company_id, stock_item_id, order_id, taken_at, until, count)
      select 1, ${stockItemId}, min(id), ${at(takenAt)}::timestamptz, ${at(until)}::timestamptz, ${count}::numeric / 100000
      from orders`.execute(world.db);
};

const readShelf = async (stockItemId: number): Promise<number[]> => {
  const { rows } = await sql<{ count: string }>`
    select (${shelfCountSql(sql`1`, sql`${stockItemId}::int`, sql`m.at`)} * 100000)::text as count
    from (select ${at(0)}::timestamptz + make_interval(mins => n) as at, n from generate_series(-1, 21) n) m
    order by m.n`.execute(world.db);
  return rows.map(({ count }) => Number(count));
};

test("quantity on the shelf at any minute — is the sum of the ledger until then, less the reservations in force", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(operation, { maxLength: 30 }),
      fc.array(earlier, { maxLength: 5 }),
      async (operations, reservations) => {
        const item = await newStockItem(world);
        await write(item, operations, reservations);
        const moments = Array.from({ length: 23 }, (_, index) => index - 1);
        const sums = () => moments.map((moment) => sumAt(operations, reservations, moment));
        expect(await readShelf(item)).toEqual(sums());
        await sql`update stock_operation set is_processed = not is_processed
          where stock_item_id = ${item} and id % 2 = 0`.execute(world.db);
        expect(await readShelf(item)).toEqual(sums());
      },
    ),
    { numRuns: 30 },
  );
});

test("demo data — the quantity of each item on the shelf is the sum of its ledger, less the reservations in force", async () => {
  const { rows } = await sql<{ checked: number; wrong: number }>`
    select count(*)::int as checked, (count(*) filter (where x.shelf is distinct from x.summed))::int as wrong from (
      select ${shelfCountSql(sql`b.company_id`, sql`b.stock_item_id`, sql`m.at`)} as shelf,
        coalesce((select sum(case operation_type when '+' then count else -count end) from stock_operation o
          where o.company_id = b.company_id and o.stock_item_id = b.stock_item_id and coalesce(taken_at, date) <= m.at), 0)
        - coalesce((select sum(count) from earlier_reservation e where e.company_id = b.company_id
          and e.stock_item_id = b.stock_item_id and e.until > m.at and e.taken_at <= m.at), 0) as summed
      from stock_balance b, (select now() - make_interval(days => d) as at from generate_series(-2, 60, 4) d) m) x`.execute(
    world.db,
  );
  expect(rows[0]?.checked).toBeGreaterThan(500);
  expect(rows[0]?.wrong).toBe(0);
});
