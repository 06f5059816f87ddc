import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { giveRole } from "../support/server/giveRole.ts";
import {
  entryOf,
  givenApprovedInventory,
  givenDishOf,
  lineOfItem,
  moveItem,
  newMadeItem,
  readLedgerBalance,
} from "../support/server/inventories.ts";
import { statusIds } from "../support/server/orders.ts";
import {
  givenApproved,
  hoursAgo,
  newStockItem,
  packingLine,
  readStoredCost,
  readUnitCosts,
} from "../support/server/packingLists.ts";
import {
  approveAct,
  givenAct,
  givenApprovedAct,
  productionOf,
  readActOperations,
  reverseAct,
  sendAct,
  writeOffOf,
} from "../support/server/stockActs.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const pathTo = (id: number) => ({ id, companyId: 1 });
const read = async (id: number) => (await world.ask("getStockAct", { as: "manager", path: pathTo(id) })).json;

/** Creates an item that was delivered some hours ago. */
const delivered = async (count: number, price: number, hours = 2) => {
  const item = await newStockItem(world);
  await givenApproved(world, [packingLine(item, count, price)], { date: hoursAgo(hours) });
  return item;
};

describe("draft of a stock act", () => {
  test("a draft of a stock act can be stored, changed and removed, and does not change the stock", async () => {
    const item = await delivered(10, 50);
    const draft = await givenAct(world, writeOffOf([[item, 2]], { comment: " Прокисло " }));
    expect(draft).toMatchObject({
      kind: "writeOff",
      reason: "spoilage",
      comment: "Прокисло",
      state: "draft",
      amount: null,
      items: [{ stockItemId: item, count: 2, amount: 100, unitCost: 50, balance: 10, ingredients: [] }],
    });
    const body = writeOffOf([[item, 3]], { reason: "tasting" });
    const change = { as: "manager", path: pathTo(draft.id), seen: draft.version, body };
    const { json } = await world.ask("updateStockAct", change);
    expect(json).toMatchObject({ reason: "tasting", comment: null, version: draft.version + 1, items: [{ count: 3 }] });
    expect(await readLedgerBalance(world, item)).toBe(10);
    const stale = await world.ask("updateStockAct", change);
    expect([stale.status, Reflect.get(stale.problem, "entry")]).toEqual([412, json]);
    const remove = (seen?: number) =>
      world.ask("deleteStockAct", { as: "manager", path: pathTo(draft.id), ...(seen !== undefined && { seen }) });
    expect((await remove()).status).toBe(428);
    expect((await remove(json.version)).status).toBe(204);
    expect((await world.ask("getStockAct", { as: "manager", path: pathTo(draft.id) })).status).toBe(404);
  });

  test("a stock act with an invalid field is refused with the name of the field", async () => {
    const item = await newStockItem(world);
    const made = await newMadeItem(world, [[item, 1]]);
    const errorsOf = async (body: Parameters<typeof sendAct>[1]) => {
      const { status, problem } = await sendAct(world, body);
      return [status, Object.keys(problem.errors ?? {})];
    };
    const one: [number, number][] = [[item, 1]];
    expect(await errorsOf(writeOffOf([...one, [item, 2]]))).toEqual([400, ["items.1.stockItemId"]]);
    expect(await errorsOf(writeOffOf([[item, 0.000001]]))).toEqual([400, ["items.0.count"]]);
    expect(await errorsOf(writeOffOf(one, { date: "2100-01-01T00:00:00Z" }))).toEqual([400, ["date"]]);
    expect(await errorsOf(writeOffOf(one, { reason: null }))).toEqual([400, ["reason"]]);
    expect(await errorsOf(writeOffOf(one, { reason: "other", comment: "  " }))).toEqual([400, ["comment"]]);
    expect(await errorsOf(productionOf([[made, 1]], { reason: "defect" }))).toEqual([400, ["reason"]]);
    expect(await errorsOf(productionOf([[made, 1], ...one]))).toEqual([400, ["items.1.stockItemId"]]);
    expect((await sendAct(world, writeOffOf([]))).status).toBe(400);
    expect((await sendAct(world, writeOffOf([[item, 0]]))).status).toBe(400);
    const draft = await givenAct(world, writeOffOf(one, { reason: "other", comment: "Учебное" }));
    const body = productionOf([[made, 1]]);
    const other = await world.ask("updateStockAct", { as: "manager", path: pathTo(draft.id), seen: 1, body });
    expect([other.status, Object.keys(other.problem.errors ?? {})]).toEqual([400, ["kind"]]);
  });

  test("items and acts of another company are not found", async () => {
    const { rows } = await sql<{ item: number }>`select min(id) as item from stock_item where company_id = 3`.execute(
      world.db,
    );
    expect((await sendAct(world, writeOffOf([[rows[0]?.item ?? 0, 1]]))).status).toBe(404);
    const { id } = await givenAct(world, writeOffOf([[await newStockItem(world), 1]]));
    const foreign = { as: "admin", path: { id, companyId: 2 } };
    expect((await world.ask("getStockAct", foreign)).status).toBe(404);
    expect((await world.ask("approveStockAct", { ...foreign, seen: 1, body: {} })).status).toBe(404);
  });

  test("the list of stock acts can be filtered by period, kind and state", async () => {
    const { id } = await givenAct(world, writeOffOf([[await newStockItem(world), 1]]));
    const find = async (query: Record<string, string>) =>
      (await world.ask("listStockActs", { as: "manager", path: { companyId: 1 }, query })).json.map((row) => row.id);
    expect(await find({ kind: "writeOff", state: "draft" })).toContain(id);
    expect(await find({ kind: "production" })).not.toContain(id);
    expect(await find({ state: "approved" })).not.toContain(id);
    expect(await find({ endDate: hoursAgo(48).slice(0, 10) })).not.toContain(id);
  });
});

