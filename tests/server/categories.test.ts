import fc from "fast-check";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fullNameOf, parentProblem, type TreeCategory } from "#domain/categoryTree.ts";
import { multipartForm } from "../support/server/form.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const company = { companyId: 1 };
const group = { companyGroupId: 1 };
const PIZZA = 1;

const create = (fields: Readonly<Record<string, unknown>>) =>
  world.ask("createCompanyCategory", { as: "owner", path: company, raw: multipartForm(fields) });
const added = async (name: string, parentId: number | null = null): Promise<number> =>
  (await create({ name, parentId })).json.id;
const update = (id: number, fields: Readonly<Record<string, unknown>>, seen?: number) =>
  world.ask("updateCompanyCategory", {
    as: "owner",
    path: { ...company, id },
    raw: multipartForm(fields),
    ...(seen !== undefined && { seen }),
  });
const read = (id: number) => world.ask("getCompanyCategory", { as: "owner", path: { ...company, id } });
const remove = (id: number) => world.ask("deleteCompanyCategory", { as: "owner", path: { ...company, id } });
const list = async () => (await world.ask("listCategorySummary", { as: "owner", path: company })).json;

test("category — can be added, read, changed and removed", async () => {
  const drinks = await create({ name: " Напитки ", isActive: true });
  expect([drinks.status, drinks.json.name, drinks.json.isCompanyGroup, drinks.json.version]).toEqual([
    200,
    "Напитки",
    false,
    1,
  ]);
  const hot = await added("Горячие", drinks.json.id);
  const tea = await added("Чай", hot);
  expect((await read(tea)).json.fullName).toBe("Напитки - Горячие - Чай");
  const changed = await update(tea, { id: tea, name: "Чаи", parentId: drinks.json.id, isActive: false }, 1);
  expect(changed.json).toMatchObject({ fullName: "Напитки - Чаи", isActive: false, version: 2 });
  expect((await update(tea, { name: "Чаи" })).json).toMatchObject({ parentId: drinks.json.id, isActive: false });
  expect((await update(tea, { name: "Чаи", parentId: "" })).json.parentId).toBeNull();
  expect([(await remove(tea)).status, (await read(tea)).status, (await remove(tea)).status]).toEqual([204, 404, 404]);
  expect((await list()).some(({ id }) => id === tea)).toBe(false);
});

test("categories of a company group — are read-only in a company, and count only the dishes of this company and the group", async () => {
  const inherited = (await list()).find(({ id }) => id === PIZZA);
  expect(inherited).toMatchObject({ name: "Пицца", isCompanyGroup: true, countItems: 8 });
  const foreign = { name: "Своя", price: 1, custom_field: "{}", company_group_id: null };
  const { id } = await world.db
    .insertInto("item")
    .values({ ...foreign, company_id: 2 })
    .returning("id")
    .executeTakeFirstOrThrow();
  await world.db.insertInto("item_category").values({ item_id: id, category_id: PIZZA }).execute();
  expect((await list()).find((category) => category.id === PIZZA)?.countItems).toBe(8);
  const refused = [await update(PIZZA, { name: "Моя" }), await remove(PIZZA)];
  expect(refused.map(({ status, problem }) => [status, problem.message])).toEqual(
    refused.map(() => [403, "Это общая запись группы компаний. Изменить её можно только в каталоге группы."]),
  );
  await world.db.deleteFrom("item_category").where("item_id", "=", id).execute();
});

