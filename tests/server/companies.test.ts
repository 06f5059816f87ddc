import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { giveRole } from "../support/server/giveRole.ts";
import { givenOrder, pathOf } from "../support/server/orders.ts";
import { allowCompanies, startWorld, type World } from "../support/server/testServer.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
  await allowCompanies(world, "operator", "cashier");
  await giveRole(world, 7, ["order.view", "order.changeStatus", "payment.accept"]);
});
afterAll(() => world.stop());

const givenCompany = async (name: string, as = "operator") =>
  (await world.ask("createCompany", { as, body: { name } })).json;

describe("company", () => {
  test("new company — makes its creator an administrator, has an initial order status, and is hidden from users outside the company", async () => {
    const { id } = await givenCompany("Пекарня «Рожь»");
    const { json: companies } = await world.ask("listCompanies", { as: "operator" });
    expect(companies.find((company) => company.id === id)?.permissions).toMatchObject({
      "user.manage": 1,
      "company.edit": 1,
    });
    const { json: rows } = await world.ask("listCompanySummary", { as: "operator" });
    expect(rows.find((company) => company.id === id)).toEqual({
      id,
      name: "Пекарня «Рожь»",
      isActive: true,
      userName: "Анна Орлова",
    });
    const { json: statuses } = await world.ask("listOrderStatuses", { as: "operator", path: { companyId: id } });
    expect(statuses[0]).toMatchObject({ name: "Новый", isClosed: false });
    expect((await world.ask("getCompany", { as: "owner", path: { companyId: id } })).status).toBe(404);
  });

  test("company — is added once by a repeated creation with the same idempotency key", async () => {
    const make = () => world.ask("createCompany", { as: "cashier", body: { name: "Дважды" }, key: "twice-the-same" });
    const [first, second] = [await make(), await make()];
    expect(second.json.id).toBe(first.json.id);
  });

  test("company — keeps fields that a save omits, and clears fields that a save sends blank", async () => {
    const { id } = await givenCompany("Полная");
    const path = { companyId: id };
    const body = {
      companyId: id,
      name: " Полная чаша ",
      phone: "+74950000000",
      webSite: "chasha.example",
      workTime: "9–21",
    };
    await world.ask("updateCompany", { as: "operator", path, body });
    const { json } = await world.ask("updateCompany", {
      as: "operator",
      path,
      body: { name: "Полная чаша", workTime: " " },
    });
    expect(json).toMatchObject({
      name: "Полная чаша",
      phone: "+74950000000",
      webSite: "chasha.example",
      workTime: null,
    });
  });

  test("save of a company with an outdated version — gets 412 with the current company", async () => {
    const { id, version } = await givenCompany("Общая");
    const path = { companyId: id };
    const save = (name: string) => world.ask("updateCompany", { as: "operator", path, body: { name }, seen: version });
    expect((await save("Первый")).status).toBe(200);
    const late = await save("Второй");
    expect([late.status, JSON.parse(late.text).company.name]).toEqual([412, "Первый"]);
  });

  test.each([
    ["a blank name", "name", { name: "   " }],
    ["an unknown time zone", "timeZone", { name: "К", timeZone: "Europe/Moskva" }],
    ["an offset as the time zone", "timeZone", { name: "К", timeZone: "+03:00" }],
    ["a business day that starts at 24:00", "dayStart", { name: "К", dayStart: "24:00" }],
    ["a negative lead time", "leadMinutes", { name: "К", leadMinutes: -1 }],
    ["a lead time longer than a day", "leadMinutes", { name: "К", leadMinutes: 1441 }],
    ["a lead time of 7.5 minutes", "leadMinutes", { name: "К", leadMinutes: 7.5 }],
    ["a script as the web site", "webSite", { name: "К", webSite: "javascript:alert(1)" }],
    ["an unknown logo", "newLogoId", { name: "К", newLogoId: "5f0c1c62-0f3b-4f0a-9d0e-0c7f6a9c1f11" }],
    ["the id of another company", "companyId", { name: "К", companyId: 2 }],
  ])("save of a company with %s — is refused with a message at the field '%s'", async (_, field, body) => {
    const refused = await world.ask("updateCompany", {
      as: "owner",
      path: { companyId: 1 },
      body: body as { name: string },
    });
    expect([refused.status, Object.keys(refused.problem.errors ?? {})]).toEqual([400, [field]]);
  });

  test("time zone and start of the business day of a company — are saved", async () => {
    const { id } = await givenCompany("Ночная");
    const body = { name: "Ночная", timeZone: "Asia/Vladivostok", dayStart: "05:30" };
    const { json } = await world.ask("updateCompany", { as: "operator", path: { companyId: id }, body });
    expect(json).toMatchObject({ timeZone: "Asia/Vladivostok", dayStart: "05:30" });
  });

  test("lead time of a company — is 60 minutes by default, can be changed, and is kept if a save omits it", async () => {
    const { id } = await givenCompany("Быстрая");
    const path = { companyId: id };
    expect((await world.ask("getCompany", { as: "operator", path })).json.leadMinutes).toBe(60);
    const { json } = await world.ask("updateCompany", {
      as: "operator",
      path,
      body: { name: "Быстрая", leadMinutes: 25 },
    });
    expect(json.leadMinutes).toBe(25);
    await world.ask("updateCompany", { as: "operator", path, body: { name: "Быстрая" } });
    expect((await world.ask("getCompany", { as: "operator", path })).json.leadMinutes).toBe(25);
  });

  test("company — cannot be removed with open orders or goods in transit, and is not found after its removal", async () => {
    const refused = await world.ask("deleteCompany", { as: "owner", path: { companyId: 1 } });
    expect([refused.status, refused.problem.message]).toEqual([409, expect.stringContaining("незакрытые заказы")]);
    const { id } = await givenCompany("Прощай");
    const path = { companyId: id };
    await sql`insert into transfer_list (company_id, to_company_id, state) values (1, ${id}, 'sent')`.execute(world.db);
    const awaiting = await world.ask("deleteCompany", { as: "operator", path });
    expect([awaiting.status, awaiting.problem.message]).toEqual([409, expect.stringContaining("товары в пути")]);
    await sql`update transfer_list set state = 'recalled' where to_company_id = ${id}`.execute(world.db);
    expect((await world.ask("deleteCompany", { as: "operator", path })).status).toBe(204);
    for (const operation of ["getCompany", "listOrders", "listCompanyUsers", "deleteCompany"] as const)
      expect((await world.ask(operation, { as: "operator", path })).status).toBe(404);
    const { json } = await world.ask("listCompanies", { as: "operator" });
    expect(json.some((company) => company.id === id)).toBe(false);
    const { rows } = await sql`select 1 from company where id = ${id}`.execute(world.db);
    expect(rows.length).toBe(1);
  });

  test("state of a company — shows today's income only to users who may confirm payments", async () => {
    const stateFor = async (as: string) => (await world.ask("getCompanyState", { as, path: { companyId: 1 } })).json;
    expect((await stateFor("cashier")).acceptedToday).toBeGreaterThanOrEqual(0);
    expect((await stateFor("courier")).acceptedToday).toBeNull();
  });
});

