import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { multipartForm } from "../support/server/form.ts";
import { givenOrder, lineOf } from "../support/server/orders.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

let world: World;
let foreignCategoryId = 0;
beforeAll(async () => {
  world = await startWorld();
  await sql`delete from item_stop`.execute(world.db);
  const made = await world.ask("createCompanyCategory", {
    as: "owner2",
    path: { companyId: 3 },
    raw: multipartForm({ name: "Супы" }),
  });
  foreignCategoryId = made.json.id;
});
afterAll(() => world.stop());

/** Dish of company group 1, to which companies 1 and 2 belong. Its shared price is 490 roubles. */
const MARGHERITA = 1;
const SHARED = 490;

/** Gives a user a role in company 2. `null` removes the user from the company. */
const setRole = async (userId: number, roleId: number | null): Promise<void> => {
  await sql`delete from company_user where company_id = 2 and user_id = ${userId}`.execute(world.db);
  if (roleId !== null)
    await sql`insert into company_user (company_id, user_id, role_id) values (2, ${userId}, ${roleId})`.execute(
      world.db,
    );
};
const OWNER = 2;
const roles = { administrator: 1, kitchen: 5, courier: 6 };

beforeEach(async () => {
  await sql`delete from item_price`.execute(world.db);
  await setRole(OWNER, null);
});

const pathOf = (companyId: number, id = MARGHERITA) => ({ companyId, id });
const save = (
  price: number | null,
  { companyId = 1, id = MARGHERITA, seen = 0, as = "admin", key = undefined as string | undefined } = {},
) => world.ask("updateItemPrice", { as, path: pathOf(companyId, id), body: { price }, seen, ...(key && { key }) });
const read = async (companyId = 1, as = "admin") =>
  (await world.ask("getItemPrice", { as, path: pathOf(companyId) })).json;
const readGroup = (as: string, id = MARGHERITA) => world.ask("listItemPrices", { as, path: { companyGroupId: 1, id } });
const menuOf = async (companyId: number) =>
  (await world.ask("listMenuItems", { as: "admin", path: { companyId } })).json;
const menuPrice = async (companyId: number) => (await menuOf(companyId)).find(({ id }) => id === MARGHERITA)?.price;
const rowOf = async (companyId: number) =>
  (await world.ask("listCompanyItems", { as: "admin", path: { companyId } })).json.find(({ id }) => id === MARGHERITA);

test("company price of a shared dish — replaces the shared price in the menu, list and details of this company only", async () => {
  expect(await read()).toEqual({
    companyId: 1,
    companyName: "Пекарня «Колос»",
    itemName: "Маргарита",
    sharedPrice: SHARED,
    price: null,
    version: 0,
    stop: null,
  });
  expect((await save(540.5)).json).toMatchObject({ companyId: 1, sharedPrice: SHARED, price: 540.5, version: 1 });
  expect([await menuPrice(1), await menuPrice(2)]).toEqual([540.5, SHARED]);
  expect([await rowOf(1), await rowOf(2)]).toMatchObject([
    { price: 540.5, sharedPrice: SHARED },
    { price: SHARED, sharedPrice: null },
  ]);
  const { json } = await world.ask("getCompanyItem", { as: "owner", path: pathOf(1) });
  expect(json).toMatchObject({ price: 540.5, sharedPrice: SHARED });
  const shared = await world.ask("getGroupItem", { as: "owner", path: { companyGroupId: 1, id: MARGHERITA } });
  expect(shared.json).toMatchObject({ price: SHARED, sharedPrice: null });
});

