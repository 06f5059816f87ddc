import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { estimatedCost } from "#domain/dish.ts";
import { multipartForm } from "../support/server/form.ts";
import { givenOrder } from "../support/server/orders.ts";
import { readUnitCosts } from "../support/server/packingLists.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const company = { companyId: 1 };
const group = { companyGroupId: 1 };
const PIZZA = 1;
const MARGHERITA = 1;

type Fields = Readonly<Record<string, unknown>>;

const dish = { name: "Суп дня", price: 290, categoriesId: [PIZZA], defaultCategoryId: PIZZA };
const create = (fields: Fields, as = "owner") =>
  world.ask("createCompanyItem", { as, path: company, raw: multipartForm(fields) });
const added = async (fields: Fields = {}): Promise<number> => (await create({ ...dish, ...fields })).json.id;
const update = (id: number, fields: Fields, seen?: number) =>
  world.ask("updateCompanyItem", {
    as: "owner",
    path: { ...company, id },
    raw: multipartForm(fields),
    ...(seen !== undefined && { seen }),
  });
const read = (id: number) => world.ask("getCompanyItem", { as: "owner", path: { ...company, id } });
const remove = (id: number) => world.ask("deleteCompanyItem", { as: "owner", path: { ...company, id } });
const list = async () => (await world.ask("listCompanyItems", { as: "owner", path: company })).json;
const menu = async () => (await world.ask("listMenuItems", { as: "operator", path: company })).json;
const stock = async () => (await world.ask("listCompanyStockItems", { as: "owner", path: company })).json;

test("modifier offered both by its own line and by a category line — has the price of its own line", async () => {
  const whole = { categoryModificatorId: PIZZA, modificatorId: 0, price: 50 };
  const named = { categoryModificatorId: PIZZA, modificatorId: MARGHERITA, price: 80 };
  for (const modificators of [
    [whole, named],
    [named, whole],
  ]) {
    const id = await added({ modificators });
    const offered = (await menu()).find((one) => one.id === id)?.modificators ?? [];
    expect(offered.filter((one) => one.id === MARGHERITA)).toMatchObject([{ price: 80 }]);
    const items = [
      { itemId: id, categoryId: PIZZA, count: 1, modificators: [{ modificatorId: MARGHERITA, count: 1 }] },
    ];
    expect((await givenOrder(world, { items })).items[0]?.modificators).toMatchObject([{ price: 80 }]);
    await remove(id);
  }
});

test("required modifiers of a category — are marked in the menu, and stay required if a save omits the flag", async () => {
  const [TOPPINGS] = (await menu()).find(({ name }) => name === "Бекон")?.categoriesId ?? [];
  const id = await added({
    modificators: [
      { id: -1, categoryModificatorId: PIZZA, modificatorId: MARGHERITA },
      { id: -2, categoryModificatorId: TOPPINGS, modificatorId: 0, isRequired: true },
    ],
  });
  const lines = (await read(id)).json.modificators;
  expect(lines.map(({ isRequired }) => isRequired)).toEqual([false, true]);
  const groups = async () =>
    (await menu()).find((one) => one.id === id)?.modificators.map(({ name, requiredGroup }) => [name, requiredGroup]);
  const toppings = { id: TOPPINGS, name: "Добавки" };
  expect(await groups()).toContainEqual(["Бекон", toppings]);
  expect(await groups()).toContainEqual(["Маргарита", undefined]);

  const documented = lines.map(({ isRequired: _, ...line }) => line);
  const kept = await update(id, { ...dish, modificators: documented });
  expect(kept.json.modificators.map(({ isRequired }) => isRequired)).toEqual([false, true]);
  const bacon = (await menu()).find(({ name }) => name === "Бекон")?.id ?? 0;
  const more = { id: -3, categoryModificatorId: TOPPINGS, modificatorId: bacon, isRequired: true };
  const widened = await update(id, { ...dish, modificators: [...documented, more] });
  expect(widened.json.modificators.map(({ isRequired }) => isRequired)).toEqual([false, true, true]);
  const optional = lines.map((line) => ({ ...line, isRequired: false }));
  const eased = await update(id, { ...dish, modificators: optional });
  expect(eased.json.modificators.map(({ isRequired }) => isRequired)).toEqual([false, false]);
  expect(await groups()).toContainEqual(["Бекон", undefined]);
  await remove(id);
});