describe("write-off", () => {
  test("the approval of a write-off stores locked issues at the average cost on the act's date", async () => {
    const item = await delivered(10, 40, 6);
    const date = hoursAgo(4);
    await givenApproved(world, [packingLine(item, 10, 80)], { date: hoursAgo(2) });
    const act = await givenApprovedAct(world, writeOffOf([[item, 2.5]], { date }));
    expect(act).toMatchObject({
      state: "approved",
      amount: 100,
      items: [{ amount: 100, unitCost: 40, balance: 17.5 }],
    });
    expect(await readActOperations(world, act)).toEqual([
      { stockItemId: item, type: "-", count: 2.5, amount: 100, price: null, isReversal: false },
    ]);
    // The later delivery was added to 7.5 units instead of 10: (7.5 × 40 + 10 × 80) / 17.5.
    expect(await readStoredCost(world, item)).toMatchObject({ average: 62.85714286, onHand: 17.5 });
    const { json } = await world.ask("listStockOperations", {
      as: "manager",
      path: { companyId: 1 },
      query: { stockItemId: String(item) },
    });
    expect(json.filter(({ stockActId }) => stockActId === act.id)).toHaveLength(1);
    await expect(
      sql`update stock_operation set count = 1 where stock_act_id = ${act.id}`.execute(world.db),
    ).rejects.toThrow("never change");
  });

  test("a write-off that makes a balance negative is refused with the item's name, unless the user allows a negative balance", async () => {
    const item = await newStockItem(world, 10, "Редкий товар акта");
    const draft = await givenAct(world, writeOffOf([[item, 1]]));
    const { status, problem } = await approveAct(world, draft);
    expect([status, problem.errors?.["isBelowZeroAllowed"]]).toEqual([
      409,
      expect.stringContaining("Редкий товар акта"),
    ]);
    expect(Reflect.get(problem, "belowZero")).toMatchObject([{ stockItemId: item, count: -1 }]);
    expect(await readLedgerBalance(world, item)).toBe(0);
    expect((await approveAct(world, draft, { isBelowZeroAllowed: true })).status).toBe(200);
  });

  test("a semi-finished item is written off as itself if it was ever received or produced, and otherwise as its ingredients", async () => {
    const flour = await delivered(100, 50);
    const dough = await newMadeItem(world, [[flour, 0.6]]);
    const apart = await givenApprovedAct(world, writeOffOf([[dough, 2]]));
    expect(apart.items).toMatchObject([{ amount: 60, ingredients: [{ stockItemId: flour, count: 1.2, amount: 60 }] }]);
    await givenApprovedAct(world, productionOf([[dough, 5]]));
    const whole = await givenApprovedAct(world, writeOffOf([[dough, 2]]));
    expect(whole.items).toMatchObject([{ amount: 60, ingredients: [], balance: 3 }]);
    expect(await readLedgerBalance(world, flour)).toBe(95.8);
  });

  test("the reversal of a write-off restores the stock and the costs with operations of the same date", async () => {
    const item = await delivered(10, 40, 6);
    await givenApproved(world, [packingLine(item, 10, 80)], { date: hoursAgo(2) });
    const before = await readStoredCost(world, item);
    const act = await givenApprovedAct(world, writeOffOf([[item, 4]], { date: hoursAgo(4) }));
    const { json } = await reverseAct(world, act);
    expect(json).toMatchObject({ state: "reversed", amount: 160, reversedByAlias: expect.any(String) });
    expect(await readStoredCost(world, item)).toEqual(before);
    const { rows } = await sql<{ days: number }>`select count(distinct date)::int as days from stock_operation
      where stock_act_id = ${act.id}`.execute(world.db);
    expect(rows).toEqual([{ days: 1 }]);
    expect((await reverseAct(world, json)).problem.message).toContain("Акт уже отменён");
  });
});

