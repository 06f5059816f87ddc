import { afterAll, beforeAll, expect, test } from "vitest";
import type { Schemas } from "#api/client.ts";
import { givenOrder, pathOf, statusIds } from "../support/server/orders.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const find = async (search: string, more: Record<string, string> = {}) =>
  (await world.ask("listCustomers", { as: "operator", query: { search, ...more } })).json;

let saves = 0;
const save = (id: number, body: Schemas["CustomerSave"], seen?: number, as = "operator") =>
  world.ask("updateCustomerCard", {
    as,
    path: { id, companyId: 1 },
    body,
    key: `customer-save-${++saves}`,
    ...(seen !== undefined && { seen }),
  });

const noted: Schemas["CustomerSave"] = {
  alias: "Пётр Эйлер",
  note: "Домофон не работает",
  risk: "none",
  riskReason: null,
};

test("customer — is added with the first order from a phone number, and is found by name or phone number", async () => {
  const order = await givenOrder(world, { phone: "+79995550101" });
  const [row] = (await find("8 999 555-01-01")).rows;
  expect(row).toMatchObject({
    alias: null,
    phone: "+79995550101",
    orderCount: 1,
    totalPay: order.amount,
    risk: "none",
  });
  await save(row?.id ?? 0, noted);
  for (const search of ["эйлер", "ПЁТР эйл", "петр Эйлер", "9995550101", "5550101", "8 999 555-01"])
    expect((await find(search)).rows.map(({ id }) => id)).toEqual([row?.id]);
  expect((await find("100 % _")).rows).toEqual([]);
});

test("customer card — contains the addresses and the latest orders, including cancelled ones, and totals that exclude cancelled orders", async () => {
  const phone = "+79995550102";
  const kept = await givenOrder(world, { phone, deliveryAddress: "ул. Мира", deliveryAddressBuilding: "5" });
  const canceled = await givenOrder(world, { phone });
  await world.ask("changeOrderStatus", {
    as: "owner",
    path: pathOf(canceled),
    body: { orderStatusId: statusIds.canceled, orderStatusReason: "Передумал" },
  });
  const [row] = (await find(phone)).rows;
  const { json } = await world.ask("getCustomerCard", { as: "operator", path: { id: row?.id ?? 0, companyId: 1 } });
  expect(json).toMatchObject({ orderCount: 1, totalPay: kept.amount, avaragePay: kept.amount });
  expect(json.addresses).toMatchObject([{ deliveryAddress: "ул. Мира", deliveryAddressBuilding: "5" }]);
  expect(json.lastOrders.map(({ id, isCanceled }) => [id, isCanceled]).sort()).toEqual(
    [
      [kept.id, false],
      [canceled.id, true],
    ].sort(),
  );
});

test("risk on a customer card — is saved only with a reason, and is shown when the customer is found by phone", async () => {
  await givenOrder(world, { phone: "+79995550103" });
  const [row] = (await find("79995550103")).rows;
  const id = row?.id ?? 0;
  expect((await save(id, { ...noted, risk: "blocked", riskReason: " " })).problem.errors).toHaveProperty("riskReason");
  const { json } = await save(id, { ...noted, risk: "blocked", riskReason: "Не платит" }, 1);
  expect(json).toMatchObject({ risk: "blocked", riskReason: "Не платит", version: 2 });
  const stale = await save(id, noted, 1);
  expect([stale.status, stale.problem]).toMatchObject([412, { entry: { risk: "blocked" } }]);
  expect((await find("", { risk: "blocked" })).rows.map((one) => one.id)).toContain(id);
  const path = { companyId: 1, phone: "89995550103" };
  expect((await world.ask("findCustomer", { as: "operator", path })).json).toMatchObject({
    risk: "blocked",
    riskReason: "Не платит",
    note: "Домофон не работает",
  });
  expect((await save(id, { ...noted, riskReason: "остаток" })).json).toMatchObject({ risk: "none", riskReason: null });
});

test("list of customers — contains each customer once over all pages", async () => {
  const seen: number[] = [];
  let cursor: string | null = null;
  do {
    const page: Schemas["CustomerPage"] = (
      await world.ask("listCustomers", { as: "owner", query: { limit: "200", ...(cursor && { cursor }) } })
    ).json;
    seen.push(...page.rows.map(({ id }) => id));
    cursor = page.next;
  } while (cursor !== null && seen.length < 10_000);
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen).toEqual(seen.toSorted((one, other) => other - one));
  expect(seen.length).toBeGreaterThan(50);
});

test("customer cards — are not found by another company, and are refused to a user without customer.view or customer.edit", async () => {
  await givenOrder(world, { phone: "+79995550104" });
  const [row] = (await find("79995550104")).rows;
  const id = row?.id ?? 0;
  expect((await world.ask("getCustomerCard", { as: "owner2", path: { id, companyId: 3 } })).status).toBe(404);
  expect((await world.ask("listCustomers", { as: "kitchen" })).status).toBe(403);
  expect((await save(id, noted, undefined, "cashier")).status).toBe(403);
});
