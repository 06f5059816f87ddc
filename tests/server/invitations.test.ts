import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { givenOrder } from "../support/server/orders.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const PASSWORD = "Хлеб-и-соль-7";
/** Demo user of company 3, whom company 1 invites. */
const STRANGER = "operator2";

const invite = (userName: string, { as = "owner", companyId = 1, roleId = 3, alias = null as string | null } = {}) =>
  world.ask("addCompanyUser", { as, path: { companyId }, body: { userName, alias, roleId } });
const secretOf = (link: string | null | undefined): string => link?.replace("/password/", "") ?? "";
const withdraw = (userId: number, as = "owner", companyId = 1) =>
  world.ask("removeCompanyUser", { as, path: { companyId }, query: { userId: String(userId) } });
const accept = (as: string, invitationId: number, code: string) =>
  world.ask("acceptInvitation", { as, path: { invitationId }, body: { code } });
const decline = (as: string, invitationId: number) => world.ask("declineInvitation", { as, path: { invitationId } });
const invitationsOf = async (as: string) => (await world.ask("listInvitations", { as })).json;
const setPassword = (link: string | null | undefined, password = PASSWORD) =>
  world.ask("setPassword", { body: { token: secretOf(link), password } });
const signIn = (userName: string, password = PASSWORD) =>
  world.ask("signIn", { body: { grantType: "password", userName, password, tokenIn: "body" } });
const users = async (companyId = 1, as = "owner") =>
  (await world.ask("listCompanyUsers", { as, path: { companyId } })).json;
const companiesOf = async (as: string) => (await world.ask("listCompanies", { as })).json.map(({ id }) => id);
const renew = (userId: number, as = "owner", companyId = 1) =>
  world.ask("renewCompanyUserLink", { as, path: { companyId, userId } });

describe("invitation of a name without an account", () => {
  test("the link of an invitation creates the account once", async () => {
    const { json } = await invite("vera@kolos.example", { alias: "Вера Колосова" });
    expect(json).toMatchObject({ alias: "Вера Колосова", roleName: "Оператор", isInvited: true, hasPassword: false });
    expect((await signIn("vera@kolos.example")).status).toBe(401);
    expect((await setPassword(json.passwordLink, "vera@kolos.example")).problem.errors).toHaveProperty("password");
    expect((await setPassword(json.passwordLink)).status).toBe(204);
    const again = await setPassword(json.passwordLink);
    expect([again.status, again.problem.message]).toEqual([404, expect.stringContaining("уже использована")]);
    const { access_token: token } = (await signIn("vera@kolos.example")).json;
    const own = await world.ask("listCompanies", { headers: { authorization: `Bearer ${token}` } });
    expect(own.json.map(({ id }) => id)).toEqual([1]);
    expect((await users()).find(({ userId }) => userId === json.userId)).toMatchObject({
      isInvited: false,
      hasPassword: true,
      roleName: "Оператор",
    });
    const member = await invite("VERA@kolos.example");
    expect([member.status, member.problem.message]).toEqual([409, "Этот пользователь уже работает в компании."]);
    expect((await renew(json.userId)).status).toBe(409);
  });

  test("an invitation creates no account until its link is used, and a withdrawn invitation invalidates its link", async () => {
    const { json } = await invite("never.came");
    expect((await sql`select 1 from app_user where user_name = 'never.came'`.execute(world.db)).rows).toEqual([]);
    expect((await withdraw(json.userId)).status).toBe(204);
    expect((await setPassword(json.passwordLink)).status).toBe(404);
    expect((await signIn("never.came")).status).toBe(401);
    expect((await invite("never.came")).status).toBe(200);
  });

  test("if two companies invite the same new name, the use of one link invalidates the other link", async () => {
    const [first, second] = [await invite("same.hand"), await invite("same.hand", { as: "owner2", companyId: 3 })];
    expect(first.json.userId).not.toBe(second.json.userId);
    expect((await setPassword(first.json.passwordLink)).status).toBe(204);
    const late = await setPassword(second.json.passwordLink, "Чужой-пароль-9");
    expect([late.status, late.problem.message]).toEqual([409, expect.stringContaining("занято")]);
    expect([(await signIn("same.hand")).status, (await signIn("same.hand", "Чужой-пароль-9")).status]).toEqual([
      200, 401,
    ]);
  });

  test("the page of an invitation link shows the company and the role", async () => {
    const { json } = await invite("page.reader");
    const page = await world.app.inject({ url: json.passwordLink ?? "" });
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain("Пекарня «Колос»");
    expect(page.body).toContain("Оператор");
    expect(page.body).toContain(`/#invitation=${secretOf(json.passwordLink)}`);
  });
});

