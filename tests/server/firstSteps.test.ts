import { afterAll, beforeAll, expect, test } from "vitest";
import type { Schemas } from "#api/client.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

type SetupTemplateName = Schemas["SetupTemplateName"];

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const givenCompany = async (): Promise<number> =>
  (await world.ask("createCompany", { as: "owner", body: { name: `Кафе ${Math.random()}` } })).json.id;

const readDone = async (companyId: number): Promise<readonly string[]> => {
  const { json } = await world.ask("getFirstSteps", { as: "owner", path: { companyId } });
  return json.steps.filter(({ isDone }) => isDone).map(({ name }) => name);
};

const addMenu = (companyId: number) => world.ask("addSampleMenu", { as: "owner", path: { companyId } });

test("onboarding checklist — marks statuses and payment methods as done in a new company, and the menu and the first order when they exist", async () => {
  const companyId = await givenCompany();
  expect(await readDone(companyId)).toEqual(["statuses", "payment"]);
  expect((await addMenu(companyId)).json).toEqual({ itemCount: 9 });
  expect(await readDone(companyId)).toEqual(["menu", "statuses", "payment"]);
  const { json: dishes } = await world.ask("listMenuItems", { as: "owner", path: { companyId } });
  const dish = dishes.find(({ name }) => name === "Борщ с говядиной");
  if (!dish) throw new Error("the sample menu must have a soup");
  expect(dish.price).toBe(320);
  const items = [{ itemId: dish.id, categoryId: dish.categoriesId[0] ?? 0, count: 2 }];
  const body = { phone: "+79161234567", items };
  const { status, json: order } = await world.ask("createOrder", { as: "owner", path: { companyId }, body });
  expect({ status, amount: order.amount }).toEqual({ status: 201, amount: 640 });
  expect(await readDone(companyId)).toEqual(["menu", "statuses", "payment", "order"]);
});

test("sample menu — adds three tags to a company without tags", async () => {
  const companyId = await givenCompany();
  await addMenu(companyId);
  const { json } = await world.ask("listTags", { as: "owner", path: { companyId } });
  expect(json.map(({ name }) => name)).toEqual(["Срочно", "Самовывоз", "Без контакта"]);
  const other = await givenCompany();
  await world.ask("createTag", { as: "owner", path: { companyId: other }, body: { name: "Свой", color: "red" } });
  await addMenu(other);
  const own = await world.ask("listTags", { as: "owner", path: { companyId: other } });
  expect(own.json.map(({ name }) => name)).toEqual(["Свой"]);
});

