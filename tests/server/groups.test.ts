import { afterAll, beforeAll, expect, test } from "vitest";
import { multipartForm } from "../support/server/form.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const create = async (name: string, companyIds: number[]) =>
  world.ask("createCompanyGroup", { as: "admin", body: { name, companyIds } });

test("list of company groups — contains the groups of the user's companies, or all groups for a global administrator", async () => {
  const own = await world.ask("listCompanyGroups", { as: "courier" });
  expect(own.json.map(({ companies }) => companies.map(({ id }) => id))).toEqual([[1, 2]]);
  expect((await world.ask("listCompanyGroups", { as: "owner2" })).json).toEqual([]);
  expect((await world.ask("getCompanyGroup", { as: "owner2", path: { companyGroupId: 1 } })).status).toBe(404);
  await create("Пустая", []);
  expect((await world.ask("listCompanyGroups", { as: "admin" })).json.length).toBe(2);
});

test("company group — accepts only companies without a group, and can be removed only when it has no companies", async () => {
  const taken = await create("Захват", [2, 3]);
  expect([taken.status, taken.problem.message]).toEqual([
    409,
    "Суши «Волна»: компания уже в группе «Вкусный город». Сначала уберите её оттуда.",
  ]);
  const { json: group } = await create("Вторая", [3]);
  expect(group.companies.map(({ id }) => id)).toEqual([3]);
  expect((await world.ask("getCompanyGroup", { as: "owner2", path: { companyGroupId: group.id } })).status).toBe(200);
  const path = { companyGroupId: group.id };
  const refused = await world.ask("deleteCompanyGroup", { as: "admin", path });
  expect([refused.status, refused.problem.message]).toEqual([
    409,
    "В группе 1 компания. Сначала уберите её из группы.",
  ]);
  await world.ask("updateCompanyGroup", { as: "admin", path, body: { name: "Вторая", companyIds: [] } });
  expect((await world.ask("getCompanyGroup", { as: "owner2", path })).status).toBe(404);
  expect((await world.ask("deleteCompanyGroup", { as: "admin", path })).status).toBe(204);
});

test("company group — cannot be removed while its catalogue has records", async () => {
  const path = { companyGroupId: 1 };
  const { json: before } = await world.ask("getCompanyGroup", { as: "admin", path });
  const save = (companyIds: number[]) =>
    world.ask("updateCompanyGroup", { as: "admin", path, body: { name: before.name, companyIds } });
  await save([]);
  const { status, problem } = await world.ask("deleteCompanyGroup", { as: "admin", path });
  expect([status, /В общем каталоге группы/.test(problem.message)]).toEqual([409, true]);
  await save([1, 2]);
});

test("company group — can be removed after the last record of its catalogue is removed", async () => {
  const { json: group } = await create("Бывшая", []);
  const path = { companyGroupId: group.id };
  const category = await world.ask("createGroupCategory", {
    as: "admin",
    path,
    raw: multipartForm({ name: "Завтраки" }),
  });
  const remove = () => world.ask("deleteCompanyGroup", { as: "admin", path });
  const refused = await remove();
  expect([refused.status, refused.problem.message]).toEqual([
    409,
    "В общем каталоге группы 1 запись. Сначала удалите её.",
  ]);
  await world.ask("deleteGroupCategory", { as: "admin", path: { ...path, id: category.json.id } });
  expect((await remove()).status).toBe(204);
  expect((await remove()).status).toBe(404);
  expect((await world.ask("getCompanyGroup", { as: "admin", path })).status).toBe(404);
  expect((await world.ask("listGroupCategories", { as: "admin", path })).status).toBe(404);
  const seen = (await world.ask("listCompanyGroups", { as: "admin" })).json;
  expect(seen.map(({ id }) => id)).not.toContain(group.id);
});

test("save of a company group with an outdated version — gets 412 with the current group", async () => {
  const path = { companyGroupId: 1 };
  const { json: before } = await world.ask("getCompanyGroup", { as: "admin", path });
  const save = (name: string) =>
    world.ask("updateCompanyGroup", { as: "admin", path, seen: before.version, body: { name, companyIds: [1, 2] } });
  expect((await save("Раз")).json.version).toBe(before.version + 1);
  const stale = await save("Два");
  expect([stale.status, JSON.parse(stale.text).group.name]).toEqual([412, "Раз"]);
});

test("creation of a company group — requires a name, existing companies and a global administrator", async () => {
  expect((await create("   ", [])).problem.errors).toHaveProperty("name");
  expect((await create("Новая", [999])).problem.errors).toHaveProperty("companyIds");
  const user = await world.ask("createCompanyGroup", { as: "owner", body: { name: "Моя", companyIds: [1] } });
  expect(user.status).toBe(403);
});