describe("invitation of a user who has an account in another company", () => {
  test("the response to an invitation, the list of users and the link do not reveal whether the user name exists", async () => {
    const known = (await invite(STRANGER)).json;
    const unknown = (await invite("operator7")).json;
    const blank = (text: string) =>
      text
        .replaceAll(STRANGER, "NAME")
        .replaceAll("operator7", "NAME")
        .replaceAll(/[\w-]{32}/g, "SECRET");
    const comparable = (value: unknown) => JSON.parse(blank(JSON.stringify(value)));
    const anyId = { userId: 0 };
    expect({ ...comparable(known), ...anyId }).toEqual({ ...comparable(unknown), ...anyId });
    expect(unknown.userId - known.userId).toBe(1);
    const rows = await users();
    const rowOf = (id: number) => ({ ...comparable(rows.find(({ userId }) => userId === id)), ...anyId });
    expect(rowOf(known.userId)).toEqual(rowOf(unknown.userId));
    const pageOf = async (link: string | null) => blank((await world.app.inject({ url: link ?? "" })).body);
    expect(await pageOf(known.passwordLink)).toBe(await pageOf(unknown.passwordLink));
    for (const { userId } of [known, unknown]) expect((await withdraw(userId)).status).toBe(204);
  });

  test("an invitation that is not yet accepted gives no access to the company", async () => {
    const { json } = await invite(STRANGER, { roleId: 2 });
    const order = await givenOrder(world);
    expect(await companiesOf(STRANGER)).toEqual([3]);
    expect((await world.ask("listCompanySummary", { as: STRANGER })).json.map(({ id }) => id)).toEqual([3]);
    for (const operation of ["getCompany", "listOrders", "listPrinters", "listCompanyUsers"] as const)
      expect((await world.ask(operation, { as: STRANGER, path: { companyId: 1 } })).status).toBe(404);
    const about = (await world.ask("listNotifications", { as: STRANGER })).json.map(({ data }) => data);
    expect(about.some((data) => data?.companyId === 1 || data?.orderId === order.id)).toBe(false);
    const accounts = (await world.ask("listAccounts", { as: "admin", query: { search: STRANGER } })).json.rows;
    expect(accounts[0]?.companies.map(({ id }) => id)).toEqual([3]);
    await withdraw(json.userId);
  });

  test("an invited user is notified and accepts with the secret of the link", async () => {
    const { json } = await invite(STRANGER.toUpperCase(), { roleId: 6 });
    expect(await invitationsOf(STRANGER)).toMatchObject([{ companyName: "Пекарня «Колос»", roleName: "Курьер" }]);
    const [notice] = (await world.ask("listNotifications", { as: STRANGER })).json;
    expect(notice).toMatchObject({ code: "invitation", title: "Приглашение: Пекарня «Колос»" });
    const code = secretOf(json.passwordLink);
    expect((await accept(STRANGER, json.userId, code)).status).toBe(204);
    expect(await companiesOf(STRANGER)).toEqual([1, 3]);
    const row = (await users()).find(({ userName }) => userName === STRANGER);
    expect(row).toMatchObject({ userId: 9, alias: "Ольга Чайкина", roleName: "Курьер", isInvited: false });
    expect(await invitationsOf(STRANGER)).toEqual([]);
    const codes = (await world.ask("listNotifications", { as: STRANGER })).json.map((one) => one.code);
    expect(codes).not.toContain("invitation");
    expect((await accept(STRANGER, json.userId, code)).status).toBe(404);
    expect((await withdraw(9)).status).toBe(204);
  });

  // The owner of company 3 registers the user name of a person before company 1 invites that person.
  test("a stranger who has registered the invited name cannot accept without the link", async () => {
    const planted = await invite("ivanov", { as: "owner2", companyId: 3, roleId: 6 });
    await setPassword(planted.json.passwordLink);
    const { json } = await invite("ivanov", { roleId: 2 });
    const { access_token: token } = (await signIn("ivanov")).json;
    const headers = { authorization: `Bearer ${token}` };
    const [seen] = (await world.ask("listInvitations", { headers })).json;
    const path = { invitationId: seen?.id ?? 0 };
    for (const code of ["", " ", secretOf(planted.json.passwordLink), "А".repeat(32)])
      expect((await world.ask("acceptInvitation", { headers, path, body: { code } })).status).toBe(400);
    expect((await world.ask("getCompany", { headers, path: { companyId: 1 } })).status).toBe(404);
    const taken = await setPassword(json.passwordLink, "Другой-пароль-9");
    expect(taken.status).toBe(409);
    expect((await signIn("ivanov", "Другой-пароль-9")).status).toBe(401);
  });

  test("a declined invitation is deleted, and the user can be invited again", async () => {
    const { json } = await invite(STRANGER);
    expect((await decline(STRANGER, json.userId)).status).toBe(204);
    expect((await users()).some(({ userId }) => userId === json.userId)).toBe(false);
    expect((await decline(STRANGER, json.userId)).status).toBe(404);
    const again = await invite(STRANGER);
    expect(again.status).toBe(200);
    await withdraw(again.json.userId);
  });
});