describe("production act", () => {
  test("the approval of a production act issues the ingredients, and receives the product at the cost of the ingredients", async () => {
    const [flour, oil] = [await delivered(100, 48), await delivered(10, 120)];
    const dough = await newMadeItem(world, [
      [flour, 0.62],
      [oil, 0.05],
    ]);
    const draft = await givenAct(world, productionOf([[dough, 3]]));
    expect(draft.items).toMatchObject([{ amount: 107.28, unitCost: 35.76, balance: 0 }]);
    const { json: act } = await approveAct(world, draft);
    expect(act).toMatchObject({ state: "approved", amount: 107.28, items: [{ amount: 107.28, balance: 3 }] });
    const [issues, receipts] = [
      (await readActOperations(world, act)).filter(({ type }) => type === "-"),
      (await readActOperations(world, act)).filter(({ type }) => type === "+"),
    ];
    expect(issues.map(({ stockItemId, count, amount }) => [stockItemId, count, amount]).sort()).toEqual(
      [
        [flour, 1.86, 89.28],
        [oil, 0.15, 18],
      ].sort(),
    );
    expect(receipts).toEqual([
      { stockItemId: dough, type: "+", count: 3, amount: 107.28, price: 35.76, isReversal: false },
    ]);
    expect(await readStoredCost(world, dough)).toMatchObject({ average: 35.76, onHand: 3 });
  });

  test("a product that is an ingredient of a second line is produced first", async () => {
    const flour = await delivered(100, 50);
    const dough = await newMadeItem(world, [[flour, 0.5]]);
    const base = await newMadeItem(world, [[dough, 0.4]]);
    const act = await givenApprovedAct(
      world,
      productionOf([
        [base, 10],
        [dough, 6],
      ]),
    );
    expect(act.items).toMatchObject([
      { stockItemId: base, amount: 100, unitCost: 10, ingredients: [{ stockItemId: dough, count: 4, amount: 100 }] },
      { stockItemId: dough, amount: 150, unitCost: 25, balance: 2 },
    ]);
    expect(await readLedgerBalance(world, flour)).toBe(97);
  });

  test("a semi-finished ingredient is issued from the stock if it is kept in stock; otherwise its own ingredients are issued", async () => {
    const flour = await delivered(100, 50);
    const dough = await newMadeItem(world, [[flour, 0.5]]);
    const base = await newMadeItem(world, [[dough, 0.4]]);
    const apart = await givenApprovedAct(world, productionOf([[base, 10]], { date: hoursAgo(1) }));
    expect(apart.items).toMatchObject([{ ingredients: [{ stockItemId: flour, count: 2 }], amount: 100 }]);
    await givenApproved(world, [packingLine(dough, 10, 30)]);
    const kept = await givenApprovedAct(world, productionOf([[base, 10]]));
    expect(kept.items).toMatchObject([{ ingredients: [{ stockItemId: dough, count: 4 }], amount: 120, unitCost: 12 }]);
    expect(await readStoredCost(world, base)).toMatchObject({ average: 11, onHand: 20 });
  });

  test("a reversal of a production act is refused if the product's balance would become negative, unless the user allows a negative balance", async () => {
    const flour = await delivered(100, 50);
    const dough = await newMadeItem(world, [[flour, 0.5]]);
    const act = await givenApprovedAct(world, productionOf([[dough, 4]]));
    await givenApprovedAct(world, writeOffOf([[dough, 1]]));
    const { status, problem } = await reverseAct(world, act);
    expect([status, Reflect.get(problem, "belowZero")]).toMatchObject([409, [{ stockItemId: dough, count: -1 }]]);
    expect((await reverseAct(world, act, { isBelowZeroAllowed: true })).status).toBe(200);
    expect([await readLedgerBalance(world, flour), await readLedgerBalance(world, dough)]).toEqual([100, -1]);
  });

  test("the approval of a production act is refused if the recipe of the product was removed after the draft was saved", async () => {
    const flour = await delivered(10, 50);
    const dough = await newMadeItem(world, [[flour, 0.5]]);
    const draft = await givenAct(world, productionOf([[dough, 4]]));
    await sql`delete from stock_item_part where stock_item_id = ${dough}`.execute(world.db);
    const { status, problem } = await approveAct(world, draft);
    expect([status, problem.message]).toEqual([409, expect.stringContaining("по составу ничего не набирается")]);
  });

  test("the approval of a production act is refused if a quantity exceeds the limit", async () => {
    const flour = await newStockItem(world, 1);
    const dough = await newMadeItem(world, [[flour, 10_000]]);
    const draft = await givenAct(world, productionOf([[dough, 90_000_000]]));
    const { status, problem } = await approveAct(world, draft, { isBelowZeroAllowed: true });
    expect([status, problem.message]).toEqual([409, expect.stringContaining("Слишком большое количество")]);
  });

  test("a delivery of a semi-finished item updates the cost of a recipe that contains the item", async () => {
    const flour = await delivered(100, 50);
    const dough = await newMadeItem(world, [[flour, 0.5]]);
    const base = await newMadeItem(world, [[dough, 0.4]]);
    await givenApproved(world, [packingLine(dough, 10, 40)]);
    const { rows } = await sql<{ title: string }>`select title from stock_item where id = ${base}`.execute(world.db);
    expect((await readUnitCosts(world))(rows[0]?.title ?? "")).toBe(16);
  });
});

