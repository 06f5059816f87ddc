import { sql } from "kysely";
import { expect, test } from "vitest";
import { type LedgerRow, replayLedger } from "#domain/movingAverage.ts";
import { dishOf, givenOrder, lineOf, pathOf, statusIds } from "../../support/server/orders.ts";
import {
  approveList,
  givenApproved,
  givenDraft,
  hoursAgo,
  packingLine as line,
  newStockItem,
  readStoredCost,
  reverseList,
} from "../../support/server/packingLists.ts";
import { givenTwoWorlds, raceRounds, statusesOf } from "../../support/server/races.ts";

const worldOf = givenTwoWorlds();

/** Rounds of the race between packing lists and orders. */
const ROUNDS = raceRounds(6);
const OPENING = 100;

/** Reads all processed operations of a stock item of company 1. */
const readLedger = async (stockItemId: number): Promise<readonly LedgerRow[]> => {
  const { rows } = await sql<LedgerRow & { reversalOf: number | null; price: number | null; document: number | null }>`
    select id, (extract(epoch from date) * 1000)::float8 as at, price::float8 as price, packing_list_id as document,
      packing_list_line_id as line, reversal_of as "reversalOf",
      (case operation_type when '+' then count else -count end)::float8 as count
    from stock_operation where company_id = 1 and stock_item_id = ${stockItemId} and is_processed`.execute(
    worldOf(0).db,
  );
  return rows.map(({ price, reversalOf, document, ...row }) => ({
    ...row,
    price: price ?? undefined,
    document: document ?? undefined,
    reversalOf: reversalOf ?? undefined,
  }));
};

/**
 * Expects that the stored costs of an item equal the costs computed from its ledger. Returns the stored history of
 * costs.
 */
const expectPureCosts = async (stockItemId: number) => {
  const stored = await readStoredCost(worldOf(0), stockItemId);
  const ledger = await readLedger(stockItemId);
  const steps = replayLedger({ onHand: 0, averageCost: OPENING }, ledger);
  expect(stored.history).toEqual(
    steps.map(({ before, averageCost, revaluation }) => ({ onHand: before.onHand, average: averageCost, revaluation })),
  );
  expect(stored.average).toBe(steps.at(-1)?.averageCost ?? null);
  expect(stored.onHand).toBeCloseTo(
    ledger.reduce((sum, { count }) => sum + count, 0),
    5,
  );
  return stored.history;
};

test("packing list with four concurrent approvals — is approved once", async () => {
  for (let round = 0; round < 4; round += 1) {
    const item = await newStockItem(worldOf(0));
    const draft = await givenDraft(worldOf(0), [line(item, 5, 10)]);
    const answers = await Promise.all([0, 1, 2, 3].map((index) => approveList(worldOf(index), draft)));
    expect(statusesOf(answers)).toEqual([200, 409, 409, 409]);
    expect(await readStoredCost(worldOf(0), item)).toMatchObject({ average: 10, onHand: 5 });
  }
});

test("packing list approved during an edit — is approved in the version that its approver saw, or not at all", async () => {
  for (let round = 0; round < 6; round += 1) {
    const item = await newStockItem(worldOf(0));
    const draft = await givenDraft(worldOf(0), [line(item, 5, 10)]);
    const edit = () =>
      worldOf(round + 1).ask("updatePackingList", {
        as: "owner",
        path: { id: draft.id, companyId: 1 },
        seen: draft.version,
        body: { supplierId: 1, items: [line(item, 7, 20)] },
      });
    const [approved, edited] = await Promise.all([approveList(worldOf(round), draft), edit()]);
    expect([
      [200, 409],
      [412, 200],
    ]).toContainEqual([approved.status, edited.status]);
    expect(await readStoredCost(worldOf(0), item)).toMatchObject({ onHand: approved.status === 200 ? 5 : 0 });
  }
});

test("packing list with three concurrent reversals — is reversed once", async () => {
  const item = await newStockItem(worldOf(0));
  const list = await givenApproved(worldOf(0), [line(item, 5, 10)]);
  const answers = await Promise.all([0, 1, 2].map((index) => reverseList(worldOf(index), list)));
  expect(statusesOf(answers)).toEqual([200, 409, 409]);
  expect(await readStoredCost(worldOf(0), item)).toMatchObject({ onHand: 0, average: null });
});

