import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Schemas } from "#api/client.ts";
import { multipartForm } from "../support/server/form.ts";
import { giveRole } from "../support/server/giveRole.ts";
import { givenOrder, pathOf, statusIds } from "../support/server/orders.ts";
import {
  approveList,
  givenApproved,
  givenDraft,
  hoursAgo,
  packingLine as line,
  newStockItem,
  readStoredCost,
  reverseList,
  sendDraft,
} from "../support/server/packingLists.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const BANK = 2;
const pathTo = (id: number) => ({ id, companyId: 1 });
const read = async (id: number) => (await world.ask("getPackingList", { as: "manager", path: pathTo(id) })).json;
const move = (order: { id: number }, orderStatusId: number) =>
  world.ask("changeOrderStatus", { as: "manager", path: pathOf(order), body: { orderStatusId } });
const spend = (stockItemId: number, count: number, operationType: "+" | "-" = "-") =>
  world.ask("createStockOperation", {
    as: "manager",
    path: { companyId: 1 },
    body: { stockItemId, operationType, count, isIgnoreSubProcedure: true },
  });
const operationsOf = async (id: number) =>
  (
    await sql<{ count: number; amount: number; price: number | null; type: string; reversalOf: number | null }>`
      select count::float8 as count, amount::float8 as amount, price::float8 as price, operation_type as type,
        reversal_of as "reversalOf"
      from stock_operation where packing_list_id = ${id} order by id`.execute(world.db)
  ).rows;

