import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Schemas } from "#api/client.ts";
import {
  entryOf,
  givenApprovedInventory,
  givenEntries,
  givenInventory,
  givenReview,
  inCompany,
  lineOfItem,
  readLedgerBalance,
  readOperations,
  sendApproval,
} from "../support/server/inventories.ts";
import {
  approveList,
  givenApproved,
  givenDraft,
  hoursAgo,
  packingLine as line,
  newStockItem,
  readStoredCost,
  reverseList,
} from "../support/server/packingLists.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const HOUR = 3_600_000;

/** Approves an inventory in which an item was counted some hours ago. Also returns the time of the count. */
const countedAgo = async (item: number, count: number, hours: number) => {
  const inventory = await givenInventory(world, [item]);
  await sql`update inventory set started_at = now() - make_interval(hours => ${hours + 1}) where id = ${inventory.id}`.execute(
    world.db,
  );
  await givenEntries(world, inventory, entryOf(item, count, { ageMs: hours * HOUR }));
  const { json } = await sendApproval(world, await givenReview(world, inventory));
  return { ...json, at: new Date(lineOfItem(json, item).countedAt ?? "") };
};

/** Creates a draft with one line, dated some hours ago. */
const lateDraft = (item: number, count: number, hours: number, more: Partial<Schemas["PackingListSave"]> = {}) =>
  givenDraft(world, [line(item, count, 100)], { date: hoursAgo(hours), ...more });

test("delivery dated before an approved inventory — requires the user to say whether the goods were on the shelf during the counting", async () => {
  const [item, other] = [await newStockItem(world, 100, "Спорный товар"), await newStockItem(world)];
  const counted = await countedAgo(item, 8, 2);
  const draft = await givenDraft(world, [line(item, 5, 100), line(other, 1, 1)], { date: hoursAgo(4) });
  const { status, problem } = await approveList(world, draft);
  expect(status).toBe(409);
  expect(problem.errors?.["isOnShelf"]).toContain("Спорный товар");
  expect(Reflect.get(problem, "countedLater")).toEqual([
    { stockItemId: item, title: "Спорный товар", inventoryId: counted.id, countedAt: counted.at.toISOString() },
  ]);
  const { json } = await world.ask("getPackingList", { as: "manager", path: inCompany(draft.id) });
  expect(json).toEqual(draft);
});

test("backdated delivery of goods that were on the shelf — keeps the counted quantity, even after the delivery is reversed", async () => {
  const item = await newStockItem(world, 100);
  const counted = await countedAgo(item, 8, 2);
  const draft = await lateDraft(item, 5, 4);
  const approved = await approveList(world, draft, { isOnShelf: true });
  expect(approved.json.state).toBe("approved");
  expect(await readOperations(world, counted)).toMatchObject([
    { type: "+", count: 8, packingListId: null },
    { type: "-", count: 5, amount: 500, date: counted.at, packingListId: draft.id },
  ]);
  expect(await readLedgerBalance(world, item)).toBe(8);
  const reversed = await reverseList(world, approved.json);
  expect(reversed.status).toBe(200);
  expect((await readOperations(world, counted)).slice(2)).toMatchObject([
    { type: "-", count: -5, amount: -500, date: counted.at, packingListId: draft.id },
  ]);
  expect(await readLedgerBalance(world, item)).toBe(8);
});

test("backdated delivery of goods that were not on the shelf — is added to the counted quantity", async () => {
  const item = await newStockItem(world, 100);
  const counted = await countedAgo(item, 8, 2);
  const { json } = await approveList(world, await lateDraft(item, 5, 4), { isOnShelf: false });
  expect(await readOperations(world, counted)).toHaveLength(1);
  expect(await readLedgerBalance(world, item)).toBe(13);
  expect((await reverseList(world, json)).status).toBe(200);
  expect(await readLedgerBalance(world, item)).toBe(8);
});

test("return to the supplier dated before an approved inventory — requires `isOnShelf`, which says whether the goods left before the count", async () => {
  const item = await newStockItem(world, 100);
  await givenApproved(world, [line(item, 10, 100)], { date: hoursAgo(6) });
  const counted = await countedAgo(item, 7, 2);
  const draft = await lateDraft(item, 3, 4, { kind: "return" });
  expect((await approveList(world, draft)).status).toBe(409);
  expect((await approveList(world, draft, { isOnShelf: true })).status).toBe(200);
  expect((await readOperations(world, counted)).slice(1)).toMatchObject([
    { type: "+", count: 3, amount: 300, date: counted.at },
  ]);
  expect(await readLedgerBalance(world, item)).toBe(7);
});

test("delivery backdated before several inventories — keeps the counted quantity of each inventory", async () => {
  const item = await newStockItem(world, 100);
  const first = await countedAgo(item, 8, 3);
  const second = await countedAgo(item, 6, 1);
  await approveList(world, await lateDraft(item, 5, 5), { isOnShelf: true });
  expect((await readOperations(world, first)).map(({ packingListId }) => packingListId !== null)).toEqual([
    false,
    true,
  ]);
  expect(await readOperations(world, second)).toHaveLength(1);
  expect(await readLedgerBalance(world, item)).toBe(6);
});

test("delivery dated after an inventory, or approved during an open inventory — requires no answer whether the goods were on the shelf", async () => {
  const item = await newStockItem(world, 100);
  await countedAgo(item, 8, 4);
  expect((await approveList(world, await lateDraft(item, 5, 2))).status).toBe(200);
  expect(await readLedgerBalance(world, item)).toBe(13);
  const other = await newStockItem(world, 100);
  const inventory = await givenInventory(world, [other]);
  await givenEntries(world, inventory, entryOf(other, 3));
  const reviewed = await givenReview(world, inventory);
  expect((await approveList(world, await lateDraft(other, 5, 2))).status).toBe(200);
  expect((await sendApproval(world, reviewed)).status).toBe(412);
});

test("average cost — is calculated from the counted quantity and the later deliveries", async () => {
  const item = await newStockItem(world, 100);
  await givenApproved(world, [line(item, 10, 80)], { date: hoursAgo(6) });
  await countedAgo(item, 8, 3);
  await givenApproved(world, [line(item, 10, 140)], { date: hoursAgo(1) });
  expect((await readStoredCost(world, item)).average).toBeCloseTo((8 * 80 + 10 * 140) / 18, 6);
  await approveList(world, await lateDraft(item, 5, 5), { isOnShelf: true });
  const mixed = (10 * 80 + 5 * 100) / 15;
  expect((await readStoredCost(world, item)).average).toBeCloseTo((8 * mixed + 10 * 140) / 18, 6);
  expect(await readLedgerBalance(world, item)).toBe(18);
});

test("reversal of a delivery approved before the inventory — keeps the counted quantity", async () => {
  const item = await newStockItem(world, 100);
  const list = await givenApproved(world, [line(item, 10, 100)], { date: hoursAgo(2) });
  const counted = await givenApprovedInventory(world, entryOf(item, 8));
  expect(await readLedgerBalance(world, item)).toBe(8);
  expect((await reverseList(world, list)).status).toBe(200);
  expect(await readLedgerBalance(world, item)).toBe(8);
  expect(await readOperations(world, counted)).toMatchObject([
    { type: "-", count: 2, packingListId: null },
    { type: "+", count: 10, amount: 1000, packingListId: list.id },
  ]);
});
