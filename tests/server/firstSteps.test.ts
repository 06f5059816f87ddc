import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type World } from "../support/server/testServer.ts";

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

test("new company — has statuses and payment methods, and takes its first order with the sample menu", async () => {
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

test("sample menu — adds three tags only to a company without tags", async () => {
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

test("sample menu — is added once, also by simultaneous requests", async () => {
  const companyId = await givenCompany();
  const answers = await Promise.all([addMenu(companyId), addMenu(companyId)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const { json } = await world.ask("listMenuItems", { as: "owner", path: { companyId } });
  expect(json).toHaveLength(9);
});

test("sample menu — is refused for a company with a category", async () => {
  expect((await addMenu(1)).status).toBe(409);
});

test("first steps — require the permissions and membership in the company", async () => {
  expect((await world.ask("getFirstSteps", { as: "operator" })).status).toBe(403);
  expect((await world.ask("addSampleMenu", { as: "operator" })).status).toBe(403);
  expect((await world.ask("getFirstSteps", { as: "owner2" })).status).toBe(404);
  expect((await world.ask("addSampleMenu", { as: "owner2" })).status).toBe(404);
});
