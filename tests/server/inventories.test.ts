import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { giveRole } from "../support/server/giveRole.ts";
import {
  entryOf,
  givenApprovedInventory,
  givenEntries,
  givenInventory,
  givenInventoryGroup,
  givenReview,
  inCompany,
  lineOfItem,
  moveItem,
  newMadeItem,
  readCount,
  readLedgerBalance,
  readOperations,
  sendApproval,
  sendEntries,
  sendReview,
} from "../support/server/inventories.ts";
import { givenApproved, hoursAgo, newStockItem, packingLine, readStoredCost } from "../support/server/packingLists.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const MINUTE = 60_000;
/** Moves the start of an inventory into the past, so that entries can be older than the test. */
const startEarlier = (id: number, hours: number) =>
  sql`update inventory set started_at = now() - make_interval(hours => ${hours}) where id = ${id}`.execute(world.db);
const cancel = ({ id, version }: { id: number; version: number }, reason: string | null = null) =>
  world.ask("cancelInventory", { as: "manager", path: inCompany(id), seen: version, body: { reason } });
const begin = (groupId: number, key?: string) =>
  world.ask("createInventory", { as: "manager", body: { groupId, comment: " Ночью " }, ...(key && { key }) });

describe("start of an inventory", () => {
  test("an inventory gets a line for each item of the group", async () => {
    const [b, a] = [await newStockItem(world, 1, "Ягоды подсчёта"), await newStockItem(world, 1, "Айва подсчёта")];
    const group = await givenInventoryGroup(world, [b, a]);
    const { json } = await begin(group.id);
    expect(json).toMatchObject({
      groupId: group.id,
      groupName: group.name,
      isBlind: false,
      state: "counting",
      reviewedAt: null,
      closedAt: null,
      comment: "Ночью",
      itemCount: 2,
      countedItems: 0,
      lossAmount: 0,
      surplusAmount: 0,
      startedByAlias: expect.any(String),
      warnings: [],
      uncountedParts: [],
    });
    expect(json.items.map(({ stockItemId }) => stockItemId)).toEqual([a, b]);
    expect(json.items[0]).toMatchObject({
      counted: null,
      countedAt: null,
      difference: null,
      amount: null,
      entries: [],
    });
    expect(await readCount(world, json)).toEqual(json);
  });

  test("a line of an inventory has the pack units of its item", async () => {
    const packs = [
      { name: "мешок", factor: 25 },
      { name: "ведро", factor: 2.5 },
    ];
    const body = { companyId: 1, title: "Мука в мешках", unit: "кг", estimateCost: 1, packs };
    const { json: item } = await world.ask("createStockItem", { as: "owner", body });
    const plain = await newStockItem(world);
    const inventory = await givenInventory(world, [item.id, plain]);
    expect([item.id, plain].map((id) => lineOfItem(inventory, id).packs)).toEqual([packs, []]);
  });

  test("a second inventory of an inventory group is refused with the id of the open inventory, until that inventory is cancelled", async () => {
    const { id, groupId, version } = await givenInventory(world, [await newStockItem(world)]);
    const again = await begin(groupId);
    expect([again.status, Reflect.get(again.problem, "inventoryId")]).toEqual([409, id]);
    expect(Object.keys(again.problem.errors ?? {})).toEqual(["groupId"]);
    expect((await cancel({ id, version })).status).toBe(200);
    expect((await begin(groupId)).status).toBe(200);
  });

  test("an inventory is refused for an unknown group, another company's group, and a group with removed items only", async () => {
    expect((await begin(2_000_000_000)).status).toBe(404);
    const item = await newStockItem(world);
    const { id } = await givenInventoryGroup(world, [item]);
    const foreign = await world.ask("createInventory", { as: "owner2", path: { companyId: 3 }, body: { groupId: id } });
    expect(foreign.status).toBe(404);
    await sql`update stock_item set is_removed = true where id = ${item}`.execute(world.db);
    expect((await begin(id)).status).toBe(409);
  });

  test("a repeated start with the same idempotency key starts one inventory", async () => {
    const { id } = await givenInventoryGroup(world, [await newStockItem(world)]);
    const first = await begin(id, "start-key-1");
    expect((await begin(id, "start-key-1")).json).toEqual(first.json);
  });

  test("the list of inventories can be filtered by period and state", async () => {
    const { id, version } = await givenInventory(world, [await newStockItem(world)]);
    const find = async (query: Record<string, string>) =>
      (await world.ask("listInventories", { as: "manager", query })).json.map((row) => row.id);
    expect(await find({})).toContain(id);
    expect(await find({ state: "counting" })).toContain(id);
    expect(await find({ state: "reviewing" })).not.toContain(id);
    expect(await find({ endDate: hoursAgo(48).slice(0, 10) })).not.toContain(id);
    expect((await world.ask("listInventories", { as: "manager", query: { state: "odd" } })).status).toBe(400);
    const { items, warnings, uncountedParts, startedByAlias, closedByAlias, cancelReason, isRestZero, ...row } = (
      await cancel({ id, version })
    ).json;
    const { json } = await world.ask("listInventories", { as: "manager", query: { state: "cancelled" } });
    expect(json).toContainEqual(row);
  });
});