test("two packing lists saved concurrently with the same number — one is refused", async () => {
  const items = [line(await newStockItem(worldOf(0)), 1, 1)];
  const answers = await Promise.all(
    [0, 1].map((index) =>
      worldOf(index).ask("createPackingList", { as: "owner", body: { supplierId: 1, itemNumber: "Гонка", items } }),
    ),
  );
  expect(statusesOf(answers)).toEqual([200, 409]);
});

/**
 * Gives the dish "Маргарита" a new recipe of two new stock items. Returns the items and a function that sells the dish.
 */
const givenDish = async () => {
  const items = [await newStockItem(worldOf(0), OPENING), await newStockItem(worldOf(0), OPENING)];
  const dish = await dishOf(worldOf(0), "Маргарита");
  await sql`delete from item_composition where item_id = ${dish.id}`.execute(worldOf(0).db);
  for (const [index, item] of items.entries())
    await sql`insert into item_composition (item_id, stock_item_id, count) values (${dish.id}, ${item}, ${index + 1})`.execute(
      worldOf(0).db,
    );
  const sell = async (index: number) => {
    const order = await givenOrder(worldOf(index), { items: [lineOf(dish, { count: 1 + (index % 3) })] });
    for (const orderStatusId of [statusIds.cooking, statusIds.delivered]) {
      const { status, text } = await worldOf(index).ask("changeOrderStatus", {
        as: "owner",
        path: pathOf(order),
        body: { orderStatusId },
      });
      expect(status, text).toBe(200);
    }
    return order.id;
  };
  return { items, sell };
};

test("packing lists approved and reversed while their items are sold — the stored costs equal the costs computed from the ledger", async () => {
  const { items, sell } = await givenDish();
  let revaluations = 0;
  const orders: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const drafts = await Promise.all(
      [0, 1, 2].map((index) =>
        givenDraft(
          worldOf(index),
          items.map((item) => line(item, 1 + ((round + index) % 5), 60 + 10 * index + round)),
          index === 2 ? { date: hoursAgo(round + 1) } : {},
        ),
      ),
    );
    const answers = await Promise.all([
      ...drafts.map((draft, index) => approveList(worldOf(index), draft)),
      ...[0, 1, 2].map(async (index) => {
        orders.push(await sell(index + round));
        return { status: 200 };
      }),
      worldOf(round).ask("createStockOperation", {
        as: "manager",
        path: { companyId: 1 },
        body: { stockItemId: items[0] ?? 0, operationType: "-", count: 0.5 },
      }),
    ]);
    expect(answers.filter(({ status }) => status >= 300)).toEqual([]);
    const lists = await worldOf(0).ask("getPackingList", {
      as: "owner",
      path: { id: drafts[1]?.id ?? 0, companyId: 1 },
    });
    await Promise.all([reverseList(worldOf(1), lists.json, { isBelowZeroAllowed: true }), sell(round)]);
    for (const item of items)
      revaluations += (await expectPureCosts(item)).filter(({ revaluation }) => revaluation !== 0).length;
  }
  // Proves that the races produced deliveries to a negative stock, because only such deliveries cause a revaluation.
  expect(revaluations).toBeGreaterThan(0);
  const { rows } = await sql<{ id: number }>`select o.id from orders o where o.id = any(${orders}::int[])
    and o.cost <> (select sum(amount) from stock_operation where order_id = o.id)`.execute(worldOf(0).db);
  expect(rows).toEqual([]);
  const calculated = await worldOf(0).ask("calculateStock", { as: "admin", path: { companyId: 1 }, body: {} });
  expect(calculated.status).toBe(200);
  for (const item of items) await expectPureCosts(item);
});

test("concurrent approvals of backdated packing lists — the costs do not depend on the sequence of the approvals", async () => {
  const results = [];
  for (const order of [
    [0, 1, 2, 3],
    [3, 2, 1, 0],
    [2, 0, 3, 1],
  ]) {
    const item = await newStockItem(worldOf(0), OPENING);
    const drafts: Awaited<ReturnType<typeof givenDraft>>[] = [];
    for (const index of [0, 1, 2, 3])
      drafts.push(
        await givenDraft(worldOf(index), [line(item, 3 + index, 50 + 20 * index)], {
          date: hoursAgo(10 - 2 * index),
        }),
      );
    await Promise.all(
      order.map(async (index, position) => {
        const draft = drafts[index];
        if (draft) expect((await approveList(worldOf(position), draft)).status).toBe(200);
      }),
    );
    results.push(await readStoredCost(worldOf(0), item));
    await expectPureCosts(item);
  }
  expect(results[1]).toEqual(results[0]);
  expect(results[2]).toEqual(results[0]);
});
