import { afterAll, beforeAll, expect, test } from "vitest";
import { multipartForm } from "../../support/server/form.ts";
import { startWorld, type World } from "../../support/server/testServer.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const path = { companyId: 1 };
const add = async (name: string, parentId: number | null = null) => {
  const raw = multipartForm({ name, parentId });
  return (await world.ask("createCompanyCategory", { as: "owner", path, raw })).json.id;
};
const move = (id: number, name: string, parentId: number) =>
  world.ask("updateCompanyCategory", { as: "owner", path: { ...path, id }, raw: multipartForm({ name, parentId }) });

test("many concurrent moves of categories — never form a cycle", async () => {
  for (let round = 0; round < 4; round += 1) {
    const names = [0, 1, 2, 3].map((at) => `Ряд ${round} ${at}`);
    const ids: number[] = [];
    for (const name of names) ids.push(await add(name));
    await Promise.all(ids.map((id, at) => move(id, names[at] ?? "", ids[(at + 1) % ids.length] ?? 0)));
    const rows = await world.db.selectFrom("category").select(["id", "parent_id"]).where("id", "in", ids).execute();
    const parents = new Map(rows.map((row) => [row.id, row.parent_id]));
    for (const id of ids) {
      const walked = new Set<number>();
      for (let at: number | null | undefined = id; at; at = parents.get(at)) {
        expect(walked.has(at)).toBe(false);
        walked.add(at);
      }
    }
  }
});

test("removal of a category during a save of a dish in this category — only one of the two succeeds", async () => {
  const seen = new Set<string>();
  for (let round = 0; round < 8; round += 1) {
    const id = await add(`Спорная ${round}`);
    const raw = multipartForm({ name: `Блюдо ${round}`, price: 1, categoriesId: [id], defaultCategoryId: id });
    const [dish, removal] = await Promise.all([
      world.ask("createCompanyItem", { as: "owner", path, raw }),
      world.ask("deleteCompanyCategory", { as: "owner", path: { ...path, id } }),
    ]);
    seen.add(`${dish.status} ${removal.status}`);
  }
  for (const pair of seen) expect(["200 409", "400 204"]).toContain(pair);
});

test("removal of a category while a subcategory is added to the category — only one of the two succeeds", async () => {
  for (let round = 0; round < 8; round += 1) {
    const id = await add(`Верхняя ${round}`);
    const raw = multipartForm({ name: `Нижняя ${round}`, parentId: id });
    const [below, removal] = await Promise.all([
      world.ask("createCompanyCategory", { as: "owner", path, raw }),
      world.ask("deleteCompanyCategory", { as: "owner", path: { ...path, id } }),
    ]);
    expect(["200 409", "400 204"]).toContain(`${below.status} ${removal.status}`);
  }
});
