import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Schemas } from "#api/client.ts";
import { dayRange } from "#domain/dates.ts";
import { roundMoney } from "#domain/money.ts";
import { giveRole } from "../support/server/giveRole.ts";
import {
  entryOf,
  givenEntries,
  givenInventory,
  givenInventoryGroup,
  givenReview,
  moveItem,
  newMadeItem,
  sendApproval,
} from "../support/server/inventories.ts";
import { MOSCOW, today } from "../support/server/moscow.ts";
import { newStockItem } from "../support/server/packingLists.ts";
import {
  approveAct,
  givenAct,
  givenApprovedAct,
  productionOf,
  reverseAct,
  writeOffOf,
} from "../support/server/stockActs.ts";
import { startWorld, type World } from "../support/server/testServer.ts";
import { acceptTransfer, allAccepted, givenSent, newTransferItem } from "../support/server/transfers.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const read = async (as = "manager") => (await world.ask("getDashboardStock", { as })).json;

/** Runs an action. Returns the differences of the figures that the action has changed. */
const changeOf = async (act: () => Promise<unknown>): Promise<Partial<Schemas["DashboardStock"]>> => {
  const before = await read();
  await act();
  const after = await read();
  const numbers = Object.entries(after).flatMap(([name, value]) =>
    typeof value === "number" && value !== Reflect.get(before, name)
      ? [[name, roundMoney(value - Number(Reflect.get(before, name)))] as const]
      : [],
  );
  return Object.fromEntries(numbers);
};

test("value of the stock — sums the positive quantities at their costs, and the number of negative items excludes hidden items", async () => {
  const item = await newStockItem(world, 12.5);
  expect(await changeOf(() => moveItem(world, item, 4))).toEqual({ amount: 50 });
  expect(await changeOf(() => moveItem(world, item, -5))).toEqual({ amount: -50, belowZeroCount: 1 });
  const hide = () =>
    sql`insert into hidden_stock_item (company_id, stock_item_id) values (1, ${item})`.execute(world.db);
  expect(await changeOf(hide)).toEqual({ belowZeroCount: -1 });
});

test("value of the demo stock — equals the value computed from the stock operations", async () => {
  const { rows } = await sql<{ id: number; count: number; cost: number }>`
    select t.id, sum(case o.operation_type when '+' then o.count else -o.count end) as count,
      coalesce(max(c.average_cost), max(t.estimate_cost)) as cost
    from stock_operation o join stock_item t on t.id = o.stock_item_id and not t.is_removed
    left join stock_cost c on c.company_id = 1 and c.stock_item_id = t.id
    where o.company_id = 1 and o.is_processed
      and not exists (select 1 from hidden_stock_item h where h.company_id = 1 and h.stock_item_id = t.id)
    group by t.id`.execute(world.db);
  const positive = rows.filter(({ count }) => count > 0);
  expect(positive.length).toBeGreaterThan(10);
  const value = positive.reduce((sum, { count, cost }) => sum + roundMoney(count * cost), 0);
  expect(await read()).toMatchObject({
    amount: roundMoney(value),
    belowZeroCount: rows.filter(({ count }) => count < 0).length,
  });
});

test("sent transfer — counts as outgoing at the sender, with its amount, and as incoming at the recipient until the acceptance", async () => {
  const item = await newTransferItem(world);
  await moveItem(world, item, 10);
  const awaited = async () => (await world.ask("getDashboardStock", { as: "admin", path: { companyId: 2 } })).json;
  const { awaitedCount } = await awaited();
  const before = await read();
  const transfer = await givenSent(world, [{ stockItemId: item, count: 3, price: 25 }]);
  expect(await read()).toMatchObject({
    amount: roundMoney(before.amount - 300),
    sentCount: before.sentCount + 1,
    sentAmount: roundMoney(before.sentAmount + 75),
  });
  expect((await awaited()).awaitedCount).toBe(awaitedCount + 1);
  await acceptTransfer(world, transfer, allAccepted(transfer));
  expect(await read()).toMatchObject({ sentCount: before.sentCount, sentAmount: before.sentAmount });
  expect((await awaited()).awaitedCount).toBe(awaitedCount);
});

