import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { nextBirthdays } from "#server/services/customers/customerList.ts";
import { findWrongTotals, finishOrder, givenCustomer, readCard } from "../support/server/customers.ts";
import { giveRole } from "../support/server/giveRole.ts";
import { today } from "../support/server/moscow.ts";
import { dishOf, givenOrder, lineOf, pathOf } from "../support/server/orders.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const list = async (query: Record<string, string>) =>
  (await world.ask("listCustomers", { as: "operator", query: { limit: "200", ...query } })).json.rows;
const idsOf = async (query: Record<string, string>) => (await list(query)).map(({ id }) => id);
const pathOfCard = (id: number) => ({ id, companyId: 1 });

describe("search of customers", () => {
  test("search of customers — finds a customer by name, by saved addresses, and by the current addresses of orders", async () => {
    const street = { deliveryAddress: "ул. Ёлочная-Поперечная", deliveryAddressBuilding: "17" };
    const { id } = await givenCustomer(
      world,
      "+79995560001",
      { alias: "Пётр Эйлер", addresses: [{ deliveryAddress: "пр. Хранимый", deliveryAddressBuilding: "9" }] },
      street,
    );
    for (const search of ["елочная", "ПОПЕРЕЧ 17", "эйлер елочная", "хранимый 9", "эйлер 5560001"])
      expect(await idsOf({ search })).toEqual([id]);
    expect(await idsOf({ search: "эйлер неверная" })).toEqual([]);
    const order = (await readCard(world, id)).lastOrders[0];
    const dish = await dishOf(world, "Маргарита");
    await world.ask("editOrder", {
      as: "owner",
      path: pathOf(order ?? { id: 0 }),
      body: { items: [lineOf(dish)], phone: "+79995560001", deliveryAddress: "ул. Исправленная" },
    });
    expect(await idsOf({ search: "елочная" })).toEqual([]);
    expect(await idsOf({ search: "исправленная" })).toEqual([id]);
  });

  test.each(["'", "\\", "a' | 'b", "1:*", "&", "!", "(", "«»", "%"])(
    "search of customers — accepts the text %s",
    async (search) => {
      expect((await world.ask("listCustomers", { as: "operator", query: { search } })).status).toBe(200);
    },
  );
});

describe("segments of customers", () => {
  test("the count of a segment equals the number of customers in its list", async () => {
    const { json } = await world.ask("getCustomerSegments", { as: "operator" });
    for (const segment of ["new", "regular", "sleeping", "birthday", "attention", "blocked"] as const) {
      const seen: number[] = [];
      let cursor: string | null = null;
      do {
        const page: { rows: { id: number }[]; next: string | null } = (
          await world.ask("listCustomers", {
            as: "operator",
            query: { segment, limit: "200", ...(cursor !== null && { cursor }) },
          })
        ).json;
        seen.push(...page.rows.map(({ id }) => id));
        cursor = page.next;
      } while (cursor !== null);
      expect([segment, seen.length]).toEqual([segment, json[segment]]);
    }
    expect(json.regular).toBeGreaterThan(0);
  });

  test("customers without an order in the requested number of days, 60 by default, count as sleeping", async () => {
    const { id } = await givenCustomer(world, "+79995560002", { alias: "Соня" });
    expect(await idsOf({ segment: "sleeping", search: "соня" })).toEqual([]);
    for (const [days, query, expected] of [
      [40, {}, []],
      [40, { sleepingDays: "41" }, []],
      [40, { sleepingDays: "39" }, [id]],
      [59, {}, []],
      [61, {}, [id]],
      [61, { sleepingDays: "90" }, []],
    ] as const) {
      await sql`update orders set date = now() - make_interval(days => ${days}::int) where customer_id = ${id}`.execute(
        world.db,
      );
      const found = await idsOf({ segment: "sleeping", search: "соня", ...query });
      expect([days, query, found]).toEqual([days, query, expected]);
    }
    expect((await world.ask("listCustomers", { as: "operator", query: { sleepingDays: "3" } })).status).toBe(400);
  });

  test("the birthday segment contains the birthdays of seven days from today, even across the end of the year", async () => {
    const soon = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(5, 10);
    const born = soon === "02-29" ? "1988-02-29" : `1990-${soon}`;
    const { id } = await givenCustomer(world, "+79995560003", { birthday: born });
    expect(await idsOf({ segment: "birthday" })).toContain(id);
    expect(nextBirthdays("2026-12-29")).toEqual([1229, 1230, 1231, 101, 102, 103, 104]);
    expect(nextBirthdays("2027-02-27", 3)).toEqual([227, 228, 229, 301]);
    expect(nextBirthdays("2028-02-28", 3)).toEqual([228, 229, 301]);
  });

  test("customers with the same name and address are listed as likely duplicates", async () => {
    const address = {
      deliveryAddress: "ул. Двойная",
      deliveryAddressBuilding: "2",
      deliveryAddressApartmentNumber: "22",
    };
    const one = await givenCustomer(world, "+79995560004", { alias: "Иван Двойной" }, address);
    const two = await givenCustomer(world, "+79995560005", { alias: "двойной  иван" }, address);
    await givenCustomer(world, "+79995560006", { alias: "Иван Двойной" });
    const { json } = await world.ask("listCustomerDuplicates", { as: "operator", query: { limit: "200" } });
    const group = json.rows.find(({ id }) => id === one.id);
    expect(group?.customers.map(({ id }) => id)).toEqual([one.id, two.id]);
    expect(group?.address).toContain("Двойная");
  });
});

