import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Schemas } from "#api/client.ts";
import { giveRole } from "../support/server/giveRole.ts";
import { givenApproved, packingLine as line, newStockItem, reverseList } from "../support/server/packingLists.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const path = { companyId: 1 };
const readMinimum = (id: number, as = "manager") => world.ask("getStockMinimum", { as, path: { ...path, id } });
const saveMinimum = (id: number, body: Schemas["StockMinimumSave"], seen?: number, as = "manager") =>
  world.ask("updateStockMinimum", { as, path: { ...path, id }, body, ...(seen !== undefined && { seen }) });
const givenMinimum = async (id: number, minCount: number | null, orderUpTo: number | null = null) => {
  const { status, text } = await saveMinimum(id, { minCount, orderUpTo }, (await readMinimum(id)).json.version);
  if (status !== 200) throw new Error(text);
};
const toOrder = async () => (await world.ask("listStockToOrder", { as: "manager", path })).json;
const rowOf = async (id: number) => (await toOrder()).find((row) => row.id === id);
const setPacks = async (id: number, packs: Schemas["PackUnit"][]) => {
  const { json } = await world.ask("getStockItem", { as: "owner", path: { id } });
  await world.ask("updateStockItem", {
    as: "owner",
    path: { id },
    body: { title: json.title, unit: json.unit, packs },
  });
};
const sack = { name: "мешок", factor: 25 };

test("minimum of a stock item — is saved with a version check, and must not exceed the target quantity", async () => {
  const id = await newStockItem(world);
  expect((await readMinimum(id)).json).toMatchObject({ minCount: null, orderUpTo: null, version: 0 });
  expect((await saveMinimum(id, { minCount: 5, orderUpTo: null })).status).toBe(428);
  const saved = await saveMinimum(id, { minCount: 5, orderUpTo: 12.5 }, 0);
  expect(saved.json).toMatchObject({ id, minCount: 5, orderUpTo: 12.5, version: 1 });
  const stale = await saveMinimum(id, { minCount: 6, orderUpTo: null }, 0);
  expect([stale.status, Reflect.get(stale.problem, "entry")]).toEqual([412, saved.json]);
  const wrong = await saveMinimum(id, { minCount: 6, orderUpTo: 5 }, 1);
  expect([wrong.status, wrong.problem.errors]).toEqual([400, { orderUpTo: "Не меньше минимума." }]);
  expect((await saveMinimum(id, { minCount: 0.000001, orderUpTo: null }, 1)).problem.errors).toHaveProperty("minCount");
  expect((await saveMinimum(id, { minCount: -1, orderUpTo: null }, 1)).status).toBe(400);
  expect((await saveMinimum(id, { minCount: null, orderUpTo: null }, 1)).json.version).toBe(2);
  const { rows } = await sql<{ id: number }>`select min(id) as id from stock_item where company_id = 3`.execute(
    world.db,
  );
  expect((await readMinimum(rows[0]?.id ?? 0)).status).toBe(404);
  expect((await saveMinimum(rows[0]?.id ?? 0, { minCount: 1, orderUpTo: null }, 0)).status).toBe(404);
});

test("minimum of a stock item of a company group — is separate in each company of the group", async () => {
  await givenMinimum(11, 7);
  expect((await readMinimum(11)).json.minCount).toBe(7);
  const { json } = await world.ask("getStockMinimum", { as: "admin", path: { companyId: 2, id: 11 } });
  expect(json).toMatchObject({ id: 11, minCount: null, version: 0 });
});

test("items to order — `stock.view` allows reading the list and the minima, and `stock.edit` allows changing the minima", async () => {
  const id = await newStockItem(world);
  await giveRole(world, 6, ["stock.view"]);
  expect((await readMinimum(id, "kitchen")).status).toBe(200);
  expect((await world.ask("listStockToOrder", { as: "kitchen", path })).status).toBe(200);
  expect((await saveMinimum(id, { minCount: 1, orderUpTo: null }, 0, "kitchen")).status).toBe(403);
  await giveRole(world, 6, ["stock.edit", "stock.view"]);
  expect((await saveMinimum(id, { minCount: 1, orderUpTo: null }, 0, "kitchen")).status).toBe(200);
});

test("item below its minimum — is listed with its last supplier and price, until a delivery raises the quantity above the minimum", async () => {
  const id = await newStockItem(world);
  await givenMinimum(id, 10, 30);
  expect(await rowOf(id)).toMatchObject({ orderCount: 30, pack: null, supplierId: null, price: null });
  await givenApproved(world, [{ ...line(id, 4, 50), vat: 10 }], { supplierId: 2, isVatIncluded: false });
  expect(await rowOf(id)).toMatchObject({ availableCount: 4, orderCount: 26, supplierId: 2, price: 55, vat: 10 });
  const wrong = await givenApproved(world, [line(id, 1, 70)], { supplierId: 3 });
  expect(await rowOf(id)).toMatchObject({ orderCount: 25, supplierId: 3, price: 70 });
  await reverseList(world, wrong);
  expect(await rowOf(id)).toMatchObject({ orderCount: 26, supplierId: 2 });
  await givenApproved(world, [line(id, 6, 50)]);
  expect(await rowOf(id)).toBeUndefined();
  await givenMinimum(id, null);
});

