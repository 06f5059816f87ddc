import { afterAll, beforeAll, expect, test } from "vitest";
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

test("of two administrators who save the same version one is told that the other was first", async () => {
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
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
  }
});

test("a role that is removed while it is being given is either given or gone, never both", async () => {
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

test("a company is put into one group, whoever is quicker", async () => {
  const create = (name: string) => world.ask("createCompanyGroup", { as: "admin", body: { name, companyIds: [3] } });
  const answers = await Promise.all([create("Одна"), create("Другая")]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});