describe("draft of a packing list", () => {
  test("a draft of a packing list can be stored, changed and removed, and the server calculates its sums", async () => {
    const item = await newStockItem(world);
    const items = [{ ...line(item, 3, 33.33333), vat: 10 }];
    const draft = await givenDraft(world, items, { isVatIncluded: false, itemNumber: " Н-1 ", comment: "Утром" });
    expect(draft).toMatchObject({ state: "draft", kind: "delivery", itemNumber: "Н-1", amount: 110, vatAmount: 10 });
    expect(draft.items[0]).toMatchObject({
      stockItemId: item,
      count: 3,
      vat: 10,
      vatAmount: 10,
      balance: 0,
      lastPrice: null,
    });
    const body = { supplierId: 2, items: [line(item, 2, 50)] };
    const { json } = await world.ask("updatePackingList", {
      as: "manager",
      path: pathTo(draft.id),
      seen: draft.version,
      body,
    });
    expect(json).toMatchObject({
      supplierId: 2,
      itemNumber: null,
      amount: 100,
      vatAmount: 0,
      version: draft.version + 1,
    });
    const remove = (seen: number) => world.ask("deletePackingList", { as: "manager", path: pathTo(draft.id), seen });
    expect((await remove(draft.version)).status).toBe(412);
    expect((await remove(json.version)).status).toBe(204);
    expect((await world.ask("getPackingList", { as: "manager", path: pathTo(draft.id) })).status).toBe(404);
  });

  test("every change of a packing list requires the current version of the packing list", async () => {
    const draft = await givenDraft(world, [line(await newStockItem(world), 1, 1)]);
    const path = pathTo(draft.id);
    const body = { supplierId: 1, items: [line(await newStockItem(world), 1, 1)] };
    expect((await world.ask("updatePackingList", { as: "manager", path, body })).status).toBe(428);
    expect((await world.ask("deletePackingList", { as: "manager", path })).status).toBe(428);
    expect((await world.ask("approvePackingList", { as: "manager", path, body: {} })).status).toBe(428);
    expect((await world.ask("reversePackingList", { as: "manager", path, body: {} })).status).toBe(428);
    const stale = await world.ask("updatePackingList", { as: "manager", path, seen: draft.version + 1, body });
    expect([stale.status, Reflect.get(stale.problem, "entry")]).toEqual([412, draft]);
  });

  test("a packing list with an invalid field is refused with the name of the field, and another company's supplier or item is not found", async () => {
    const item = await newStockItem(world);
    const errorsOf = async (items: Schemas["PackingListLineSave"][], more = {}) =>
      Object.keys((await sendDraft(world, items, more)).problem.errors ?? {});
    expect(await errorsOf([line(item, 1, 1), line(item, 2, 1)])).toEqual(["items.1.stockItemId"]);
    expect(await errorsOf([line(item, 0.000001, 1.000001)])).toEqual(["items.0.count", "items.0.price"]);
    expect(await errorsOf([line(item, 99_999_999, 99_999_999)])).toEqual(["items.0.count"]);
    expect(await errorsOf([line(item, 1, 1)], { date: "2100-01-01T00:00:00Z" })).toEqual(["date"]);
    expect((await sendDraft(world, [])).status).toBe(400);
    expect((await sendDraft(world, [{ ...line(item, 1, 1), vat: 101 }])).status).toBe(400);
    const { rows } = await sql<{ supplier: number; item: number }>`select
      (select min(id) from supplier where company_id = 3) as supplier,
      (select min(id) from stock_item where company_id = 3) as item`.execute(world.db);
    expect((await sendDraft(world, [line(rows[0]?.item ?? 0, 1, 1)])).status).toBe(404);
    expect((await sendDraft(world, [line(item, 1, 1)], { supplierId: rows[0]?.supplier ?? 0 })).status).toBe(404);
  });

  test("a packing list number that exists for the supplier and year is refused unless the user allows the duplicate", async () => {
    const items = [line(await newStockItem(world), 1, 1)];
    const first = await givenDraft(world, items, { itemNumber: "Дубль-7" });
    const again = await sendDraft(world, items, { itemNumber: "дубль-7" });
    expect([again.status, Reflect.get(again.problem, "duplicateId")]).toEqual([409, first.id]);
    expect((await givenDraft(world, items, { itemNumber: "Дубль-7", supplierId: 2 })).isDuplicate).toBe(false);
    const lastYear = hoursAgo(24 * 370);
    expect((await givenDraft(world, items, { itemNumber: "Дубль-7", date: lastYear })).isDuplicate).toBe(false);
    const kept = await givenDraft(world, items, { itemNumber: "Дубль-7", isDuplicateAllowed: true });
    expect(kept.isDuplicate).toBe(true);
  });

  test("the list of packing lists can be filtered by period, supplier and state", async () => {
    const draft = await givenDraft(world, [line(await newStockItem(world), 2, 10)], { supplierId: 3 });
    const find = async (query: Record<string, string>) =>
      (await world.ask("listPackingLists", { as: "manager", path: { companyId: 1 }, query })).json.map(({ id }) => id);
    expect(await find({ supplierId: "3", state: "draft" })).toContain(draft.id);
    expect(await find({ supplierId: "2" })).not.toContain(draft.id);
    expect(await find({ state: "approved" })).not.toContain(draft.id);
    expect(await find({ endDate: hoursAgo(48).slice(0, 10) })).not.toContain(draft.id);
  });
});

