import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type World } from "../support/server/testServer.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const inCompany = (roleId: number, companyId = 1) => ({ path: { roleId, companyId } });

const newRole = async (permissions: Record<string, number>, name = "Старший оператор") => {
  const body = { name, isPublic: false, companyId: "", permissions };
  const { json } = await world.ask("createCompanyRole", { as: "owner", path: { companyId: 1 }, body });
  return json;
};

/** Assigns a role to a user in all companies of the user. */
const give = (userId: number, roleId: number) =>
  world.db.updateTable("company_user").set({ role_id: roleId }).where("user_id", "=", userId).execute();
const giveCashier = (roleId: number) => give(5, roleId);
const COURIER = 7;

test("catalogue of permissions — contains 35 permissions, all of them flags except discount.maxPercent", async () => {
  const { json } = await world.ask("listPermissions", { as: "courier" });
  expect(json.length).toBe(35);
  expect(json.filter(({ type }) => type !== "bool").map(({ name }) => name)).toEqual(["discount.maxPercent"]);
});

test("roles of a company — include the public roles and the company's own roles, but no roles of other companies", async () => {
  const own = await newRole({ "order.view": 1 });
  const { json } = await world.ask("listCompanyRoles", { as: "owner", path: { companyId: 1 } });
  expect(json.slice(0, 7).map(({ name }) => name)).toEqual([
    "Администратор компании",
    "Менеджер",
    "Оператор",
    "Кассир",
    "Кухня",
    "Курьер",
    "Кладовщик",
  ]);
  expect(json.find(({ id }) => id === 3)).toMatchObject({ isPublic: true, companyId: null, userCount: 1 });
  expect(json.find(({ id }) => id === own.id)).toMatchObject({ companyId: 1, companyName: "Пекарня «Колос»" });
  const others = await world.ask("listCompanyRoles", { as: "owner2", path: { companyId: 3 } });
  expect(others.json.map(({ id }) => id)).not.toContain(own.id);
  expect((await world.ask("getCompanyRole", { as: "owner2", ...inCompany(own.id, 3) })).status).toBe(404);
  const all = await world.ask("listAllRoles", { as: "admin" });
  expect(all.json.find(({ id }) => id === 3)).toMatchObject({ userCount: 2 });
});

test("change of a role — takes effect at the next request", async () => {
  const role = await newRole({ "catalogue.view": 1 });
  await giveCashier(role.id);
  const orders = () => world.ask("listOrderStatuses", { as: "cashier", path: { companyId: 1 } });
  const save = (permissions: Record<string, number>) =>
    world.ask("updateCompanyRole", { as: "owner", ...inCompany(role.id), body: { name: role.name, permissions } });
  expect((await orders()).status).toBe(403);
  await save({ "order.view": 1 });
  expect((await orders()).status).toBe(200);
  const companies = await world.ask("listCompanies", { as: "cashier" });
  expect(companies.json[0]?.permissions).toEqual({ "order.view": 1 });
  await save({ "order.view": 0 });
  expect((await orders()).status).toBe(403);
  await giveCashier(4);
});

test("permissions of a role — are 0 or 1 for a flag and at most 100 for a percentage; unknown permissions are refused", async () => {
  const role = await newRole({ "order.view": 1, "order.edit": 0, "discount.maxPercent": 100 });
  expect(role.permissions).toEqual({ "order.view": 1, "discount.maxPercent": 100 });
  const refused = [
    ["order.view", 1.5],
    ["order.view", "abc"],
    ["order.view", ""],
    ["order.view", null],
    ["order.view", true],
    ["order.view", 2],
    ["order.view", -1],
    ["discount.maxPercent", 101],
    ["discount.maxPercent", 1e300],
    ["no.such", 1],
    ["toString", 1],
    ["50%", "да"],
    ["a~1b/c", "да"],
    ["%41", "да"],
  ] as const;
  for (const [name, value] of refused) {
    const raw = { text: JSON.stringify({ name: "x", permissions: { [name]: value } }) };
    const { status, problem } = await world.ask("createCompanyRole", { as: "owner", path: { companyId: 1 }, raw });
    expect([name, value, status]).toEqual([name, value, 400]);
    expect(Object.keys(problem.errors ?? {})).toEqual([`permissions.${name}`]);
  }
});

