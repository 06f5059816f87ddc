import { sql } from "kysely";
import { expect, test } from "vitest";
import { lockStock } from "#server/services/stock/stockLock.ts";
import {
  entryOf,
  givenDishOf,
  givenEntries,
  givenInventory,
  givenInventoryGroup,
  givenReview,
  lineOfItem,
  moveItem,
  readCount,
  readLedgerBalance,
  readOperations,
  sendApproval,
  sendEntries,
} from "../../support/server/inventories.ts";
import { statusIds } from "../../support/server/orders.ts";
import { approveList, givenDraft, hoursAgo, newStockItem, packingLine } from "../../support/server/packingLists.ts";
import { givenTwoWorlds, raceRounds, statusesOf } from "../../support/server/races.ts";
import type { World } from "../../support/server/testServer.ts";
import { untilBlocked } from "../../support/server/untilBlocked.ts";

const worldOf = givenTwoWorlds();

/** Rounds of the race between inventories and orders. */
const ROUNDS = raceRounds(6);

test("concurrent approvals of an inventory — write the differences of the inventory once", async () => {
  for (let round = 0; round < 4; round += 1) {
    const item = await newStockItem(worldOf(0));
    const inventory = await givenInventory(worldOf(0), [item]);
    await givenEntries(worldOf(0), inventory, entryOf(item, 5));
    const reviewed = await givenReview(worldOf(0), inventory);
    const answers = await Promise.all([0, 1, 2, 3].map((index) => sendApproval(worldOf(index), reviewed)));
    expect(statusesOf(answers)).toEqual([200, 409, 409, 409]);
    expect(await readOperations(worldOf(0), inventory)).toHaveLength(1);
    expect(await readLedgerBalance(worldOf(0), item)).toBe(5);
  }
});

test("concurrent starts of an inventory for one group — one succeeds, and the others get the id of this inventory", async () => {
  const { id: groupId } = await givenInventoryGroup(worldOf(0), [await newStockItem(worldOf(0))]);
  const answers = await Promise.all(
    [0, 1, 2, 3].map((index) => worldOf(index).ask("createInventory", { as: "manager", body: { groupId } })),
  );
  expect(statusesOf(answers)).toEqual([200, 409, 409, 409]);
  const started = answers.find(({ status }) => status === 200)?.json.id;
  for (const { status, problem } of answers)
    if (status === 409) expect(Reflect.get(problem, "inventoryId")).toBe(started);
});

test("concurrent entries for several places of an item — the counted quantity is the sum of the latest entries", async () => {
  const item = await newStockItem(worldOf(0));
  const inventory = await givenInventory(worldOf(0), [item]);
  await sql`update inventory set started_at = now() - interval '1 day' where id = ${inventory.id}`.execute(
    worldOf(0).db,
  );
  const ages = [5, 1, 9, 3, 7];
  const answers = await Promise.all(
    ["Склад", "Бар", "Кухня"].flatMap((name, place) =>
      ages.map((age) =>
        sendEntries(worldOf(age + place), inventory, [
          entryOf(item, age * 10 ** place, { place: name, ageMs: age * 60_000 }),
        ]),
      ),
    ),
  );
  expect(new Set(statusesOf(answers))).toEqual(new Set([200]));
  const line = lineOfItem(await readCount(worldOf(1), inventory), item);
  expect([line.counted, line.entries.length]).toEqual([111, 3]);
});

test("concurrent entries and a withdrawal for one storage place — the request with the latest time takes effect", async () => {
  for (const [round, lastAge] of [1, 4].entries()) {
    const item = await newStockItem(worldOf(0));
    const inventory = await givenInventory(worldOf(0), [item]);
    await sql`update inventory set started_at = now() - interval '1 day' where id = ${inventory.id}`.execute(
      worldOf(0).db,
    );
    const answers = await Promise.all(
      [5, lastAge, 9, 3, 7].map((age, index) =>
        sendEntries(worldOf(index + round), inventory, [
          entryOf(item, age === lastAge ? null : age, { ageMs: age * 60_000 }),
        ]),
      ),
    );
    expect(new Set(statusesOf(answers))).toEqual(new Set([200]));
    const { counted, entries } = lineOfItem(await readCount(worldOf(1), inventory), item);
    expect([counted, entries.length]).toEqual(lastAge === 1 ? [null, 0] : [3, 1]);
  }
});

test("withdrawal of an entry during the approval of an inventory — either the withdrawal or the approval is refused", async () => {
  for (let round = 0; round < 6; round += 1) {
    const item = await newStockItem(worldOf(0));
    const inventory = await givenInventory(worldOf(0), [item]);
    await givenEntries(worldOf(0), inventory, entryOf(item, 5));
    const reviewed = await givenReview(worldOf(0), inventory);
    const [approved, withdrawn] = await Promise.all([
      sendApproval(worldOf(round), reviewed),
      sendEntries(worldOf(round + 1), inventory, [entryOf(item, null)]),
    ]);
    expect([
      [200, 409],
      [412, 200],
    ]).toContainEqual([approved.status, withdrawn.status]);
    expect(await readLedgerBalance(worldOf(0), item)).toBe(approved.status === 200 ? 5 : 0);
  }
});

