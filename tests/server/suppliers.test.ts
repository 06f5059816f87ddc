import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type World } from "../support/server/testServer.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const path = (id: number, companyId = 1) => ({ id, companyId });
const create = (name: string, more: { description?: string | null; isActive?: boolean } = {}) =>
  world.ask("createSupplier", { as: "owner", body: { name, ...more } });
const names = async () => (await world.ask("listSuppliers", { as: "owner" })).json.map(({ name }) => name);

test("supplier — can be added, read, changed and removed", async () => {
  const { json: made } = await create("  Сырный дом ", { description: "Сыр" });
  expect(made).toMatchObject({ companyId: 1, name: "Сырный дом", description: "Сыр", isActive: true, version: 1 });
  const body = { id: made.id, companyId: 1, name: "Сырный двор", isActive: false };
  const { json: changed } = await world.ask("updateSupplier", { as: "owner", path: path(made.id), body });
  expect(changed).toEqual({ ...made, name: "Сырный двор", isActive: false, version: 2 });
  expect((await world.ask("getSupplier", { as: "owner", path: path(made.id) })).json).toEqual(changed);
  expect(await names()).toContain("Сырный двор");
  expect((await world.ask("deleteSupplier", { as: "owner", path: path(made.id) })).status).toBe(204);
  expect(await names()).not.toContain("Сырный двор");
  for (const id of ["getSupplier", "deleteSupplier"] as const)
    expect((await world.ask(id, { as: "owner", path: path(made.id) })).status).toBe(404);
});

test("list of suppliers — contains the suppliers of one company in alphabetical order, and a supplier of another company is not found", async () => {
  const all = (await world.ask("listSuppliers", { as: "owner" })).json;
  expect(all.map(({ name }) => name)).toEqual(all.map(({ name }) => name).toSorted((a, b) => a.localeCompare(b, "ru")));
  expect(new Set(all.map(({ companyId }) => companyId))).toEqual(new Set([1]));
  const [foreign] = (await world.ask("listSuppliers", { as: "owner2", path: { companyId: 3 } })).json;
  const id = foreign?.id ?? 0;
  const body = { name: "Чужой" };
  expect((await world.ask("getSupplier", { as: "owner", path: path(id) })).status).toBe(404);
  expect((await world.ask("updateSupplier", { as: "owner", path: path(id), body })).status).toBe(404);
  expect((await world.ask("deleteSupplier", { as: "owner", path: path(id) })).status).toBe(404);
});

test("supplier names — must not be empty or too long, and must be unique regardless of letter case", async () => {
  const { json: made } = await create("Ёлочка");
  for (const name of ["ёЛОЧКА", " Ёлочка", "", "   ", "x".repeat(201)]) {
    const { status, problem } = await create(name);
    expect([name, status, Object.keys(problem.errors ?? {})]).toEqual([name, 400, ["name"]]);
  }
  const own = { as: "owner", path: path(made.id), body: { name: "ЁЛОЧКА", description: "  " } };
  expect((await world.ask("updateSupplier", own)).json).toMatchObject({ name: "ЁЛОЧКА", description: null });
  expect((await create("Длинная", { description: "x".repeat(2001) })).problem.errors).toHaveProperty("description");
  await world.ask("deleteSupplier", { as: "owner", path: path(made.id) });
  expect((await create("Ёлочка")).status).toBe(200);
});

test("save of a supplier with an outdated version — gets 412 with the current supplier", async () => {
  const { json: made } = await create("Двое");
  const change = (name: string) =>
    world.ask("updateSupplier", { as: "owner", path: path(made.id), body: { name }, seen: made.version });
  expect((await change("Первый")).status).toBe(200);
  const { status, problem } = await change("Второй");
  expect([status, problem]).toMatchObject([412, { entry: { name: "Первый", version: 2 } }]);
});

test("of concurrent creations, updates or removals of one supplier, exactly one succeeds", async () => {
  const made = await Promise.all([1, 2, 3].map(() => create("Гонка")));
  expect(made.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  const id = made.find(({ status }) => status === 200)?.json.id ?? 0;
  const change = { as: "owner", path: path(id), seen: 1 };
  const changes = await Promise.all(
    ["а", "б", "в"].map((name) => world.ask("updateSupplier", { ...change, body: { name: `Гонка ${name}` } })),
  );
  expect(changes.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
  const removals = await Promise.all([1, 2].map(() => world.ask("deleteSupplier", { as: "owner", path: path(id) })));
  expect(removals.map(({ status }) => status).sort()).toEqual([204, 404]);
});

test("creation of a supplier repeated with the same idempotency key — adds one supplier", async () => {
  const ask = { as: "owner", key: "supplier-once-1", body: { name: "Один раз" } };
  const [first, second] = [await world.ask("createSupplier", ask), await world.ask("createSupplier", ask)];
  expect(second.json).toEqual(first.json);
  expect((await names()).filter((name) => name === "Один раз")).toEqual(["Один раз"]);
});
