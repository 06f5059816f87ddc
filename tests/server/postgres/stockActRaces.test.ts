import { sql } from "kysely";
import { expect, test } from "vitest";
import { givenDishOf, newMadeItem, readLedgerBalance } from "../../support/server/inventories.ts";
import { statusIds } from "../../support/server/orders.ts";
import {
  givenApproved,
  hoursAgo,
  newStockItem,
  packingLine,
  readStoredCost,
} from "../../support/server/packingLists.ts";
import { givenTwoWorlds, raceRounds, statusesOf } from "../../support/server/races.ts";
import {
  approveAct,
  givenAct,
  givenApprovedAct,
  productionOf,
  readActOperations,
  reverseAct,
  writeOffOf,
} from "../../support/server/stockActs.ts";

const worldOf = givenTwoWorlds();
const ROUNDS = raceRounds(5);

const delivered = async (count: number, price = 50) => {
  const item = await newStockItem(worldOf(0));
  await givenApproved(worldOf(0), [packingLine(item, count, price)], { date: hoursAgo(3) });
  return item;
};

test("stock act approved several times concurrently — is approved once", async () => {
  for (let round = 0; round < 4; round += 1) {
    const flour = await delivered(10);
    const dough = await newMadeItem(worldOf(0), [[flour, 0.5]]);
    const draft = await givenAct(worldOf(0), productionOf([[dough, 4]]));
    const answers = await Promise.all([0, 1, 2, 3].map((index) => approveAct(worldOf(index), draft)));
    expect(statusesOf(answers)).toEqual([200, 409, 409, 409]);
    expect(await readActOperations(worldOf(0), draft)).toHaveLength(2);
    expect([await readLedgerBalance(worldOf(0), flour), await readLedgerBalance(worldOf(0), dough)]).toEqual([8, 4]);
  }
});

test("stock act approved during an edit — is approved in the version that its approver saw, or not at all", async () => {
  for (let round = 0; round < 6; round += 1) {
    const item = await delivered(10);
    const draft = await givenAct(worldOf(0), writeOffOf([[item, 5]]));
    const edit = worldOf(round + 1).ask("updateStockAct", {
      as: "owner",
      path: { id: draft.id, companyId: 1 },
      seen: draft.version,
      body: writeOffOf([[item, 7]]),
    });
    const [approved, edited] = await Promise.all([approveAct(worldOf(round), draft), edit]);
    expect([
      [200, 409],
      [412, 200],
    ]).toContainEqual([approved.status, edited.status]);
    expect(await readLedgerBalance(worldOf(0), item)).toBe(approved.status === 200 ? 5 : 10);
  }
});

test("stock act with three concurrent reversals — is reversed once", async () => {
  const item = await delivered(10);
  const act = await givenApprovedAct(worldOf(0), writeOffOf([[item, 4]]));
  const answers = await Promise.all([0, 1, 2].map((index) => reverseAct(worldOf(index), act)));
  expect(statusesOf(answers)).toEqual([200, 409, 409]);
  expect(await readLedgerBalance(worldOf(0), item)).toBe(10);
});

test("two concurrent write-offs of the last goods — one is refused, because the balance would fall below zero", async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const item = await delivered(5);
    const drafts = await Promise.all([0, 1].map((index) => givenAct(worldOf(index), writeOffOf([[item, 4]]))));
    const answers = await Promise.all(drafts.map((draft, index) => approveAct(worldOf(index), draft)));
    expect(statusesOf(answers)).toEqual([200, 409]);
    expect(await readLedgerBalance(worldOf(0), item)).toBe(1);
  }
});

/**
 * Returns the balance of an item in the ledger, the quantity on hand by its processed operations, and the stored
 * average cost with its history.
 */
const balanceOf = async (item: number) => ({
  ledger: await readLedgerBalance(worldOf(0), item),
  ...(await readStoredCost(worldOf(0), item)),
});

test("stock acts during orders of the same items — the ledger is complete, and the cost of each order is the sum of its stock operations", async () => {
  const flour = await delivered(10_000);
  const dough = await newMadeItem(worldOf(0), [[flour, 0.5]]);
  await givenApprovedAct(worldOf(0), productionOf([[dough, 1000]], { date: hoursAgo(2) }));
  const dish = await givenDishOf(worldOf(0), [
    [dough, 1],
    [flour, 1],
  ]);
  const expected = { flour: 9500, dough: 1000 };
  const orders: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const sell = async (index: number) => {
      const order = await dish.order(1 + index, worldOf(index));
      await dish.move(order, statusIds.cooking, worldOf(index + 1));
      await dish.move(order, statusIds.delivered, worldOf(index));
      orders.push(order.id);
      expected.flour -= 1 + index;
      expected.dough -= 1 + index;
    };
    const drafts = await Promise.all([
      givenAct(worldOf(0), writeOffOf([[flour, 2]], { date: hoursAgo(1) })),
      givenAct(worldOf(1), writeOffOf([[dough, 3]])),
      givenAct(worldOf(0), productionOf([[dough, 10]])),
      givenAct(worldOf(1), productionOf([[dough, 20]], { date: hoursAgo(1) })),
    ]);
    const [answers] = await Promise.all([
      Promise.all(drafts.map((draft, index) => approveAct(worldOf(index), draft))),
      ...[0, 1, 2].map(sell),
    ]);
    expect(statusesOf(answers)).toEqual([200, 200, 200, 200]);
    expected.flour -= 2 + 5 + 10;
    expected.dough += 30 - 3;
    const last = answers[3]?.json;
    if (last) {
      const [reversed] = await Promise.all([reverseAct(worldOf(round), last), sell(1)]);
      expect(reversed.status).toBe(200);
      expected.flour += 10;
      expected.dough -= 20;
    }
  }
  expect(await balanceOf(flour)).toMatchObject({ ledger: expected.flour, onHand: expected.flour });
  expect(await balanceOf(dough)).toMatchObject({ ledger: expected.dough, onHand: expected.dough });
  expect((await balanceOf(dough)).average).toBeCloseTo(25, 5);
  const { rows } = await sql<{ id: number }>`select o.id from orders o where o.id = any(${orders}::int[])
    and o.cost <> (select sum(amount) from stock_operation where order_id = o.id)`.execute(worldOf(0).db);
  expect(rows).toEqual([]);
});