test("number of due inventories — excludes a group from the start of an inventory of the group until the group's interval has passed again", async () => {
  const item = await newStockItem(world, 10);
  await moveItem(world, item, 6);
  expect(await changeOf(() => givenInventory(world, [item]))).toEqual({});
  expect(await changeOf(() => givenInventoryGroup(world, [item], { everyDays: 7 }))).toEqual({ dueCount: 1 });
  const { id: groupId } = await givenInventoryGroup(world, [item], { everyDays: 7 });
  const start = async () => (await world.ask("createInventory", { as: "manager", body: { groupId } })).json;
  const before = await read();
  const inventory = await start();
  expect(await read()).toEqual({ ...before, dueCount: before.dueCount - 1 });
  await givenEntries(world, inventory, entryOf(item, 6));
  const approve = async () => sendApproval(world, await givenReview(world, inventory));
  expect(await changeOf(approve)).toEqual({});
  const age = (days: number) =>
    sql`update inventory_line set counted_at = counted_at - make_interval(days => ${days}::int)
      where inventory_id = ${inventory.id}`.execute(world.db);
  expect(await changeOf(() => age(6))).toEqual({});
  expect(await changeOf(() => age(1))).toEqual({ dueCount: 1 });
});

test("losses and surpluses of the month — contain the differences of approved inventory lines counted since the start of the month", async () => {
  const [missing, surplus] = [await newStockItem(world, 10), await newStockItem(world, 10)];
  for (const item of [missing, surplus]) await moveItem(world, item, 6);
  let inventory = await givenInventory(world, [missing, surplus]);
  const count = async () => {
    await givenEntries(world, inventory, entryOf(missing, 4), entryOf(surplus, 9));
    inventory = await givenReview(world, inventory);
  };
  expect(await changeOf(count)).toEqual({});
  expect(await changeOf(() => sendApproval(world, inventory))).toEqual({
    amount: 10,
    lossAmount: 20,
    surplusAmount: 30,
  });
  expect((await read()).monthStart).toBe(`${today().slice(0, 7)}-01`);
  const { start } = dayRange(`${today().slice(0, 7)}-01`, MOSCOW);
  const move = (before: string) =>
    sql`update inventory_line set counted_at = ${start}::timestamptz - ${before}::interval
      where inventory_id = ${inventory.id}`.execute(world.db);
  expect(await changeOf(() => move("0"))).toEqual({});
  expect(await changeOf(() => move("1 ms"))).toEqual({ lossAmount: -20, surplusAmount: -30 });
});

test("write-offs of the month — contain write-off acts that are not reversed, and no production acts", async () => {
  const item = await newStockItem(world, 10);
  await moveItem(world, item, 6);
  let act = await givenAct(world, writeOffOf([[item, 2]]));
  const approve = async () => {
    act = (await approveAct(world, act)).json;
  };
  expect(await changeOf(approve)).toEqual({ amount: -20, writtenOffAmount: 20 });
  const { rows } = await sql<{ date: Date; amount: number }>`select date, amount from stock_operation
    where company_id = 1 and operation_type = '-' and reversal_of is null and stock_act_line_id is not null
      and stock_act_id in (select id from stock_act where kind = 'writeOff' and state = 'approved')`.execute(world.db);
  const { monthStart, writtenOffAmount } = await read();
  const ofMonth = rows.filter(({ date }) => date.getTime() >= Date.parse(`${monthStart}T00:00:00+03:00`));
  expect(writtenOffAmount).toBe(roundMoney(ofMonth.reduce((sum, { amount }) => sum + amount, 0)));
  const made = await newMadeItem(world, [[item, 1]]);
  expect(await changeOf(() => givenApprovedAct(world, productionOf([[made, 3]])))).toEqual({});
  expect(await changeOf(() => reverseAct(world, act))).toEqual({ amount: 20, writtenOffAmount: -20 });
});

test("stock figures — require the permission 'stock.view' in the company", async () => {
  expect((await world.ask("getDashboardStock", { as: "owner2" })).status).toBe(404);
  await giveRole(world, 6, ["order.view"]);
  expect((await world.ask("getDashboardStock", { as: "kitchen" })).status).toBe(403);
});