test("company price of a shared dish — applies to dishes and modifiers in new orders, the menu and the shop", async () => {
  const pizza = (await menuOf(1)).find(({ modificators }) => modificators.length > 0);
  const modifier = pizza?.modificators[0];
  if (!pizza || !modifier) throw new Error("the demo menu has modifiers");
  await sql`update item_modificator set price = -1 where item_id = ${pizza.id}`.execute(world.db);
  const isShared = await sql<{ id: number }>`select id from item where id in (${pizza.id}, ${modifier.id})
    and company_group_id = 1`.execute(world.db);
  expect(isShared.rows).toHaveLength(2);
  await save(333, { id: pizza.id });
  await save(77, { id: modifier.id });
  const items = [lineOf(pizza, { count: 2, modificators: [{ modificatorId: modifier.id, count: 1 }] })];
  const order = await givenOrder(world, { items });
  expect(order.items).toMatchObject([{ price: 333, modificators: [{ price: 77 }] }]);
  const offered = (await menuOf(1)).find(({ id }) => id === pizza.id);
  expect(offered?.price).toBe(333);
  expect(offered?.modificators.find(({ id }) => id === modifier.id)?.price).toBe(77);
  const page = (await world.app.inject({ url: "/shop/kolos" })).body;
  expect(page).toContain("333,00");
  await save(null, { id: pizza.id, seen: 1 });
  expect((await world.app.inject({ url: "/shop/kolos" })).body).not.toContain("333,00");
});

test("cleared company price of a shared dish — applies to no new order, but stays in existing orders", async () => {
  await save(600);
  const order = await givenOrder(world);
  expect(order.amount).toBe(1200);
  expect((await save(null, { seen: 1 })).json).toMatchObject({ price: null, version: 2 });
  expect((await givenOrder(world)).amount).toBe(2 * SHARED);
  const kept = await world.ask("getOrder", { as: "operator", path: { companyId: 1, orderId: order.id } });
  expect(kept.json.amount).toBe(1200);
});

test("company price of a shared dish — can be zero, and a zero price is not replaced by the shared price", async () => {
  await save(0);
  expect([await menuPrice(1), (await rowOf(1))?.sharedPrice]).toEqual([0, SHARED]);
});

test("change of the shared price — does not change a company price", async () => {
  await save(600);
  await sql`update item set price = 500 where id = ${MARGHERITA}`.execute(world.db);
  expect([await menuPrice(1), await menuPrice(2), (await read()).sharedPrice]).toEqual([600, 500, 500]);
  await sql`update item set price = ${SHARED} where id = ${MARGHERITA}`.execute(world.db);
});

test("save of a company price — needs the current version, and the refusal contains the current price", async () => {
  await save(510);
  const late = await save(520);
  expect(late.status).toBe(412);
  expect(late.problem).toMatchObject({ entry: { companyId: 1, price: 510, version: 1 } });
  const { json } = await world.ask("listMenuItems", { as: "operator", path: { companyId: 1 } });
  expect(json.find(({ id }) => id === MARGHERITA)?.price).toBe(510);
  const blind = await world.ask("updateItemPrice", { as: "owner", path: pathOf(1), body: { price: 1 } });
  expect(blind.status).toBe(428);
});

test("repeated save of a company price with the same idempotency key — changes the price once", async () => {
  const answers = [await save(510, { key: "price-key-1" }), await save(510, { key: "price-key-1" })];
  expect(answers.map(({ status, json }) => [status, json.version])).toEqual([
    [200, 1],
    [200, 1],
  ]);
});

test("invalid company price — is refused with an error at the field 'price'", async () => {
  for (const price of [-1, 1.123456, 100_000_000]) {
    const { status, problem } = await save(price);
    expect([status, problem.errors]).toEqual([400, expect.objectContaining({ price: expect.any(String) })]);
  }
  expect((await read()).version).toBe(0);
});

test("dish of a single company, dish of another company and removed dish — cannot have a company price", async () => {
  const own = await world.ask("createCompanyItem", {
    as: "owner2",
    path: { companyId: 3 },
    raw: multipartForm({ name: "Уха", price: 300, categoriesId: [foreignCategoryId] }),
  });
  expect((await save(1, { companyId: 3, id: own.json.id, as: "owner2" })).status).toBe(404);
  expect((await save(1, { id: own.json.id })).status).toBe(404);
  expect((await save(1, { companyId: 3, as: "owner2" })).status).toBe(404);
  expect((await readGroup("owner", own.json.id)).status).toBe(404);
  await sql`update item set is_removed = true where id = ${MARGHERITA}`.execute(world.db);
  const removed = [(await save(1)).status, (await readGroup("owner")).status];
  await sql`update item set is_removed = false where id = ${MARGHERITA}`.execute(world.db);
  expect(removed).toEqual([404, 404]);
});

