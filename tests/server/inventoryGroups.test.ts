import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Schemas } from "#api/client.ts";
import { addDays } from "#domain/days.ts";
import { giveRole } from "../support/server/giveRole.ts";
import {
  entryOf,
  givenApprovedInventory,
  givenInventory,
  givenInventoryGroup,
  inCompany,
} from "../support/server/inventories.ts";
import { today } from "../support/server/moscow.ts";
import { newStockItem } from "../support/server/packingLists.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const list = async () => (await world.ask("listInventoryGroups", { as: "manager" })).json;
const read = (id: number) => world.ask("getInventoryGroup", { as: "manager", path: inCompany(id) });
const create = (body: Schemas["InventoryGroupSave"], key?: string) =>
  world.ask("createInventoryGroup", { as: "manager", body, ...(key && { key }) });
const update = (id: number, seen: number | undefined, body: Schemas["InventoryGroupSave"]) =>
  world.ask("updateInventoryGroup", {
    as: "manager",
    path: inCompany(id),
    ...(seen !== undefined && { seen }),
    body,
  });
const remove = (id: number, seen?: number) =>
  world.ask("deleteInventoryGroup", { as: "manager", path: inCompany(id), ...(seen !== undefined && { seen }) });
const foreignItem = async () =>
  (await sql<{ id: number }>`select min(id) as id from stock_item where company_id = 3`.execute(world.db)).rows[0]
    ?.id ?? 0;

test("inventory group — is stored, listed, changed and removed", async () => {
  const [b, a] = [await newStockItem(world, 1, "Яблоки группы"), await newStockItem(world, 1, "Абрикосы группы")];
  const group = await givenInventoryGroup(world, [b, a], { name: " Бар ", everyDays: 7, isBlind: true });
  expect(group).toMatchObject({
    name: "Бар",
    everyDays: 7,
    isBlind: true,
    itemCount: 2,
    stockItemIds: [a, b],
    lastCountedAt: null,
    dueOn: today(),
    openInventoryId: null,
  });
  const { stockItemIds: _, ...row } = group;
  expect(await list()).toContainEqual(row);
  const changed = await update(group.id, group.version, { name: "Бар и склад", stockItemIds: [a] });
  expect(changed.json).toMatchObject({
    name: "Бар и склад",
    everyDays: null,
    dueOn: null,
    isBlind: false,
    stockItemIds: [a],
    version: group.version + 1,
  });
  expect((await remove(group.id, changed.json.version)).status).toBe(204);
  expect((await read(group.id)).status).toBe(404);
  expect((await sql`select 1 from inventory_group where id = ${group.id}`.execute(world.db)).rows).toEqual([]);
});

test("inventory group — does not contain a removed stock item", async () => {
  const [kept, gone] = [await newStockItem(world), await newStockItem(world)];
  const { id } = await givenInventoryGroup(world, [kept, gone]);
  await sql`update stock_item set is_removed = true where id = ${gone}`.execute(world.db);
  expect((await read(id)).json).toMatchObject({ stockItemIds: [kept], itemCount: 1 });
  expect((await list()).find((row) => row.id === id)?.itemCount).toBe(1);
});

test("save of an inventory group — is refused with the name of the invalid field, or with 404 for a stock item that the company cannot use", async () => {
  const item = await newStockItem(world);
  const { name } = await givenInventoryGroup(world, [item], { name: "Единственная" });
  const refuse = async (body: Partial<Schemas["InventoryGroupSave"]>) => {
    const { status, problem } = await create({ name: "Новая", stockItemIds: [item], ...body });
    return [status, Object.keys(problem.errors ?? {})];
  };
  expect(await refuse({ name: name.toUpperCase() })).toEqual([400, ["name"]]);
  expect(await refuse({ name: " " })).toEqual([400, ["name"]]);
  expect(await refuse({ stockItemIds: [item, item] })).toEqual([400, ["stockItemIds.1"]]);
  for (const body of [{ stockItemIds: [] }, { everyDays: 0 }, { everyDays: 367 }, { everyDays: 1.5 }, { extra: 1 }])
    expect((await refuse(body))[0]).toBe(400);
  expect((await create({ name: "Чужая", stockItemIds: [await foreignItem()] })).status).toBe(404);
  expect((await create({ name: "Нет такого", stockItemIds: [2_000_000_000] })).status).toBe(404);
  expect((await read(2_000_000_000)).status).toBe(404);
});