test("sample menu — is added once, even by simultaneous requests", async () => {
  const companyId = await givenCompany();
  const answers = await Promise.all([addMenu(companyId), addMenu(companyId)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const { json } = await world.ask("listMenuItems", { as: "owner", path: { companyId } });
  expect(json).toHaveLength(9);
});

test("sample menu — is refused for a company with a category", async () => {
  expect((await addMenu(1)).status).toBe(409);
});

test("onboarding checklist and sample menu — require settings.edit and catalogue.edit, and membership in the company", async () => {
  expect((await world.ask("getFirstSteps", { as: "operator" })).status).toBe(403);
  expect((await world.ask("addSampleMenu", { as: "operator" })).status).toBe(403);
  expect((await world.ask("getFirstSteps", { as: "owner2" })).status).toBe(404);
  expect((await world.ask("addSampleMenu", { as: "owner2" })).status).toBe(404);
});

const addTemplate = (companyId: number, template: SetupTemplateName) =>
  world.ask("addSetupTemplate", { as: "owner", path: { companyId, template } });

const readMissing = async (companyId: number) => {
  const { json } = await world.ask("getFirstSteps", { as: "owner", path: { companyId } });
  return Object.fromEntries(json.templates.map(({ name, missing }) => [name, missing]));
};

const readStatusNames = async (companyId: number) => {
  const { json } = await world.ask("summarizeOrderStatuses", { as: "owner", path: { companyId } });
  return json.map(({ name }) => name);
};

test("list of setup templates — names the records that each template would add, and is empty for a company with orders", async () => {
  const companyId = await givenCompany();
  expect(await readMissing(companyId)).toEqual({
    deliveryStatuses: ["Подтверждён", "В доставке", "Доставлен"],
    coffeeStatuses: ["Выдан"],
    paymentMethods: ["Карта курьеру", "Карта в кассе", "Перевод"],
    tags: ["Срочно", "Самовывоз", "Постоянный клиент", "Без звонка"],
  });
  const { json } = await world.ask("getFirstSteps", { as: "owner", path: { companyId: 1 } });
  expect(json.templates).toEqual([]);
});

test("setup template of order statuses — adds the missing statuses in their positions with their flags", async () => {
  const companyId = await givenCompany();
  expect((await addTemplate(companyId, "deliveryStatuses")).json).toEqual({ addedCount: 3 });
  const expected = ["Новый", "Подтверждён", "Готовится", "Готов", "В доставке", "Доставлен", "Выполнен", "Отменён"];
  expect(await readStatusNames(companyId)).toEqual(expected);
  const { json } = await world.ask("listOrderStatuses", { as: "owner", path: { companyId } });
  expect(json.find(({ name }) => name === "Подтверждён")).toMatchObject({
    color: "teal",
    isEditable: true,
    isClosed: false,
    isAddStockOperation: false,
  });
  expect(json.find(({ name }) => name === "В доставке")).toMatchObject({
    isEditable: false,
    isClosed: false,
    isAddStockOperation: true,
  });
  expect(json.find(({ name }) => name === "Доставлен")).toMatchObject({
    color: "green",
    isClosed: true,
    isCancel: false,
    isAddStockOperation: true,
  });
  expect((await readMissing(companyId))["deliveryStatuses"]).toEqual([]);
});

test("setup template of order statuses — skips a name that exists in a different letter case, and adds a removed status again", async () => {
  const companyId = await givenCompany();
  await world.ask("createOrderStatus", { as: "owner", path: { companyId }, body: { name: "ВЫДАН", color: "pink" } });
  const { json } = await world.ask("listOrderStatuses", { as: "owner", path: { companyId } });
  const cancelled = json.find(({ isCancel }) => isCancel);
  await world.ask("deleteOrderStatus", { as: "owner", path: { companyId, id: cancelled?.id ?? 0 } });
  expect((await addTemplate(companyId, "coffeeStatuses")).json).toEqual({ addedCount: 1 });
  expect(await readStatusNames(companyId)).toEqual(["Новый", "Готовится", "Готов", "Выполнен", "ВЫДАН", "Отменён"]);
  const after = await world.ask("listOrderStatuses", { as: "owner", path: { companyId } });
  const added = after.json.find(({ name, isRemoved }) => name === "Отменён" && !isRemoved);
  expect(added).toMatchObject({ color: "red", isClosed: true, isCancel: true, isRequireReason: true });
});

test("setup template of payment methods — adds the missing methods with the finance source of the existing card method", async () => {
  const companyId = await givenCompany();
  expect((await addTemplate(companyId, "paymentMethods")).json).toEqual({ addedCount: 3 });
  const { json } = await world.ask("listPaymentMethods", { as: "owner", path: { companyId } });
  const names = ["Наличные", "Карта при получении", "Карта курьеру", "Карта в кассе", "Перевод"];
  expect(json.map(({ name }) => name)).toEqual(names);
  expect(json.map(({ isCash }) => isCash)).toEqual([true, false, false, false, false]);
  const [cash, card, ...added] = json.map(({ financeSourceId }) => financeSourceId);
  expect(cash).not.toBe(card);
  expect(added).toEqual([card, card, card]);
});

test("setup template of tags — adds the missing tags, and does not change the existing tags of the company", async () => {
  const companyId = await givenCompany();
  await world.ask("createTag", { as: "owner", path: { companyId }, body: { name: "срочно", color: "black" } });
  expect((await addTemplate(companyId, "tags")).json).toEqual({ addedCount: 3 });
  const { json } = await world.ask("listTags", { as: "owner", path: { companyId } });
  expect(json.map(({ name, color }) => [name, color])).toEqual([
    ["срочно", "black"],
    ["Самовывоз", "blue"],
    ["Постоянный клиент", "green"],
    ["Без звонка", "grey"],
  ]);
});

test("setup template — is added once, even by simultaneous requests", async () => {
  const companyId = await givenCompany();
  for (const [template, count] of [
    ["deliveryStatuses", 3],
    ["paymentMethods", 3],
    ["tags", 4],
  ] as const) {
    const answers = await Promise.all([addTemplate(companyId, template), addTemplate(companyId, template)]);
    expect(answers.map(({ status, json }) => [status, json.addedCount]).toSorted()).toEqual([
      [200, 0],
      [200, count],
    ]);
  }
  expect(await readStatusNames(companyId)).toHaveLength(8);
});

test("setup template — requires the permission settings.edit, membership in the company and a known name", async () => {
  const ask = (as: "operator" | "owner2", template: string) =>
    world.ask("addSetupTemplate", { as, path: { companyId: 1, template: template as SetupTemplateName } });
  for (const template of ["deliveryStatuses", "coffeeStatuses", "paymentMethods", "tags"]) {
    expect((await ask("operator", template)).status).toBe(403);
    expect((await ask("owner2", template)).status).toBe(404);
  }
  const names = await readStatusNames(1);
  expect(names).not.toContain("Выдан");
  const unknown = await world.ask("addSetupTemplate", {
    as: "owner",
    path: { companyId: 1, template: "unknown" as SetupTemplateName },
  });
  expect(unknown.status).toBe(400);
});