describe("comment of an inventory and reasons of its lines", () => {
  test("the comment and the reasons can be changed while the inventory is open", async () => {
    const [one, other] = [await newStockItem(world), await newStockItem(world)];
    const inventory = await givenInventory(world, [one, other]);
    const path = inCompany(inventory.id);
    const put = (seen: number, body: object) => world.ask("updateInventory", { as: "manager", path, seen, body });
    const first = await put(inventory.version, { comment: "Вечер", reasons: [{ stockItemId: one, reason: " Бой " }] });
    expect(first.json).toMatchObject({ comment: "Вечер", version: inventory.version + 1 });
    expect(lineOfItem(first.json, one).reason).toBe("Бой");
    const second = await put(first.json.version, { reasons: [{ stockItemId: other, reason: "Усушка" }] });
    expect(second.json.comment).toBe("Вечер");
    expect(second.json.items.map(({ reason }) => reason).sort()).toEqual(["Бой", "Усушка"]);
    const twice = [1, 2].map(() => ({ stockItemId: one, reason: null }));
    expect((await put(second.json.version, { reasons: twice })).problem.errors).toHaveProperty("reasons.1.stockItemId");
    const unknown = [{ stockItemId: await newStockItem(world), reason: "Нет" }];
    expect((await put(second.json.version, { reasons: unknown })).status).toBe(404);
    const closed = await cancel(second.json);
    expect((await put(closed.json.version, { comment: "Поздно" })).status).toBe(409);
  });

  test("every change of an inventory except its entries requires the current version of the inventory", async () => {
    const inventory = await givenInventory(world, [await newStockItem(world)]);
    const path = inCompany(inventory.id);
    const requests = (seen: { seen?: number }) => [
      world.ask("updateInventory", { as: "manager", path, body: {}, ...seen }),
      world.ask("deleteInventory", { as: "manager", path, ...seen }),
      world.ask("reviewInventory", { as: "manager", path, body: {}, ...seen }),
      world.ask("cancelInventory", { as: "manager", path, body: {}, ...seen }),
    ];
    for (const answer of await Promise.all(requests({}))) expect(answer.status).toBe(428);
    expect((await world.ask("approveInventory", { as: "manager", path, body: {} })).status).toBe(428);
    for (const answer of await Promise.all(requests({ seen: inventory.version + 1 })))
      expect([answer.status, Reflect.get(answer.problem, "entry").id]).toEqual([412, inventory.id]);
  });
});

