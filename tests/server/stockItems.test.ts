import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Schemas } from "#api/client.ts";
import { multipartForm } from "../support/server/form.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

type Save = Omit<Schemas["StockItemCreate"], "id">;

const company = { companyId: 1 };
const group = { companyGroupId: 1 };
const FLOUR = 1;
const SALT = 5;
const DOUGH = 35;

let number = 0;
const titled = (fields: Partial<Save> = {}): Save => {
  number += 1;
  return { title: `Товар ${number}`, unit: "кг", ...fields };
};
const create = (fields: Partial<Save> = {}, as = "owner") =>
  world.ask("createCompanyStockItem", { as, path: company, body: titled(fields) });
const added = async (fields: Partial<Save> = {}) => (await create(fields)).json;
const madeOf = (...ids: readonly number[]) => ids.map((stockItemId) => ({ stockItemId, count: 1 }));
const update = (id: number, body: Schemas["StockItemUpdate"], seen?: number) =>
  world.ask("updateCompanyStockItem", {
    as: "owner",
    path: { ...company, id },
    body,
    ...(seen !== undefined && { seen }),
  });
const read = (id: number) => world.ask("getCompanyStockItem", { as: "owner", path: { ...company, id } });
const remove = (id: number) => world.ask("deleteCompanyStockItem", { as: "owner", path: { ...company, id } });
const list = async () => (await world.ask("listCompanyStockItems", { as: "owner", path: company })).json;
const costs = async () =>
  new Map(
    (await world.ask("listCompanyStockItemCosts", { as: "owner", path: company })).json.map((one) => [
      one.id,
      one.estimateCost,
    ]),
  );

test("stock item — can be added, read, changed and removed", async () => {
  const made = await create({ title: "  Ряженка ", unit: " л ", estimateCost: 95.12345, groupName: " Молочное " });
  expect(made.json).toMatchObject({
    title: "Ряженка",
    unit: "л",
    estimateCost: 95.12345,
    groupName: "Молочное",
    isCompanyGroup: false,
    isMade: false,
    parts: [],
    companyId: 1,
    companyGroupId: null,
    usedInItems: [],
    usedInStockItems: [],
    version: 1,
  });
  const { id } = made.json;
  expect((await list()).find((one) => one.id === id)).toEqual({
    id,
    title: "Ряженка",
    averageCost: null,
    unit: "л",
    estimateCost: 95.12345,
    groupName: "Молочное",
    isCompanyGroup: false,
    isMade: false,
  });
  const changed = await update(id, { id, title: "Ряженка 4 %", unit: "л" }, 1);
  expect(changed.json).toMatchObject({ estimateCost: 95.12345, groupName: "Молочное", version: 2 });
  expect((await update(id, { title: "Ряженка", unit: "л", groupName: "  " })).json.groupName).toBeNull();
  expect([(await remove(id)).status, (await read(id)).status, (await remove(id)).status]).toEqual([204, 404, 404]);
  expect((await list()).some((one) => one.id === id)).toBe(false);
});