describe("invitation", () => {
  test("a user name with an open invitation cannot be invited again, even in a different letter case", async () => {
    const { json } = await invite("twice.asked");
    const second = await invite("TWICE.asked");
    expect([second.status, second.problem.message]).toEqual([409, "Этого пользователя уже пригласили."]);
    await withdraw(json.userId);
  });

  test("a new link of an invitation invalidates the old link", async () => {
    const { json } = await invite(STRANGER);
    const renewed = (await renew(json.userId)).json.passwordLink;
    expect((await accept(STRANGER, json.userId, secretOf(json.passwordLink))).status).toBe(400);
    expect((await accept(STRANGER, json.userId, secretOf(renewed))).status).toBe(204);
    await withdraw(9);
  });

  test("an expired invitation cannot be accepted, and is offered to the user again after a renewal", async () => {
    const { json } = await invite(STRANGER);
    await sql`update company_invitation set expires_at = now() where id = ${json.userId}`.execute(world.db);
    expect(await invitationsOf(STRANGER)).toEqual([]);
    expect((await accept(STRANGER, json.userId, secretOf(json.passwordLink))).status).toBe(409);
    expect((await setPassword(json.passwordLink)).problem.message).toContain("истёк");
    expect((await renew(json.userId)).status).toBe(200);
    expect(await invitationsOf(STRANGER)).toHaveLength(1);
    await withdraw(json.userId);
  });

  test("the invited user gets the role that the company has chosen last", async () => {
    const { json } = await invite("role.change");
    const change = (roleId: number, as = "owner") =>
      world.ask("changeCompanyUser", { as, path: { companyId: 1, userId: json.userId }, body: { roleId } });
    expect((await change(4)).json).toMatchObject({ roleName: "Кассир", isInvited: true });
    await setPassword(json.passwordLink);
    expect((await users()).find(({ userId }) => userId === json.userId)?.roleName).toBe("Кассир");
  });

  test("a role cannot be removed while an invitation contains the role", async () => {
    const made = await world.ask("createCompanyRole", {
      as: "owner",
      path: { companyId: 1 },
      body: { name: "Стажёр", permissions: { "order.view": 1 } },
    });
    const { json } = await invite("intern", { roleId: made.json.id });
    const remove = () => world.ask("deleteCompanyRole", { as: "owner", path: { companyId: 1, roleId: made.json.id } });
    expect((await remove()).status).toBe(409);
    await withdraw(json.userId);
    expect((await remove()).status).toBe(204);
  });

  test("the invitations of a removed company are deleted", async () => {
    const company = await world.ask("createCompany", { as: "owner", body: { name: "Мимолётная" } });
    const { json } = await invite(STRANGER, { companyId: company.json.id });
    expect(await invitationsOf(STRANGER)).toHaveLength(1);
    await world.ask("deleteCompany", { as: "owner", path: { companyId: company.json.id } });
    expect(await invitationsOf(STRANGER)).toEqual([]);
    expect((await accept(STRANGER, json.userId, secretOf(json.passwordLink))).status).toBe(404);
    expect((await setPassword(json.passwordLink)).status).toBe(404);
  });

  test("an invitation for another user or of another company is not found", async () => {
    const { json } = await invite("somebody.else");
    const code = secretOf(json.passwordLink);
    for (const as of ["owner", "owner2", STRANGER, "admin"]) {
      expect((await accept(as, json.userId, code)).status).toBe(404);
      expect((await decline(as, json.userId)).status).toBe(404);
    }
    expect((await withdraw(json.userId, "owner2", 3)).status).toBe(404);
    expect((await renew(json.userId, "owner2", 3)).status).toBe(404);
    const change = { as: "owner2", path: { companyId: 3, userId: json.userId }, body: { roleId: 6 } };
    expect((await world.ask("changeCompanyUser", change)).status).toBe(404);
    expect((await users()).find(({ userId }) => userId === json.userId)?.roleName).toBe("Оператор");
  });
});

describe("password link", () => {
  const givenUser = async (userName: string, createdBy: number | null, ...companyIds: readonly number[]) => {
    const { rows } = await sql<{ id: number }>`insert into app_user (user_name, alias, created_by_company_id)
      values (${userName}, ${userName}, ${createdBy}) returning id`.execute(world.db);
    const id = rows[0]?.id ?? 0;
    for (const companyId of companyIds)
      await world.db.insertInto("company_user").values({ company_id: companyId, user_id: id, role_id: 6 }).execute();
    return id;
  };

  test("password link — a company can create the link for an account that the company created, if the account belongs to no other company", async () => {
    expect((await renew(await givenUser("created.here", 1, 1))).json.passwordLink).toMatch(/^\/password\//);
  });

  test.each([
    ["another company created the account", 3, [1]],
    ["it is unknown which company created the account", null, [1]],
    ["the user is in another company too", 1, [1, 3]],
  ] as const)("password link — is refused if %s", async (why, createdBy, companyIds) => {
    const answer = await renew(await givenUser(why.replaceAll(" ", "."), createdBy, ...companyIds));
    expect([answer.status, answer.problem.message]).toEqual([409, expect.stringContaining("администратор системы")]);
  });
});
