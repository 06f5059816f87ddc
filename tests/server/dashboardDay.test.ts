import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Schemas } from "#api/client.ts";
import { businessDay, shiftDay } from "#domain/dates.ts";
import { givenOrder, statusIds } from "../support/server/orders.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const zone = { timeZone: "Europe/Moscow", dayStart: "00:00" };
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const read = async (date?: string): Promise<Schemas["DashboardDay"]> =>
  (await world.ask("getDashboardDay", { as: "owner", ...(date && { query: { date } }) })).json;

interface RawOrder {
  readonly id: number;
  readonly date: Date;
  readonly creationDate: Date;
  readonly promisedAt: Date | null;
  readonly isOpen: boolean;
  readonly isCancel: boolean;
  readonly amount: number;
  readonly closedAt: Date | null;
}

const readRaw = async (): Promise<readonly RawOrder[]> => {
  const { rows } = await sql<RawOrder>`
    select o.id, o.date, o.creation_date as "creationDate", o.promised_at as "promisedAt", o.is_open as "isOpen",
      s.is_cancel as "isCancel", o.amount,
      (select max(h.date) from order_history h where h.order_id = o.id and h.type_element = 'Status') as "closedAt"
    from orders o join order_status s on s.id = o.status_id where o.company_id = 1`.execute(world.db);
  return rows;
};

/**
 * Computes the figures of the orders that are due from `start` until `end`, ms since 1970, without the server's SQL.
 */
const figuresOf = (orders: readonly RawOrder[], start: number, end: number): Schemas["DayFigures"] => {
  const counted = orders.filter(({ date, isCancel }) => !isCancel && +date >= start && +date < end);
  const amount = counted.reduce((sum, order) => sum + order.amount * 100, 0) / 100;
  const isLate = ({ date, creationDate, promisedAt, isOpen, closedAt }: RawOrder): boolean => {
    const ahead = +date - +creationDate;
    const isAsap = promisedAt === null && ahead >= -MINUTE_MS && ahead <= 5 * MINUTE_MS;
    const limit = +(promisedAt ?? date) + (isAsap ? 60 : 1) * MINUTE_MS;
    return isOpen ? limit < Date.now() : closedAt !== null && limit < +closedAt;
  };
  return {
    count: counted.length,
    amount,
    average: counted.length === 0 ? 0 : Math.round((amount / counted.length) * 100) / 100,
    lateCount: counted.filter(isLate).length,
  };
};

const startOf = (day: string): number => Date.parse(`${day}T00:00:00+03:00`);

/** Creates an order that is due and promised at `date`. */
const givenOrderDue = async (date: Date): Promise<number> => {
  const { id } = await givenOrder(world);
  await sql`update orders set date = ${date}, promised_at = ${date} where id = ${id}`.execute(world.db);
  return id;
};

test("dashboard of today — compares today's orders until now with the orders until the same time of yesterday and of the day a week ago", async () => {
  const today = businessDay(new Date(), zone);
  for (const days of [0, 1, 1, 7]) await givenOrderDue(new Date(Date.now() - days * DAY_MS - 1_000));
  await givenOrderDue(new Date(Date.now() - DAY_MS + 60 * MINUTE_MS));
  const begun = Date.now();
  const answer = await read();
  const orders = await readRaw();
  const expected = [0, 1, 7].map((days) => {
    const end = begun - days * DAY_MS;
    return figuresOf(orders, startOf(shiftDay(today, { days: -days })), end);
  });
  const { count, amount, average, lateCount, dayBefore, weekBefore } = answer;
  expect([{ count, amount, average, lateCount }, dayBefore, weekBefore]).toEqual(expected);
  expect(answer.until).toMatch(/^\d\d:\d\d$/);
  expect([count, dayBefore.count, weekBefore.count].every((orders) => orders > 0)).toBe(true);
});

