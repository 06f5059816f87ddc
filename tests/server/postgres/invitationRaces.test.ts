import { sql } from "kysely";
import { expect, test } from "vitest";
import { givenTwoWorlds, statusesOf } from "../../support/server/races.ts";
import type { World } from "../../support/server/testServer.ts";

const worldOf = givenTwoWorlds();

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
    await sql`select 1 from company_user where company_id = ${companyId} and user_id = ${INVITED.id}`.execute(
      worldOf(0).db,
    );
  return rows.length > 0;
};

test("invitation accepted and withdrawn concurrently — exactly one request succeeds", async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { json } = await invite(worldOf(0));
    const [accepted, withdrawn] = await Promise.all([
      accept(worldOf(0), json.userId, secretOf(json.passwordLink)),
      remove(worldOf(1), json.userId),
    ]);
    expect([accepted.status, withdrawn.status].sort()).toEqual([204, 404]);
    expect(await isMember(1)).toBe(accepted.status === 204);
    if (accepted.status === 204) await remove(worldOf(0), INVITED.id);
  }
});

test("invitation accepted and declined concurrently — exactly one request succeeds", async () => {
  const { json } = await invite(worldOf(0));
  const path = { invitationId: json.userId };
  const [accepted, declined] = await Promise.all([
    accept(worldOf(0), json.userId, secretOf(json.passwordLink)),
    worldOf(1).ask("declineInvitation", { as: INVITED.userName, path }),
  ]);
  expect([accepted.status, declined.status].sort()).toEqual([204, 404]);
  expect(await isMember(1)).toBe(accepted.status === 204);
  if (accepted.status === 204) await remove(worldOf(0), INVITED.id);
});

test("user name invited three times concurrently in different letter case — is invited once", async () => {
  const answers = await Promise.all([
    invite(worldOf(0), "hurried"),
    invite(worldOf(1), "HURRIED"),
    invite(worldOf(0), "Hurried"),
  ]);
  expect(statusesOf(answers)).toEqual([200, 409, 409]);
});

test("link of an invitation used by two concurrent requests — creates one account", async () => {
  const { json } = await invite(worldOf(0), "double.click");
  const token = secretOf(json.passwordLink);
  const set = (world: World, password: string) => world.ask("setPassword", { body: { token, password } });
  const answers = await Promise.all([set(worldOf(0), "Первый-пароль-1"), set(worldOf(1), "Второй-пароль-2")]);
  expect(statusesOf(answers)).toEqual([204, 404]);
  const { rows } = await sql`select 1 from app_user where user_name = 'double.click'`.execute(worldOf(0).db);
  expect(rows.length).toBe(1);
});

test("links of two companies for the same new name, used concurrently — create one account", async () => {
  const own = await invite(worldOf(0), "wanted.by.both");
  const other = await worldOf(1).ask("addCompanyUser", {
    as: "owner2",
    path: { companyId: 3 },
    body: { userName: "wanted.by.both", roleId: 6 },
  });
  const set = (world: World, link: string | null | undefined, password: string) =>
    world.ask("setPassword", { body: { token: secretOf(link), password } });
  const answers = await Promise.all([
    set(worldOf(0), own.json.passwordLink, "Первый-пароль-1"),
    set(worldOf(1), other.json.passwordLink, "Второй-пароль-2"),
  ]);
  expect(statusesOf(answers)).toEqual([204, 409]);
  const { rows } = await sql`select 1 from company_user m join app_user u on u.id = m.user_id
    where u.user_name = 'wanted.by.both'`.execute(worldOf(0).db);
  expect(rows.length).toBe(1);
});

test("invitation accepted while its company is being removed — is accepted before the removal or refused", async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { json: company } = await worldOf(0).ask("createCompany", { as: "owner", body: { name: "Спорная" } });
    const { json } = await invite(worldOf(0), INVITED.userName, company.id);
    const [accepted, removed] = await Promise.all([
      accept(worldOf(0), json.userId, secretOf(json.passwordLink)),
      worldOf(1).ask("deleteCompany", { as: "owner", path: { companyId: company.id } }),
    ]);
    expect(removed.status).toBe(204);
    expect([204, 404]).toContain(accepted.status);
    expect(await isMember(company.id)).toBe(accepted.status === 204);
    const { rows } = await sql`select 1 from company_invitation where company_id = ${company.id}`.execute(
      worldOf(0).db,
    );
    expect(rows).toEqual([]);
  }
});