test("changing or removing a category of a company group takes effect in a company of the group", async () => {
  const made = await world.ask("createGroupCategory", {
    as: "admin",
    path: group,
    raw: multipartForm({ name: "Завтраки" }),
  });
  expect(made.json).toMatchObject({ isCompanyGroup: true, companyId: null, companyGroupId: 1 });
  const path = { ...group, id: made.json.id };
  await world.ask("updateGroupCategory", { as: "admin", path, raw: multipartForm({ name: "Поздние завтраки" }) });
  expect((await list()).find(({ id }) => id === made.json.id)?.name).toBe("Поздние завтраки");
  const own = (await world.ask("listGroupCategories", { as: "owner", path: group })).json;
  expect(own.every(({ isCompanyGroup }) => isCompanyGroup)).toBe(true);
  expect((await world.ask("deleteGroupCategory", { as: "admin", path })).status).toBe(204);
  expect((await read(made.json.id)).status).toBe(404);
});

test("category created without a company in the path — belongs to the group in the body, or else to the user's company", async () => {
  const only = await world.ask("createCategory", { as: "owner", raw: multipartForm({ name: "Единственная" }) });
  expect([only.status, only.json.companyId]).toEqual([200, 1]);
  const foreign = await world.ask("createCategory", {
    as: "owner",
    raw: multipartForm({ name: "Чужая", companyId: 3 }),
  });
  expect([foreign.status, foreign.problem.message]).toEqual([404, "Компания не найдена."]);
  const path = { id: only.json.id };
  const renamed = await world.ask("updateCategory", { as: "owner", path, raw: multipartForm({ name: "Одна" }) });
  expect(renamed.json.name).toBe("Одна");
  const all = (await world.ask("listAllCategorySummary", { as: "owner" })).json;
  expect(all.some(({ id }) => id === PIZZA) && all.some(({ id }) => id === only.json.id)).toBe(true);
  expect((await world.ask("getCategory", { as: "owner2", path })).status).toBe(404);
  expect((await world.ask("deleteCategory", { as: "owner", path })).status).toBe(204);
  const shared = await world.ask("createCategory", {
    as: "admin",
    raw: multipartForm({ name: "Общая", companyGroupId: 1 }),
  });
  expect(shared.json.companyGroupId).toBe(1);
  await world.ask("deleteCategory", { as: "admin", path: { id: shared.json.id } });
  expect(
    (await world.ask("createCategory", { as: "admin", raw: multipartForm({ name: "Ничья" }) })).problem.errors,
  ).toEqual({
    companyId: "Укажите компанию.",
  });
});

test("category created without a company in the path — belongs to the company in the body", async () => {
  const fields = { name: "По телу", companyId: 3 };
  const made = await world.ask("createCategory", { as: "admin", raw: multipartForm(fields) });
  expect([made.status, made.json.companyId, made.json.companyGroupId]).toEqual([200, 3, null]);
  const path = { companyId: 3, id: made.json.id };
  expect((await world.ask("getCompanyCategory", { as: "owner2", path })).json.name).toBe("По телу");
  expect((await read(made.json.id)).status).toBe(404);
  expect((await world.ask("deleteCategory", { as: "admin", path: { id: made.json.id } })).status).toBe(204);
});

test("parent of a category — must exist, belong to the same company or group, and create no cycle", async () => {
  const top = await added("Верх");
  const middle = await added("Середина", top);
  const bottom = await added("Низ", middle);
  const parents = [top, middle, bottom, PIZZA, 999_999];
  const answers = await Promise.all(parents.map((parentId) => update(top, { name: "Верх", parentId })));
  expect(answers.map(({ status, problem }) => [status, Object.keys(problem.errors ?? {})])).toEqual(
    parents.map(() => [400, ["parentId"]]),
  );
  const inGroup = await world.ask("createGroupCategory", {
    as: "admin",
    path: group,
    raw: multipartForm({ name: "Под чужой", parentId: top }),
  });
  expect([inGroup.status, Object.keys(inGroup.problem.errors ?? {})]).toEqual([400, ["parentId"]]);
});