describe("entries of an inventory", () => {
  test("the quantities of an item in several storage places are summed, and the line has the time of the latest entry", async () => {
    const item = await newStockItem(world);
    const inventory = await givenInventory(world, [item]);
    await startEarlier(inventory.id, 2);
    const before = Date.now();
    const json = await givenEntries(
      world,
      inventory,
      entryOf(item, 2.5, { ageMs: 20 * MINUTE }),
      entryOf(item, 1.25, { place: " Кухня ", ageMs: 5 * MINUTE }),
    );
    const line = lineOfItem(json, item);
    expect(line).toMatchObject({ counted: 3.75, difference: null });
    expect(line.entries.map(({ place, count, userAlias }) => [place, count, userAlias !== null])).toEqual([
      ["Склад", 2.5, true],
      ["Кухня", 1.25, true],
    ]);
    const age = before - Date.parse(line.countedAt ?? "");
    expect(Math.abs(age - 5 * MINUTE)).toBeLessThan(5000);
    expect(json).toMatchObject({ countedItems: 1, version: inventory.version, warnings: [] });
  });

  test("the entry with the latest time in each storage place is used, even if entries arrive late or out of order", async () => {
    const item = await newStockItem(world);
    const inventory = await givenInventory(world, [item]);
    await startEarlier(inventory.id, 5);
    await givenEntries(world, inventory, entryOf(item, 7, { ageMs: 10 * MINUTE }));
    const late = await givenEntries(world, inventory, entryOf(item, 9, { place: "склад", ageMs: 200 * MINUTE }));
    expect(lineOfItem(late, item).counted).toBe(7);
    const newer = await givenEntries(
      world,
      inventory,
      entryOf(item, 8, { ageMs: 2 * MINUTE }),
      entryOf(item, 6, { ageMs: 4 * MINUTE }),
    );
    expect(lineOfItem(newer, item).counted).toBe(8);
  });

  test("an entry is answered with a warning if the places of an item are counted more than 30 minutes apart", async () => {
    const [far, near] = [await newStockItem(world, 1, "Далеко"), await newStockItem(world)];
    const inventory = await givenInventory(world, [far, near]);
    await startEarlier(inventory.id, 2);
    const entriesOf = (item: number, minutes: number) => [
      entryOf(item, 1, { ageMs: minutes * MINUTE }),
      entryOf(item, 1, { place: "Бар" }),
    ];
    const json = await givenEntries(world, inventory, ...entriesOf(far, 47), ...entriesOf(near, 29));
    expect(json.warnings).toEqual([{ stockItemId: far, title: "Далеко", minutes: 47 }]);
    expect((await givenReview(world, json)).warnings).toEqual(json.warnings);
  });

  test("an inventory entry with an invalid field is refused with the name of the field, and an unknown item is not found", async () => {
    const item = await newStockItem(world);
    const inventory = await givenInventory(world, [item]);
    const refuse = async (entry: object) => {
      const { status, problem } = await sendEntries(world, inventory, [entryOf(item, 1), entryOf(item, 1, entry)]);
      return [status, Object.keys(problem.errors ?? {})];
    };
    expect(await refuse({ count: 0.000001 })).toEqual([400, ["entries.1.count"]]);
    expect(await refuse({ place: "  " })).toEqual([400, ["entries.1.place"]]);
    expect(await refuse({ ageMs: 60 * MINUTE })).toEqual([400, ["entries.1.ageMs"]]);
    for (const entry of [
      { count: -1 },
      { place: "" },
      { place: "м".repeat(51) },
      { ageMs: -1 },
      { ageMs: 604_800_001 },
    ])
      expect((await refuse(entry))[0]).toBe(400);
    expect((await sendEntries(world, inventory, [])).status).toBe(400);
    expect((await sendEntries(world, inventory, [entryOf(2_000_000_000, 1)])).status).toBe(404);
    const { rows } = await sql<{ id: number }>`select min(id) as id from stock_item where company_id = 3`.execute(
      world.db,
    );
    expect((await sendEntries(world, inventory, [entryOf(rows[0]?.id ?? 0, 1)])).status).toBe(404);
    expect((await sendEntries(world, { id: 2_000_000_000 }, [entryOf(item, 1)])).status).toBe(404);
    expect((await readCount(world, inventory)).countedItems).toBe(0);
  });

  test("an entry for an item outside the inventory group adds a line to the inventory", async () => {
    const [item, other] = [await newStockItem(world), await newStockItem(world)];
    const json = await givenEntries(world, await givenInventory(world, [item]), entryOf(other, 3));
    expect(json).toMatchObject({ itemCount: 2, countedItems: 1 });
    expect(lineOfItem(json, other).counted).toBe(3);
  });

  test("inventory entries that are sent twice with the same idempotency key are stored once", async () => {
    const item = await newStockItem(world);
    const inventory = await givenInventory(world, [item]);
    const first = await sendEntries(world, inventory, [entryOf(item, 3)], "entries-key-1");
    await givenEntries(world, inventory, entryOf(item, 4));
    const again = await sendEntries(world, inventory, [entryOf(item, 3)], "entries-key-1");
    expect(again.json).toEqual(first.json);
    expect(lineOfItem(await readCount(world, inventory), item).counted).toBe(4);
  });

  test("withdrawing the only entry of an item leaves the item uncounted, and withdrawing one of two entries keeps the other entry", async () => {
    const [item, other] = [await newStockItem(world), await newStockItem(world)];
    const inventory = await givenInventory(world, [item, other]);
    await givenEntries(world, inventory, entryOf(item, 3), entryOf(other, 2), entryOf(other, 1, { place: "Бар" }));
    const json = await givenEntries(world, inventory, entryOf(item, null), entryOf(other, null, { place: " бар" }));
    expect(json).toMatchObject({ countedItems: 1, itemCount: 2, version: inventory.version });
    expect(lineOfItem(json, item)).toMatchObject({ counted: null, countedAt: null, entries: [] });
    expect(lineOfItem(json, other)).toMatchObject({ counted: 2, entries: [{ place: "Склад" }] });
    const { json: board } = await world.ask("getInventoryDashBoard", { as: "manager" });
    expect(board.open.find(({ id }) => id === inventory.id)).toMatchObject({ countedItems: 1 });
    const reviewed = await givenReview(world, json);
    expect(lineOfItem(reviewed, item)).toMatchObject({ counted: null, difference: null });
  });

  test("the withdrawal of an entry cancels older entries that arrive later, but not newer entries", async () => {
    const item = await newStockItem(world);
    const inventory = await givenInventory(world, [item]);
    await startEarlier(inventory.id, 5);
    await givenEntries(world, inventory, entryOf(item, null, { ageMs: 10 * MINUTE }));
    const late = await givenEntries(world, inventory, entryOf(item, 9, { ageMs: 20 * MINUTE }));
    expect(lineOfItem(late, item)).toMatchObject({ counted: null, entries: [] });
    const later = await givenEntries(world, inventory, entryOf(item, 4, { ageMs: 5 * MINUTE }));
    expect(lineOfItem(later, item).counted).toBe(4);
    const old = await givenEntries(world, inventory, entryOf(item, null, { ageMs: 7 * MINUTE }));
    expect(lineOfItem(old, item).counted).toBe(4);
    const both = await givenEntries(world, inventory, entryOf(item, 8), entryOf(item, null));
    expect(lineOfItem(both, item).counted).toBeNull();
  });

  test("an entry is withdrawn once if the withdrawal is sent twice with the same idempotency key", async () => {
    const item = await newStockItem(world);
    const inventory = await givenInventory(world, [item]);
    await givenEntries(world, inventory, entryOf(item, 3));
    const first = await sendEntries(world, inventory, [entryOf(item, null)], "withdraw-key-1");
    await givenEntries(world, inventory, entryOf(item, 4));
    const again = await sendEntries(world, inventory, [entryOf(item, null)], "withdraw-key-1");
    expect(again.json).toEqual(first.json);
    expect(lineOfItem(await readCount(world, inventory), item).counted).toBe(4);
  });

  test("withdrawing all entries of an item outside the inventory group removes the line of the item", async () => {
    const [item, other] = [await newStockItem(world), await newStockItem(world)];
    await moveItem(world, other, 10);
    const inventory = await givenInventory(world, [item]);
    await givenEntries(world, inventory, entryOf(item, 1), entryOf(other, 3), entryOf(other, 2, { place: "Бар" }));
    const partly = await givenEntries(world, inventory, entryOf(other, null));
    expect(lineOfItem(partly, other).counted).toBe(2);
    const json = await givenEntries(world, inventory, entryOf(other, null, { place: "Бар" }));
    expect(json.items.map(({ stockItemId }) => stockItemId)).toEqual([item]);
    expect(await givenReview(world, json, { isRestZero: true })).toMatchObject({ itemCount: 1, lossAmount: 0 });
    expect((await givenEntries(world, json, entryOf(other, 5))).itemCount).toBe(2);
  });

  test("an inventory without remaining entries can be removed, but not reviewed", async () => {
    const item = await newStockItem(world);
    const inventory = await givenInventory(world, [item]);
    await givenEntries(world, inventory, entryOf(item, 3));
    await givenEntries(world, inventory, entryOf(item, null));
    expect((await sendReview(world, inventory)).status).toBe(409);
    const path = inCompany(inventory.id);
    expect((await world.ask("deleteInventory", { as: "manager", path, seen: inventory.version })).status).toBe(204);
  });

  test("withdrawing an entry during the review changes the inventory's version, and an inventory without entries cannot be approved", async () => {
    const item = await newStockItem(world);
    const inventory = await givenInventory(world, [item]);
    await givenEntries(world, inventory, entryOf(item, 3));
    const reviewed = await givenReview(world, inventory);
    const empty = await givenEntries(world, inventory, entryOf(item, null));
    expect([empty.version, lineOfItem(empty, item).counted]).toEqual([reviewed.version + 1, null]);
    expect((await sendApproval(world, reviewed)).status).toBe(412);
    const { status, problem } = await sendApproval(world, empty);
    expect([status, problem.message]).toEqual([409, "Ещё ничего не посчитано."]);
    expect(await readOperations(world, inventory)).toEqual([]);
  });

  test("an entry during the review updates the comparison with the stock and the version of the inventory", async () => {
    const item = await newStockItem(world, 100);
    await moveItem(world, item, 10);
    const inventory = await givenInventory(world, [item]);
    await givenEntries(world, inventory, entryOf(item, 8));
    const reviewed = await givenReview(world, inventory);
    const recounted = await givenEntries(world, inventory, entryOf(item, 9));
    expect(recounted.version).toBe(reviewed.version + 1);
    expect(lineOfItem(recounted, item)).toMatchObject({ counted: 9, expected: 10, difference: -1, amount: -100 });
    expect((await sendApproval(world, reviewed)).status).toBe(412);
    expect((await sendApproval(world, recounted)).status).toBe(200);
    expect((await sendEntries(world, inventory, [entryOf(item, 9)])).status).toBe(409);
  });

  test("a blind inventory hides the expected quantities until the review", async () => {
    const item = await newStockItem(world, 100);
    await moveItem(world, item, 10);
    const shown = await givenInventory(world, [item]);
    expect(lineOfItem(shown, item).expected).toBe(10);
    const blind = await givenInventory(world, [item], { isBlind: true });
    const counted = await givenEntries(world, blind, entryOf(item, 9));
    expect(lineOfItem(counted, item)).toMatchObject({ counted: 9, expected: null, difference: null, amount: null });
    expect(lineOfItem(await givenReview(world, counted), item)).toMatchObject({ expected: 10, difference: -1 });
  });
});