describe("risk of a customer", () => {
  test("risk of a customer — ends after its last day", async () => {
    const risk = { risk: "attention", riskReason: "Спорит", riskUntil: today() } as const;
    const card = await givenCustomer(world, "+79995560011", risk);
    expect(card).toMatchObject({ risk: "attention", riskUntil: today(), riskBy: "Елена Колосова" });
    await sql`update customer set risk_until = current_date - 2 where id = ${card.id}`.execute(world.db);
    expect(await readCard(world, card.id)).toMatchObject({ risk: "none", riskReason: null, riskUntil: null });
    expect(await idsOf({ segment: "attention" })).not.toContain(card.id);
    const found = await world.ask("findCustomer", { as: "operator", path: { companyId: 1, phone: "+79995560011" } });
    expect(found.json).toMatchObject({ risk: "none", riskReason: null });
  });

  test.each([
    [
      "a risk that ended in the past",
      "riskUntil",
      { riskUntil: "2020-01-01", risk: "blocked", riskReason: "Не платит" } as const,
    ],
    ["a birthday in the future", "birthday", { birthday: "2999-01-01" }],
    ["a birthday on 30 February", "birthday", { birthday: "1999-02-30" }],
    ["a blank address", "addresses", { addresses: [{ deliveryAddress: " " }] }],
    [
      "two default addresses",
      "addresses",
      {
        addresses: [
          { deliveryAddress: "ул. А", isDefault: true },
          { deliveryAddress: "ул. Б", isDefault: true },
        ],
      },
    ],
  ])("a customer card with %s is refused with an error at the field '%s'", async (_, field, save) => {
    const { id } = await givenCustomer(world, "+79995560012");
    const body = { alias: null, note: null, risk: "none" as const, riskReason: null, ...save };
    const { status, problem } = await world.ask("updateCustomerCard", { as: "owner", path: pathOfCard(id), body });
    expect([status, Object.keys(problem.errors ?? {})]).toEqual([400, [field]]);
  });

  test("order with a blocked phone number — needs an override or the permission override.grant, unless the order already has this number", async () => {
    const phone = "+79995560013";
    const order = await givenOrder(world, { phone });
    await givenCustomer(world, phone, { risk: "blocked", riskReason: "Не платит" });
    await giveRole(world, 7, ["order.view", "order.create", "order.edit", "order.editForeign", "catalogue.view"]);
    const items = [lineOf(await dishOf(world, "Маргарита"))];
    const refused = await world.ask("createOrder", { as: "courier", body: { items, phone } });
    expect([refused.status, refused.problem.message]).toMatchObject([403, expect.stringContaining("Не платит")]);
    expect(refused.problem).toMatchObject({ overridable: true });
    expect((await world.ask("createOrder", { as: "owner", body: { items, phone } })).status).toBe(201);
    const edit = (target: { id: number }, to: string) =>
      world.ask("editOrder", { as: "courier", path: pathOf(target), body: { items, phone: to } });
    expect((await edit(order, phone)).status).toBe(200);
    const other = await givenOrder(world, { phone: "+79995560014" });
    expect((await edit(other, phone)).status).toBe(403);
  });
});