describe("permission to create companies", () => {
  const create = (as: string, headers?: Record<string, string>) =>
    world.ask("createCompany", { as, body: { name: "Новая" }, ...(headers && { headers }) });
  const set = (canCreateCompany: boolean, as = "admin", userId = 7) =>
    world.ask("setCompanyCreation", { as, path: { userId }, body: { canCreateCompany } });

  test.each(["courier", "kitchen", "manager", "operator2"])(
    "%s, who lacks the permission to create companies, cannot create a company",
    async (as) => {
      const refused = await create(as);
      expect([refused.status, refused.problem.message]).toEqual([403, "У вас нет права «Создание компаний»."]);
    },
  );

  test.each(["owner", "owner2", "admin"])(
    "%s, who has the permission to create companies, can create a company",
    async (as) => {
      expect((await create(as)).status).toBe(200);
    },
  );

  test("granting and revoking the permission to create companies take effect immediately", async () => {
    expect((await set(true)).json).toMatchObject({ id: 7, canCreateCompany: true });
    expect((await create("courier")).status).toBe(200);
    const own = await world.ask("getAccount", { as: "courier", path: { userId: 7 } });
    expect(own.json.canCreateCompany).toBe(true);
    expect((await set(false)).json.canCreateCompany).toBe(false);
    expect((await create("courier")).status).toBe(403);
  });

  test("the permission to create companies cannot be granted by an owner or through a role", async () => {
    expect((await set(true, "owner")).status).toBe(403);
    expect((await set(true, "admin", 999_999)).status).toBe(404);
    const body = { name: "Хитрая", permissions: { "company.create": 1 } };
    expect((await world.ask("createCompanyRole", { as: "owner", path: { companyId: 1 }, body })).status).toBe(400);
  });
});