describe("review of an inventory", () => {
  test("each line of an inventory is compared with the stock at the time at which the line was counted", async () => {
    const [lost, found, same] = [
      await newStockItem(world, 100),
      await newStockItem(world, 40),
      await newStockItem(world, 10),
    ];
    for (const item of [lost, found, same]) await moveItem(world, item, 10);
    const inventory = await givenInventory(world, [lost, found, same]);
    await givenEntries(world, inventory, entryOf(lost, 7.5), entryOf(found, 10.25), entryOf(same, 10));
    for (const item of [lost, found, same]) await moveItem(world, item, -4);
    const json = await givenReview(world, inventory);
    expect(json).toMatchObject({ state: "reviewing", lossAmount: 250, surplusAmount: 10, isRestZero: false });
    expect(json.reviewedAt).not.toBeNull();
    expect(lineOfItem(json, lost)).toMatchObject({
      expected: 10,
      difference: -2.5,
      amount: -250,
      expectedBefore: null,
    });
    expect(lineOfItem(json, found)).toMatchObject({ expected: 10, difference: 0.25, amount: 10 });
    expect(lineOfItem(json, same)).toMatchObject({ expected: 10, difference: 0, amount: 0 });
    expect(await readOperations(world, json)).toEqual([]);
    expect((await givenReview(world, json)).version).toBe(json.version + 1);
  });

  test("uncounted lines of an inventory stay uncounted unless the user chooses to count these lines as zero", async () => {
    const [counted, rest] = [await newStockItem(world, 100), await newStockItem(world, 100)];
    await moveItem(world, rest, 5);
    const inventory = await givenInventory(world, [counted, rest]);
    const empty = await sendReview(world, inventory);
    expect(empty.status).toBe(409);
    await givenEntries(world, inventory, entryOf(counted, 0));
    const partly = await givenReview(world, inventory);
    expect(partly.countedItems).toBe(1);
    expect(lineOfItem(partly, rest)).toMatchObject({ counted: null, countedAt: null, expected: 5, difference: null });
    const whole = await givenReview(world, partly, { isRestZero: true });
    expect(whole).toMatchObject({ countedItems: 2, isRestZero: true, lossAmount: 500 });
    expect(lineOfItem(whole, rest)).toMatchObject({ counted: 0, expected: 5, difference: -5, amount: -500 });
    const again = await givenReview(world, whole);
    expect(lineOfItem(again, rest).counted).toBeNull();
  });

  test("counted semi-finished items are converted into their ingredients, and an ingredient without a line is listed as uncounted", async () => {
    const [flour, salt, water] = [
      await newStockItem(world, 50),
      await newStockItem(world, 20),
      await newStockItem(world, 1, "Вода подсчёта"),
    ];
    const dough = await newMadeItem(world, [
      [flour, 0.6],
      [water, 0.4],
    ]);
    const doughBall = await newMadeItem(world, [
      [dough, 0.5],
      [salt, 0.01],
    ]);
    for (const item of [flour, salt]) await moveItem(world, item, 10);
    const inventory = await givenInventory(world, [flour, salt, dough]);
    const counting = await givenEntries(
      world,
      inventory,
      entryOf(flour, 8),
      entryOf(salt, 9.9),
      entryOf(dough, 2),
      entryOf(doughBall, 4),
    );
    // 2 kg of dough were counted, and each of the 4 dough balls contains 0.5 kg. These 4 kg contain 2.4 kg of flour and
    // 1.6 kg of water. The dough balls also contain 0.04 kg of salt.
    const json = await givenReview(world, counting);
    expect(lineOfItem(json, flour)).toMatchObject({ counted: 10.4, expected: 10, difference: 0.4, amount: 20 });
    expect(lineOfItem(json, salt)).toMatchObject({ counted: 9.94, difference: -0.06 });
    expect(lineOfItem(json, dough)).toMatchObject({ isMade: true, counted: 2, expected: null, difference: null });
    const parts = [{ stockItemId: water, title: "Вода подсчёта", unit: "кг", count: 1.6 }];
    expect([counting.uncountedParts, json.uncountedParts]).toEqual([parts, parts]);
    const approved = await sendApproval(world, json);
    expect((await readOperations(world, approved.json)).map(({ stockItemId }) => stockItemId)).toEqual(
      [flour, salt].sort((one, other) => one - other),
    );
    expect(await readLedgerBalance(world, flour)).toBe(10.4);
  });
});