test("concurrent moves of two categories — only one succeeds if both together would form a cycle", async () => {
  for (let round = 0; round < 5; round += 1) {
    const [one, other] = [await added(`Первая ${round}`), await added(`Вторая ${round}`)];
    const answers = await Promise.all([
      update(one, { name: `Первая ${round}`, parentId: other }),
      update(other, { name: `Вторая ${round}`, parentId: one }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  }
});

test("tree of categories — has at most ten levels", async () => {
  let parent = await added("Уровень 1");
  for (let level = 2; level <= 10; level += 1) parent = await added(`Уровень ${level}`, parent);
  const answer = await create({ name: "Уровень 11", parentId: parent });
  expect([answer.status, answer.problem.errors]).toEqual([400, { parentId: "Вложенность не больше 10 уровней." }]);
  expect((await read(parent)).json.fullName.split(" - ")).toHaveLength(10);
});

test("save of a category with an outdated version — gets 412 with the current category", async () => {
  const shelf = await added("Полка");
  const id = await added("Общее дело");
  expect((await update(id, { name: "Общее дело", parentId: shelf }, 1)).status).toBe(200);
  const late = await update(id, { name: "Моё дело" }, 1);
  expect(late.status).toBe(412);
  expect(JSON.parse(late.text).category).toMatchObject({
    id,
    parentId: shelf,
    version: 2,
    fullName: "Полка - Общее дело",
  });
});

test("removal of a used category — is refused with a message about its subcategories, dishes or modifiers", async () => {
  const shelf = await added("Место");
  const inner = await added("Внутри", shelf);
  expect((await remove(shelf)).problem.message).toBe("В категории 1 подкатегория. Сначала перенесите или удалите её.");
  const other = await added("Рядом", shelf);
  expect((await remove(shelf)).problem.message).toBe("В категории 2 подкатегории. Сначала перенесите или удалите их.");
  await remove(other);
  await remove(inner);
  const dish = { company_id: 1, company_group_id: null, name: "Блюдо", price: 1, custom_field: "{}" };
  const { id } = await world.db.insertInto("item").values(dish).returning("id").executeTakeFirstOrThrow();
  await world.db.insertInto("item_category").values({ item_id: id, category_id: shelf }).execute();
  expect((await remove(shelf)).problem.message).toBe(
    "В категории 1 блюдо. Сначала перенесите его в другую категорию или удалите.",
  );
  await world.db.deleteFrom("item_category").where("item_id", "=", id).execute();
  await world.db.insertInto("item_modificator").values({ item_id: id, category_modificator_id: shelf }).execute();
  expect((await remove(shelf)).problem.message).toContain("модификаторы блюда «Блюдо»");
  await world.db.deleteFrom("item_modificator").where("item_id", "=", id).execute();
  await world.db.deleteFrom("item").where("id", "=", id).execute();
  expect((await remove(shelf)).status).toBe(204);
});

test("category names — must be unique among siblings regardless of letter case, but may be used again under another parent", async () => {
  const shelf = await added("Разное");
  await added("Соусы к рыбе", shelf);
  const again = await create({ name: "соусы К РЫБЕ", parentId: shelf });
  expect([again.status, Object.keys(again.problem.errors ?? {})]).toEqual([400, ["name"]]);
  expect((await create({ name: "Соусы к рыбе" })).status).toBe(200);
  const answers = await Promise.all([1, 2, 3].map(() => create({ name: "Наперегонки" })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
});

test("category with an invalid field — is refused with the name of the field; markup, quotes and emoji in a name are accepted", async () => {
  const cases: readonly [Readonly<Record<string, unknown>>, string][] = [
    [{ name: "я".repeat(10_000) }, "name"],
    [{ name: "   " }, "name"],
    [{ name: "" }, "name"],
    [{}, "name"],
    [{ name: "А", parentId: "1e9" }, "parentId"],
    [{ name: "А", parentId: "-5" }, "parentId"],
    [{ name: "А", parentId: "0,000001" }, "parentId"],
    [{ name: "А", parentId: "два" }, "parentId"],
    [{ name: "А", isActive: "может быть" }, "isActive"],
    [{ name: "А", customField: "{" }, "customField"],
    [{ name: "А", customField: { a: "я".repeat(2_000) } }, "customField.a"],
    [{ name: "А", customField: { неизвестное: "1" } }, "customField.неизвестное"],
    [{ name: "А", неизвестное: "1" }, "неизвестное"],
    [{ name: "А", version: "1" }, "version"],
  ];
  for (const [fields, field] of cases) {
    const { status, problem } = await create(fields);
    expect([fields, status, Object.keys(problem.errors ?? {})]).toEqual([fields, 400, [field]]);
  }
  for (const name of ["🍕🧀", "<script>alert(1)</script>", "'; drop table category; --", "  a  b  "]) {
    const { json } = await create({ name });
    expect(json.name).toBe(name.trim());
  }
  expect((await create({ name: "\u0000" })).status).toBe(400);
});

test("picture of a category — must be an image, is kept by a save without a picture, and can be removed", async () => {
  const bytes = await sharp({ create: { width: 40, height: 40, channels: 3, background: "#0b7269" } })
    .png()
    .toBuffer();
  const raw = multipartForm({ name: "С картинкой" }, { imageFile: { bytes } });
  const made = await world.ask("createCompanyCategory", { as: "owner", path: company, raw });
  const got = await world.app.inject({ url: String(made.json.imageUrl) });
  expect([got.statusCode, got.headers["content-type"]]).toEqual([200, "image/webp"]);
  const path = { ...company, id: made.json.id };
  const fake = multipartForm({ name: "С картинкой" }, { imageFile: { bytes: Buffer.from("<svg onload=alert(1)>") } });
  const refused = await world.ask("updateCompanyCategory", { as: "owner", path, raw: fake });
  expect([refused.status, Object.keys(refused.problem.errors ?? {})]).toEqual([400, ["imageFile"]]);
  const kept = await update(made.json.id, { name: "С картинкой 2" });
  expect(kept.json.imageUrl).toBe(made.json.imageUrl);
  expect((await update(made.json.id, { name: "Без картинки", isRemoveImage: true })).json.imageUrl).toBeNull();
});

test("repeated creation with the same idempotency key — adds one category", async () => {
  const send = () =>
    world.ask("createCompanyCategory", {
      as: "owner",
      path: company,
      key: "category-once-1",
      raw: multipartForm({ name: "Раз" }),
    });
  const [first, again] = [await send(), await send()];
  expect(again.json.id).toBe(first.json.id);
});

const stored = async (): Promise<TreeCategory[]> =>
  (await list())
    .filter(({ isCompanyGroup }) => !isCompanyGroup)
    .map(({ id, name, parentId }) => ({ id, name, parentId }));

test("random moves of categories — are accepted exactly if parentProblem finds no problem, and keep the full names correct", async () => {
  await world.db.updateTable("category").set({ is_removed: true }).where("company_id", "=", 1).execute();
  const ids: number[] = [];
  for (let index = 0; index < 6; index += 1) ids.push(await added(`Ветка ${index}`));
  const move = fc.record({ id: fc.nat(5), parent: fc.option(fc.nat(5)) });
  await fc.assert(
    fc.asyncProperty(fc.array(move, { minLength: 1, maxLength: 5 }), async (moves) => {
      for (const { id, parent } of moves) {
        const before = await stored();
        const [one = 0, parentId = null] = [ids[id], parent === null ? null : (ids[parent] ?? null)];
        const name = before.find((category) => category.id === one)?.name ?? "";
        const { status } = await update(one, { name, parentId: parentId ?? "" });
        expect(status).toBe(parentProblem(before, one, parentId) === undefined ? 200 : 400);
      }
      const after = await stored();
      for (const { id, fullName } of (await list()).filter((category) => ids.includes(category.id)))
        expect(fullName).toBe(fullNameOf(after, id));
    }),
    { numRuns: 25 },
  );
});