test("entry during the approval of an inventory — either the entry or the approval is refused", async () => {
  for (let round = 0; round < 6; round += 1) {
    const item = await newStockItem(worldOf(0));
    const inventory = await givenInventory(worldOf(0), [item]);
    await givenEntries(worldOf(0), inventory, entryOf(item, 5));
    const reviewed = await givenReview(worldOf(0), inventory);
    const [approved, entered] = await Promise.all([
      sendApproval(worldOf(round), reviewed),
      sendEntries(worldOf(round + 1), inventory, [entryOf(item, 7)]),
    ]);
    expect([
      [200, 409],
      [412, 200],
    ]).toContainEqual([approved.status, entered.status]);
    expect(await readLedgerBalance(worldOf(0), item)).toBe(approved.status === 200 ? 5 : 0);
  }
});

test("backdated delivery during the approval of an inventory — either the delivery or the approval is refused", async () => {
  for (let round = 0; round < 6; round += 1) {
    const item = await newStockItem(worldOf(0));
    const inventory = await givenInventory(worldOf(0), [item]);
    await givenEntries(worldOf(0), inventory, entryOf(item, 5));
    const reviewed = await givenReview(worldOf(0), inventory);
    const draft = await givenDraft(worldOf(0), [packingLine(item, 3, 10)], { date: hoursAgo(2) });
    const [approved, delivered] = await Promise.all([
      sendApproval(worldOf(round), reviewed),
      approveList(worldOf(round + 1), draft),
    ]);
    expect([
      [200, 409],
      [412, 200],
    ]).toContainEqual([approved.status, delivered.status]);
    expect(await readLedgerBalance(worldOf(0), item)).toBe(approved.status === 200 ? 5 : 3);
  }
});

/**
 * Reviews and approves an inventory. Repeats both if the approval is refused (412), because a stock operation that is
 * dated before the count has changed the differences since the review.
 */
const approveAtLast = async (world: World, inventory: Parameters<typeof readCount>[1]) => {
  for (;;) {
    const reviewed = await givenReview(world, await readCount(world, inventory));
    const answer = await sendApproval(world, reviewed);
    if (answer.status !== 412) return answer;
  }
};

interface Sale {
  readonly id: number;
  portions: number;
  /** True if the goods have left the shelf. */
  isTaken: boolean;
  isOver: boolean;
}

test("inventories during sales — have no differences if no goods are lost", async () => {
  const [flour, cheese] = [await newStockItem(worldOf(0)), await newStockItem(worldOf(0))];
  const shares = new Map([
    [flour, 0.3],
    [cheese, 0.15],
  ]);
  for (const item of shares.keys()) await moveItem(worldOf(0), item, 1000);
  const dish = await givenDishOf(worldOf(0), [...shares]);
  const sales: Sale[] = [];

  const current = async (via: World, { id }: Sale) =>
    (await via.ask("getOrder", { as: "owner", path: { companyId: 1, orderId: id } })).json;
  const sell = async (via: World, portions: number) => {
    const { id } = await dish.order(portions, via);
    sales.push({ id, portions, isTaken: false, isOver: false });
  };
  const cook = async (via: World, sale: Sale) => {
    await dish.move(sale, statusIds.cooking, via);
    sale.isTaken = true;
  };
  const edit = async (via: World, sale: Sale, portions: number) => {
    await dish.edit(await current(via, sale), portions, via);
    sale.portions = portions;
  };
  const putBack = async (via: World, sale: Sale) => {
    await dish.move(sale, statusIds.confirmed, via);
    sale.isTaken = false;
  };
  const cancel = async (via: World, sale: Sale) => {
    await dish.move(sale, statusIds.canceled, via);
    Object.assign(sale, { isTaken: false, isOver: true });
  };
  const deliver = async (via: World, sale: Sale) => {
    await dish.move(sale, statusIds.delivered, via);
    Object.assign(sale, { isTaken: true, isOver: true });
  };
  /**
   * Adds two sales and moves all open sales one step, concurrently. A sale that is being cooked is edited, moved back,
   * cancelled or delivered.
   */
  const work = async (round: number) => {
    const open = sales.filter(({ isOver }) => !isOver);
    await Promise.all([
      sell(worldOf(round), 1 + (round % 3)),
      sell(worldOf(round + 1), 2),
      ...open.map((sale, index) => {
        const via = worldOf(round + index);
        if (!sale.isTaken) return cook(via, sale);
        return [
          () => edit(via, sale, sale.portions + 1),
          () => deliver(via, sale),
          () => cancel(via, sale),
          () => putBack(via, sale),
        ][(round + index) % 4]?.();
      }),
    ]);
  };
  /** Returns the quantity of a stock item on the shelf, without the goods of cooked and delivered orders. */
  const onShelf = (item: number) =>
    Math.round(
      (1000 -
        (shares.get(item) ?? 0) * sales.reduce((sum, { isTaken, portions }) => sum + (isTaken ? portions : 0), 0)) *
        100_000,
    ) / 100_000;

  for (let round = 0; round < ROUNDS; round += 1) {
    await work(3 * round);
    const inventory = await givenInventory(worldOf(round), [flour, cheese]);
    // No order changes while the goods are counted. All later steps run concurrently with the sales.
    await givenEntries(worldOf(round + 1), inventory, entryOf(flour, onShelf(flour)), entryOf(cheese, onShelf(cheese)));
    const [answer] = await Promise.all([
      approveAtLast(worldOf(round), inventory),
      work(3 * round + 1).then(() => work(3 * round + 2)),
    ]);
    expect(answer.status).toBe(200);
    expect(answer.json.items.map(({ difference }) => difference)).toEqual([0, 0]);
    for (const item of shares.keys()) expect(await readLedgerBalance(worldOf(0), item)).toBe(onShelf(item));
  }
  // Proves that some sales returned goods to the shelf or were edited, and that some were delivered.
  const { rows } = await sql<{ reservations: number; processed: number }>`select
    (select count(*)::int from earlier_reservation where stock_item_id = ${flour}) as reservations,
    (select count(*)::int from stock_operation where stock_item_id = ${flour} and is_processed) as processed`.execute(
    worldOf(0).db,
  );
  expect(rows[0]?.reservations).toBeGreaterThan(2);
  expect(rows[0]?.processed).toBeGreaterThan(2);
});