describe("approval of an inventory", () => {
  test("the differences of an inventory are stored as locked operations dated at the time of counting", async () => {
    const [lost, found, same] = [
      await newStockItem(world, 100),
      await newStockItem(world, 3.333),
      await newStockItem(world),
    ];
    for (const item of [lost, found, same]) await moveItem(world, item, 10);
    const inventory = await givenInventory(world, [lost, found, same]);
    const counted = await givenEntries(world, inventory, entryOf(lost, 7.5), entryOf(found, 11.5), entryOf(same, 10));
    await moveItem(world, lost, -3);
    const { json } = await sendApproval(world, await givenReview(world, counted));
    expect(json).toMatchObject({
      state: "approved",
      lossAmount: 250,
      surplusAmount: 5,
      closedByAlias: expect.any(String),
    });
    const at = (item: number) => new Date(lineOfItem(json, item).countedAt ?? "");
    expect(await readOperations(world, json)).toEqual([
      { stockItemId: lost, type: "-", count: 2.5, amount: 250, date: at(lost), packingListId: null },
      { stockItemId: found, type: "+", count: 1.5, amount: 5, date: at(found), packingListId: null },
    ]);
    expect(await readLedgerBalance(world, lost)).toBe(4.5);
    expect(await readLedgerBalance(world, same)).toBe(10);
    await expect(
      sql`update stock_operation set count = 1 where inventory_id = ${json.id}`.execute(world.db),
    ).rejects.toThrow("never change");
    await expect(sql`delete from stock_operation where inventory_id = ${json.id}`.execute(world.db)).rejects.toThrow(
      "never change",
    );
    const { rows } = await sql<{ json: object }>`select jsonb_build_object('locked', bool_and(is_locked), 'processed',
      bool_and(is_processed), 'prices', count(price)) as json from stock_operation where inventory_id = ${json.id}`.execute(
      world.db,
    );
    expect(rows).toEqual([{ json: { locked: true, processed: true, prices: 0 } }]);
    const operations = await world.ask("listStockOperations", { as: "manager", query: { stockItemId: String(lost) } });
    expect(operations.json.map(({ inventoryId }) => inventoryId)).toContain(json.id);
    expect((await sendApproval(world, json)).status).toBe(409);
    expect((await cancel(json)).status).toBe(409);
  });

  test("an inventory difference is valued at the average cost at the time of counting, and later costs are recalculated", async () => {
    const item = await newStockItem(world, 100);
    await givenApproved(world, [packingLine(item, 10, 80)], { date: hoursAgo(4) });
    const inventory = await givenInventory(world, [item]);
    await startEarlier(inventory.id, 3);
    await givenEntries(world, inventory, entryOf(item, 5, { ageMs: 120 * MINUTE }));
    await givenApproved(world, [packingLine(item, 10, 140)], { date: hoursAgo(1) });
    expect((await readStoredCost(world, item)).average).toBe(110);
    const { json } = await sendApproval(world, await givenReview(world, inventory));
    expect(lineOfItem(json, item)).toMatchObject({ expected: 10, difference: -5, amount: -400 });
    // The average of 5 units at 80 roubles and 10 units at 140 roubles is 120 roubles.
    expect(await readStoredCost(world, item)).toMatchObject({ average: 120, onHand: 15 });
  });

  test("a surplus of an item that was never bought is valued at the estimated cost", async () => {
    const item = await newStockItem(world, 12.5);
    const json = await givenApprovedInventory(world, entryOf(item, 4));
    expect(lineOfItem(json, item)).toMatchObject({ expected: 0, difference: 4, amount: 50 });
    expect(await readOperations(world, json)).toMatchObject([{ type: "+", count: 4, amount: 50 }]);
  });

  test("after a backdated receipt, an approval is refused with the old and new expected quantities until another review", async () => {
    const item = await newStockItem(world, 100);
    await moveItem(world, item, 10);
    const inventory = await givenInventory(world, [item]);
    await startEarlier(inventory.id, 3);
    await sql`update stock_operation set date = now() - interval '5 hours' where stock_item_id = ${item}`.execute(
      world.db,
    );
    await givenEntries(world, inventory, entryOf(item, 14, { ageMs: 60 * MINUTE }));
    const reviewed = await givenReview(world, inventory);
    await givenApproved(world, [packingLine(item, 5, 100)], { date: hoursAgo(2) });
    const refused = await sendApproval(world, reviewed);
    expect(refused.status).toBe(412);
    const entry = Reflect.get(refused.problem, "entry") as typeof reviewed;
    expect(lineOfItem(entry, item)).toMatchObject({ expected: 15, expectedBefore: 10, difference: -1, amount: -100 });
    expect(lineOfItem(await readCount(world, inventory), item)).toMatchObject({ expected: 10, expectedBefore: null });
    const again = await givenReview(world, entry);
    expect((await sendApproval(world, again)).status).toBe(200);
    expect(await readLedgerBalance(world, item)).toBe(14);
  });

  test("a stock operation after the time of counting does not affect the approval of an inventory", async () => {
    const item = await newStockItem(world, 100);
    await moveItem(world, item, 10);
    const inventory = await givenInventory(world, [item]);
    await givenEntries(world, inventory, entryOf(item, 9));
    const reviewed = await givenReview(world, inventory);
    await moveItem(world, item, -3);
    expect((await sendApproval(world, reviewed)).status).toBe(200);
    expect(await readLedgerBalance(world, item)).toBe(6);
  });

  test("an approval of an inventory before the review or in a closed period is refused", async () => {
    const item = await newStockItem(world);
    const inventory = await givenInventory(world, [item]);
    expect((await sendApproval(world, inventory)).status).toBe(409);
    await startEarlier(inventory.id, 80);
    await givenEntries(world, inventory, entryOf(item, 1, { ageMs: 72 * 60 * MINUTE }));
    const reviewed = await givenReview(world, inventory);
    const { json } = await world.ask("getStockSettings", { as: "manager" });
    const close = (closedUntil: string | null, seen: number) =>
      world.ask("updateStockSettings", { as: "manager", seen, body: { closedUntil, isVatInCost: true } });
    const closed = await close(hoursAgo(40).slice(0, 10), json.version);
    expect((await sendApproval(world, reviewed)).problem.message).toContain("закрыт");
    await close(null, closed.json.version);
    expect((await sendApproval(world, reviewed)).status).toBe(200);
  });

  test("an approval that is sent twice with the same idempotency key is applied once", async () => {
    const item = await newStockItem(world);
    const inventory = await givenInventory(world, [item]);
    await givenEntries(world, inventory, entryOf(item, 1));
    const { id, version } = await givenReview(world, inventory);
    const approve = () =>
      world.ask("approveInventory", {
        as: "manager",
        path: inCompany(id),
        seen: version,
        body: {},
        key: "approve-key-1",
      });
    const first = await approve();
    expect([first.status, (await approve()).json]).toEqual([200, first.json]);
    expect(await readOperations(world, { id })).toHaveLength(1);
  });
});