describe("semi-finished item", () => {
  test("semi-finished item — costs as much as its ingredients, and a changed cost of an ingredient changes the costs of all items and dishes that contain the ingredient", async () => {
    const bought = await added({ estimateCost: 10 });
    const salt = await added({ estimateCost: 22 });
    const half = await added({
      estimateCost: 999,
      parts: [
        { stockItemId: bought.id, count: 0.5 },
        { stockItemId: 0, count: 0 },
        { stockItemId: salt.id, count: 0.00001 },
      ],
    });
    const whole = await added({ parts: [{ stockItemId: half.id, count: 2 }] });
    expect([half.isMade, half.parts.length, half.estimateCost]).toEqual([true, 2, 5.00022]);
    expect(whole.estimateCost).toBe(10.00044);
    const dish = await world.ask("createCompanyItem", {
      as: "owner",
      path: company,
      raw: multipartForm({
        name: "Из целого",
        price: 100,
        categoriesId: [1],
        composition: [{ stockItemId: whole.id, count: 3 }],
      }),
    });
    expect(dish.json.estimateCost).toBe(30.00132);
    expect((await read(half.id)).json.usedInStockItems).toEqual([{ id: whole.id, name: whole.title }]);
    expect((await read(whole.id)).json.usedInItems).toEqual([{ id: dish.json.id, name: "Из целого" }]);

    await update(bought.id, { title: bought.title, unit: "кг", estimateCost: 20 });
    const now = await costs();
    expect([now.get(bought.id), now.get(half.id), now.get(whole.id)]).toEqual([20, 10.00022, 20.00044]);
    expect((await read(whole.id)).json.version).toBe(1);
    const path = { ...company, id: dish.json.id };
    expect((await world.ask("getCompanyItem", { as: "owner", path })).json.estimateCost).toBe(60.00132);

    const plain = await update(half.id, { title: half.title, unit: "кг", estimateCost: 7, parts: [] });
    expect([plain.json.isMade, plain.json.estimateCost]).toEqual([false, 7]);
    expect((await costs()).get(whole.id)).toBe(14);
  });

  test("semi-finished item of a company — gets a new cost when the cost of an ingredient of the company group changes", async () => {
    const own = await added({ parts: madeOf(DOUGH) });
    const path = { ...group, id: FLOUR };
    const flour = (await world.ask("getGroupStockItem", { as: "admin", path })).json;
    const save = (estimateCost: number) =>
      world.ask("updateGroupStockItem", { as: "admin", path, body: { title: "Мука", unit: "кг", estimateCost } });
    await save(flour.estimateCost + 100);
    expect((await costs()).get(own.id)).toBe(Math.round((own.estimateCost + 62) * 1e5) / 1e5);
    await save(flour.estimateCost);
    expect((await costs()).get(own.id)).toBe(own.estimateCost);
  });

  test("semi-finished item in the demo data — costs as much as its ingredients", async () => {
    const { rows } = await sql<{ title: string; is: number; sum: number }>`
      select t.title, t.estimate_cost as is, round(sum(p.count * o.estimate_cost), 5) as sum from stock_item t
      join stock_item_part p on p.stock_item_id = t.id join stock_item o on o.id = p.part_id
      where t.company_group_id = 1 group by t.id`.execute(world.db);
    expect(rows.length).toBeGreaterThanOrEqual(3);
    for (const { title, is, sum } of rows) expect([title, is]).toEqual([title, sum]);
  });

  test("semi-finished item — cannot contain itself at any depth, and has at most 10 levels of ingredients", async () => {
    const first = await added();
    const second = await added({ parts: madeOf(first.id) });
    const third = await added({ parts: madeOf(second.id, SALT) });
    const save = (parts: Schemas["CompositionLine"][]) => update(first.id, { title: first.title, unit: "кг", parts });
    expect((await save(madeOf(SALT, first.id))).problem.errors).toEqual({
      "parts.1.stockItemId": "Товар не может состоять из самого себя.",
    });
    expect((await save(madeOf(third.id))).problem.errors).toEqual({
      "parts.0.stockItemId": "Этот товар сам делают из того, который вы меняете.",
    });
    expect((await read(first.id)).json).toMatchObject({ parts: [], version: 1 });

    let top = third.id;
    for (let level = 4; level <= 10; level += 1) top = (await added({ parts: madeOf(top) })).id;
    const tooDeep = await create({ parts: madeOf(top) });
    expect([tooDeep.status, tooDeep.problem.message]).toEqual([
      400,
      expect.stringContaining("больше чем на 10 уровней"),
    ]);
    expect((await save(madeOf(SALT))).problem.message).toContain("больше чем на 10 уровней");
  });

  test("semi-finished item — has at most 1000 lines of ingredients on all levels together, and a limited cost", async () => {
    const grains = [];
    for (let at = 0; at < 11; at += 1) grains.push(await added({ estimateCost: 90_000_000 }));
    const ids = grains.map(({ id }) => id);
    const dear = await create({ parts: madeOf(...ids) });
    expect([dear.status, dear.problem.message]).toEqual([400, expect.stringContaining("99 999 999,99999 р.")]);
    for (const { id, title } of grains) await update(id, { title, unit: "кг", estimateCost: 1 });
    const hundred: number[] = [];
    for (let at = 0; at < 11; at += 1) hundred.push((await added({ parts: madeOf(...ids) })).id);
    const thousand = await create({ parts: madeOf(...hundred, ...ids) });
    expect(thousand.status).toBe(200);
    const all = await Promise.all([1, 2, 3, 4, 5, 6, 7].map(() => added({ parts: madeOf(...hundred, ...ids) })));
    const tooLong = await create({ parts: madeOf(...all.map(({ id }) => id), thousand.json.id) });
    expect([tooLong.status, tooLong.problem.message]).toEqual([400, expect.stringContaining("больше 1000 строк")]);
  });
});