test("sales during the counting — the balance after the approval is the counted quantity minus the units sold after the counting", async () => {
  const item = await newStockItem(worldOf(0));
  await moveItem(worldOf(0), item, 100);
  const dish = await givenDishOf(worldOf(0), [[item, 1]]);
  const orders = await Promise.all(Array.from({ length: 8 }, () => dish.order(1)));
  const inventory = await givenInventory(worldOf(0), [item]);
  const [counted] = await Promise.all([
    sendEntries(worldOf(0), inventory, [entryOf(item, 100)]),
    ...orders.map((order) => dish.move(order, statusIds.cooking, worldOf(1))),
  ]);
  expect(counted.status).toBe(200);
  const { json } = await approveAtLast(worldOf(1), inventory);
  const { expected, difference } = lineOfItem(json, item);
  expect(100 - (expected ?? 0)).toBe(difference);
  // The balance is the counted quantity minus the goods that left the shelf after the counting.
  const { rows } = await sql<{ later: number }>`select count(*)::int as later from stock_operation
    where stock_item_id = ${item} and taken_at > ${lineOfItem(json, item).countedAt}::timestamptz`.execute(
    worldOf(0).db,
  );
  expect(await readLedgerBalance(worldOf(0), item)).toBe(100 - (rows[0]?.later ?? 0));
});

test("stock changes of orders during the approval of an inventory — wait until the approval ends, and are dated later", async () => {
  const item = await newStockItem(worldOf(0));
  const dish = await givenDishOf(worldOf(0), [[item, 1]]);
  const orders = [await dish.order(1), await dish.order(1), await dish.order(1)] as const;
  for (const order of orders.slice(1)) await dish.move(order, statusIds.cooking);
  const json = (await worldOf(0).ask("getOrder", { as: "owner", path: { companyId: 1, orderId: orders[1].id } })).json;
  let finished = 0;
  const { db } = worldOf(0);
  const { moves, approvedAt } = await db.transaction().execute(async (tx) => {
    await lockStock(tx, 1);
    const requests = [
      dish.move(orders[0], statusIds.cooking, worldOf(1)),
      dish.edit(json, 2, worldOf(1)),
      dish.move(orders[2], statusIds.canceled, worldOf(1)),
    ];
    for (const request of requests) void Promise.resolve(request).then(() => (finished += 1));
    await untilBlocked(tx, requests.length);
    expect(finished).toBe(0);
    const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(tx);
    return { moves: Promise.all(requests), approvedAt: rows[0]?.now ?? new Date() };
  });
  await moves;
  const { rows } = await sql<{ at: Date }>`
    select taken_at as at from stock_operation where order_id = ${orders[0].id}
    union all select until from earlier_reservation where stock_item_id = ${item}`.execute(worldOf(0).db);
  expect(rows).toHaveLength(3);
  for (const { at } of rows) expect(at.getTime()).toBeGreaterThanOrEqual(approvedAt.getTime());
});