describe("orders and inventories of produced items", () => {
  test("an order uses the produced item, but an order that was cooked before the production keeps using the ingredients", async () => {
    const flour = await delivered(100, 50);
    const dough = await newMadeItem(world, [[flour, 0.5]]);
    const dish = await givenDishOf(world, [[dough, 1]]);
    const early = await dish.order(2);
    await dish.move(early, statusIds.cooking);
    await givenApprovedAct(world, productionOf([[dough, 10]]));
    const late = await dish.order(3);
    await dish.move(late, statusIds.cooking);
    await dish.edit(await readOrder(early.id), 4);
    expect([await readLedgerBalance(world, flour), await readLedgerBalance(world, dough)]).toEqual([93, 7]);
    for (const order of [early, late]) await dish.move(order, statusIds.delivered);
    const { json } = await world.ask("calculateStock", {
      as: "admin",
      path: { companyId: 1 },
      body: { stockItemId: dough },
    });
    expect(json).toEqual({ added: 0, changed: 0, removed: 0 });
    expect([await readLedgerBalance(world, flour), await readLedgerBalance(world, dough)]).toEqual([93, 7]);
  });

  test("a semi-finished item that is kept in stock has its own line and difference in an inventory", async () => {
    const flour = await delivered(100, 50);
    const dough = await newMadeItem(world, [[flour, 0.5]]);
    await givenApprovedAct(world, productionOf([[dough, 10]]));
    const inventory = await givenApprovedInventory(world, entryOf(dough, 9), entryOf(flour, 95));
    expect(lineOfItem(inventory, dough)).toMatchObject({ isMade: false, expected: 10, difference: -1, amount: -25 });
    expect(lineOfItem(inventory, flour)).toMatchObject({ expected: 95, difference: 0 });
    expect(inventory.uncountedParts).toEqual([]);
  });

  test("an act dated before an approved inventory requires the user to say whether the goods had moved before the counting", async () => {
    const item = await delivered(10, 50);
    await givenApprovedInventory(world, entryOf(item, 9));
    const draft = await givenAct(world, writeOffOf([[item, 1]], { date: hoursAgo(1) }));
    const { status, problem } = await approveAct(world, draft);
    expect([status, problem.errors?.["isOnShelf"]]).toEqual([409, expect.stringContaining("После даты акта")]);
    const { json: kept } = await approveAct(world, draft, { isOnShelf: true });
    expect(await readLedgerBalance(world, item)).toBe(9);
    await reverseAct(world, kept);
    expect(await readLedgerBalance(world, item)).toBe(9);
    const other = await givenAct(world, writeOffOf([[item, 1]], { date: hoursAgo(1) }));
    const { json: applied } = await approveAct(world, other, { isOnShelf: false });
    expect(await readLedgerBalance(world, item)).toBe(8);
    await givenApprovedInventory(world, entryOf(item, 7));
    await reverseAct(world, applied);
    expect(await readLedgerBalance(world, item)).toBe(7);
  });

  test("a production act dated before an inventory requires the answer whether its ingredients had moved before the counting", async () => {
    const flour = await delivered(10, 50);
    const dough = await newMadeItem(world, [[flour, 0.5]]);
    await givenApprovedInventory(world, entryOf(flour, 10));
    const draft = await givenAct(world, productionOf([[dough, 4]], { date: hoursAgo(1) }));
    const { problem } = await approveAct(world, draft);
    expect(Reflect.get(problem, "countedLater")).toMatchObject([{ stockItemId: flour }]);
    await approveAct(world, draft, { isOnShelf: true });
    expect([await readLedgerBalance(world, flour), await readLedgerBalance(world, dough)]).toEqual([10, 4]);
  });
});