test("inventory group — every change requires the current version of the group", async () => {
  const item = await newStockItem(world);
  const group = await givenInventoryGroup(world, [item]);
  const body = { name: group.name, stockItemIds: [item] };
  expect((await update(group.id, undefined, body)).status).toBe(428);
  expect((await remove(group.id)).status).toBe(428);
  const stale = await update(group.id, group.version + 1, body);
  expect([stale.status, Reflect.get(stale.problem, "entry")]).toEqual([412, group]);
  expect((await remove(group.id, group.version + 1)).status).toBe(412);
});

test("inventory group — a repeated creation with the same idempotency key adds one group", async () => {
  const body = { name: "Дважды", stockItemIds: [await newStockItem(world)] };
  const first = await create(body, "group-key-1");
  expect((await create(body, "group-key-1")).json).toEqual(first.json);
  expect((await create({ ...body, name: "Другая" }, "group-key-1")).status).toBe(422);
  expect((await list()).filter(({ name }) => name === "Дважды")).toHaveLength(1);
});

test("inventory group — cannot be removed during an open inventory, and past inventories still refer to the group after its removal", async () => {
  const item = await newStockItem(world);
  const { groupId, id } = await givenInventory(world, [item]);
  const open = (await read(groupId)).json;
  expect(open.openInventoryId).toBe(id);
  expect((await remove(groupId, open.version)).status).toBe(409);
  await sql`update inventory set state = 'cancelled' where id = ${id}`.execute(world.db);
  expect((await remove(groupId, open.version)).status).toBe(204);
  expect((await read(groupId)).status).toBe(404);
  expect((await list()).some((row) => row.id === groupId)).toBe(false);
  expect((await sql`select is_removed from inventory_group where id = ${groupId}`.execute(world.db)).rows).toEqual([
    { is_removed: true },
  ]);
  const counts = await world.ask("getInventory", { as: "manager", path: inCompany(id) });
  expect(counts.json.groupId).toBe(groupId);
});

test("inventory group — is due the configured number of days after the last approved inventory", async () => {
  const item = await newStockItem(world);
  const { groupId, items } = await givenApprovedInventory(world, entryOf(item, 1));
  const { version, name } = (await read(groupId)).json;
  const { json } = await update(groupId, version, { name, everyDays: 3, stockItemIds: [item] });
  expect(json.lastCountedAt).toBe(items[0]?.countedAt);
  expect(json.dueOn).toBe(addDays(today(), 3));
});

test("inventory group — reading requires stock.view, and changing requires stock.edit", async () => {
  const item = await newStockItem(world);
  const group = await givenInventoryGroup(world, [item]);
  await giveRole(world, 5, ["stock.view"]);
  const path = inCompany(group.id);
  expect((await world.ask("getInventoryGroup", { as: "cashier", path })).status).toBe(200);
  const body = { name: "Нельзя", stockItemIds: [item] };
  expect((await world.ask("createInventoryGroup", { as: "cashier", body })).status).toBe(403);
  expect((await world.ask("updateInventoryGroup", { as: "cashier", path, seen: 1, body })).status).toBe(403);
  expect((await world.ask("deleteInventoryGroup", { as: "cashier", path, seen: 1 })).status).toBe(403);
  expect((await world.ask("getInventoryGroup", { as: "owner2", path })).status).toBe(404);
  expect((await world.ask("getInventoryGroup", { as: "owner2", path: { ...path, companyId: 3 } })).status).toBe(404);
});
