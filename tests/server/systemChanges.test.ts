import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Schemas } from "#api/client.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

type Row = Schemas["ConfigChange"];

const PASSWORD = "Хлеб-и-соль-7";

const systemLog = async (query: Readonly<Record<string, string>> = {}): Promise<Row[]> =>
  (await world.ask("listSystemChanges", { as: "admin", query: { limit: "200", ...query } })).json.rows;
const companyLog = async (companyId: number, kind: string, as = "admin"): Promise<Row[]> =>
  (await world.ask("listConfigChanges", { as, path: { companyId }, query: { kind, limit: "200" } })).json.rows;

const rename = (userId: number, as: string, alias: string) =>
  world.ask("saveAccount", { as, path: { userId }, body: { alias } });

const changesOf = ({ changes }: Row) =>
  changes.map(({ label, before, after, isHidden }) => [label, before, after, isHidden]);

test("changed name of an account — is in the system log, and in the logs of the user's companies only", async () => {
  expect((await rename(4, "operator", "Анна Соколова")).status).toBe(200);
  const [entry] = await systemLog({ kind: "account", entityId: "4" });
  expect(entry).toMatchObject({ action: "update", name: "Анна Соколова", user: { id: 4, name: "Анна Соколова" } });
  expect(entry && changesOf(entry)).toEqual([["Имя", "Анна Орлова", "Анна Соколова", false]]);
  const [own] = await companyLog(1, "account", "owner");
  expect(own).toMatchObject({ kind: "account", entityId: 4, changes: entry?.changes });
  expect(await companyLog(3, "account", "owner2")).toEqual([]);

  expect((await rename(1, "admin", "Виктор Седов-Первый")).status).toBe(200);
  for (const companyId of [1, 2, 3])
    expect((await companyLog(companyId, "account")).filter(({ entityId }) => entityId === 1)).toHaveLength(1);
  expect(await systemLog({ kind: "account", entityId: "1" })).toHaveLength(1);
});

test("changed password — is recorded without its hash, with the user as the author", async () => {
  const path = { userId: 6 };
  const body = { currentPassword: "kitchen-demo", newPassword: PASSWORD };
  expect((await world.ask("changePassword", { as: "kitchen", path, body })).status).toBe(204);
  const [entry] = await systemLog({ kind: "account", entityId: "6" });
  expect(entry?.user.id).toBe(6);
  expect(entry && changesOf(entry)).toEqual([["Пароль", null, null, true]]);
  const { rows } = await sql<{ text: string }>`select c::text as text from config_change c`.execute(world.db);
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter(({ text }) => text.includes("scrypt") || text.includes("$argon"))).toEqual([]);
  const { rows: hashes } = await sql<{ hash: string }>`
    select password_hash as hash from app_user where password_hash is not null`.execute(world.db);
  for (const { hash } of hashes) expect(rows.some(({ text }) => text.includes(hash))).toBe(false);
});

test("password reset — is recorded with the administrator as the author, and the new password with the user as the author", async () => {
  const { json } = await world.ask("resetPassword", { as: "admin", path: { userId: 7 } });
  const token = json.path.split("/").at(-1) ?? "";
  expect((await world.ask("setPassword", { body: { token, password: PASSWORD } })).status).toBe(204);
  const entries = await systemLog({ kind: "account", entityId: "7" });
  expect(entries.map(({ user }) => user.id)).toEqual([7, 1]);
  for (const entry of entries) expect(changesOf(entry)).toEqual([["Пароль", null, null, true]]);
  expect(await companyLog(1, "account", "owner")).toEqual(
    expect.arrayContaining([expect.objectContaining({ entityId: 7 })]),
  );
});

test("blocking of an account and the permission to create companies — are recorded with the old and the new value", async () => {
  const path = { userId: 5 };
  for (const isActive of [false, true]) await world.ask("setAccountActive", { as: "admin", path, body: { isActive } });
  await world.ask("setCompanyCreation", { as: "admin", path, body: { canCreateCompany: true } });
  const entries = await systemLog({ kind: "account", entityId: "5" });
  expect(entries.map(changesOf).reverse()).toEqual([
    [["Действует", "да", "нет", false]],
    [["Действует", "нет", "да", false]],
    [["Создаёт компании", "нет", "да", false]],
  ]);
});

