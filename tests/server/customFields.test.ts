import { afterAll, beforeAll, expect, test } from "vitest";
import type { Schemas } from "#api/client.ts";
import { checkCustomFields } from "#server/services/customFields/customFields.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const create = (body: Partial<Schemas["CustomFieldSave"]>, as = "owner") =>
  world.ask("createCustomField", { as, body: { type: "item", title: "Поле", kind: "text", ...body } });
const listed = async (type: Schemas["CustomFieldType"], as = "operator", companyId = 1) =>
  (await world.ask("listCustomFields", { as, path: { companyId }, query: { type } })).json;
const remove = (id: number) => world.ask("deleteCustomField", { as: "owner", path: { id, companyId: 1 } });

const own = { companyId: 1, companyGroupId: null };
const group = { companyId: null, companyGroupId: 1 };
const check = (
  type: Schemas["CustomFieldType"],
  values: Record<string, unknown>,
  owner = own as typeof own | typeof group,
) => world.db.transaction().execute((tx) => checkCustomFields(tx, owner, type, values));
const errorsOf = (
  type: Schemas["CustomFieldType"],
  values: Record<string, unknown>,
  owner = own as typeof own | typeof group,
) =>
  check(type, values, owner).then(
    () => undefined,
    (refusal) => refusal.errors,
  );

test("custom field — can be added, given a new title and removed, and keeps its generated name", async () => {
  const { json: field } = await create({ title: " Вес, г ", kind: "number" });
  expect(field).toMatchObject({
    title: "Вес, г",
    kind: "number",
    options: [],
    isCompanyGroup: false,
    usedCount: 0,
    version: 1,
  });
  expect(field.name).toMatch(/^field\d+$/);
  const path = { id: field.id, companyId: 1 };
  const change = (title: string) => world.ask("updateCustomField", { as: "owner", path, seen: 1, body: { title } });
  expect((await change("Масса")).json).toMatchObject({ title: "Масса", name: field.name, version: 2 });
  const stale = await change("Вес");
  expect([stale.status, JSON.parse(stale.text).entry.title]).toEqual([412, "Масса"]);
  expect((await remove(field.id)).status).toBe(204);
  expect((await remove(field.id)).status).toBe(404);
});

test("custom field — needs a title, options for a list, and a valid name that is unique in the company and its group", async () => {
  expect((await create({ name: "spicy" })).problem.errors).toHaveProperty("name");
  expect((await create({ name: "constructor" })).problem.errors).toHaveProperty("name");
  expect((await create({ name: "вес" })).problem.errors).toHaveProperty("name");
  expect((await create({ title: "  " })).problem.errors).toHaveProperty("title");
  expect((await create({ kind: "list" })).problem.errors).toHaveProperty("options");
  expect((await create({ kind: "list", options: [" ", "  "] })).problem.errors).toHaveProperty("options");
  const [one, two] = await Promise.all([create({ name: "same" }), create({ name: "same" })]);
  expect([one.status, two.status].sort()).toEqual([200, 400]);
  await remove((one.status === 200 ? one : two).json.id);
});

test("values of custom fields — are validated according to the kind of the field", async () => {
  const made = await Promise.all([
    create({ name: "weight", kind: "number" }),
    create({ name: "vegan", kind: "bool" }),
    create({ name: "note", kind: "text" }),
  ]);
  const values = { weight: 350.5, vegan: false, note: "<script>", spicy: "сильная" };
  expect(await check("item", { ...values, seasonal: "" })).toEqual(values);
  expect(await check("item", { weight: null, note: "" })).toEqual({});
  const wrong = { weight: "350", vegan: "да", note: 5, spicy: "адская", other: 1 };
  expect(Object.keys(await errorsOf("item", wrong))).toEqual(Object.keys(wrong).map((name) => `customField.${name}`));
  for (const weight of [0.000_001, Number.NaN, [1], {}])
    expect(await errorsOf("item", { weight })).toHaveProperty(["customField.weight"]);
  expect(await errorsOf("category", { weight: 1 })).toHaveProperty(["customField.weight"]);
  expect(await errorsOf("item", JSON.parse('{"toString": "x"}'))).toHaveProperty(["customField.toString"]);
  for (const { json } of made) await remove(json.id);
});

test("custom fields of a company group — apply in its companies, and cannot have the name of a company's own field", async () => {
  expect((await listed("item")).map(({ name, isCompanyGroup }) => [name, isCompanyGroup])).toEqual([["spicy", true]]);
  expect(await listed("item", "operator2", 3)).toEqual([]);
  const { json: field } = await create({ name: "shelf", kind: "number" });
  expect(await errorsOf("item", { shelf: 5 }, group)).toHaveProperty(["customField.shelf"]);
  expect(await check("item", { spicy: "нет" }, group)).toEqual({ spicy: "нет" });
  const shared = await world.ask("createCustomFieldOfGroup", {
    as: "admin",
    path: { companyGroupId: 1 },
    body: { type: "item", title: "Срок", name: "shelf", kind: "text" },
  });
  expect(shared.problem.errors).toHaveProperty("name");
  await remove(field.id);
});

test("custom fields of a company group — are read-only in a company, and cannot be fields of order statuses", async () => {
  const [spicy] = await listed("item");
  const path = { id: spicy?.id ?? 0, companyId: 1 };
  const answers = [
    await world.ask("updateCustomField", { as: "owner", path, body: { title: "Моя" } }),
    await world.ask("deleteCustomField", { as: "owner", path }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([403, 403]);
  expect((await create({}, "operator")).status).toBe(403);
  const statusOfGroup = await world.ask("createCustomFieldOfGroup", {
    as: "admin",
    path: { companyGroupId: 1 },
    body: { type: "orderStatus", title: "x", kind: "text" },
  });
  expect(statusOfGroup.problem.errors).toHaveProperty("type");
});

test("removal of a custom field — deletes its values", async () => {
  const { json: field } = await create({ type: "orderStatus", name: "sms", title: "СМС" });
  const { json: status } = await world.ask("createOrderStatus", {
    as: "owner",
    body: { name: "С полем", customField: { sms: "Готово", hint: "Позовите" } },
  });
  expect((await listed("orderStatus")).find(({ id }) => id === field.id)?.usedCount).toBe(1);
  await remove(field.id);
  const path = { id: status.id, companyId: 1 };
  const { json: after } = await world.ask("getOrderStatus", { as: "owner", path });
  expect(after.customField).toEqual({ hint: "Позовите" });
  const save = { as: "owner", path, body: { name: "С полем", customField: { sms: "Готово" } } };
  expect((await world.ask("updateOrderStatus", save)).problem.errors).toHaveProperty(["customField.sms"]);
  await world.ask("deleteOrderStatus", { as: "owner", path });
});

test("list of all custom fields of a user — contains the fields of the user's companies and company groups", async () => {
  const owner = (await world.ask("listAllCustomFields", { as: "owner" })).json;
  expect(owner.map(({ name }) => name).sort()).toEqual(["hint", "seasonal", "spicy"]);
  expect((await world.ask("listAllCustomFields", { as: "owner2" })).json).toEqual([]);
});