describe("approval of a packing list", () => {
  test("the approval of a packing list stores locked operations, the average cost and a history of the cost", async () => {
    const item = await newStockItem(world, 100);
    await spend(item, 10, "+");
    const draft = await givenDraft(world, [{ ...line(item, 30, 120), vat: 20 }]);
    expect(draft.items[0]?.balance).toBe(10);
    const { json } = await approveList(world, draft);
    expect(json).toMatchObject({ state: "approved", version: draft.version + 1, approvedByAlias: expect.any(String) });
    expect(await operationsOf(draft.id)).toEqual([
      { count: 30, amount: 3600, price: 120, type: "+", reversalOf: null },
    ]);
    expect(await readStoredCost(world, item)).toEqual({
      average: 115,
      onHand: 40,
      history: [{ onHand: 10, average: 115, revaluation: 0 }],
    });
    await expect(
      sql`update stock_operation set count = 1 where packing_list_id = ${draft.id}`.execute(world.db),
    ).rejects.toThrow("never change");
    await spend(item, 35);
    expect((await read(draft.id)).items[0]?.balance).toBe(5);
  });

  test("the approval of a packing list updates the average cost in the list of stock items", async () => {
    const item = await newStockItem(world, 100);
    await givenApproved(world, [line(item, 10, 120)]);
    const { json } = await world.ask("listCompanyStockItems", { as: "owner", path: { companyId: 1 } });
    expect(json.find(({ id }) => id === item)).toMatchObject({ estimateCost: 100, averageCost: 120 });
  });

  test("an approved packing list cannot be changed, removed or approved again, and the refusal names the approver", async () => {
    const draft = await givenDraft(world, [line(await newStockItem(world), 1, 1)]);
    const { json } = await approveList(world, draft);
    const again = await approveList(world, draft);
    expect(again.status).toBe(409);
    expect(again.problem.message).toContain(json.approvedByAlias);
    expect(await operationsOf(draft.id)).toHaveLength(1);
    const body = { supplierId: 1, items: [line(await newStockItem(world), 1, 1)] };
    const path = pathTo(draft.id);
    expect((await world.ask("updatePackingList", { as: "manager", path, seen: json.version, body })).status).toBe(409);
    expect((await world.ask("deletePackingList", { as: "manager", path, seen: json.version })).status).toBe(409);
  });

  test("a delivery revalues the goods that were used before the delivery", async () => {
    const item = await newStockItem(world, 100);
    await spend(item, 4);
    const { items } = await givenApproved(world, [line(item, 10, 120)]);
    expect(items[0]).toMatchObject({ revaluation: 80, balance: 6 });
    expect(await readStoredCost(world, item)).toMatchObject({ average: 120, onHand: 6 });
  });

  test("the average cost does not depend on which of two packing lists is approved first", async () => {
    const [one, other] = [await newStockItem(world, 100), await newStockItem(world, 100)];
    const early = { date: hoursAgo(5) };
    const late = { date: hoursAgo(2) };
    for (const item of [one, other]) {
      const drafts = [
        await givenDraft(world, [line(item, 10, 80)], early),
        await givenDraft(world, [line(item, 30, 120)], late),
      ];
      for (const draft of item === one ? drafts : drafts.toReversed())
        expect((await approveList(world, draft)).status).toBe(200);
    }
    expect(await readStoredCost(world, other)).toEqual(await readStoredCost(world, one));
    expect(await readStoredCost(world, one)).toMatchObject({ average: 110, onHand: 40 });
  });

  test("a backdated delivery does not change the cost of a closed order, but raises the cost of later orders", async () => {
    const order = await givenOrder(world);
    await move(order, statusIds.cooking);
    await move(order, statusIds.delivered);
    const costOf = async () =>
      (
        await sql<{
          cost: number;
          sum: number;
        }>`select cost::float8 as cost, (select sum(amount)::float8 from stock_operation
        where order_id = ${order.id}) as sum from orders where id = ${order.id}`.execute(world.db)
      ).rows[0];
    const before = await costOf();
    expect(before?.cost).toBe(before?.sum);
    const { rows } = await sql<{
      id: number;
    }>`select stock_item_id as id from stock_operation where order_id = ${order.id}`.execute(world.db);
    await givenApproved(
      world,
      rows.map(({ id }) => line(id, 1000, 9999)),
      { date: hoursAgo(3) },
    );
    expect(await costOf()).toEqual(before);
    const next = await givenOrder(world);
    await move(next, statusIds.cooking);
    await move(next, statusIds.delivered);
    const { json } = await world.ask("getOrderPrimeCost", { as: "manager", path: pathOf(next) });
    expect(json.primeCost).toBeGreaterThan((before?.cost ?? 0) * 3);
  });

  test("the average cost contains no VAT if the settings exclude VAT", async () => {
    const settings = async (isVatInCost: boolean) => {
      const { json } = await world.ask("getStockSettings", { as: "manager" });
      const body = { closedUntil: null, isVatInCost };
      expect((await world.ask("updateStockSettings", { as: "manager", seen: json.version, body })).status).toBe(200);
    };
    const item = await newStockItem(world);
    await settings(false);
    await givenApproved(world, [{ ...line(item, 10, 120), vat: 20 }]);
    await settings(true);
    expect((await readStoredCost(world, item)).average).toBe(100);
  });

  test("the cost of a semi-finished item follows the cost of its ingredient, and is used in the cost of a dish", async () => {
    const raw = await newStockItem(world, 100);
    const made = await world.ask("createStockItem", {
      as: "owner",
      body: {
        companyId: 1,
        title: "Соус накладной",
        unit: "кг",
        estimateCost: 0,
        parts: [{ stockItemId: raw, count: 0.5 }],
      },
    });
    await givenApproved(world, [line(raw, 10, 160)]);
    expect((await readStoredCost(world, made.json.id)).average).toBe(80);
    const dish = await world.ask("createCompanyItem", {
      as: "owner",
      path: { companyId: 1 },
      raw: multipartForm({
        name: "Блюдо с соусом",
        price: 100,
        categoriesId: [1],
        composition: [{ stockItemId: made.json.id, count: 0.25 }],
      }),
    });
    expect(dish.json.estimateCost).toBe(20);
  });

  test("an approval of a packing list in a closed period or with a removed item is refused", async () => {
    const item = await newStockItem(world);
    const draft = await givenDraft(world, [line(item, 1, 1)], { date: hoursAgo(24 * 40) });
    const { json } = await world.ask("getStockSettings", { as: "manager" });
    const close = (closedUntil: string | null, seen: number) =>
      world.ask("updateStockSettings", { as: "manager", seen, body: { closedUntil, isVatInCost: true } });
    expect((await close("2100-01-01", json.version)).status).toBe(400);
    const closed = await close(hoursAgo(24 * 20).slice(0, 10), json.version);
    expect((await approveList(world, draft)).problem.message).toContain("закрыт");
    const startDate = hoursAgo(24 * 30).slice(0, 10);
    expect(
      (await world.ask("calculateStock", { as: "manager", path: { companyId: 1 }, body: { startDate } })).status,
    ).toBe(409);
    await close(null, closed.json.version);
    expect((await approveList(world, draft)).status).toBe(200);
    const gone = await givenDraft(world, [line(await newStockItem(world, 1, "Исчезнет"), 1, 1)]);
    await sql`update stock_item set is_removed = true where title = 'Исчезнет'`.execute(world.db);
    expect((await approveList(world, gone)).problem.message).toContain("Исчезнет");
  });
});