describe("end of an inventory without approval", () => {
  test("a cancelled inventory keeps its entries and stores no operations", async () => {
    const item = await newStockItem(world);
    const inventory = await givenInventory(world, [item]);
    await givenEntries(world, inventory, entryOf(item, 3));
    const { json } = await cancel(await givenReview(world, inventory), " Не та группа ");
    expect(json).toMatchObject({ state: "cancelled", cancelReason: "Не та группа", countedItems: 1 });
    expect(json.closedAt).not.toBeNull();
    expect(lineOfItem(json, item)).toMatchObject({ counted: 3, entries: [{ count: 3 }] });
    expect(await readOperations(world, json)).toEqual([]);
    expect(await readLedgerBalance(world, item)).toBe(0);
    expect((await sendReview(world, json)).status).toBe(409);
    expect((await sendApproval(world, json)).status).toBe(409);
    expect((await cancel(json)).status).toBe(409);
  });

  test("an inventory can be removed before the first entry, but not while it contains an entry", async () => {
    const item = await newStockItem(world);
    const remove = (id: number, seen: number) =>
      world.ask("deleteInventory", { as: "manager", path: inCompany(id), seen });
    const empty = await givenInventory(world, [item]);
    expect((await remove(empty.id, empty.version)).status).toBe(204);
    expect((await world.ask("getInventory", { as: "manager", path: inCompany(empty.id) })).status).toBe(404);
    const counted = await givenInventory(world, [item]);
    await givenEntries(world, counted, entryOf(item, 1));
    expect((await remove(counted.id, counted.version)).problem.message).toContain("Отмените");
  });
});

