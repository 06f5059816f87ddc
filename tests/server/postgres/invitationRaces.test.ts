import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type World } from "../../support/server/testServer.ts";

let one: World;
let two: World;
beforeAll(async () => {
  one = await startWorld();
  two = await startWorld({ beside: one });
});
afterAll(async () => {
  await two.stop();
  await one.stop();
});

/** Demo user of company 3, whom company 1 invites. */
const INVITED = { id: 9, userName: "operator2" };
const ROUNDS = 8;

const invite = (world: World, userName = INVITED.userName, companyId = 1) =>
  world.ask("addCompanyUser", { as: "owner", path: { companyId }, body: { userName, roleId: 6 } });
const secretOf = (link: string | null | undefined): string => link?.replace("/password/", "") ?? "";
const accept = (world: World, invitationId: number, code: string) =>
  world.ask("acceptInvitation", { as: INVITED.userName, path: { invitationId }, body: { code } });
const remove = (world: World, userId: number) =>
  world.ask("removeCompanyUser", { as: "owner", path: { companyId: 1 }, query: { userId: String(userId) } });

const isMember = async (companyId: number): Promise<boolean> => {
  const { rows } =
    await sql`select 1 from company_user where company_id = ${companyId} and user_id = ${INVITED.id}`.execute(one.db);
  return rows.length > 0;
};

test("invitation accepted and withdrawn at once — exactly one request succeeds", async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { json } = await invite(one);
    const [accepted, withdrawn] = await Promise.all([
      accept(one, json.userId, secretOf(json.passwordLink)),
      remove(two, json.userId),
    ]);
    expect([accepted.status, withdrawn.status].sort()).toEqual([204, 404]);
    expect(await isMember(1)).toBe(accepted.status === 204);
    if (accepted.status === 204) await remove(one, INVITED.id);
  }
});

test("invitation accepted and declined at once — exactly one request succeeds", async () => {
  const { json } = await invite(one);
  const path = { invitationId: json.userId };
  const [accepted, declined] = await Promise.all([
    accept(one, json.userId, secretOf(json.passwordLink)),
    two.ask("declineInvitation", { as: INVITED.userName, path }),
  ]);
  expect([accepted.status, declined.status].sort()).toEqual([204, 404]);
  expect(await isMember(1)).toBe(accepted.status === 204);
  if (accepted.status === 204) await remove(one, INVITED.id);
});

test("user name invited several times at once by one company — is invited once", async () => {
  const answers = await Promise.all([invite(one, "hurried"), invite(two, "HURRIED"), invite(one, "Hurried")]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
});

test("link of an invitation used twice at once — creates one account", async () => {
  const { json } = await invite(one, "double.click");
  const token = secretOf(json.passwordLink);
  const set = (world: World, password: string) => world.ask("setPassword", { body: { token, password } });
  const answers = await Promise.all([set(one, "Первый-пароль-1"), set(two, "Второй-пароль-2")]);
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 404]);
  const { rows } = await sql`select 1 from app_user where user_name = 'double.click'`.execute(one.db);
  expect(rows.length).toBe(1);
});

test("links of two companies for the same new name, used at once — create one account", async () => {
  const own = await invite(one, "wanted.by.both");
  const other = await two.ask("addCompanyUser", {
    as: "owner2",
    path: { companyId: 3 },
    body: { userName: "wanted.by.both", roleId: 6 },
  });
  const set = (world: World, link: string | null | undefined, password: string) =>
    world.ask("setPassword", { body: { token: secretOf(link), password } });
  const answers = await Promise.all([
    set(one, own.json.passwordLink, "Первый-пароль-1"),
    set(two, other.json.passwordLink, "Второй-пароль-2"),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
  const { rows } = await sql`select 1 from company_user m join app_user u on u.id = m.user_id
    where u.user_name = 'wanted.by.both'`.execute(one.db);
  expect(rows.length).toBe(1);
});

test("invitation accepted while its company is being removed — is accepted first or refused", async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { json: company } = await one.ask("createCompany", { as: "owner", body: { name: "Спорная" } });
    const { json } = await invite(one, INVITED.userName, company.id);
    const [accepted, removed] = await Promise.all([
      accept(one, json.userId, secretOf(json.passwordLink)),
      two.ask("deleteCompany", { as: "owner", path: { companyId: company.id } }),
    ]);
    expect(removed.status).toBe(204);
    expect([204, 404]).toContain(accepted.status);
    expect(await isMember(company.id)).toBe(accepted.status === 204);
    const { rows } = await sql`select 1 from company_invitation where company_id = ${company.id}`.execute(one.db);
    expect(rows).toEqual([]);
  }
});