test("required modifiers — may be missing in an order that is created through the API, because documented requests contain no modifiers", async () => {
  const [TOPPINGS] = (await menu()).find(({ name }) => name === "Бекон")?.categoriesId ?? [];
  const modificators = [{ id: -1, categoryModificatorId: TOPPINGS, modificatorId: 0, isRequired: true }];
  const id = await added({ modificators });
  const order = await givenOrder(world, { items: [{ itemId: id, categoryId: PIZZA, count: 1 }] });
  expect(order.items[0]).toMatchObject({ itemId: id, modificators: [] });
  await remove(id);
});

test("dish — can be added, read, changed and removed, and is in the menu only while it is active", async () => {
  const [flour, salt] = await stock();
  if (!flour || !salt) throw new Error("the demo has stock items");
  const made = await create({
    ...dish,
    name: "  Уха  ",
    price: 350.12345,
    vendorCode: " Су-1 ",
    internalInfo: "Укроп в конце",
    composition: [
      { stockItemId: flour.id, count: 0.25 },
      { stockItemId: 0, count: 0 },
      { stockItemId: salt.id, count: 0.00001 },
    ],
    modificators: [{ id: -1, categoryModificatorId: PIZZA, modificatorId: 0, portion: 0.5, price: -1 }],
  });
  expect(made.json).toMatchObject({
    name: "Уха",
    price: 350.12345,
    vendorCode: "Су-1",
    internalInfo: "Укроп в конце",
    isActive: true,
    isCompanyGroup: false,
    companyId: 1,
    categoriesName: "Пицца",
    defaultCategoryId: PIZZA,
    version: 1,
  });
  const { id } = made.json;
  expect(made.json.composition).toHaveLength(2);
  const costOf = await readUnitCosts(world);
  expect(made.json.estimateCost).toBe(
    estimatedCost([
      { count: 0.25, cost: costOf(flour.title) },
      { count: 0.00001, cost: costOf(salt.title) },
    ]),
  );
  expect((await menu()).find((one) => one.id === id)?.modificators.length).toBe(8);
  const [line] = made.json.modificators;
  const changed = await update(
    id,
    {
      id,
      companyId: 1,
      name: "Уха",
      price: 0,
      isActive: false,
      modificators: [line, { id: -1, categoryModificatorId: PIZZA, modificatorId: MARGHERITA, price: 10 }],
    },
    1,
  );
  expect(changed.json).toMatchObject({ price: 0, isActive: false, version: 2, vendorCode: "Су-1" });
  expect(changed.json.modificators[0]).toEqual(line);
  expect(changed.json.modificators[1]).toMatchObject({ modificatorId: MARGHERITA, portion: 1, price: 10 });
  expect((await menu()).some((one) => one.id === id)).toBe(false);
  expect((await update(id, { name: "Уха", price: 1, composition: [], modificators: [] })).json).toMatchObject({
    composition: [],
    modificators: [],
    estimateCost: 0,
  });
  expect([(await remove(id)).status, (await read(id)).status, (await remove(id)).status]).toEqual([204, 404, 404]);
  expect((await list()).some((one) => one.id === id)).toBe(false);
});

test("modifier without a category — is refused with a message at the line of the modifier", async () => {
  const modificators = [
    { id: -1, categoryModificatorId: PIZZA, modificatorId: 0, portion: 1, price: -1 },
    { id: -2, categoryModificatorId: -1, modificatorId: 0, portion: 1, price: -1 },
  ];
  const { status, problem } = await create({ ...dish, modificators });
  expect(status).toBe(400);
  expect(problem.errors).toEqual({ "modificators.1.categoryModificatorId": "Выберите категорию." });
});

test("cost of a dish in the list — equals the cost of its ingredients", async () => {
  const costs = new Map(
    (await world.ask("listCompanyItemCosts", { as: "owner", path: company })).json.map((one) => [
      one.id,
      one.estimateCost,
    ]),
  );
  const { rows } = await sql<{ id: number; cost: number }>`
    select k.item_id as id, round(sum(k.count * round(coalesce(c.average_cost, t.estimate_cost), 5)), 5) as cost
    from item_composition k join stock_item t on t.id = k.stock_item_id
    left join stock_cost c on c.company_id = 1 and c.stock_item_id = t.id group by 1`.execute(world.db);
  const known = rows.filter(({ id }) => costs.has(id));
  expect(known.length).toBeGreaterThan(20);
  for (const { id, cost } of known) expect([id, costs.get(id)]).toEqual([id, cost]);
  for (const row of await list()) expect(row.estimateCost).toBe(costs.get(row.id));
});