test("dashboard of a past day — compares the whole day with the previous day and the same weekday a week earlier, and has no attention figures", async () => {
  const day = shiftDay(businessDay(new Date(), zone), { days: -2 });
  const answer = await read(day);
  const orders = await readRaw();
  const [own, dayBefore, weekBefore] = [0, 1, 7].map((days) => {
    const start = startOf(shiftDay(day, { days: -days }));
    return figuresOf(orders, start, start + DAY_MS);
  });
  expect(answer).toMatchObject({ until: null, attention: null, ...own, dayBefore, weekBefore });
  expect(answer.count).toBeGreaterThan(0);
});

test("dashboard of a past day — counts an order as late if it was closed more than a minute after the promised time", async () => {
  const day = "2020-02-03";
  const promised = new Date(`${day}T12:00:00+03:00`);
  const givenClosed = async (minutes: number) => {
    const id = await givenOrderDue(promised);
    await sql`update orders set is_open = false, status_id = ${statusIds.delivered} where id = ${id}`.execute(world.db);
    await sql`insert into order_history (order_id, type_element, type, date, new_name)
      values (${id}, 'Status', 'Update', ${new Date(+promised + minutes * MINUTE_MS)}, 'Выполнен')`.execute(world.db);
    await sql`delete from order_history where order_id = ${id} and type_element = 'Status'
      and date > ${new Date(+promised + DAY_MS)}`.execute(world.db);
  };
  await givenClosed(-20);
  await givenClosed(1);
  await givenClosed(25);
  expect(await read(day)).toMatchObject({ count: 3, lateCount: 1, dayBefore: { count: 0, average: 0 } });
});

test("best dishes of a day — are the five dishes with the highest amount in the order lines of the day", async () => {
  const day = shiftDay(businessDay(new Date(), zone), { days: -2 });
  const { rows } = await sql<Schemas["BestItem"]>`
    select l.item_id as "itemId", i.name, sum(l.count)::int as count, sum(l.amount + l.modificators_amount) as amount
    from orders o join order_status s on s.id = o.status_id and not s.is_cancel join order_line l on l.order_id = o.id
      join item i on i.id = l.item_id
    where o.company_id = 1 and (o.date at time zone 'Europe/Moscow')::date = ${day}
    group by l.item_id, i.name`.execute(world.db);
  const best = rows.toSorted((one, other) => other.amount - one.amount || one.name.localeCompare(other.name, "ru"));
  expect((await read(day)).bestItems).toEqual(best.slice(0, 5));
});

test("attention figures — count late orders, unpaid open orders and failed print jobs, and list the open shifts", async () => {
  const { attention: before } = await read();
  if (!before) throw new Error("the dashboard of today must have attention");
  const id = await givenOrderDue(new Date(Date.now() - 120 * MINUTE_MS));
  await sql`insert into print_job (company_id, order_id, kind, status) values (1, ${id}, 'preBill', 'failed')`.execute(
    world.db,
  );
  const { attention } = await read();
  expect(attention).toEqual({
    ...before,
    lateCount: before.lateCount + 1,
    unpaidCount: before.unpaidCount + 1,
    failedPrintCount: (before.failedPrintCount ?? 0) + 1,
  });
  const { rows } = await sql<{ number: number }>`select number from cash_shift
    where company_id = 1 and closed_at is null order by opened_at`.execute(world.db);
  expect(attention?.openShifts?.map(({ number }) => number)).toEqual(rows.map(({ number }) => number));
});

test("attention figures — omit only the open shifts for a user without the permission finance.view", async () => {
  const { json } = await world.ask("getDashboardDay", { as: "operator" });
  expect(json.attention).toMatchObject({ openShifts: null });
  expect(json.attention?.failedPrintCount).not.toBeNull();
});

test("dashboard of the day — requires the permission order.view and membership in the company", async () => {
  expect((await world.ask("getDashboardDay", { as: "kitchen" })).status).toBe(403);
  expect((await world.ask("getDashboardDay", { as: "owner2" })).status).toBe(404);
});