test("removal of a used stock item — is refused with the list of its uses", async () => {
  const salt = await world.ask("deleteGroupStockItem", { as: "admin", path: { ...group, id: SALT } });
  expect([salt.status, salt.problem.message]).toEqual([
    409,
    expect.stringMatching(/^Товар есть в составе: «.+», «.+», «.+» и ещё \d+\. Сначала уберите его оттуда\.$/),
  ]);
  const part = await added();
  const whole = await added({ parts: madeOf(part.id) });
  expect((await remove(part.id)).problem.message).toBe(
    `Товар есть в составе: «${whole.title}». Сначала уберите его оттуда.`,
  );
  expect([(await remove(whole.id)).status, (await remove(part.id)).status]).toEqual([204, 204]);

  const body = titled({ title: "Общий мёд" });
  const shared = (await world.ask("createGroupStockItem", { as: "admin", path: group, body })).json;
  const own = await added({ title: "Медовая заливка", parts: madeOf(shared.id) });
  const path = { ...group, id: shared.id };
  const { problem } = await world.ask("deleteGroupStockItem", { as: "admin", path });
  expect(problem.message).toMatch(/^Товар есть в составе: «Медовая заливка» \(.+\)\./);
  await remove(own.id);
  expect((await world.ask("deleteGroupStockItem", { as: "admin", path })).status).toBe(204);
});

test("stock items of a company group — are read-only in a company, and stock items of another company are not found", async () => {
  expect((await list()).find(({ id }) => id === FLOUR)).toMatchObject({ isCompanyGroup: true });
  expect((await update(FLOUR, { title: "Чужая", unit: "кг" })).status).toBe(403);
  expect((await remove(FLOUR)).status).toBe(403);
  const own = await added();
  const inGroup = { ...group, id: own.id };
  expect((await world.ask("getGroupStockItem", { as: "owner", path: inGroup })).status).toBe(404);
  const as = "owner2";
  const foreign = { path: { id: own.id } };
  expect((await world.ask("getStockItem", { as, ...foreign })).status).toBe(404);
  expect((await world.ask("updateStockItem", { as, ...foreign, body: titled() })).status).toBe(404);
  expect((await world.ask("deleteStockItem", { as, ...foreign })).status).toBe(404);
  const theirs = (await world.ask("listStockItems", { as })).json;
  expect(theirs.length).toBeGreaterThan(0);
  expect(theirs.some(({ id }) => id === own.id || id === FLOUR)).toBe(false);
  const group3 = theirs[0]?.id ?? 0;
  expect((await create({ parts: madeOf(group3) })).problem.errors).toEqual({
    "parts.0.stockItemId": "Этого товара больше нет. Выберите другой.",
  });
  const shared = { as: "admin", path: group, body: titled({ parts: madeOf(own.id) }) };
  expect((await world.ask("createGroupStockItem", shared)).status).toBe(400);
});

test("stock item created without a company in the path — belongs to the group in the body, or to the user's company", async () => {
  const made = await world.ask("createStockItem", { as: "owner2", body: titled() });
  expect(made.json).toMatchObject({ companyId: 3, companyGroupId: null });
  const body = titled({ companyGroupId: 1 });
  expect((await world.ask("createStockItem", { as: "admin", body })).json.isCompanyGroup).toBe(true);
  expect((await world.ask("createStockItem", { as: "owner2", body: titled({ companyId: 1 }) })).status).toBe(404);
  const both = await world.ask("createStockItem", { as: "owner2", body: titled({ companyId: 3, companyGroupId: 1 }) });
  expect(both.problem.errors).toHaveProperty("companyGroupId");
});

test("new stock item — is refused if its path names a company and its body a company group, or vice versa", async () => {
  const inCompany = await world.ask("createCompanyStockItem", {
    as: "owner",
    path: { companyId: 1 },
    body: titled({ companyGroupId: 1 }),
  });
  expect([inCompany.status, Object.keys(inCompany.problem.errors ?? {})]).toEqual([400, ["companyGroupId"]]);
  const inGroup = await world.ask("createGroupStockItem", { as: "admin", path: group, body: titled({ companyId: 1 }) });
  expect([inGroup.status, Object.keys(inGroup.problem.errors ?? {})]).toEqual([400, ["companyId"]]);
});

const invalidStockItems: readonly (readonly [what: string, fields: Partial<Save>, field: string])[] = [
  ["no title", { title: "   " }, "title"],
  ["a title of 201 characters", { title: "я".repeat(201) }, "title"],
  ["the title of another item in capitals", { title: "РЖАНАЯ МУКА" }, "title"],
  ["no unit", { unit: " " }, "unit"],
  ["a unit of 21 characters", { unit: "я".repeat(21) }, "unit"],
  ["a cost below zero", { estimateCost: -1 }, "estimateCost"],
  ["a cost of 100,000,000", { estimateCost: 1e8 }, "estimateCost"],
  ["a cost with more than 5 decimals", { estimateCost: 0.000001 }, "estimateCost"],
  ["a group name of 101 characters", { groupName: "я".repeat(101) }, "groupName"],
  ["an unknown ingredient", { parts: madeOf(999_999) }, "parts.0.stockItemId"],
  ["an ingredient that is listed twice", { parts: madeOf(SALT, SALT) }, "parts.1.stockItemId"],
  ["an ingredient with a quantity of zero", { parts: [{ stockItemId: SALT, count: 0 }] }, "parts.0.count"],
  [
    "an ingredient with a quantity of more than 5 decimals",
    { parts: [{ stockItemId: SALT, count: 0.000001 }] },
    "parts.0.count",
  ],
  ["more than 100 ingredients", { parts: Array.from({ length: 101 }, () => ({ stockItemId: 0, count: 0 })) }, "parts"],
];