test("dishes of a company group — are read-only in a company, editable in the group, and invisible to companies outside the group", async () => {
  const inherited = (await list()).find(({ id }) => id === MARGHERITA);
  expect(inherited).toMatchObject({ isCompanyGroup: true });
  expect((await update(MARGHERITA, { name: "Чужая", price: 1 })).status).toBe(403);
  expect((await remove(MARGHERITA)).status).toBe(403);
  const inGroup = (as: string) =>
    world.ask("updateGroupItem", {
      as,
      path: { ...group, id: MARGHERITA },
      raw: multipartForm({ name: "Маргарита", price: 495 }),
    });
  expect((await inGroup("admin")).json).toMatchObject({ price: 495, companyGroupId: 1 });
  expect((await inGroup("owner2")).status).toBe(404);
  expect((await inGroup("operator")).status).toBe(403);
  const listed = await world.ask("listGroupItems", { as: "owner", path: group });
  expect(listed.json.every(({ isCompanyGroup }) => isCompanyGroup)).toBe(true);
  const all = await world.ask("listItems", { as: "owner2" });
  expect(all.json.some(({ id }) => id === MARGHERITA)).toBe(false);
  const own = await added();
  expect((await world.ask("getGroupItem", { as: "owner", path: { ...group, id: own } })).status).toBe(404);
  expect((await world.ask("getItem", { as: "owner2", path: { id: own } })).status).toBe(404);
  const made = await world.ask("createGroupItem", {
    as: "admin",
    path: group,
    raw: multipartForm({ ...dish, name: "Общая" }),
  });
  expect(made.json).toMatchObject({ isCompanyGroup: true, companyId: null });
  expect((await list()).some(({ id }) => id === made.json.id)).toBe(true);
});

const invalidDishes: readonly (readonly [what: string, fields: Fields, field: string])[] = [
  ["no name", { name: "   " }, "name"],
  ["a name of 10,000 characters", { name: "я".repeat(10_000) }, "name"],
  ["a price of 1e9", { price: "1e9" }, "price"],
  ["a price below zero", { price: -5 }, "price"],
  ["a price with a comma", { price: "0,000001" }, "price"],
  ["a price with more than 5 decimals", { price: 0.000001 }, "price"],
  ["a price of 100,000,000", { price: 100_000_000 }, "price"],
  ["a price that is not a number", { price: "дорого" }, "price"],
  ["NaN as the price", { price: "NaN" }, "price"],
  ["no category", { categoriesId: [] }, "categoriesId"],
  ["an unknown category", { categoriesId: [PIZZA, 999] }, "categoriesId"],
  ["a category that is listed twice", { categoriesId: [PIZZA, PIZZA] }, "categoriesId"],
  ["a default category that is not chosen", { defaultCategoryId: 2 }, "defaultCategoryId"],
  ["an unknown default category", { defaultCategoryId: 999_999 }, "defaultCategoryId"],
  ["a company group in addition to the company of the path", { companyGroupId: 1 }, "companyGroupId"],
  ["a vendor code of 51 characters", { vendorCode: "x".repeat(51) }, "vendorCode"],
  ["a composition that is not a list", { composition: "{}" }, "composition"],
  ["an unknown stock item", { composition: [{ stockItemId: 9999, count: 1 }] }, "composition.0.stockItemId"],
  [
    "an ingredient that is listed twice",
    {
      composition: [
        { stockItemId: 1, count: 1 },
        { stockItemId: 1, count: 2 },
      ],
    },
    "composition.1.stockItemId",
  ],
  ["an ingredient count of zero", { composition: [{ stockItemId: 1, count: 0 }] }, "composition.0.count"],
  [
    "an ingredient count with more than 5 decimals",
    { composition: [{ stockItemId: 1, count: 0.123456 }] },
    "composition.0.count",
  ],
  [
    "a modifier of an unknown category",
    { modificators: [{ modificatorId: 0, categoryModificatorId: 999 }] },
    "modificators.0.categoryModificatorId",
  ],
  [
    "a modifier that is not in its category",
    { modificators: [{ modificatorId: MARGHERITA, categoryModificatorId: 2 }] },
    "modificators.0.modificatorId",
  ],
  [
    "a modifier price of -0.5",
    { modificators: [{ modificatorId: 0, categoryModificatorId: PIZZA, price: -0.5 }] },
    "modificators.0.price",
  ],
  [
    "a modifier that is listed twice",
    {
      modificators: [
        { modificatorId: 0, categoryModificatorId: PIZZA },
        { modificatorId: 0, categoryModificatorId: PIZZA },
      ],
    },
    "modificators.1.modificatorId",
  ],
  ["an unknown form field", { colour: "red" }, "colour"],
  ["an unknown custom field", { customField: { nothing: 1 } }, "customField.nothing"],
];

