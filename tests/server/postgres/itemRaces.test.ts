import { afterAll, beforeAll, expect, test } from "vitest";
import { multipartForm } from "../../support/server/form.ts";
import { statusesOf } from "../../support/server/races.ts";
import { startWorld, type World } from "../../support/server/testServer.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const company = { companyId: 1 };
const PIZZA = 1;
const dish = { name: "Спорная", price: 100, categoriesId: [PIZZA] };

const newDish = async () =>
  (await world.ask("createCompanyItem", { as: "owner", path: company, raw: multipartForm(dish) })).json;
const save = (id: number, fields: Readonly<Record<string, unknown>>, seen?: number) =>
  world.ask("updateCompanyItem", {
    as: "owner",
    path: { ...company, id },
    raw: multipartForm({ ...dish, ...fields }),
    ...(seen !== undefined && { seen }),
  });

test("two concurrent saves of one version of a dish — one succeeds, and the other gets 412", async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id, version } = await newDish();
    const answers = await Promise.all([save(id, { price: 101 }, version), save(id, { price: 102 }, version)]);
    expect(statusesOf(answers)).toEqual([200, 412]);
  }
});

test("removal of a category during a save that moves a dish into the category — only one succeeds", async () => {
  for (let round = 0; round < 8; round += 1) {
    const { id } = await newDish();
    const { json: category } = await world.ask("createCompanyCategory", {
      as: "owner",
      path: company,
      raw: multipartForm({ name: `Спорная ${round}` }),
    });
    const [put, removed] = await Promise.all([
      save(id, { categoriesId: [category.id] }),
      world.ask("deleteCompanyCategory", { as: "owner", path: { ...company, id: category.id } }),
    ]);
    expect(["200 409", "400 204"]).toContain(`${put.status} ${removed.status}`);
  }
});

test("concurrent import and save of a dish — both changes are kept", async () => {
  for (let round = 0; round < 4; round += 1) {
    const { id } = await newDish();
    const bytes = Buffer.from(`Id;Артикул\n${id};А-${round}`);
    const [taken, saved] = await Promise.all([
      world.ask("importCompanyItems", {
        as: "owner",
        path: company,
        raw: multipartForm({}, { file: { bytes, name: "items.csv", type: "text/csv" } }),
      }),
      save(id, { price: 200 + round }),
    ]);
    expect([taken.status, saved.status]).toEqual([200, 200]);
    const { json } = await world.ask("getCompanyItem", { as: "owner", path: { ...company, id } });
    expect([json.vendorCode, json.price]).toEqual([`А-${round}`, 200 + round]);
  }
});
