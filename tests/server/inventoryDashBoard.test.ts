import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { businessDay } from "#domain/dates.ts";
import { addDays, mondayOf } from "#domain/days.ts";
import { roundMoney } from "#domain/money.ts";
import {
  entryOf,
  givenApprovedInventory,
  givenEntries,
  givenInventory,
  givenInventoryGroup,
  givenReview,
  inCompany,
  moveItem,
  newMadeItem,
  sendApproval,
} from "../support/server/inventories.ts";
import { MOSCOW, today } from "../support/server/moscow.ts";
import { newStockItem } from "../support/server/packingLists.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const read = async () => (await world.ask("getInventoryDashBoard", { as: "manager" })).json;

interface Line {
  readonly id: number;
  readonly title: string;
  readonly difference: number;
  readonly amount: number;
  readonly at: Date;
}
/** Reads the differences of all approved inventories of company 1. */
const readLines = async (): Promise<readonly Line[]> =>
  (
    await sql<Line>`select t.id, t.title, l.difference::float8 as difference, l.amount::float8 as amount, l.counted_at as at
      from inventory_line l join inventory i on i.id = l.inventory_id join stock_item t on t.id = l.stock_item_id
      where i.company_id = 1 and i.state = 'approved' and l.difference is not null`.execute(world.db)
  ).rows;

/** Approves an inventory of one item, and moves the time of the count some days into the past. */
const givenPastCount = async (item: number, count: number, days: number) => {
  const inventory = await givenInventory(world, [item]);
  await sql`update inventory set started_at = now() - make_interval(days => 7) where id = ${inventory.id}`.execute(
    world.db,
  );
  await givenEntries(world, inventory, entryOf(item, count));
  const { json } = await sendApproval(world, await givenReview(world, inventory));
  await sql`update inventory_line set counted_at = now() - make_interval(days => ${days}) where inventory_id = ${json.id}`.execute(
    world.db,
  );
  return json;
};

test("demo data — contain an overdue inventory group and an approved, a cancelled and an open inventory", async () => {
  const { due, open, lossByWeek, worst } = await read();
  expect(due).toMatchObject([{ name: "Сыры и молочное", daysLate: 2 }]);
  expect(open).toMatchObject([{ groupName: "Овощи и фрукты", state: "counting" }]);
  expect(lossByWeek.filter(({ loss }) => loss > 0)).toHaveLength(1);
  expect(worst.length).toBeGreaterThan(0);
  const { json } = await world.ask("listInventories", { as: "manager" });
  expect(json.map(({ state }) => state)).toEqual(["counting", "cancelled", "approved"]);
  const counted = await world.ask("getInventory", { as: "manager", path: inCompany(open[0]?.id ?? 0) });
  const places = counted.json.items.flatMap(({ entries }) => entries.map(({ place }) => place));
  expect(new Set(places)).toEqual(new Set(["Склад", "Кухня"]));
  expect(counted.json.countedItems).toBeGreaterThan(0);
  expect(counted.json.countedItems).toBeLessThan(counted.json.itemCount);
});

test("list of due inventory groups — contains due groups without an open inventory, the most overdue first", async () => {
  const item = await newStockItem(world);
  const late = await givenInventoryGroup(world, [item], { everyDays: 7 });
  await sql`update inventory_group set creation_date = now() - interval '40 days' where id = ${late.id}`.execute(
    world.db,
  );
  const fresh = await givenInventoryGroup(world, [item], { everyDays: 7 });
  const unplanned = await givenInventoryGroup(world, [item]);
  const open = await givenInventory(world, [item], { everyDays: 7 });
  const { groupId: counted } = await givenApprovedInventory(world, entryOf(item, 1));
  await sql`update inventory_group set every_days = 1 where id = ${counted}`.execute(world.db);
  const { due } = await read();
  const find = (id: number) => due.find(({ groupId }) => groupId === id);
  expect(find(late.id)).toEqual({ groupId: late.id, name: late.name, dueOn: addDays(today(), -40), daysLate: 40 });
  expect(find(fresh.id)).toMatchObject({ dueOn: today(), daysLate: 0 });
  for (const id of [unplanned.id, open.groupId, counted]) expect(find(id)).toBeUndefined();
  expect(due.map(({ daysLate }) => daysLate)).toEqual(due.map(({ daysLate }) => daysLate).sort((a, b) => b - a));
});