test("sign-in — leaves no entry in any audit log, although it changes the time of the account's last connection", async () => {
  const before = (await systemLog()).length;
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from config_change`.execute(world.db);
  const body = { grantType: "password" as const, userName: "storekeeper", password: "storekeeper-demo" };
  expect((await world.ask("signIn", { body })).status).toBe(200);
  const after = await sql<{ count: number }>`select count(*)::int as count from config_change`.execute(world.db);
  expect(after.rows).toEqual(rows);
  expect((await systemLog()).length).toBe(before);
});

test("log of a company — contains a change of an account only if the user belonged to the company at that time", async () => {
  await rename(9, "operator2", "Ольга до приёма");
  const invited = await world.ask("addCompanyUser", {
    as: "owner",
    path: { companyId: 1 },
    body: { userName: "operator2", roleId: 3 },
  });
  const accepted = await world.ask("acceptInvitation", {
    as: "operator2",
    path: { invitationId: invited.json.userId },
    body: { code: invited.json.passwordLink?.replace("/password/", "") ?? "" },
  });
  expect(accepted.status).toBe(204);
  await rename(9, "operator2", "Ольга в двух компаниях");
  const removed = await world.ask("removeCompanyUser", { as: "owner", path: { companyId: 1 }, query: { userId: "9" } });
  expect(removed.status).toBe(204);
  await rename(9, "operator2", "Ольга после ухода");
  const seen = async (companyId: number, as: string) =>
    (await companyLog(companyId, "account", as)).filter(({ entityId }) => entityId === 9).map(({ name }) => name);
  expect(await seen(1, "owner")).toEqual(["Ольга в двух компаниях"]);
  expect(await seen(3, "owner2")).toEqual(["Ольга после ухода", "Ольга в двух компаниях", "Ольга до приёма"]);
  expect(await systemLog({ kind: "account", entityId: "9" })).toHaveLength(3);
});

test("changes of a company group — are in the system log; the log of a company records only that the company joins or leaves a group", async () => {
  const body = (name: string, companyIds: number[]) => ({ name, companyIds });
  const { json: group } = await world.ask("createCompanyGroup", { as: "admin", body: body("Север", [3]) });
  const path = { companyGroupId: group.id };
  const save = (name: string, companyIds: number[]) =>
    world.ask("updateCompanyGroup", { as: "admin", path, body: body(name, companyIds) });
  await save("Северный ветер", [3]);
  await save("Северный ветер", []);
  await save("Северный ветер", []);
  expect((await world.ask("deleteCompanyGroup", { as: "admin", path })).status).toBe(204);
  const entries = await systemLog({ kind: "companyGroup", entityId: String(group.id) });
  expect(entries.reverse().map((row) => [row.action, row.name, ...changesOf(row)])).toEqual([
    ["create", "Север", ["Компании", null, "Кафе «Причал»", false]],
    ["update", "Северный ветер", ["Название", "Север", "Северный ветер", false]],
    ["update", "Северный ветер", ["Компании", "Кафе «Причал»", null, false]],
    ["remove", "Северный ветер"],
  ]);
  for (const companyId of [1, 3]) expect(await companyLog(companyId, "companyGroup")).toEqual([]);
  const own = (await companyLog(3, "company", "owner2")).reverse();
  expect(own.map((row) => changesOf(row))).toEqual([
    [["Группа компаний", null, "Северный ветер", false]],
    [["Группа компаний", "Северный ветер", null, false]],
  ]);
  expect((await companyLog(1, "company")).flatMap(changesOf).filter(([label]) => label === "Группа компаний")).toEqual(
    [],
  );
});

test("system log — can be read only by administrators; account changes in a company's log need the permission to manage users", async () => {
  for (const as of ["owner", "manager", "operator"])
    for (const operation of ["listSystemChanges", "listSystemAuthors"] as const)
      expect((await world.ask(operation, { as })).status).toBe(403);
  const { rows } = await sql<{ allowed: boolean }>`
    select coalesce((permissions ->> 'user.manage')::int, 0) > 0 as allowed from role where id = 2`.execute(world.db);
  expect((await companyLog(1, "account", "manager")).length > 0).toBe(rows[0]?.allowed);
});

test("system log — can be filtered by kind, author and days, and paging returns each entry exactly once", async () => {
  const all = await systemLog();
  expect(new Set(all.map(({ kind }) => kind))).toEqual(new Set(["account", "companyGroup"]));
  expect(await systemLog({ kind: "account" })).toEqual(all.filter(({ kind }) => kind === "account"));
  expect(await systemLog({ userId: "1" })).toEqual(all.filter(({ user }) => user.id === 1));
  expect(await systemLog({ kind: "tag" })).toEqual([]);
  expect(await systemLog({ startDate: "2090-01-01" })).toEqual([]);
  const paged: number[] = [];
  let cursor: string | undefined;
  do {
    const query = { limit: "3", ...(cursor !== undefined && { cursor }) };
    const { json } = await world.ask("listSystemChanges", { as: "admin", query });
    paged.push(...json.rows.map(({ id }) => id));
    cursor = json.next ?? undefined;
  } while (cursor !== undefined);
  expect(paged).toEqual(all.map(({ id }) => id));
  const authors = (await world.ask("listSystemAuthors", { as: "admin" })).json;
  expect(authors.map(({ id }) => id).sort((one, other) => one - other)).toEqual(
    [...new Set(all.map(({ user }) => user.id))].sort((one, other) => one - other),
  );
});