test("role — can have an empty name", async () => {
  expect((await newRole({}, "")).name).toBe("");
});

test("public role — cannot be changed or removed in a company, but a global administrator can change it", async () => {
  const body = { name: "Кухня", permissions: { "order.view": 1 } };
  const changed = await world.ask("updateCompanyRole", { as: "owner", ...inCompany(5), body });
  const removed = await world.ask("deleteCompanyRole", { as: "owner", ...inCompany(5) });
  for (const { status, problem } of [changed, removed]) {
    expect(status).toBe(403);
    expect(problem.message).toBe("Системную роль нельзя изменить или удалить в компании.");
  }
  const kitchen = (await world.ask("getAnyRole", { as: "admin", path: { roleId: 5 } })).json;
  const path = { roleId: 5 };
  const save = { name: "Кухня и бар", isPublic: true, companyId: null, permissions: kitchen.permissions };
  expect((await world.ask("updateAnyRole", { as: "admin", path, body: save })).json.name).toBe("Кухня и бар");
});

test("company and public flag of a role — can be set only by a global administrator, and not both together", async () => {
  const body = { name: "Моя", isPublic: true, permissions: {} };
  expect((await world.ask("createCompanyRole", { as: "owner", path: { companyId: 1 }, body })).status).toBe(403);
  const foreign = { name: "Чужая", companyId: 3, permissions: {} };
  expect((await world.ask("createCompanyRole", { as: "owner", path: { companyId: 1 }, body: foreign })).status).toBe(
    400,
  );
  const ask = (save: object) =>
    world.ask("createAnyRole", {
      as: "admin",
      raw: { text: JSON.stringify({ name: "Роль", permissions: {}, ...save }) },
    });
  expect((await ask({ companyId: "3" })).json).toMatchObject({ companyId: 3, isPublic: false });
  expect((await ask({ companyId: "" })).json).toMatchObject({ companyId: null, isPublic: false });
  expect((await ask({ isPublic: true })).json).toMatchObject({ companyId: null, isPublic: true });
  expect((await ask({ isPublic: true, companyId: 3 })).problem.errors).toHaveProperty("companyId");
  expect((await ask({ companyId: 9999999999 })).status).toBe(400);
  expect((await ask({ companyId: "9999999999" })).problem.errors).toHaveProperty("companyId");
  expect((await ask({ companyId: 999 })).problem.errors).toEqual({ companyId: "Такой компании нет." });
});

test("permissions that the caller lacks — cannot be added to a role, or removed from a role that users have", async () => {
  const keeper = await newRole({ "role.manage": 1, "order.view": 1, "discount.maxPercent": 10 }, "Кадры");
  const rich = await newRole({ "order.view": 1, "finance.view": 1, "discount.maxPercent": 50 }, "Богатая");
  await giveCashier(keeper.id);
  const save = (permissions: Record<string, number>) =>
    world.ask("updateCompanyRole", { as: "cashier", ...inCompany(rich.id), body: { name: "Богатая", permissions } });
  const beyond = await save({ ...rich.permissions, "payment.reject": 1 });
  expect([beyond.status, Object.keys(beyond.problem.errors ?? {})]).toEqual([403, ["permissions.payment.reject"]]);
  expect((await save({ ...rich.permissions, "discount.maxPercent": 51 })).status).toBe(403);
  expect((await save({ ...rich.permissions, "order.view": 1 })).status).toBe(200);
  await give(COURIER, rich.id);
  const taken = await save({ "order.view": 1, "discount.maxPercent": 40 });
  expect([taken.status, Object.keys(taken.problem.errors ?? {})]).toEqual([403, ["permissions.finance.view"]]);
  expect((await save({ ...rich.permissions, "order.view": 0 })).status).toBe(200);
  await give(COURIER, 6);
  expect((await save({ "order.view": 1, "discount.maxPercent": 40 })).status).toBe(200);
  expect((await save({ "order.view": 1, "finance.view": 1, "discount.maxPercent": 40 })).status).toBe(403);
  const own = { name: "Кадры", permissions: { ...keeper.permissions, "user.manage": 1 } };
  expect((await world.ask("updateCompanyRole", { as: "cashier", ...inCompany(keeper.id), body: own })).status).toBe(
    403,
  );
  const made = { name: "Новая", permissions: { "user.manage": 1 } };
  const created = await world.ask("createCompanyRole", { as: "cashier", path: { companyId: 1 }, body: made });
  expect(created.status).toBe(403);
  await giveCashier(4);
});