test("open inventories — are listed with their progress", async () => {
  const items = [await newStockItem(world), await newStockItem(world), await newStockItem(world)];
  const inventory = await givenInventory(world, items);
  await givenEntries(world, inventory, entryOf(items[0] ?? 0, 1));
  const find = async () => (await read()).open.find(({ id }) => id === inventory.id);
  expect(await find()).toEqual({
    id: inventory.id,
    groupName: inventory.groupName,
    state: "counting",
    startedAt: inventory.startedAt,
    countedItems: 1,
    itemCount: 3,
  });
  const { version } = await givenReview(world, inventory);
  expect(await find()).toMatchObject({ state: "reviewing", countedItems: 1 });
  await world.ask("cancelInventory", { as: "manager", path: inCompany(inventory.id), seen: version, body: {} });
  expect(await find()).toBeUndefined();
});

test("losses and surpluses by week — are the sums of the approved differences counted in each of the last 12 weeks", async () => {
  const [lost, found] = [await newStockItem(world, 100), await newStockItem(world, 10)];
  await moveItem(world, lost, 10);
  await givenPastCount(lost, 7, 20);
  await givenPastCount(found, 3, 0);
  await givenPastCount(await newStockItem(world, 10), 100, 200);
  const lines = await readLines();
  const sumOf = (week: string, sign: 1 | -1) =>
    roundMoney(
      lines
        .filter(({ at, amount }) => mondayOf(businessDay(at, MOSCOW)) === week && amount * sign > 0)
        .reduce((sum, { amount }) => sum + amount * sign, 0),
    );
  const { lossByWeek } = await read();
  const first = addDays(mondayOf(today()), -77);
  const weeks = Array.from({ length: 12 }, (_, index) => addDays(first, 7 * index));
  expect(lossByWeek).toEqual(weeks.map((week) => ({ week, loss: sumOf(week, -1), surplus: sumOf(week, 1) })));
  expect(lossByWeek.some(({ loss }) => loss >= 300)).toBe(true);
});

test("list of the highest losses — contains the ten items with the highest losses minus surpluses of the last 90 days", async () => {
  for (let index = 1; index <= 11; index += 1) {
    const item = await newStockItem(world, 1000 + index);
    await moveItem(world, item, 20);
    await givenPastCount(item, 5, 30);
    if (index === 11) await givenPastCount(item, 20, 3);
    if (index === 10) await givenPastCount(item, 4, 100);
  }
  const byItem = new Map<number, Line>();
  for (const line of await readLines()) {
    if (businessDay(line.at, MOSCOW) < addDays(today(), -89)) continue;
    const { difference = 0, amount = 0 } = byItem.get(line.id) ?? {};
    byItem.set(line.id, { ...line, difference: difference + line.difference, amount: amount + line.amount });
  }
  const losses = [...byItem.values()].filter(({ difference }) => difference < 0);
  const expected = losses
    .sort((one, other) => one.amount - other.amount || one.title.localeCompare(other.title))
    .slice(0, 10);
  const { worst } = await read();
  expect(worst.map(({ stockItemId, count, amount }) => [stockItemId, count, amount])).toEqual(
    expected.map(({ id, difference, amount }) => [id, -difference, roundMoney(-amount)]),
  );
  expect(worst).toHaveLength(10);
});

test("list of items that were never counted — begins with the most valuable item, and excludes hidden and semi-finished items", async () => {
  const [dear, counted, gone] = [
    await newStockItem(world, 9_000_000),
    await newStockItem(world, 9_000_000),
    await newStockItem(world, 9_000_000),
  ];
  const made = await newMadeItem(world, [[dear, 1]]);
  for (const item of [dear, counted, gone, made]) await moveItem(world, item, 2);
  const before = await read();
  const ids = async () => (await read()).neverCounted.map(({ stockItemId }) => stockItemId);
  expect(await ids()).toEqual(expect.arrayContaining([dear, counted, gone]));
  expect(await ids()).not.toContain(made);
  expect(before.neverCounted.find(({ stockItemId }) => stockItemId === dear)).toMatchObject({
    count: 2,
    amount: 18_000_000,
  });
  expect(before.neverCounted.map(({ amount }) => amount)).toEqual(
    before.neverCounted.map(({ amount }) => amount).sort((one, other) => other - one),
  );
  expect(before.neverCounted.length).toBe(Math.min(20, before.neverCountedTotal));
  await givenApprovedInventory(world, entryOf(counted, 2));
  await world.ask("hideStock", { as: "owner", path: { id: gone, companyId: 1 }, body: { isHidden: true } });
  expect(await ids()).toContain(dear);
  expect(await ids()).not.toContain(counted);
  expect(await ids()).not.toContain(gone);
  expect((await read()).neverCountedTotal).toBe(before.neverCountedTotal - 2);
});
