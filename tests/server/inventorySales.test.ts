import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  entryOf,
  givenDishOf,
  givenEntries,
  givenInventory,
  givenReview,
  lineOfItem,
  moveItem,
  readLedgerBalance,
  sendApproval,
} from "../support/server/inventories.ts";
import { statusIds } from "../support/server/orders.ts";
import { newStockItem } from "../support/server/packingLists.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

describe("inventory during sales", () => {
  test("ingredients of dishes that are being cooked are not counted as lost", async () => {
    const item = await newStockItem(world, 100);
    await moveItem(world, item, 10);
    const dish = await givenDishOf(world, [[item, 0.5]]);
    const inventory = await givenInventory(world, [item]);
    const [waiting, cooking, sold] = [await dish.order(2), await dish.order(3), await dish.order(4)];
    await dish.move(cooking, statusIds.cooking);
    await dish.move(sold, statusIds.cooking);
    await dish.move(sold, statusIds.delivered);
    // The order in cooking has used 1.5 units, the delivered order 2 units and the waiting order none. So 6.5 of 10
    // units remain.
    const counted = await givenEntries(world, inventory, entryOf(item, 6.5));
    expect(lineOfItem(counted, item).expected).toBe(6.5);
    await dish.move(waiting, statusIds.cooking);
    await dish.move(cooking, statusIds.delivered);
    const { json } = await sendApproval(world, await givenReview(world, counted));
    expect(lineOfItem(json, item)).toMatchObject({ expected: 6.5, difference: 0 });
    expect(await readLedgerBalance(world, item)).toBe(5.5);
  });

  test("editing or cancelling an order after the counting does not change the expected quantity", async () => {
    const [item, other] = [await newStockItem(world, 100), await newStockItem(world, 100)];
    await moveItem(world, item, 10);
    await moveItem(world, other, 10);
    const dish = await givenDishOf(world, [
      [item, 1],
      [other, 0.1],
    ]);
    const inventory = await givenInventory(world, [item, other]);
    const orders = [await dish.order(1), await dish.order(2), await dish.order(3)] as const;
    for (const order of orders) await dish.move(order, statusIds.cooking);
    await givenEntries(world, inventory, entryOf(item, 4), entryOf(other, 9.4));
    const current = async (id: number) =>
      (await world.ask("getOrder", { as: "owner", path: { companyId: 1, orderId: id } })).json;
    await dish.edit(await current(orders[0].id), 5);
    await dish.edit(await current(orders[1].id), 1);
    await dish.move(orders[2], statusIds.canceled);
    const first = await givenReview(world, inventory);
    expect(first.items.map(({ difference }) => difference)).toEqual([0, 0]);
    await dish.edit(await current(orders[0].id), 2);
    await dish.move(orders[1], statusIds.confirmed);
    await dish.move(orders[0], statusIds.delivered);
    const { status, json } = await sendApproval(world, first);
    expect([status, json.lossAmount, json.surplusAmount]).toEqual([200, 0, 0]);
    // Only the first order, with two portions, is sold. The goods of the other orders have returned to the shelf.
    expect([await readLedgerBalance(world, item), await readLedgerBalance(world, other)]).toEqual([8, 9.8]);
  });

  test("a recalculation of the stock keeps the times at which the goods left the shelf", async () => {
    const item = await newStockItem(world, 100);
    await moveItem(world, item, 10);
    const dish = await givenDishOf(world, [[item, 1]]);
    const order = await dish.order(2);
    await dish.move(order, statusIds.cooking);
    const inventory = await givenInventory(world, [item]);
    await givenEntries(world, inventory, entryOf(item, 7));
    await dish.move(order, statusIds.delivered);
    await sql`update item_composition set count = 1.5 where stock_item_id = ${item}`.execute(world.db);
    const calculated = await world.ask("calculateStock", {
      as: "manager",
      path: { companyId: 1 },
      body: { stockItemId: item },
    });
    expect(calculated.json.changed).toBe(1);
    expect(lineOfItem(await givenReview(world, inventory), item)).toMatchObject({ expected: 7, difference: 0 });
  });

  test("a recalculation of the stock after a change of the recipe corrects both reservations of an edited order, from before and from after the edit", async () => {
    const [item, unused] = [await newStockItem(world, 100), await newStockItem(world, 100)];
    for (const id of [item, unused]) await moveItem(world, id, 10);
    const dish = await givenDishOf(world, [
      [item, 1],
      [unused, 1],
    ]);
    const order = await dish.order(1);
    await dish.move(order, statusIds.cooking);
    const inventory = await givenInventory(world, [item, unused]);
    await givenEntries(world, inventory, entryOf(item, 8.5), entryOf(unused, 10));
    const { json } = await world.ask("getOrder", { as: "owner", path: { companyId: 1, orderId: order.id } });
    await dish.edit(json, 3);
    await sql`update item_composition set count = 1.5 where stock_item_id = ${item}`.execute(world.db);
    await sql`delete from item_composition where stock_item_id = ${unused}`.execute(world.db);
    for (const stockItemId of [item, unused])
      await world.ask("calculateStock", { as: "manager", path: { companyId: 1 }, body: { stockItemId } });
    expect([await readLedgerBalance(world, item), await readLedgerBalance(world, unused)]).toEqual([5.5, 10]);
    const { items } = await givenReview(world, inventory);
    expect(items.map(({ difference }) => difference)).toEqual([0, 0]);
  });
});