test("removal of an assigned role — is refused with the number of its users", async () => {
  const role = await newRole({ "order.view": 1 });
  await giveCashier(role.id);
  const refused = await world.ask("deleteCompanyRole", { as: "owner", ...inCompany(role.id) });
  expect([refused.status, refused.problem.message]).toEqual([
    409,
    "Роль назначена 1 сотруднику. Сначала дайте им другую роль.",
  ]);
  await giveCashier(4);
  expect((await world.ask("deleteCompanyRole", { as: "owner", ...inCompany(role.id) })).status).toBe(204);
  expect((await world.ask("deleteCompanyRole", { as: "owner", ...inCompany(role.id) })).status).toBe(404);
  expect((await world.ask("deleteAnyRole", { as: "admin", path: { roleId: 1 } })).status).toBe(409);
});

test("save of a role with an outdated version — gets 412 with the current role", async () => {
  const role = await newRole({ "order.view": 1 });
  const rename = (name: string, seen: string) =>
    world.ask("updateCompanyRole", { as: "owner", ...inCompany(role.id), seen, body: { name, permissions: {} } });
  expect((await rename("Первая", `"${role.version}"`)).json).toMatchObject({ name: "Первая", version: 2 });
  const stale = await rename("Вторая", `"${role.version}"`);
  expect(stale.status).toBe(412);
  expect(JSON.parse(stale.text).role).toMatchObject({ name: "Первая", version: 2 });
  expect((await rename("Вторая", "abc")).status).toBe(400);
  const blind = { name: "Без версии", permissions: {} };
  expect((await world.ask("updateCompanyRole", { as: "owner", ...inCompany(role.id), body: blind })).status).toBe(200);
});

test("change of a role — is refused if a company would lose its last administrator", async () => {
  const admins = await newRole({ "company.edit": 1, "user.manage": 1, "role.manage": 1 }, "Хозяева");
  await world.db.updateTable("company_user").set({ role_id: admins.id }).where("company_id", "=", 1).execute();
  const demote = { name: "Хозяева", permissions: { "role.manage": 1 } };
  const refused = await world.ask("updateCompanyRole", { as: "owner", ...inCompany(admins.id), body: demote });
  expect([refused.status, refused.problem.message.includes("администратор")]).toEqual([409, true]);
  const moved = { name: "Хозяева", isPublic: false, companyId: 3, permissions: admins.permissions };
  const path = { roleId: admins.id };
  expect((await world.ask("updateAnyRole", { as: "admin", path, body: moved })).status).toBe(409);
  await world.db
    .updateTable("company_user")
    .set({ role_id: 6 })
    .where("role_id", "=", admins.id)
    .where("user_id", ">", 7)
    .execute();
  for (const [user, role] of [1, 1, 2, 3, 4, 5, 6].entries())
    await world.db
      .updateTable("company_user")
      .set({ role_id: role })
      .where("company_id", "=", 1)
      .where("user_id", "=", user + 1)
      .execute();
  expect((await world.ask("updateAnyRole", { as: "admin", path, body: moved })).json.companyId).toBe(3);
});

test("creation of a role repeated with the same idempotency key — adds one role", async () => {
  const ask = { as: "owner", path: { companyId: 1 }, key: "role-intent-1", body: { name: "Разовая", permissions: {} } };
  const first = await world.ask("createCompanyRole", ask);
  const second = await world.ask("createCompanyRole", ask);
  expect(second.json.id).toBe(first.json.id);
  const { json: all } = await world.ask("listCompanyRoles", { as: "owner", path: { companyId: 1 } });
  expect(all.filter(({ name }) => name === "Разовая").map(({ id }) => id)).toEqual([first.json.id]);
});