describe("reversal of a packing list", () => {
  test("the reversal of a packing list stores negated operations and restores the earlier costs", async () => {
    const item = await newStockItem(world, 100);
    await givenApproved(world, [line(item, 10, 80)], { date: hoursAgo(4) });
    const before = await readStoredCost(world, item);
    const wrong = await givenApproved(world, [line(item, 30, 120)], { date: hoursAgo(3) });
    const { json } = await reverseList(world, wrong);
    expect(json).toMatchObject({ state: "reversed", reversedByAlias: expect.any(String) });
    const [first, storno] = await operationsOf(wrong.id);
    expect(storno).toMatchObject({ count: -30, amount: -3600, type: "+", reversalOf: expect.any(Number) });
    expect(first?.reversalOf).toBeNull();
    expect(await readStoredCost(world, item)).toEqual(before);
    expect((await reverseList(world, json)).status).toBe(409);
  });

  test("the reversal of a packing list is refused if a balance would become negative, unless the user allows a negative balance", async () => {
    const item = await newStockItem(world, 100, "Уйдёт в минус");
    const list = await givenApproved(world, [line(item, 5, 10)]);
    await spend(item, 4);
    const refused = await reverseList(world, list);
    expect(refused.status).toBe(409);
    expect(Reflect.get(refused.problem, "belowZero")).toEqual([
      { stockItemId: item, title: "Уйдёт в минус", unit: "кг", count: -4 },
    ]);
    expect((await reverseList(world, list, { isBelowZeroAllowed: true })).status).toBe(200);
    expect(await readStoredCost(world, item)).toMatchObject({ average: null, onHand: -4, history: [] });
  });

  test("a return to the supplier is valued at the average cost, and the average cost stays unchanged", async () => {
    const item = await newStockItem(world, 100);
    await givenApproved(world, [line(item, 10, 80)], { date: hoursAgo(4) });
    const back = await givenApproved(world, [line(item, 3, 95)], { kind: "return" });
    expect(back.amount).toBe(285);
    expect(await operationsOf(back.id)).toEqual([{ count: 3, amount: 240, price: null, type: "-", reversalOf: null }]);
    expect(await readStoredCost(world, item)).toMatchObject({ average: 80, onHand: 7 });
    const tooMuch = await givenDraft(world, [line(item, 8, 95)], { kind: "return" });
    expect((await approveList(world, tooMuch)).status).toBe(409);
  });
});