const readOrder = async (orderId: number) =>
  (await world.ask("getOrder", { as: "manager", path: { companyId: 1, orderId } })).json;

describe("rules for all stock acts", () => {
  test("a production act is refused if its products together use more of an ingredient than is in stock", async () => {
    const flour = await delivered(10, 50);
    const [dough, crumbs] = [await newMadeItem(world, [[flour, 1]]), await newMadeItem(world, [[flour, 1]])];
    const draft = await givenAct(
      world,
      productionOf([
        [dough, 6],
        [crumbs, 6],
      ]),
    );
    const { problem } = await approveAct(world, draft);
    expect(Reflect.get(problem, "belowZero")).toMatchObject([{ stockItemId: flour, count: -2 }]);
  });

  test("an approved stock act cannot be changed, removed or approved again, and a draft cannot be reversed", async () => {
    const item = await delivered(10, 50);
    const act = await givenApprovedAct(world, writeOffOf([[item, 1]]));
    const which = { as: "manager", path: pathTo(act.id), seen: act.version };
    expect((await world.ask("updateStockAct", { ...which, body: writeOffOf([[item, 2]]) })).status).toBe(409);
    expect((await world.ask("deleteStockAct", which)).status).toBe(409);
    const again = await approveAct(world, act);
    expect([again.status, again.problem.message]).toEqual([409, expect.stringContaining("Акт уже проведён")]);
    const draft = await givenAct(world, writeOffOf([[item, 1]]));
    expect((await reverseAct(world, draft)).problem.message).toBe("Акт ещё не проведён.");
    expect(await read(act.id)).toEqual(act);
  });

  test("a stock act in a closed period can be neither approved nor reversed", async () => {
    const item = await delivered(10, 50, 100);
    const date = hoursAgo(72);
    const draft = await givenAct(world, writeOffOf([[item, 1]], { date }));
    const approved = await givenApprovedAct(world, writeOffOf([[item, 1]], { date }));
    const settings = (await world.ask("getStockSettings", { as: "manager" })).json;
    const close = (closedUntil: string | null, seen: number) =>
      world.ask("updateStockSettings", { as: "manager", seen, body: { closedUntil, isVatInCost: true } });
    const { json: closed } = await close(hoursAgo(36).slice(0, 10), settings.version);
    expect((await approveAct(world, draft)).problem.message).toContain("закрыт");
    expect((await reverseAct(world, approved)).status).toBe(409);
    await close(null, closed.version);
    expect((await approveAct(world, draft)).status).toBe(200);
  });

  test("stock.view is required to read stock acts, stock.edit to save drafts, and stock.approve to approve drafts", async () => {
    const item = await delivered(10, 50);
    const draft = await givenAct(world, writeOffOf([[item, 1]]));
    const statuses = async () => [
      (await world.ask("getStockAct", { as: "kitchen", path: pathTo(draft.id) })).status,
      (await world.ask("createStockAct", { as: "kitchen", body: writeOffOf([[item, 1]]) })).status,
      (await world.ask("approveStockAct", { as: "kitchen", path: pathTo(draft.id), seen: draft.version, body: {} }))
        .status,
    ];
    await giveRole(world, 6, ["order.view"]);
    expect(await statuses()).toEqual([403, 403, 403]);
    await giveRole(world, 6, ["stock.view"]);
    expect(await statuses()).toEqual([200, 403, 403]);
    await giveRole(world, 6, ["stock.view", "stock.edit"]);
    expect(await statuses()).toEqual([200, 200, 403]);
    await giveRole(world, 6, ["stock.view", "stock.approve"]);
    expect(await statuses()).toEqual([200, 403, 200]);
  });

  test("the exported file of a stock act contains the title of the act, and the unit cost and amount of a line", async () => {
    const flour = await delivered(10, 50);
    const dough = await newMadeItem(world, [[flour, 0.5]]);
    const act = await givenApprovedAct(world, productionOf([[dough, 4]], { comment: "Утро" }));
    const { status, text } = await world.ask("exportStockAct", {
      as: "manager",
      path: pathTo(act.id),
      query: { format: "csv" },
    });
    expect(status).toBe(200);
    expect(text).toContain(";25;100");
    expect(text).toContain(`Акт приготовления № ${act.id}`);
  });

  test("the approval of a stock act with a removed item is refused with the advice to take the item out of the act", async () => {
    const item = await delivered(1, 1);
    const draft = await givenAct(world, writeOffOf([[item, 1]]));
    await sql`update stock_item set is_removed = true where id = ${item}`.execute(world.db);
    expect((await approveAct(world, draft)).problem.message).toContain("Уберите его из акта");
  });

  test("a semi-finished item with manual operations only is not kept in stock, and is written off as its ingredients", async () => {
    const flour = await delivered(10, 50);
    const dough = await newMadeItem(world, [[flour, 0.5]]);
    await moveItem(world, dough, 3);
    const act = await givenApprovedAct(world, writeOffOf([[dough, 2]]));
    expect(act.items).toMatchObject([{ ingredients: [{ stockItemId: flour, count: 1 }] }]);
  });
});