test("file of an inventory — hides the expected quantities of a blind inventory until its review", async () => {
  const [item, other] = [await newStockItem(world), await newStockItem(world)];
  await moveItem(world, item, 6);
  await moveItem(world, other, 4);
  const cellsOf = async (id: number) => {
    const query = { format: "csv" as const };
    const { text } = await world.ask("exportInventory", { as: "manager", path: inCompany(id), query });
    return text.split("\r\n")[1]?.split(";").slice(2);
  };
  expect(await cellsOf((await givenInventory(world, [other])).id)).toEqual(["4", "", "", "", ""]);
  const blind = await givenInventory(world, [item], { isBlind: true });
  expect(await cellsOf(blind.id)).toEqual(["", "", "", "", ""]);
  await givenEntries(world, blind, entryOf(item, 5));
  await givenReview(world, blind);
  expect(await cellsOf(blind.id)).toEqual(["6", "5", "-1", "-100", ""]);
  const foreign = await world.ask("exportInventory", {
    as: "owner2",
    path: inCompany(blind.id),
    query: { format: "csv" },
  });
  expect(foreign.status).toBe(404);
});

test("inventory permissions — stock.view is for reading, stock.edit for edits and entries, stock.approve for reviews and approvals", async () => {
  const item = await newStockItem(world);
  const inventory = await givenInventory(world, [item]);
  const path = inCompany(inventory.id);
  const seen = inventory.version;
  const requests = (as: string) => ({
    get: world.ask("getInventory", { as, path }),
    board: world.ask("getInventoryDashBoard", { as }),
    put: world.ask("updateInventory", { as, path, seen: seen + 9, body: {} }),
    entry: world.ask("addInventoryEntries", { as, path, body: { entries: [entryOf(item, 0)] } }),
    review: world.ask("reviewInventory", { as, path, seen: seen + 9, body: {} }),
    approve: world.ask("approveInventory", { as, path, seen: seen + 9, body: {} }),
    cancel: world.ask("cancelInventory", { as, path, seen: seen + 9, body: {} }),
  });
  const statusesFor = async (as: string) =>
    Object.fromEntries(
      await Promise.all(Object.entries(requests(as)).map(async ([name, answer]) => [name, (await answer).status])),
    );
  await giveRole(world, 5, ["stock.view"]);
  expect(await statusesFor("cashier")).toEqual({
    get: 200,
    board: 200,
    put: 403,
    entry: 403,
    review: 403,
    approve: 403,
    cancel: 403,
  });
  await giveRole(world, 5, ["stock.view", "stock.edit"]);
  expect(await statusesFor("cashier")).toMatchObject({ put: 412, entry: 200, review: 403, approve: 403, cancel: 403 });
  await giveRole(world, 5, ["stock.view", "stock.approve"]);
  expect(await statusesFor("cashier")).toMatchObject({ entry: 403, review: 412, approve: 409, cancel: 412 });
  expect(new Set(Object.values(await statusesFor("owner2")))).toEqual(new Set([404]));
});
