import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Schemas } from "#api/client.ts";
import { givenCopySource } from "../support/server/copySource.ts";
import { multipartForm } from "../support/server/form.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

type Part = Schemas["CompanyCopyPart"];

const ALL_PARTS: readonly Part[] = ["discounts", "menu", "tags", "paymentMethods", "orderStatuses"];

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const givenCompany = async (as = "owner"): Promise<number> =>
  (await world.ask("createCompany", { as, body: { name: `Кафе ${randomUUID()}` } })).json.id;

const copy = (companyId: number, fromCompanyId: number, parts: readonly Part[], as = "owner") =>
  world.ask("copyFromCompany", { as, path: { companyId }, body: { fromCompanyId, parts: [...parts] } });

const readCounts = async (companyId: number, fromCompanyId: number, parts: readonly Part[]) => {
  const { status, json, text } = await copy(companyId, fromCompanyId, parts);
  expect([status, text]).toEqual([200, expect.any(String)]);
  return json.counts.map(({ kind, added, existing, unresolved }) => [kind, added, existing, unresolved]);
};

const readMenu = async (companyId: number, as = "owner") => {
  const { json: categories } = await world.ask("listCategories", { as, path: { companyId } });
  const { json: items } = await world.ask("listCompanyItems", { as, path: { companyId } });
  return { categories, items };
};

const readItem = async (companyId: number, name: string) => {
  const found = (await readMenu(companyId)).items.find((item) => item.name === name);
  return (await world.ask("getCompanyItem", { as: "owner", path: { companyId, id: found?.id ?? 0 } })).json;
};

test("copying all parts of a company — adds each missing entry once, and adds none when repeated", async () => {
  const source = await givenCopySource(world);
  const companyId = await givenCompany();
  expect(await readCounts(companyId, source.companyId, ALL_PARTS)).toEqual([
    ["orderStatus", 1, 5, 0],
    ["paymentMethod", 2, 2, 0],
    ["tag", 2, 0, 0],
    ["category", 3, 0, 0],
    ["item", 4, 0, 0],
    ["discount", 3, 0, 0],
  ]);
  const before = await readMenu(companyId);
  expect(await readCounts(companyId, source.companyId, ALL_PARTS)).toEqual([
    ["orderStatus", 0, 6, 0],
    ["paymentMethod", 0, 4, 0],
    ["tag", 0, 2, 0],
    ["category", 0, 3, 0],
    ["item", 0, 4, 0],
    ["discount", 0, 3, 0],
  ]);
  expect(await readMenu(companyId)).toEqual(before);
});

test("copied order status — is inserted after the status that precedes it in the source, and keeps its colour and flags", async () => {
  const source = await givenCopySource(world);
  const companyId = await givenCompany();
  await readCounts(companyId, source.companyId, ["orderStatuses"]);
  const { json } = await world.ask("listOrderStatuses", { as: "owner", path: { companyId } });
  const names = ["Новый", "Готовится", "Упакован", "Готов", "Выполнен", "Отменён"];
  expect(json.map(({ name }) => name)).toEqual(names);
  expect(json[2]).toMatchObject({ color: "teal", isEditable: false, isAddStockOperation: true, isClosed: false });
});

test("copied payment methods — use the finance sources and external payment methods of the target company, without copying any settings", async () => {
  const source = await givenCopySource(world);
  const companyId = await givenCompany();
  await readCounts(companyId, source.companyId, ["paymentMethods"]);
  const { json } = await world.ask("listPaymentMethods", { as: "owner", path: { companyId } });
  const [cash, card, wallet, online] = json;
  expect([wallet?.name, online?.name]).toEqual(["Касса зала", "Онлайн"]);
  expect(wallet).toMatchObject({ isCash: true, financeSourceId: cash?.financeSourceId, externalPaymentMethodId: null });
  const { json: externals } = await world.ask("listExternalPaymentMethods", { as: "owner", path: { companyId } });
  const expected = externals.find(({ name }) => name === "ЮKassa")?.id;
  expect(online).toMatchObject({ financeSourceId: card?.financeSourceId, externalPaymentMethodId: expected });
  const { rows } = await sql<{ settings: unknown }>`
    select settings from external_payment_method where company_id = ${companyId}`.execute(world.db);
  expect(rows.map(({ settings }) => settings)).toEqual([{}, {}]);
});

