import { afterAll, beforeAll, expect, test } from "vitest";
import type { Schemas } from "#api/client.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

type Save = Schemas["UserViewSave"];

const path = { companyId: 1 };
const list = async (as: string) => (await world.ask("listUserViews", { as, path })).json;
const namesOf = async (as: string) => (await list(as)).map(({ name }) => name);
const create = (as: string, save: Partial<Save> = {}) =>
  world.ask("createUserView", { as, path, body: { name: "Вид", screen: "open", query: "sort=number", ...save } });
const update = (as: string, id: number, save: Partial<Save>, version?: number) =>
  world.ask("updateUserView", {
    as,
    path: { ...path, id },
    ...(version !== undefined && { headers: { "if-match": `"${version}"` } }),
    body: { name: "Вид", screen: "open", query: "sort=number", ...save },
  });
const remove = (as: string, id: number) => world.ask("deleteUserView", { as, path: { ...path, id } });
const roleOf = async (name: string) => {
  const { json } = await world.ask("listCompanyRoles", { as: "owner", path });
  return json.find((role) => role.name === name)?.id ?? 0;
};

test("saved view — is visible only to its author, and can be changed and removed", async () => {
  const { status, json } = await create("operator", { name: " Доставка " });
  expect(status).toBe(200);
  expect(json).toMatchObject({ name: "Доставка", screen: "open", query: "sort=number", roleId: null, isOwn: true });
  expect(await namesOf("cashier")).not.toContain("Доставка");
  expect((await world.ask("getUserView", { as: "cashier", path: { ...path, id: json.id } })).status).toBe(404);
  expect((await update("cashier", json.id, {})).status).toBe(404);
  expect(
    (await update("operator", json.id, { name: "Моя доставка", screen: "summary" }, json.version)).json,
  ).toMatchObject({ name: "Моя доставка", screen: "summary", version: json.version + 1 });
  const stale = await update("operator", json.id, { name: "Другое окно" }, json.version);
  expect(stale.status).toBe(412);
  expect(Reflect.get(stale.problem, "entry")).toMatchObject({ name: "Моя доставка" });
  expect((await remove("operator", json.id)).status).toBe(204);
  expect(await namesOf("operator")).not.toContain("Моя доставка");
});

test("saved view shared with a role — is visible to the users of the role, who cannot change it", async () => {
  const roleId = await roleOf("Оператор");
  const { json } = await create("owner", { name: "Для операторов", roleId });
  expect((await list("operator")).find(({ id }) => id === json.id)).toMatchObject({
    isOwn: false,
    roleName: "Оператор",
  });
  expect(await namesOf("cashier")).not.toContain("Для операторов");
  expect((await update("operator", json.id, {})).status).toBe(403);
  expect((await remove("operator", json.id)).status).toBe(403);
  expect((await update("owner", json.id, { name: "Для операторов", roleId: null })).status).toBe(200);
  expect(await namesOf("operator")).not.toContain("Для операторов");
});

test("sharing a saved view — requires the permission to manage roles, and a role of the company", async () => {
  const roleId = await roleOf("Оператор");
  expect((await create("operator", { roleId })).status).toBe(403);
  const { json } = await create("operator");
  expect((await update("operator", json.id, { roleId })).status).toBe(403);
  const unknown = await create("owner", { roleId: 999_999 });
  expect([unknown.status, unknown.problem.errors]).toEqual([400, { roleId: "Такой роли нет." }]);
});

test("saved view of another company — is not found", async () => {
  const { json } = await create("operator", { name: "Первая компания" });
  const foreign = { as: "operator2", path: { companyId: 3, id: json.id } };
  expect((await world.ask("getUserView", foreign)).status).toBe(404);
  expect((await world.ask("deleteUserView", foreign)).status).toBe(404);
});

test("saved views of a user — are limited to 50 in a company", async () => {
  const statuses = new Set<number>();
  for (let count = 0; count <= 50; count += 1) statuses.add((await create("cashier", { name: `Вид ${count}` })).status);
  expect([...statuses]).toEqual([200, 409]);
  expect(await list("cashier")).toHaveLength(50);
});