test("payment of a packing list — is limited to the unpaid amount; reversing the payment restores this amount", async () => {
  const list = await givenApproved(world, [line(await newStockItem(world), 10, 100)]);
  const pay = (amount: number, more: Partial<Schemas["FinanceTransactionSave"]> = {}) =>
    world.ask("createFinanceTransaction", {
      as: "owner",
      body: { kind: "expense", financeSourceId: BANK, amount, packingListId: list.id, ...more },
    });
  const { json: paid } = await pay(600);
  expect(paid).toMatchObject({ packingListId: list.id });
  expect((await read(list.id)).paidAmount).toBe(600);
  expect((await pay(401)).status).toBe(409);
  expect((await pay(1, { kind: "income" })).status).toBe(400);
  const path = { id: paid.id, companyId: 1 };
  expect((await world.ask("reverseFinanceTransaction", { as: "owner", path })).status).toBe(204);
  expect((await read(list.id)).paidAmount).toBe(0);
  const draft = await givenDraft(world, [line(await newStockItem(world), 1, 1)]);
  expect((await pay(1, { packingListId: draft.id })).status).toBe(409);
});

test("import of a table of packing list lines — reports the row and column of each error, and accepts an exported table", async () => {
  const title = "Мука табличная";
  const item = await newStockItem(world, 50, title);
  const send = (text: string) =>
    world.ask("readPackingListTable", {
      as: "manager",
      path: { companyId: 1 },
      raw: multipartForm({}, { file: { bytes: Buffer.from(text), name: "lines.csv", type: "text/csv" } }),
    });
  const rows = [`${title};2,5;48;10`, "Такого нет;1;1;", `${title};1;1;`, `Соль;много;-1;200`];
  const { json } = await send(["Наименование;Кол-во;Цена;НДС", ...rows].join("\r\n"));
  expect(json.items).toEqual([{ stockItemId: item, count: 2.5, price: 48, vat: 10 }]);
  expect(json.errors.map(({ row, column }) => [row, column])).toEqual([
    [3, "Товар"],
    [4, "Товар"],
    [5, "Количество"],
    [5, "Цена"],
    [5, "НДС, %"],
  ]);
  expect((await send(`${title}\t3\t48,5`)).json.items).toEqual([{ stockItemId: item, count: 3, price: 48.5, vat: 0 }]);
  const list = await givenApproved(world, json.items);
  const file = await world.app.inject({
    url: `/api/PackingList/${list.id}/Company/1/File?format=csv`,
    headers: { authorization: `Bearer ${await world.tokenOf("manager")}` },
  });
  expect((await send(file.payload)).json.items).toEqual(json.items);
});

test("import of a table of 1,000 packing list lines — reports the place of each error, and the limit of 500 lines", async () => {
  await sql`insert into stock_item (id, company_id, title, unit)
    select 700000 + n, 1, 'Товар таблицы ' || n, 'кг' from generate_series(1, 1000) n`.execute(world.db);
  const faults: Readonly<Record<number, string>> = {
    17: "Товар без карточки;1;10",
    480: "Товар таблицы 480;ноль;10",
    999: "Товар таблицы 999;1;-10",
  };
  const rows = Array.from({ length: 1000 }, (_, index) => faults[index + 1] ?? `Товар таблицы ${index + 1};1;10`);
  const { json } = await world.ask("readPackingListTable", {
    as: "manager",
    path: { companyId: 1 },
    raw: multipartForm({}, { file: { bytes: Buffer.from(rows.join("\n")), name: "lines.csv", type: "text/csv" } }),
  });
  expect(json.errors.map(({ row, column }) => [row, column])).toEqual([
    [501, null],
    [17, "Товар"],
    [480, "Количество"],
    [999, "Цена"],
  ]);
  expect(json.items).toHaveLength(500);
});