test.each(invalidDishes)("dish with %s — is refused with a message at the invalid field", async (_, fields, field) => {
  const before = (await list()).length;
  const refused = await create({ ...dish, ...fields });
  expect([refused.status, Object.keys(refused.problem.errors ?? {})]).toEqual([400, [field]]);
  expect(refused.problem.errors?.[field]).toMatch(/[а-яё]/i);
  expect((await list()).length).toBe(before);
});

test("dish — cannot be its own modifier", async () => {
  const id = await added();
  const refused = await update(id, { ...dish, modificators: [{ modificatorId: id, categoryModificatorId: PIZZA }] });
  expect(refused.problem.errors).toHaveProperty(["modificators.0.modificatorId"]);
});

test("names of dishes with emoji or markup — are stored as plain text", async () => {
  for (const name of ["🍕🍕👨‍👩‍👧‍👦", "<script>alert(1)</script>", "=1+1", 'О\'Хара "Ё"']) {
    const { json } = await create({ ...dish, name });
    expect(json.name).toBe(name);
    await remove(json.id);
  }
});

test("picture of a dish — must be an image, is kept by a save without a picture, and can be removed", async () => {
  const bytes = await sharp({ create: { width: 30, height: 30, channels: 3, background: "#a33" } })
    .png()
    .toBuffer();
  const send = (raw: { type: string; text: Buffer }) =>
    world.ask("createCompanyItem", { as: "owner", path: company, raw });
  const refused = await send(multipartForm(dish, { imageFile: { bytes: Buffer.from("<svg onload=alert(1)>") } }));
  expect(refused.problem.errors).toHaveProperty("imageFile");
  const { json } = await send(multipartForm(dish, { imageFile: { bytes } }));
  expect((await world.app.inject({ url: json.imageUrl ?? "" })).headers["content-type"]).toBe("image/webp");
  expect((await update(json.id, dish)).json.imageUrl).toBe(json.imageUrl);
  expect((await update(json.id, { ...dish, isRemoveImage: true })).json.imageUrl).toBeNull();
});

test("save of a dish with an outdated version — gets 412 with the current dish", async () => {
  const id = await added();
  expect((await update(id, { ...dish, price: 300 }, 1)).json.version).toBe(2);
  const late = await update(id, { ...dish, price: 310 }, 1);
  expect([late.status, JSON.parse(late.text).item.price]).toEqual([412, 300]);
});

test("save of a dish with a removed category — is refused with a message", async () => {
  const { json: category } = await world.ask("createCompanyCategory", {
    as: "owner",
    path: company,
    raw: multipartForm({ name: "На день" }),
  });
  const id = await added();
  await world.ask("deleteCompanyCategory", { as: "owner", path: { ...company, id: category.id } });
  const refused = await update(id, { ...dish, categoriesId: [PIZZA, category.id] });
  expect([refused.status, refused.problem.errors?.["categoriesId"]]).toEqual([
    400,
    expect.stringContaining("больше нет"),
  ]);
});

test("order — keeps its lines when their dish is renamed, repriced or removed", async () => {
  const id = await added({ name: "Разовая" });
  const made = await world.ask("createOrder", {
    as: "operator",
    path: company,
    body: { items: [{ itemId: id, categoryId: PIZZA, count: 2 }], phone: "+79160000000" },
  });
  expect(made.status).toBe(201);
  await update(id, { ...dish, name: "Другая", price: 999 });
  await remove(id);
  const { json } = await world.ask("getOrder", { as: "operator", path: { ...company, orderId: made.json.id } });
  expect(json.items[0]).toMatchObject({ name: "Разовая", price: 290, amount: 580 });
});

test("repeated creation with the same idempotency key — adds one dish", async () => {
  const ask = () =>
    world.ask("createCompanyItem", {
      as: "owner",
      path: company,
      raw: multipartForm(dish),
      key: "one-dish-of-this-key",
    });
  expect((await ask()).json.id).toBe((await ask()).json.id);
});

test("details of a dish — contain the other dishes that offer the dish as a modifier", async () => {
  const id = await added({ name: "Соус", categoriesId: [PIZZA] });
  const host = await added({
    name: "Хозяин",
    modificators: [{ categoryModificatorId: PIZZA, modificatorId: id }],
  });
  expect((await read(id)).json.usedInItems).toContainEqual({ id: host, name: "Хозяин" });
});