test("addresses found by a phone number — are the default address, then other saved addresses, then the addresses of orders", async () => {
  const phone = "+79995560021";
  const addresses = [
    { deliveryAddress: "ул. Вторая" },
    { deliveryAddress: "ул. Главная", deliveryAddressBuilding: "1", isDefault: true },
  ];
  await givenCustomer(world, phone, { addresses }, { deliveryAddress: "ул. Заказная" });
  const found = await world.ask("findCustomer", { as: "operator", path: { companyId: 1, phone } });
  const shown = (found.json.addresses ?? []).map((one) => [one.deliveryAddress, one.isKept, one.isDefault]);
  expect(shown).toEqual([
    ["ул. Главная", true, true],
    ["ул. Вторая", true, false],
    ["ул. Заказная", false, false],
  ]);
  const card = await givenCustomer(world, phone, { addresses: [] });
  expect(card.addresses.every(({ isKept }) => isKept === false)).toBe(true);
});

test("orders and calls of a customer — are read page by page without gaps or duplicates", async () => {
  const phone = "+79995560022";
  const { id } = await givenCustomer(world, phone);
  for (let at = 0; at < 4; at += 1) await givenOrder(world, { phone });
  await sql`insert into operator_phone_call (company_id, operator_phone_id, number, start_ring)
    select 1, 1, ${phone}, now() - n * interval '1 minute' from generate_series(1, 5) n`.execute(world.db);
  for (const operation of ["listCustomerOrders", "listCustomerCalls"] as const) {
    const seen: number[] = [];
    let cursor: string | null = null;
    do {
      const { json }: { json: { rows: { id: number }[]; next: string | null } } = await world.ask(operation, {
        as: "operator",
        path: pathOfCard(id),
        query: { limit: "2", ...(cursor !== null && { cursor }) },
      });
      expect(json.rows.length).toBeLessThanOrEqual(2);
      seen.push(...json.rows.map((row) => row.id));
      cursor = json.next;
    } while (cursor !== null);
    expect([operation, new Set(seen).size, seen.length]).toEqual([operation, 5, 5]);
  }
});

test("order counts and totals of customers — match the orders after each change of an order, its status or its date", async () => {
  expect(await findWrongTotals(world.db)).toEqual([]);
  const phone = "+79995560031";
  const first = await givenOrder(world, { phone, date: new Date(Date.now() - 5 * 86_400_000).toISOString() }, "owner");
  const second = await givenOrder(world, { phone });
  const items = [lineOf(await dishOf(world, "Маргарита"), { count: 5 })];
  const checked: unknown[] = [];
  const check = async () => checked.push(...(await findWrongTotals(world.db)));
  await world.ask("editOrder", { as: "owner", path: pathOf(second), body: { items, phone } });
  await check();
  await world.ask("editOrder", { as: "owner", path: pathOf(second), body: { items, phone: "+79995560032" } });
  await check();
  await finishOrder(world, first, "canceled");
  await check();
  await sql`update order_status set is_cancel = true where id = (select status_id from orders where id = ${second.id})`.execute(
    world.db,
  );
  await check();
  await sql`update order_status set is_cancel = false where id = (select status_id from orders where id = ${second.id})`.execute(
    world.db,
  );
  await check();
  await sql`update orders set date = date - interval '1 day' where customer_id in (select id from customer where phone like '+7999556%')`.execute(
    world.db,
  );
  await check();
  expect(checked).toEqual([]);
});

test("export of customers — returns the filtered rows as CSV or XLSX, and requires the permission report.view", async () => {
  await givenCustomer(world, "+79995560041", { alias: "=Экспорт Первый", birthday: "1990-05-01" });
  await givenCustomer(world, "+79995560042", { alias: "Экспорт Второй" });
  const ask = (format: string, as = "manager") =>
    world.ask("exportCustomers", { as, query: { format, search: "экспорт" } });
  const csv = await ask("csv");
  const lines = csv.text.trim().split("\r\n");
  expect(csv.headers["content-type"]).toContain("text/csv");
  expect(lines[0]).toContain("Телефон");
  expect(lines).toHaveLength(3);
  expect(lines[2]).toContain("'=Экспорт Первый");
  expect(lines[2]).toContain("01.05.1990");
  expect((await ask("xlsx")).text.slice(0, 2)).toBe("PK");
  expect((await ask("csv", "operator")).status).toBe(403);
});