describe("packing list line in a pack unit", () => {
  const sack = { name: "мешок", factor: 25 };
  const givenFlour = async (packs = [sack]) => {
    const title = `Мука в мешках ${randomUUID().slice(0, 8)}`;
    const body = { companyId: 1, title, unit: "кг", estimateCost: 40, packs };
    return { id: (await world.ask("createStockItem", { as: "owner", body })).json.id, title };
  };
  const inPack = (stockItemId: number, count: number, price: number, unit = sack) => ({
    ...line(stockItemId, 1, 1),
    pack: { ...unit, count, price },
  });
  const setPacks = async (id: number, title: string, packs: (typeof sack)[]) =>
    world.ask("updateStockItem", { as: "owner", path: { id }, body: { title, unit: "кг", packs } });

  test("a line in packs has a calculated base quantity, and costs exactly the number of packs times the pack price", async () => {
    const { id } = await givenFlour([{ name: "коробка", factor: 12 }]);
    const draft = await givenDraft(world, [inPack(id, 7, 100, { name: "коробка", factor: 12 })]);
    const pack = { name: "коробка", factor: 12, count: 7, price: 100 };
    expect(draft).toMatchObject({ amount: 700, items: [{ count: 84, price: 8.33333, amount: 700, pack }] });
    const approved = await givenApproved(world, [inPack(id, 7, 100, { name: "коробка", factor: 12 })]);
    expect(await operationsOf(approved.id)).toEqual([
      { count: 84, amount: 700, price: 8.33333333, type: "+", reversalOf: null },
    ]);
    const { rows } = await sql<{ amount: number }>`select sum(pack_count * pack_price)::float8 as amount
      from packing_list_line where packing_list_id = ${approved.id}`.execute(world.db);
    expect(rows[0]?.amount).toBe(approved.amount);
  });

  test("a changed or removed pack unit does not change packing lists, and a draft with the old unit can be saved", async () => {
    const { id, title } = await givenFlour();
    const draft = await givenDraft(world, [inPack(id, 2, 1000)]);
    expect((await setPacks(id, title, [{ ...sack, factor: 50 }])).json.packs).toEqual([{ ...sack, factor: 50 }]);
    expect((await read(draft.id)).items[0]).toMatchObject({ count: 50, pack: { ...sack, count: 2, price: 1000 } });
    expect((await setPacks(id, title, [])).json.packs).toEqual([]);
    const again = (items: Schemas["PackingListLineSave"][], seen: number) =>
      world.ask("updatePackingList", { as: "manager", path: pathTo(draft.id), seen, body: { supplierId: 1, items } });
    const { json } = await again([inPack(id, 3, 1000)], draft.version);
    expect(json.items[0]).toMatchObject({ count: 75, price: 40, amount: 3000 });
    const base = await again([line(id, 3, 40)], json.version);
    expect(base.json.items[0]).toMatchObject({ count: 3, pack: null });
    const unknown = await again([inPack(id, 3, 1000)], base.json.version);
    expect([unknown.status, unknown.problem.errors]).toEqual([
      400,
      { "items.0.pack": "Единицы «мешок» у товара больше нет. Выберите другую." },
    ]);
  });

  test("an item in kilograms can be entered in grams, and quantities and prices out of range are refused", async () => {
    const { id } = await givenFlour();
    const gram = { name: "г", factor: 0.001 };
    expect((await givenDraft(world, [inPack(id, 250, 0.8, gram)])).items[0]).toMatchObject({ count: 0.25, price: 800 });
    const errorsOf = async (item: Schemas["PackingListLineSave"]) =>
      Object.keys((await sendDraft(world, [item])).problem.errors ?? {});
    expect(await errorsOf(inPack(id, 0.001, 1, gram))).toEqual(["items.0.count"]);
    expect(await errorsOf(inPack(id, 99_999_999, 0))).toEqual(["items.0.count"]);
    expect(await errorsOf(inPack(id, 1, 100_000, gram))).toEqual(["items.0.price"]);
    expect(await errorsOf(inPack(id, 1, 1, { ...sack, factor: 0.000001 }))).toContain("items.0.pack");
    expect(await errorsOf(inPack(id, 1, 1, { ...sack, name: "ящик" }))).toEqual(["items.0.pack"]);
  });

  test("a table of lines may have units in a column or after the quantity, and an unknown unit is an error", async () => {
    const { id, title } = await givenFlour();
    const send = async (...rows: string[]) =>
      (
        await world.ask("readPackingListTable", {
          as: "manager",
          path: { companyId: 1 },
          raw: multipartForm(
            {},
            { file: { bytes: Buffer.from(rows.join("\r\n")), name: "lines.csv", type: "text/csv" } },
          ),
        })
      ).json;
    const pack = { ...sack, count: 2, price: 1150 };
    const expected = [{ stockItemId: id, count: 50, price: 46, pack, vat: 10 }];
    expect((await send("Товар;Количество;Ед. изм.;Цена;НДС", `${title};2;Мешок;1150;10`)).items).toEqual(expected);
    expect((await send(`${title}\t2 мешка\t1150\t10`)).items).toEqual(expected);
    expect((await send(`${title}\t1,5 кг.\t46`)).items).toEqual([{ stockItemId: id, count: 1.5, price: 46, vat: 0 }]);
    const wrong = await send(
      "Товар;Количество;Ед.;Цена",
      `${title};2;ящик;1`,
      `${title};2 вагона;кг;1`,
      `${title};2;;1`,
    );
    expect(wrong.items).toEqual([{ stockItemId: id, count: 2, price: 1, vat: 0 }]);
    expect(wrong.errors).toEqual([
      { row: 2, column: "Ед.", message: "Единицы «ящик» у товара нет. Есть: кг, мешок, г." },
      { row: 3, column: "Количество", message: "Единицы «вагона» у товара нет. Есть: кг, мешок, г." },
    ]);
    expect((await send(`${title}\t0,001 г\t1`)).errors.map(({ column }) => column)).toEqual(["Количество"]);
  });

  test("the items offered for a packing list have pack units, and the exported file contains the packs of a line", async () => {
    const { id } = await givenFlour();
    const items = (await world.ask("listPackingListItems", { as: "manager", path: { companyId: 1 } })).json;
    expect(items.find((item) => item.id === id)?.packs).toEqual([sack]);
    const draft = await givenDraft(world, [inPack(id, 2, 1150)]);
    const file = await world.app.inject({
      url: `/api/PackingList/${draft.id}/Company/1/File?format=csv`,
      headers: { authorization: `Bearer ${await world.tokenOf("manager")}` },
    });
    expect(file.payload.replaceAll("\u00a0", " ")).toContain("2 мешка × 25 кг");
  });
});