describe("users of a company", () => {
  const path = { companyId: 1 };
  const users = async (companyId = 1, as = "owner") =>
    (await world.ask("listCompanyUsers", { as, path: { companyId } })).json;

  test("a user can neither grant permissions that they lack nor change a user who has more permissions", async () => {
    await sql`insert into role (id, company_id, name, permissions) values
      (100, 1, 'Кадровик', '{"user.manage": 1, "order.view": 1}'), (101, 1, 'Гость', '{"order.view": 1}'), (102, 3, 'Чужая', '{}')`.execute(
      world.db,
    );
    await world.ask("changeCompanyUser", { as: "owner", path: { ...path, userId: 6 }, body: { roleId: 100 } });
    const give = (roleId: number, userId = 7) =>
      world.ask("changeCompanyUser", { as: "kitchen", path: { ...path, userId }, body: { roleId } });
    expect((await give(101)).status).toBe(403);
    await world.ask("changeCompanyUser", { as: "owner", path: { ...path, userId: 7 }, body: { roleId: 101 } });
    expect((await give(100)).status).toBe(200);
    expect((await give(3)).status).toBe(403);
    expect((await give(102)).status).toBe(400);
    expect((await give(101, 2)).status).toBe(403);
    const remove = await world.ask("removeCompanyUser", { as: "kitchen", path, query: { userId: "2" } });
    expect([remove.status, remove.problem.message]).toEqual([403, expect.stringContaining("больше прав")]);
    const { json: roles } = await world.ask("listGivableRoles", { as: "kitchen", path });
    expect(roles.map(({ id }) => id)).toEqual([100, 101]);
  });

  test("a user removed from a company loses access to the company immediately", async () => {
    const order = await givenOrder(world);
    expect((await world.ask("getOrder", { as: "cashier", path: pathOf(order) })).status).toBe(200);
    const noticed = async () => (await world.ask("listNotifications", { as: "cashier" })).json.length;
    expect(await noticed()).toBeGreaterThan(0);
    expect((await world.ask("removeCompanyUser", { as: "owner", path, query: { userId: "5" } })).status).toBe(204);
    expect((await world.ask("getOrder", { as: "cashier", path: pathOf(order) })).status).toBe(404);
    expect(await noticed()).toBe(0);
    const body = { companyId: 1, userId: 3 };
    expect((await world.ask("removeCompanyUser", { as: "owner", path, body })).status).toBe(204);
    expect((await world.ask("removeCompanyUser", { as: "owner", path, body })).status).toBe(404);
    expect((await world.ask("removeCompanyUser", { as: "owner", path })).status).toBe(400);
    expect((await world.ask("removeCompanyUser", { as: "owner", path, query: { userId: "8" } })).status).toBe(404);
  });

  test("the last administrator who can sign in cannot be removed or demoted", async () => {
    const path = { companyId: 3 };
    const makeOperator = (userId: number) =>
      world.ask("changeCompanyUser", { as: "owner2", path: { ...path, userId }, body: { roleId: 3 } });
    await sql`delete from company_user where company_id = 3 and user_id = 1`.execute(world.db);
    await sql`with someday as (insert into app_user (user_name, alias) values ('someday', 'Когда-нибудь') returning id)
      insert into company_user (company_id, user_id, role_id) select 3, id, 1 from someday`.execute(world.db);
    await world.ask("addCompanyUser", { as: "owner2", path, body: { userName: "invited.chief", roleId: 1 } });
    expect([(await makeOperator(8)).status, (await makeOperator(8)).problem.message]).toEqual([
      409,
      expect.stringContaining("администратор"),
    ]);
    const removed = await world.ask("removeCompanyUser", { as: "owner2", path, query: { userId: "8" } });
    expect(removed.status).toBe(409);
    expect((await users(3, "owner2")).find(({ userId }) => userId === 8)?.roleName).toBe("Администратор компании");
  });

  test("the users of a company can be listed only with the permission user.manage, and a user of another company cannot be changed", async () => {
    expect((await world.ask("listCompanyUsers", { as: "operator", path })).status).toBe(403);
    expect((await world.ask("listCompanyUsers", { as: "owner2", path })).status).toBe(404);
    const foreign = await world.ask("changeCompanyUser", {
      as: "owner",
      path: { ...path, userId: 8 },
      body: { roleId: 3 },
    });
    expect(foreign.status).toBe(404);
  });
});