test("suggested quantity — is rounded up to whole packs of the last delivery, and without a delivery to whole packs of the first pack unit", async () => {
  const id = await newStockItem(world);
  await setPacks(id, [{ name: "пакет", factor: 2 }, sack]);
  await givenMinimum(id, 30, 61);
  expect(await rowOf(id)).toMatchObject({ pack: { name: "пакет", factor: 2 }, orderCount: 31 });
  await givenApproved(world, [{ ...line(id, 1, 1), pack: { ...sack, count: 1, price: 1000.01 } }]);
  expect(await rowOf(id)).toMatchObject({ pack: sack, orderCount: 2, price: 1000.01 });
  await setPacks(id, [{ ...sack, factor: 10 }]);
  expect(await rowOf(id)).toMatchObject({ pack: { ...sack, factor: 10 }, orderCount: 4, price: 400.004 });
});

test("hidden item — is neither in the list of items to order nor counted on the dashboard as below its minimum", async () => {
  const id = await newStockItem(world);
  await givenMinimum(id, 5);
  const count = async () => (await world.ask("getDashboardStock", { as: "manager", path })).json.lowCount;
  const before = await count();
  expect(before).toBe((await toOrder()).length);
  await world.ask("hideStock", { as: "manager", path: { ...path, id }, body: { isHidden: true } });
  expect(await rowOf(id)).toBeUndefined();
  expect(await count()).toBe(before - 1);
});

test("items to order, and items marked as low in the stock list — match a recalculation from the stock operations and transfers", async () => {
  const { rows: minima } = await sql<{ id: number; min: number; upTo: number | null; unit: number | null }>`
    select m.stock_item_id as id, m.min_count::float8 as min, m.order_up_to::float8 as "upTo"
    from stock_minimum m where m.company_id = 1 and m.min_count is not null
      and not exists (select 1 from hidden_stock_item h where h.company_id = 1 and h.stock_item_id = m.stock_item_id)`.execute(
    world.db,
  );
  const { rows: operations } = await sql<{ id: number; type: string; count: number; done: boolean; held: boolean }>`
    select stock_item_id as id, operation_type as type, count::float8 as count, is_processed as done, is_reserved as held
    from stock_operation where company_id = 1`.execute(world.db);
  const { rows: transfers } = await sql<{ id: number; count: number }>`
    select l.stock_item_id as id, l.count::float8 as count from transfer_line l join transfer_list d on d.id = l.transfer_list_id
    where d.to_company_id = 1 and d.state = 'sent'`.execute(world.db);
  const available = new Map<number, number>();
  const add = (id: number, count: number) => available.set(id, (available.get(id) ?? 0) + count);
  for (const { id, type, count, done, held } of operations) {
    if (done) add(id, type === "+" ? count : -count);
    if (held) add(id, -count);
  }
  for (const { id, count } of transfers) add(id, count);
  const low = minima.filter(({ id, min }) => (available.get(id) ?? 0) < min - 1e-7);
  const list = await toOrder();
  expect(list.length).toBeGreaterThan(5);
  expect(new Set(list.map(({ supplierId }) => supplierId)).size).toBeGreaterThan(2);
  expect(list.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(low.map(({ id }) => id).toSorted((a, b) => a - b));
  for (const row of list) {
    const { min = 0, upTo = null } = minima.find(({ id }) => id === row.id) ?? {};
    const missing = (upTo ?? min) - (available.get(row.id) ?? 0);
    const size = row.pack?.factor ?? 1;
    expect(row.availableCount).toBeCloseTo(available.get(row.id) ?? 0, 5);
    expect(row.orderCount * size).toBeGreaterThanOrEqual(missing - 1e-5);
    expect(row.orderCount * size - missing).toBeLessThan(row.pack ? size : 1e-5);
  }
  const stock = (await world.ask("listStock", { as: "manager", path })).json;
  expect(
    stock
      .filter(({ isLow }) => isLow)
      .map(({ id }) => id)
      .toSorted((a, b) => a - b),
  ).toEqual(low.map(({ id }) => id).toSorted((a, b) => a - b));
});

test("goods of a sent transfer — count as available at the recipient before the acceptance", async () => {
  const { rows } = await sql<{ id: number; count: number }>`
    select l.stock_item_id as id, sum(l.count)::float8 as count from transfer_line l join transfer_list d on d.id = l.transfer_list_id
    join stock_item t on t.id = l.stock_item_id and t.company_group_id is not null
    where d.to_company_id = 1 and d.state = 'sent' group by 1 order by 1 limit 1`.execute(world.db);
  const { id, count } = rows[0] ?? { id: 0, count: 0 };
  await givenMinimum(id, 1_000_000);
  expect(count).toBeGreaterThan(0);
  const row = await rowOf(id);
  expect(row?.awaitedCount).toBe(count);
  expect(row?.availableCount).toBeCloseTo((row?.count ?? 0) - (row?.reservedCount ?? 0) + count, 5);
});

test("exported file of the items to order — contains the rows of the list", async () => {
  const [first] = await toOrder();
  const file = await world.app.inject({
    url: "/api/Stock/Company/1/ToOrder/File?format=csv",
    headers: { authorization: `Bearer ${await world.tokenOf("manager")}` },
  });
  expect(file.payload).toContain(first?.title);
  expect(file.payload.trim().split("\n")).toHaveLength((await toOrder()).length + 1);
});