test("permissions for packing lists — stock.view is for reading, stock.edit for drafts, stock.approve for approvals", async () => {
  const item = await newStockItem(world);
  const statuses = async (as: string) => {
    const draft = await givenDraft(world, [line(item, 1, 1)]);
    const path = pathTo(draft.id);
    return [
      (await world.ask("getPackingList", { as, path })).status,
      (await world.ask("createPackingList", { as, body: { supplierId: 1, items: [line(item, 1, 1)] } })).status,
      (await world.ask("approvePackingList", { as, path, seen: draft.version, body: {} })).status,
    ];
  };
  expect(await statuses("owner")).toEqual([200, 200, 200]);
  expect(await statuses("owner2")).toEqual([404, 404, 404]);
  await giveRole(world, 6, ["stock.view", "stock.edit"]);
  expect(await statuses("kitchen")).toEqual([200, 200, 403]);
  await giveRole(world, 6, ["stock.view"]);
  expect(await statuses("kitchen")).toEqual([200, 403, 403]);
});

test("demo data — contain at least 20 approved packing lists, a return, a reversed list and a paid list", async () => {
  const { json } = await world.ask("listPackingLists", {
    as: "manager",
    path: { companyId: 1 },
    query: { startDate: hoursAgo(24 * 60).slice(0, 10), endDate: hoursAgo(-24).slice(0, 10) },
  });
  const demo = json.filter(
    ({ supplierName, itemNumber, date }) => supplierName && date && !itemNumber?.startsWith("Дубль"),
  );
  expect(demo.filter(({ state }) => state === "approved").length).toBeGreaterThanOrEqual(20);
  expect(demo.some(({ kind }) => kind === "return")).toBe(true);
  expect(demo.some(({ state }) => state === "reversed")).toBe(true);
  expect(demo.some(({ paidAmount }) => paidAmount > 0)).toBe(true);
});