test("payment method — is not copied and counts as unresolved if the target company lacks its external payment method", async () => {
  const source = await givenCopySource(world);
  const companyId = await givenCompany();
  await sql`update external_payment_method set is_removed = true where company_id = ${companyId}`.execute(world.db);
  expect(await readCounts(companyId, source.companyId, ["paymentMethods"])).toEqual([["paymentMethod", 1, 2, 1]]);
});

test("copied tags — keep their colours, come after the existing tags, and exclude names that exist in any letter case", async () => {
  const source = await givenCopySource(world);
  const companyId = await givenCompany();
  await world.ask("createTag", { as: "owner", path: { companyId }, body: { name: "СРОЧНО", color: "black" } });
  expect(await readCounts(companyId, source.companyId, ["tags"])).toEqual([["tag", 1, 1, 0]]);
  const { json } = await world.ask("listTags", { as: "owner", path: { companyId } });
  expect(json.map(({ name, color }) => [name, color])).toEqual([
    ["СРОЧНО", "black"],
    ["Гость", "blue"],
  ]);
});

test("copied dishes — refer to the copied categories and modifiers, use the pictures of the source company, and have no ingredients", async () => {
  const source = await givenCopySource(world);
  const companyId = await givenCompany();
  await readCounts(companyId, source.companyId, ["menu"]);
  const { categories } = await readMenu(companyId);
  expect(categories.map(({ fullName }) => fullName).sort()).toEqual(["Кухня", "Кухня - Супы", "Соусы"]);
  const idOf = (name: string) => categories.find((one) => one.name === name)?.id;
  const soup = await readItem(companyId, "Суп дня");
  const sauce = await readItem(companyId, "Сметана");
  expect(soup).toMatchObject({
    price: 250,
    vendorCode: "С-1",
    internalInfo: "Без лука",
    prepMinutes: 15,
    companyId,
    categoriesId: [idOf("Супы")],
    defaultCategoryId: idOf("Супы"),
    composition: [],
  });
  expect(soup.imageUrl).toBe((await readItem(source.companyId, "Суп дня")).imageUrl);
  expect(soup.imageUrl).toMatch(/^\/api\/File\//);
  expect(
    soup.modificators.map(({ modificatorId, categoryModificatorId, portion, price, isRequired }) => ({
      modificatorId,
      categoryModificatorId,
      portion,
      price,
      isRequired,
    })),
  ).toEqual([
    { modificatorId: sauce.id, categoryModificatorId: idOf("Соусы"), portion: 2, price: 30, isRequired: true },
    { modificatorId: 0, categoryModificatorId: idOf("Соусы"), portion: 1, price: -1, isRequired: true },
  ]);
});

test("dishes that have equal names in the source company — are all copied", async () => {
  const source = await givenCopySource(world);
  const companyId = await givenCompany();
  await readCounts(companyId, source.companyId, ["menu"]);
  const { items } = await readMenu(companyId);
  expect(items.filter(({ name }) => name === "Чай").map(({ price }) => price)).toEqual([90, 120]);
});

test("dish and category with existing names — are not copied, and copied dishes refer to the existing dishes and categories", async () => {
  const source = await givenCopySource(world);
  const companyId = await givenCompany();
  const path = { companyId };
  const { json: category } = await world.ask("createCompanyCategory", {
    as: "owner",
    path,
    raw: multipartForm({ name: "соусы" }),
  });
  const { json: dish } = await world.ask("createCompanyItem", {
    as: "owner",
    path,
    raw: multipartForm({ name: "сметана", price: 77, categoriesId: [category.id] }),
  });
  expect(await readCounts(companyId, source.companyId, ["menu"])).toEqual([
    ["category", 2, 1, 0],
    ["item", 3, 1, 0],
  ]);
  expect((await readItem(companyId, "сметана")).price).toBe(77);
  const { modificators } = await readItem(companyId, "Суп дня");
  expect(modificators.map((line) => [line.modificatorId, line.categoryModificatorId])).toEqual([
    [dish.id, category.id],
    [0, category.id],
  ]);
});

test("copied discounts — keep their terms, and refer to the copied dishes and categories", async () => {
  const source = await givenCopySource(world);
  const companyId = await givenCompany();
  await readCounts(companyId, source.companyId, ["discounts", "menu"]);
  const { json } = await world.ask("listDiscounts", { as: "owner", path: { companyId } });
  const { categories, items } = await readMenu(companyId);
  const soups = categories.find(({ name }) => name === "Супы")?.id;
  const soup = items.find(({ name }) => name === "Суп дня")?.id;
  expect(json).toMatchObject([
    { name: "Своим", type: "%", value: 10, detail: null, terms: null },
    {
      name: "По коду",
      terms: { promoCode: "ЛЕТО", maxUses: 5, weekdays: [1, 2], startTime: "10:00", endTime: "12:00" },
      uses: 0,
    },
    {
      name: "На супы",
      detail: [
        { categoryId: soups, itemId: soup, type: "fixed", value: 50 },
        { categoryId: soups, itemId: -1, type: "%", value: 15 },
      ],
    },
  ]);
});

test("discount on dishes that the target company lacks — is copied together with the menu, and otherwise reported as unresolved", async () => {
  const source = await givenCopySource(world);
  const companyId = await givenCompany();
  expect(await readCounts(companyId, source.companyId, ["discounts"])).toEqual([["discount", 2, 0, 1]]);
  expect((await readCounts(companyId, source.companyId, ["discounts", "menu"])).at(-1)).toEqual(["discount", 1, 2, 0]);
});

test("discount with a condition on a removed dish — is copied without the condition", async () => {
  const source = await givenCopySource(world);
  await world.ask("deleteCompanyItem", { as: "owner", path: { companyId: source.companyId, id: source.soupId } });
  const companyId = await givenCompany();
  await readCounts(companyId, source.companyId, ["discounts", "menu"]);
  const { json } = await world.ask("listDiscounts", { as: "owner", path: { companyId } });
  expect(json.find(({ name }) => name === "На супы")?.detail).toMatchObject([{ itemId: -1, type: "%", value: 15 }]);
});

test("discount — is not copied if the target company has a discount with the same promo code", async () => {
  const source = await givenCopySource(world);
  const companyId = await givenCompany();
  const body = { name: "Другая", type: "%" as const, value: 5, terms: { promoCode: "лето" } };
  await world.ask("createDiscount", { as: "owner", path: { companyId }, body });
  expect(await readCounts(companyId, source.companyId, ["discounts"])).toEqual([["discount", 1, 1, 1]]);
});

test("removed tags and dishes — are not copied", async () => {
  const source = await givenCopySource(world);
  const path = { companyId: source.companyId };
  await world.ask("deleteTag", { as: "owner", path: { ...path, id: source.tagId } });
  await world.ask("deleteCompanyItem", { as: "owner", path: { ...path, id: source.soupId } });
  const companyId = await givenCompany();
  expect(await readCounts(companyId, source.companyId, ["tags", "menu"])).toEqual([
    ["tag", 1, 0, 0],
    ["category", 3, 0, 0],
    ["item", 3, 0, 0],
  ]);
});

test("entries of a company group — are not copied; an entry that refers to an entry of the group is copied only within the group", async () => {
  const companyId = await givenCompany("admin");
  const given = await copy(companyId, 1, ["menu"], "admin");
  const own = (await readMenu(1, "admin")).items.filter(({ isCompanyGroup }) => !isCompanyGroup);
  const item = given.json.counts.find(({ kind }) => kind === "item");
  expect(item).toEqual({ kind: "item", added: own.length, existing: 0, unresolved: 0 });
  const outside = (await readMenu(companyId, "admin")).items;
  expect(outside.map(({ name }) => name).sort()).toEqual(own.map(({ name }) => name).sort());

  const { json: group } = await world.ask("getCompanyGroup", { as: "admin", path: { companyGroupId: 1 } });
  const inside = await givenCompany("admin");
  await world.ask("updateCompanyGroup", {
    as: "admin",
    path: { companyGroupId: 1 },
    body: { name: group.name, companyIds: [1, 2, inside] },
  });
  const source = (await readMenu(1, "admin")).categories.find(({ isCompanyGroup }) => isCompanyGroup);
  const body = { name: "Своё в общей", price: 10, categoriesId: [source?.id ?? 0] };
  await world.ask("createCompanyItem", { as: "admin", path: { companyId: 1 }, raw: multipartForm(body) });
  const toGroup = (await copy(inside, 1, ["menu"], "admin")).json.counts;
  expect(toGroup.find(({ kind }) => kind === "item")).toEqual({
    kind: "item",
    added: own.length + 1,
    existing: 0,
    unresolved: 0,
  });
  const copied = (await readMenu(inside, "admin")).items.find(({ name }) => name === "Своё в общей");
  expect(copied).toMatchObject({ isCompanyGroup: false, categoriesId: [source?.id] });
  expect((await copy(companyId, 1, ["menu"], "admin")).json.counts.at(-1)).toEqual({
    kind: "item",
    added: 0,
    existing: own.length,
    unresolved: 1,
  });
});

test("company prices and stop-list entries of shared dishes — are copied only within the company group, and do not replace prices or active stop-list entries", async () => {
  const givenTarget = async (isInGroup: boolean) => {
    const companyId = await givenCompany("admin");
    const groupId = isInGroup ? 1 : null;
    await sql`update company set company_group_id = ${groupId}::int where id = ${companyId}`.execute(world.db);
    return companyId;
  };
  const [inside, outside] = [await givenTarget(true), await givenTarget(false)];
  const { rows } = await sql<{ id: number }>`select id from item where company_group_id = 1 and not is_removed
    order by id limit 3`.execute(world.db);
  const [first, second, third] = rows.map(({ id }) => id);
  if (first === undefined || second === undefined || third === undefined)
    throw new Error("three shared dishes expected");
  await sql`delete from item_price where company_id = 1`.execute(world.db);
  await sql`delete from item_stop where company_id = 1`.execute(world.db);
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
  await sql`insert into item_price (company_id, item_id, price) values
    (1, ${first}, 111), (1, ${second}, 222), (1, ${third}, null), (${inside}, ${first}, null), (${inside}, ${second}, 99)`.execute(
    world.db,
  );
  await sql`insert into item_stop (company_id, item_id, until, remaining, reason, user_id) values
    (1, ${first}, ${tomorrow}, 5, 'Мало', 6), (1, ${second}, null, null, 'Нет', 6), (1, ${third}, ${hourAgo}, null, 'Было', 6),
    (${inside}, ${first}, ${hourAgo}, null, 'Давно', 6), (${inside}, ${second}, null, 2, 'Своё', 6)`.execute(world.db);
  const countsOf = async (companyId: number) =>
    (await copy(companyId, 1, ["menu"], "admin")).json.counts.filter(({ kind }) => /^item./.test(kind));
  expect(await countsOf(inside)).toEqual([
    { kind: "itemPrice", added: 1, existing: 1, unresolved: 0 },
    { kind: "itemStop", added: 1, existing: 1, unresolved: 0 },
  ]);
  const { rows: prices } = await sql`select item_id, price, version from item_price where company_id = ${inside}
    order by item_id`.execute(world.db);
  expect(prices).toEqual([
    { item_id: first, price: 111, version: 2 },
    { item_id: second, price: 99, version: 1 },
  ]);
  const { rows: stops } = await sql`select item_id, until, remaining, reason, user_id from item_stop
    where company_id = ${inside} order by item_id`.execute(world.db);
  expect(stops).toEqual([
    { item_id: first, until: new Date(tomorrow), remaining: 5, reason: "Мало", user_id: 1 },
    { item_id: second, until: null, remaining: 2, reason: "Своё", user_id: 6 },
  ]);
  expect(await countsOf(inside)).toEqual([
    { kind: "itemPrice", added: 0, existing: 2, unresolved: 0 },
    { kind: "itemStop", added: 0, existing: 2, unresolved: 0 },
  ]);
  expect(await countsOf(outside)).toEqual([]);
});

test("stop-list entries — are not copied by a user who may not change the stop list of the target company", async () => {
  const companyId = await givenCompany("admin");
  await sql`update company set company_group_id = 1 where id = ${companyId}`.execute(world.db);
  await sql`insert into item_stop (company_id, item_id) select 1, min(id) from item where company_group_id = 1
    and not is_removed on conflict do nothing`.execute(world.db);
  await giveRoleIn(companyId, 1, ["settings.edit", "catalogue.edit", "order.view"]);
  const stops = (await copy(companyId, 1, ["menu"], "admin")).json.counts.find(({ kind }) => kind === "itemStop");
  expect(stops).toMatchObject({ added: 0, existing: 0 });
  expect(stops?.unresolved).toBeGreaterThan(0);
});

test("values of custom fields — are copied only if the field belongs to the company group of both companies", async () => {
  const source = await givenCopySource(world);
  const companyId = await givenCompany();
  const outside = await givenCompany();
  const { rows } = await sql<{ id: number }>`insert into company_group (name) values ('Сеть') returning id`.execute(
    world.db,
  );
  const groupId = rows[0]?.id ?? 0;
  await sql`update company set company_group_id = ${groupId} where id in (${source.companyId}, ${companyId})`.execute(
    world.db,
  );
  await sql`insert into custom_field (company_id, company_group_id, type, name, title, kind) values
    (null, ${groupId}, 'item', 'shared', 'Общее', 'text'), (${source.companyId}, null, 'item', 'own', 'Своё', 'text')`.execute(
    world.db,
  );
  await sql`update item set custom_field = '{"shared": "Да", "own": "Нет"}' where id = ${source.soupId}`.execute(
    world.db,
  );
  for (const id of [companyId, outside]) await readCounts(id, source.companyId, ["menu"]);
  expect((await readItem(companyId, "Суп дня")).customField).toEqual({ shared: "Да" });
  expect((await readItem(outside, "Суп дня")).customField).toEqual({});
});

test("copying — is refused from a company to itself, with a malformed body, or without an idempotency key", async () => {
  const companyId = await givenCompany();
  const same = await copy(companyId, companyId, ["tags"]);
  expect([same.status, same.problem.errors]).toEqual([400, { fromCompanyId: "Выберите другую компанию." }]);
  for (const text of [
    "{}",
    '{"fromCompanyId":1}',
    '{"fromCompanyId":1,"parts":[]}',
    '{"fromCompanyId":1,"parts":["people"]}',
    '{"fromCompanyId":1,"parts":["tags","tags"]}',
    '{"fromCompanyId":"x","parts":["tags"]}',
    '{"fromCompanyId":1,"parts":"tags"}',
    '{"fromCompanyId":1,"parts":["tags"],"more":1}',
    "[",
  ])
    expect([
      text,
      (await world.ask("copyFromCompany", { as: "owner", path: { companyId }, raw: { text } })).status,
    ]).toEqual([text, 400]);
  const body = { fromCompanyId: 1, parts: ["tags" as const] };
  expect((await world.ask("copyFromCompany", { as: "owner", path: { companyId }, body, key: null })).status).toBe(400);
});

test("copying — requires, in both companies, membership and the permissions for the copied parts", async () => {
  const companyId = await givenCompany();
  expect((await copy(companyId, 3, ["tags"])).status).toBe(404);
  expect((await copy(companyId, 1_000_000, ["tags"])).status).toBe(404);
  expect((await copy(3, 1, ["tags"])).status).toBe(404);
  expect((await copy(1, companyId, ["tags"], "operator")).status).toBe(403);

  const [mine, other] = [await givenCompany("owner2"), await givenCompany("owner2")];
  const setRole = (company: number, permissions: readonly string[]) => giveRoleIn(company, 8, permissions);
  await setRole(mine, ["settings.edit", "order.view"]);
  expect((await copy(mine, other, ["menu"], "owner2")).status).toBe(403);
  expect((await copy(mine, other, ["tags"], "owner2")).status).toBe(200);
  await setRole(mine, ["settings.edit", "catalogue.edit"]);
  await setRole(other, ["order.view"]);
  const refused = await copy(mine, other, ["menu"], "owner2");
  expect([refused.status, refused.problem.message]).toEqual([
    403,
    "В выбранной компании у вас нет права «Просмотр каталога».",
  ]);
  expect((await copy(mine, other, ["tags", "menu"], "owner2")).status).toBe(403);
  await setRole(other, ["catalogue.view"]);
  expect((await copy(mine, other, ["tags"], "owner2")).status).toBe(403);
  await setRole(other, ["catalogue.view", "order.view"]);
  expect((await copy(mine, other, ["menu"], "owner2")).status).toBe(200);
});

const giveRoleIn = async (companyId: number, userId: number, permissions: readonly string[]) => {
  const held = JSON.stringify(Object.fromEntries(permissions.map((name) => [name, 1])));
  await sql`with made as (insert into role (company_id, name, permissions)
      values (${companyId}, ${randomUUID()}, ${held}::jsonb) returning id)
    update company_user set role_id = (select id from made)
    where company_id = ${companyId} and user_id = ${userId}`.execute(world.db);
};

test("copying from a removed company — is answered with 404", async () => {
  const companyId = await givenCompany();
  const removed = await givenCompany();
  await world.ask("deleteCompany", { as: "owner", path: { companyId: removed } });
  expect((await copy(companyId, removed, ["tags"])).status).toBe(404);
});

test("copying repeated with the same idempotency key — gets the first response", async () => {
  const source = await givenCopySource(world);
  const companyId = await givenCompany();
  const key = randomUUID();
  const body = { fromCompanyId: source.companyId, parts: ["tags" as const] };
  const send = () => world.ask("copyFromCompany", { as: "owner", path: { companyId }, body, key });
  expect([(await send()).json, (await send()).json]).toEqual(
    Array(2).fill({ counts: [{ kind: "tag", added: 2, existing: 0, unresolved: 0 }] }),
  );
});

test("copying — is recorded in the audit log of the target company, but not of the source company", async () => {
  const source = await givenCopySource(world);
  const companyId = await givenCompany();
  const countChanges = async (id: number) =>
    (
      await sql<{ kind: string; count: number }>`select kind, count(*)::int as count from config_change
      where company_id = ${id} and kind in ('tag', 'item', 'category', 'discount') and user_id = 2
      group by kind order by kind`.execute(world.db)
    ).rows;
  const before = await countChanges(source.companyId);
  await readCounts(companyId, source.companyId, ALL_PARTS);
  expect(await countChanges(source.companyId)).toEqual(before);
  expect(await countChanges(companyId)).toEqual([
    { kind: "category", count: 3 },
    { kind: "discount", count: 3 },
    { kind: "item", count: 4 },
    { kind: "tag", count: 2 },
  ]);
});

test("copying of more than 5,000 dishes — is refused and adds nothing", async () => {
  const source = await givenCopySource(world);
  const companyId = await givenCompany();
  await sql`insert into item (company_id, name, price) select ${source.companyId}::int, 'Блюдо ' || n, 1
    from generate_series(1, 5000) n`.execute(world.db);
  const { status, problem } = await copy(companyId, source.companyId, ["tags", "menu"]);
  expect([status, problem.message]).toEqual([409, expect.stringMatching(/5\s000/)]);
  expect((await readMenu(companyId)).categories).toEqual([]);
  expect((await world.ask("listTags", { as: "owner", path: { companyId } })).json).toEqual([]);
});
