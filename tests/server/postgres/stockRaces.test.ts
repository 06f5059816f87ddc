import { sql } from "kysely";
import { expect, test } from "vitest";
import { dishOf, givenOrder, lineOf, pathOf, statusIds } from "../../support/server/orders.ts";
import { givenTwoWorlds, statusesOf } from "../../support/server/races.ts";
import type { World } from "../../support/server/testServer.ts";
import { untilBlocked } from "../../support/server/untilBlocked.ts";

const worldOf = givenTwoWorlds();

const company = { companyId: 1 };
const nothing = { added: 0, changed: 0, removed: 0 };

/**
 * Start of the recalculated period. A week contains enough orders for conflicts. A month would take several seconds.
 */
const startDate = new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 10);

const calculate = (world: World, companyId = 1) =>
  world.ask("calculateStock", { as: "admin", path: { companyId }, body: { startDate } });

/** Increases the quantities in the recipes of all dishes slightly. */
const changeCompositions = () => sql`update item_composition set count = count + 0.001`.execute(worldOf(0).db);

const operationsOf = async ({ id }: { id: number }) =>
  (
    await sql<{ stockItemId: number; count: number; isReserved: boolean; isProcessed: boolean }>`
      select stock_item_id as "stockItemId", count, is_reserved as "isReserved", is_processed as "isProcessed"
      from stock_operation where order_id = ${id} order by stock_item_id`.execute(worldOf(0).db)
  ).rows;

/**
 * Returns the expected stock operations of an order: one for each stock item used, in the state that the order status
 * requires.
 */
const expected = async (order: { id: number }, isClosed: boolean) =>
  (await worldOf(0).ask("listUsedStockItems", { as: "owner", path: pathOf(order) })).json
    .map(({ stockItemId, count }) => ({ stockItemId, count, isReserved: !isClosed, isProcessed: isClosed }))
    .sort((a, b) => a.stockItemId - b.stockItemId);

const lives: readonly (readonly number[])[] = [
  [statusIds.cooking, statusIds.delivered],
  [statusIds.cooking, statusIds.ready, statusIds.delivered],
  [statusIds.cooking, statusIds.canceled],
  [statusIds.cooking, statusIds.confirmed],
  [statusIds.cooking],
  [statusIds.delivered],
];

const live = async (world: World, order: { id: number }, statuses: readonly number[]) => {
  for (const orderStatusId of statuses) {
    const { status } = await world.ask("changeOrderStatus", {
      as: "owner",
      path: pathOf(order),
      body: { orderStatusId, orderStatusReason: "Так вышло" },
    });
    expect(status).toBe(200);
  }
};

const edit = async (world: World, order: { id: number }, count: number) => {
  const dish = await dishOf(world, "Пепперони");
  const { status } = await world.ask("editOrder", {
    as: "owner",
    path: pathOf(order),
    body: { items: [lineOf(dish, { count })], phone: "+79160000001" },
  });
  expect(status).toBe(200);
};

test("two concurrent recalculations of a company's stock — one succeeds, and the other gets 409", async () => {
  const order = await givenOrder(worldOf(0));
  await live(worldOf(0), order, [statusIds.cooking]);
  await calculate(worldOf(0));
  await changeCompositions();
  const before = await sql<{ count: number }>`select count(*)::int as count from stock_operation`.execute(
    worldOf(0).db,
  );
  const { db } = worldOf(0);
  const answers = await db.transaction().execute(async (tx) => {
    // The first recalculation waits for the locked order, so that it is still running when the second one starts.
    await sql`select 1 from orders where id = ${order.id} for update`.execute(tx);
    const both = [calculate(worldOf(0)), calculate(worldOf(1))];
    expect((await Promise.race(both)).status).toBe(409);
    expect((await calculate(worldOf(1), 2)).status).toBe(200);
    // The promise is wrapped in an object: the transaction would await a bare promise and deadlock.
    return { both: Promise.all(both) };
  });
  expect(statusesOf(await answers.both)).toEqual([200, 409]);
  expect((await calculate(worldOf(1))).json).toEqual(nothing);
  const after = await sql<{ count: number }>`select count(*)::int as count from stock_operation`.execute(worldOf(0).db);
  expect(after.rows).toEqual(before.rows);
});