test("company price of a shared dish — can be changed only with the permission catalogue.edit in this company", async () => {
  expect((await save(1, { as: "operator" })).status).toBe(403);
  expect((await save(1, { as: "owner2" })).status).toBe(404);
  expect((await save(1, { companyId: 2, as: "owner" })).status).toBe(404);
  await setRole(OWNER, roles.kitchen);
  expect((await save(1, { companyId: 2, as: "owner" })).status).toBe(403);
  await setRole(OWNER, roles.administrator);
  expect((await save(515, { companyId: 2, as: "owner" })).json).toMatchObject({ companyId: 2, price: 515 });
  expect([await menuPrice(1), await menuPrice(2)]).toEqual([SHARED, 515]);
});

test("list of company prices of a dish — shows the companies whose catalogue the caller may see, and counts the other companies", async () => {
  await save(540);
  await save(560, { companyId: 2 });
  const companies = async (as: string) => {
    const { json } = await readGroup(as);
    return [json.companies.map(({ companyId, price }) => [companyId, price]), json.hiddenCount];
  };
  expect(await companies("owner")).toEqual([[[1, 540]], 1]);
  expect(await companies("admin")).toEqual([
    [
      [1, 540],
      [2, 560],
    ],
    0,
  ]);
  await setRole(OWNER, roles.kitchen);
  expect(await companies("owner")).toEqual([
    [
      [1, 540],
      [2, 560],
    ],
    0,
  ]);
  expect((await readGroup("owner2")).status).toBe(404);
});

test("list of company prices of a dish — contains the active stop-list entries", async () => {
  const stopOf = async (companyId: number) =>
    (await readGroup("admin")).json.companies.find((one) => one.companyId === companyId)?.stop;
  const stop = (body: object) =>
    world.ask("putItemStop", { as: "admin", path: { companyId: 2, itemId: MARGHERITA }, body });
  await stop({ remaining: 5, reason: "Мало теста" });
  expect([await stopOf(1), await stopOf(2)]).toEqual([null, { remaining: 5, until: null, reason: "Мало теста" }]);
  await stop({ until: "2100-01-01T10:00:00+03:00" });
  expect(await stopOf(2)).toEqual({ remaining: null, until: "2100-01-01T07:00:00.000Z", reason: null });
  expect((await read(2)).stop).toEqual(await stopOf(2));
  await sql`update item_stop set until = now() - interval '1 second'`.execute(world.db);
  expect(await stopOf(2)).toBeNull();
  await sql`delete from item_stop`.execute(world.db);
});

test("company that leaves the group — has neither the shared dishes of the group nor company prices for these dishes", async () => {
  await save(560, { companyId: 2 });
  const path = { companyGroupId: 1 };
  const { json: group } = await world.ask("getCompanyGroup", { as: "admin", path });
  await world.ask("updateCompanyGroup", { as: "admin", path, body: { name: group.name, companyIds: [1] } });
  expect([await menuPrice(2), (await save(1, { companyId: 2, seen: 1 })).status]).toEqual([undefined, 404]);
  expect((await readGroup("admin")).json.companies.map(({ companyId }) => companyId)).toEqual([1]);
  await world.ask("updateCompanyGroup", { as: "admin", path, body: { name: group.name, companyIds: [1, 2] } });
});

test("audit log — names the dish of a changed company price, and has the price before and after the change", async () => {
  await save(540, { as: "owner" });
  await save(null, { as: "owner", seen: 1 });
  const { json } = await world.ask("listConfigChanges", {
    as: "owner",
    path: { companyId: 1 },
    query: { kind: "itemPrice", limit: "2" },
  });
  expect(json.rows).toMatchObject([
    {
      name: "Маргарита",
      entityId: MARGHERITA,
      changes: [{ label: "Цена в компании", before: "540,00 р.", after: null }],
    },
    { name: "Маргарита", changes: [{ label: "Цена в компании", before: null, after: "540,00 р." }] },
  ]);
});