test.each(invalidStockItems)(
  "stock item with %s — is refused with the name of the invalid field",
  async (_, fields, field) => {
    const { status, problem } = await create(fields);
    expect([status, Object.keys(problem.errors ?? {})]).toEqual([400, [field]]);
  },
);

test("save of a stock item with an outdated version — gets 412 with the current stock item", async () => {
  const { id, title } = await added();
  await update(id, { title, unit: "шт" }, 1);
  const late = await update(id, { title, unit: "л" }, 1);
  expect(late.status).toBe(412);
  expect(JSON.parse(late.text)).toMatchObject({ stockItem: { id, unit: "шт", version: 2 } });
});

test("stock item with a known group name in a different letter case — joins the existing group", async () => {
  const groups = async () => (await world.ask("listCompanyStockGroups", { as: "owner", path: company })).json;
  const before = await groups();
  expect(before.at(-1)?.name).toBeNull();
  expect(before.reduce((sum, { countItems }) => sum + countItems, 0)).toBe((await list()).length);
  const item = await added({ groupName: "ОВОЩИ И ЗЕЛЕНЬ" });
  expect(item.groupName).toBe("Овощи и зелень");
  const countOf = (all: typeof before) => all.find(({ name }) => name === "Овощи и зелень")?.countItems;
  expect(countOf(await groups())).toBe((countOf(before) ?? 0) + 1);
  const teas = await added({ groupName: "чаи" });
  expect((await update(teas.id, { title: teas.title, unit: "кг", groupName: "Чаи" })).json.groupName).toBe("Чаи");
  const shared = (await world.ask("listGroupStockGroups", { as: "owner", path: group })).json;
  expect(shared.some(({ name }) => name === "Чаи")).toBe(false);
  expect((await world.ask("listStockGroups", { as: "owner2" })).json.length).toBeGreaterThan(5);
});

test("company group with stock items — cannot be removed", async () => {
  const body = { name: "Только склад", companyIds: [] };
  const { id } = (await world.ask("createCompanyGroup", { as: "admin", body })).json;
  const path = { companyGroupId: id };
  await world.ask("createGroupStockItem", { as: "admin", path, body: titled() });
  expect((await world.ask("deleteCompanyGroup", { as: "admin", path })).status).toBe(409);
});

test("pack units — are stored with the item, kept if omitted, and refused with an invalid name or factor", async () => {
  const sack = { name: "мешок", factor: 25 };
  const { id, title, packs } = await added({
    packs: [
      { ...sack, name: " мешок " },
      { name: "пачка", factor: 0.5 },
    ],
  });
  expect(packs).toEqual([sack, { name: "пачка", factor: 0.5 }]);
  const changed = await update(id, { title, unit: "кг", estimateCost: 5 });
  expect(changed.json.packs).toEqual(packs);
  expect((await update(id, { title, unit: "мешок" })).problem.errors).toEqual({
    unit: "Так называется упаковка товара. Сначала уберите её.",
  });
  const errorsOf = async (...names: string[]) =>
    (await create({ packs: names.map((name) => ({ name, factor: 2 })) })).problem.errors;
  expect(await errorsOf("мешок", "МЕШОК", "кг", "г")).toEqual({
    "packs.1.name": "Такая единица у товара уже есть.",
    "packs.2.name": "Это основная единица товара.",
    "packs.3.name": "Эта единица пересчитывается сама.",
  });
  expect((await create({ packs: [{ name: "ящик", factor: 1.0000001 }] })).problem.errors).toEqual({
    "packs.0.factor": "Не больше 5 знаков после запятой.",
  });
  expect((await create({ packs: [{ name: "ящик", factor: 0 }] })).status).toBe(400);
  const many = Array.from({ length: 11 }, (_, at) => ({ name: `тара ${at}`, factor: 2 }));
  expect((await create({ packs: many })).status).toBe(400);
  expect((await update(id, { title, unit: "кг", packs: [] })).json.packs).toEqual([]);
});
