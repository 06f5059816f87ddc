import { expect, test } from "vitest";
import type { Schemas } from "#api/client.ts";
import { multipartForm } from "../../support/server/form.ts";
import { givenTwoWorlds, statusesOf } from "../../support/server/races.ts";
import type { World } from "../../support/server/testServer.ts";

const worldOf = givenTwoWorlds();

const company = { companyId: 1 };
const group = { companyGroupId: 1 };

let number = 0;
const added = async (fields: Partial<Omit<Schemas["StockItemCreate"], "id">> = {}) => {
  number += 1;
  const body = { title: `Спорный ${number}`, unit: "кг", ...fields };
  return (await worldOf(0).ask("createCompanyStockItem", { as: "owner", path: company, body })).json;
};
type Item = Awaited<ReturnType<typeof added>>;

const madeOf = (...items: readonly Item[]) => items.map(({ id }) => ({ stockItemId: id, count: 1 }));
const save = (world: World, { id, title }: Item, fields: Partial<Schemas["StockItemUpdate"]>, seen?: number) =>
  world.ask("updateCompanyStockItem", {
    as: "owner",
    path: { ...company, id },
    body: { title, unit: "кг", ...fields },
    ...(seen !== undefined && { seen }),
  });
const remove = (world: World, { id }: Item) =>
  world.ask("deleteCompanyStockItem", { as: "owner", path: { ...company, id } });
const costOf = async ({ id }: Item) =>
  (await worldOf(0).ask("getCompanyStockItem", { as: "owner", path: { ...company, id } })).json.estimateCost;

test("two concurrent saves of one version of a stock item — one succeeds, and the other gets 412", async () => {
  for (let round = 0; round < 4; round += 1) {
    const item = await added();
    const answers = await Promise.all([
      save(worldOf(0), item, { unit: "л" }, item.version),
      save(worldOf(1), item, { unit: "шт" }, item.version),
    ]);
    expect(statusesOf(answers)).toEqual([200, 412]);
  }
});

test("concurrent saves that would make two stock items ingredients of each other — only one succeeds", async () => {
  for (let round = 0; round < 4; round += 1) {
    const [first, second] = [await added(), await added()];
    const answers = await Promise.all([
      save(worldOf(0), first, { parts: madeOf(second) }),
      save(worldOf(1), second, { parts: madeOf(first) }),
    ]);
    expect(statusesOf(answers)).toEqual([200, 400]);
  }
});

test("two stock items added concurrently with the same title — only one is added", async () => {
  const body = { title: "Двойник", unit: "кг" };
  const add = (world: World) => world.ask("createCompanyStockItem", { as: "owner", path: company, body });
  const answers = await Promise.all([add(worldOf(0)), add(worldOf(1))]);
  expect(statusesOf(answers)).toEqual([200, 400]);
});

test("concurrent removal of a stock item and use of the item as an ingredient — only one of the two succeeds", async () => {
  for (let round = 0; round < 4; round += 1) {
    const [part, whole, second] = [await added(), await added(), await added()];
    const [put, removed] = await Promise.all([
      save(worldOf(0), whole, { parts: madeOf(part) }),
      remove(worldOf(1), part),
    ]);
    expect(["200 409", "400 204"]).toContain(`${put.status} ${removed.status}`);
    const dish = multipartForm({ name: `Спорная ${round}`, price: 1, categoriesId: [1], composition: madeOf(second) });
    const [cooked, gone] = await Promise.all([
      worldOf(0).ask("createCompanyItem", { as: "owner", path: company, raw: dish }),
      remove(worldOf(1), second),
    ]);
    expect(["200 409", "400 204"]).toContain(`${cooked.status} ${gone.status}`);
  }
});

test("two concurrent removals of a stock item — one succeeds, and the other gets 404", async () => {
  const item = await added();
  const answers = await Promise.all([remove(worldOf(0), item), remove(worldOf(1), item)]);
  expect(statusesOf(answers)).toEqual([204, 404]);
});

test("concurrent changes of a recipe and of an ingredient's cost — update the costs of all dependent items", async () => {
  const path = { ...group, id: 1 };
  const flour = (await worldOf(0).ask("getGroupStockItem", { as: "admin", path })).json;
  const price = (estimateCost: number) =>
    worldOf(1).ask("updateGroupStockItem", {
      as: "admin",
      path,
      body: { title: flour.title, unit: "кг", estimateCost },
    });
  for (let round = 1; round <= 4; round += 1) {
    const half = await added({ parts: madeOf(flour) });
    const whole = await added();
    const answers = await Promise.all([save(worldOf(0), whole, { parts: madeOf(half) }), price(100 + round)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect([await costOf(half), await costOf(whole)]).toEqual([100 + round, 100 + round]);
  }
});
