import { afterAll, beforeAll, expect, test } from "vitest";
import { statusesOf } from "../../support/server/races.ts";
import { startWorld, type World } from "../../support/server/testServer.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const COURIER = 7;
const COURIER_ROLE = 6;

const newRole = async () => {
  const body = { name: "Спорная", permissions: { "order.view": 1 } };
  return (await world.ask("createCompanyRole", { as: "owner", path: { companyId: 1 }, body })).json;
};

test("two concurrent saves of one version of a role — one succeeds, and the other gets 412", async () => {
  for (let round = 0; round < 5; round += 1) {
    const role = await newRole();
    const save = (name: string) =>
      world.ask("updateCompanyRole", {
        as: "owner",
        path: { companyId: 1, roleId: role.id },
        seen: role.version,
        body: { name, permissions: {} },
      });
    const answers = await Promise.all([save("Первая"), save("Вторая")]);
    expect(statusesOf(answers)).toEqual([200, 412]);
  }
});

test("concurrent removal and assignment of a role — only one succeeds", async () => {
  for (let round = 0; round < 8; round += 1) {
    const role = await newRole();
    const path = { companyId: 1, roleId: role.id };
    const give = () =>
      world.ask("changeCompanyUser", {
        as: "owner",
        path: { companyId: 1, userId: COURIER },
        body: { roleId: role.id },
      });
    const remove = () => world.ask("deleteCompanyRole", { as: "owner", path });
    const [given, removed] = await Promise.all([give(), remove()]);
    expect(["200 409", "400 204"]).toContain(`${given.status} ${removed.status}`);
    const exists = (await world.ask("getCompanyRole", { as: "owner", path })).status === 200;
    expect(exists).toBe(given.status === 200);
    await world.ask("changeCompanyUser", {
      as: "owner",
      path: { companyId: 1, userId: COURIER },
      body: { roleId: COURIER_ROLE },
    });
  }
});

test("two concurrent creations of groups with the same company — one succeeds and gets the company, and the other gets 409", async () => {
  const create = (name: string) => world.ask("createCompanyGroup", { as: "admin", body: { name, companyIds: [3] } });
  const answers = await Promise.all([create("Одна"), create("Другая")]);
  expect(statusesOf(answers)).toEqual([200, 409]);
  const created = answers.find(({ status }) => status === 200)?.json;
  const { json: groups } = await world.ask("listCompanyGroups", { as: "admin" });
  expect(groups.filter(({ name }) => ["Одна", "Другая"].includes(name)).map(({ id }) => id)).toEqual([created?.id]);
  expect(groups.filter(({ companies }) => companies.some(({ id }) => id === 3)).map(({ id }) => id)).toEqual([
    created?.id,
  ]);
});