test("status changes and edits of orders during recalculations of the stock — leave correct stock operations", async () => {
  let mended = 0;
  for (let round = 0; round < 3; round += 1) {
    const orders = await Promise.all(lives.map(() => givenOrder(worldOf(0))));
    await live(worldOf(1), orders[4] ?? { id: 0 }, [statusIds.cooking]);
    await changeCompositions();
    const working = orders.map((order, at) =>
      at === 4 ? edit(worldOf(1), order, round + 1) : live(worldOf(at), order, lives[at] ?? []),
    );
    for (const world of [worldOf(0), worldOf(1), worldOf(0)]) {
      const { json } = await calculate(world);
      mended += json.changed;
      await changeCompositions();
    }
    await Promise.all(working);
    await calculate(worldOf(1));
    for (const [at, order] of orders.entries()) {
      const last = lives[at]?.at(-1);
      const isTaking = last !== statusIds.canceled && last !== statusIds.confirmed;
      expect(await operationsOf(order)).toEqual(isTaking ? await expected(order, last === statusIds.delivered) : []);
    }
    expect((await calculate(worldOf(0))).json).toEqual(nothing);
  }
  expect(mended).toBeGreaterThan(100);
});

test("recalculation of the stock — waits for a locked order and then uses the order's new status", async () => {
  const order = await givenOrder(worldOf(0));
  await live(worldOf(0), order, [statusIds.cooking]);
  await calculate(worldOf(0));
  // A recalculation that did not wait for the locked order would add this deleted operation again. After the wait it
  // sees that the order is cancelled, and adds nothing.
  await sql`delete from stock_operation where order_id = ${order.id} and stock_item_id =
    (select min(stock_item_id) from stock_operation where order_id = ${order.id})`.execute(worldOf(0).db);
  const { db } = worldOf(0);
  const held = db.transaction().execute(async (tx) => {
    await sql`select 1 from orders where id = ${order.id} for update`.execute(tx);
    const calculation = calculate(worldOf(1));
    await untilBlocked(tx);
    await sql`update orders set status_id = ${statusIds.canceled}, is_open = false where id = ${order.id}`.execute(tx);
    await sql`delete from stock_operation where order_id = ${order.id}`.execute(tx);
    // The promise is wrapped in an object: the transaction would await a bare promise and deadlock.
    return { calculation };
  });
  const { calculation } = await held;
  expect((await calculation).status).toBe(200);
  expect(await operationsOf(order)).toEqual([]);
});

test("stock operation sent to two processes under one idempotency key — is added once", async () => {
  const { json: rows } = await worldOf(0).ask("listStock", { as: "owner", path: company });
  const row = rows.find(({ title }) => title === "Соль");
  const body = { stockItemId: row?.id ?? 0, operationType: "+" as const, count: 5 };
  const send = (world: World) =>
    world.ask("createStockOperation", { as: "owner", path: company, body, key: "stock-race-0001" });
  const answers = await Promise.all([send(worldOf(0)), send(worldOf(1)), send(worldOf(0)), send(worldOf(1))]);
  expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
  const { json: after } = await worldOf(1).ask("listStock", { as: "owner", path: company });
  expect((after.find(({ title }) => title === "Соль")?.count ?? 0) - (row?.count ?? 0)).toBeCloseTo(5, 5);
});

test("concurrent requests to hide or show a stock item — all succeed, and equal requests leave the requested state", async () => {
  const { json: rows } = await worldOf(0).ask("listStock", { as: "owner", path: company });
  const path = { ...company, id: rows[0]?.id ?? 0 };
  const hide = (world: World, isHidden: boolean) => world.ask("hideStock", { as: "owner", path, body: { isHidden } });
  const isListed = async (world: World) =>
    (await world.ask("listStock", { as: "owner", path: company })).json.some(({ id }) => id === path.id);
  for (const wanted of [
    [true, true, true, true],
    [false, false, false, false],
    [true, true, false, true],
    [false, false, false, false],
    [true, true, true, true],
  ]) {
    const answers = await Promise.all(wanted.map((isHidden, index) => hide(worldOf(index), isHidden)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    if (new Set(wanted).size > 1) continue;
    expect(answers.map(({ json }) => json.isHidden)).toEqual(wanted);
    expect([await isListed(worldOf(0)), await isListed(worldOf(1))]).toEqual([!wanted[0], !wanted[0]]);
  }
});
