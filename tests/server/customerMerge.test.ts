import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Schemas } from "#api/client.ts";
import { type MergedFields, mergeFields, restoreFields } from "#server/services/customers/customerMerge.ts";
import {
  cardIdOf,
  findWrongTotals,
  finishOrder,
  givenCustomer,
  merge,
  readCard,
  unmerge,
} from "../support/server/customers.ts";
import { givenOrder } from "../support/server/orders.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

let phones = 0;
const nextPhone = () => `+7999557${String(++phones).padStart(4, "0")}`;

const find = (phone: string) => world.ask("findCustomer", { as: "operator", path: { companyId: 1, phone } });
const searchIds = async (search: string) =>
  (await world.ask("listCustomers", { as: "operator", query: { search } })).json.rows.map(({ id }) => id);
/** Reads the stored customer cards and their search index, without their versions. */
const readRows = async (ids: readonly number[]) => {
  const { rows } = await sql`
    select c.id, c.phone, c.alias, c.note, c.birthday, c.risk, c.risk_reason, c.risk_until, c.risk_by, c.merged_into_id,
      c.order_count, c.total_pay, c.first_order_date, c.last_order_date, s.words::text, s.duplicate_key
    from customer c left join customer_search s on s.customer_id = c.id where c.id = any(${ids}::int[]) order by c.id`.execute(
    world.db,
  );
  return rows;
};

describe("merged customer", () => {
  test("merged customer — is replaced by the surviving card, which shows the orders, addresses and notes of both customers", async () => {
    const [phoneA, phoneB] = [nextPhone(), nextPhone()];
    const a = await givenCustomer(
      world,
      phoneA,
      { alias: "Маша", note: "Домофон 12", risk: "blocked", riskReason: "Не платит", birthday: "1990-01-02" },
      { deliveryAddress: "ул. Аистовая" },
    );
    const b = await givenCustomer(world, phoneB, { note: "Кот" }, { deliveryAddress: "ул. Барсучья" });
    const { status, json } = await merge(world, a.id, b.id, { seen: a.version });
    expect([status, json]).toMatchObject([
      200,
      { id: b.id, alias: "Маша", note: "Кот\nДомофон 12", risk: "blocked", birthday: "1990-01-02", orderCount: 2 },
    ]);
    expect(json.phones).toEqual([{ id: a.id, alias: "Маша", phone: phoneA }]);
    expect(json.addresses.map((one) => one.deliveryAddress).sort()).toEqual(["ул. Аистовая", "ул. Барсучья"]);
    const found = (await find(phoneA)).json;
    expect(found).toMatchObject({ id: b.id, phone: phoneB, orderCount: 2, totalPay: json.totalPay });
    expect(found.lastOrders).toHaveLength(2);
    expect(await readCard(world, a.id)).toMatchObject({ mergedInto: { id: b.id } });
    for (const search of [phoneA, "аистовая"]) expect(await searchIds(search)).toEqual([b.id]);
  });

  test("new orders and calls from the phone number of a merged customer belong to the surviving card", async () => {
    const [phoneA, phoneB] = [nextPhone(), nextPhone()];
    const a = await givenCustomer(world, phoneA);
    const b = await givenCustomer(world, phoneB, { alias: "Борис" });
    await merge(world, a.id, b.id);
    const order = await givenOrder(world, { phone: phoneA, deliveryAddress: "ул. Новейшая" });
    expect(order.customerAlias).toBe("Борис");
    expect(await readCard(world, b.id)).toMatchObject({ orderCount: 3 });
    expect(await searchIds("новейшая")).toEqual([b.id]);
    await sql`insert into operator_phone_call (company_id, operator_phone_id, number, start_ring) values (1, 1, ${phoneA}, now())`.execute(
      world.db,
    );
    const path = { id: b.id, companyId: 1 };
    const calls = (await world.ask("listCustomerCalls", { as: "operator", path })).json.rows;
    expect(calls.map(({ number }) => number)).toEqual([phoneA]);
    const orders = (await world.ask("listCustomerOrders", { as: "operator", path })).json.rows;
    expect(orders.map(({ id }) => id)).toContain(order.id);
    const [first] = (await world.ask("listOperatorPhoneCalls", { as: "operator" })).json;
    expect(first).toMatchObject({ number: phoneA, customerAlias: "Борис" });
    expect(await findWrongTotals(world.db)).toEqual([]);
  });

  test("merged customer — cannot be changed, merged again or anonymised", async () => {
    const [a, b, c] = [
      await givenCustomer(world, nextPhone()),
      await givenCustomer(world, nextPhone()),
      await givenCustomer(world, nextPhone()),
    ];
    await merge(world, a.id, b.id);
    const body = { alias: "Другой", note: null, risk: "none", riskReason: null } as const;
    const path = { id: a.id, companyId: 1 };
    expect((await world.ask("updateCustomerCard", { as: "owner", path, body })).status).toBe(409);
    const again = await merge(world, a.id, c.id);
    expect([again.status, again.problem]).toMatchObject([409, { mergedInto: { id: b.id } }]);
    expect((await merge(world, b.id, a.id)).status).toBe(409);
    const phoneEnding = a.phone.slice(-4);
    expect((await world.ask("anonymizeCustomer", { as: "owner", path, body: { phoneEnding } })).status).toBe(409);
    expect((await merge(world, c.id, c.id)).status).toBe(400);
    expect((await merge(world, c.id, b.id, { seen: c.version + 1 })).status).toBe(412);
  });

  test("cards merged into a customer — move to the new surviving card when that customer is merged, and return when this merge is undone", async () => {
    const [a, b, c] = [
      await givenCustomer(world, nextPhone()),
      await givenCustomer(world, nextPhone()),
      await givenCustomer(world, nextPhone()),
    ];
    await merge(world, a.id, b.id);
    const { json } = await merge(world, b.id, c.id);
    expect(json.phones.map(({ id }) => id)).toEqual([a.id, b.id]);
    expect(json.orderCount).toBe(3);
    const early = await unmerge(world, a.id);
    expect([early.status, early.problem.message]).toMatchObject([409, expect.stringContaining("Сначала отделите")]);
    expect((await unmerge(world, b.id)).json).toMatchObject({ orderCount: 2, phones: [{ id: a.id }] });
    expect((await unmerge(world, a.id)).json).toMatchObject({ orderCount: 1, phones: [], mergedInto: null });
    expect(await findWrongTotals(world.db)).toEqual([]);
  });

  test("merged customer — an unmerge restores the customer, and the surviving card keeps its changes made after the merge", async () => {
    const a = await givenCustomer(world, nextPhone(), { note: "От А" });
    const b = await givenCustomer(world, nextPhone(), { alias: "Б", note: "От Б" });
    const merged = (await merge(world, a.id, b.id)).json;
    const body = { alias: "Б изменён", note: merged.note, risk: "none", riskReason: null } as const;
    await world.ask("updateCustomerCard", { as: "owner", path: { id: b.id, companyId: 1 }, body });
    expect((await unmerge(world, a.id)).json).toMatchObject({ note: "От А", alias: null });
    expect(await readCard(world, b.id)).toMatchObject({ alias: "Б изменён", note: "От Б" });
    const again = await unmerge(world, a.id);
    expect([again.status, again.problem.message]).toMatchObject([409, expect.stringContaining("ни с кем")]);
  });

  test("merged customer — keeps its addresses when the surviving card is saved, even an address that both cards have", async () => {
    const addresses = [{ deliveryAddress: "ул. Общая" }];
    const a = await givenCustomer(world, nextPhone(), { addresses });
    const b = await givenCustomer(world, nextPhone(), { addresses });
    const merged = (await merge(world, a.id, b.id)).json;
    expect(merged.addresses).toHaveLength(1);
    const body = { alias: null, note: merged.note, risk: "none", riskReason: null, addresses } as const;
    const saved = await world.ask("updateCustomerCard", { as: "owner", path: { id: b.id, companyId: 1 }, body });
    expect(saved.json.addresses).toMatchObject(addresses);
    expect((await unmerge(world, a.id)).json.addresses).toMatchObject(addresses);
    expect((await readCard(world, b.id)).addresses).toMatchObject(addresses);
  });

  test("merged customer — cannot be restored more than 30 days after the merge", async () => {
    const a = await givenCustomer(world, nextPhone());
    const b = await givenCustomer(world, nextPhone());
    await merge(world, a.id, b.id);
    expect((await readCard(world, b.id)).merges[0]).toMatchObject({ canUndo: true, from: { id: a.id } });
    await sql`update customer_merge set merged_at = now() - interval '31 days' where from_id = ${a.id}`.execute(
      world.db,
    );
    expect((await readCard(world, b.id)).merges[0]).toMatchObject({ canUndo: false });
    expect((await unmerge(world, a.id)).status).toBe(409);
  });
});

describe("anonymised customer", () => {
  test("anonymised customer — keeps only the sums of its orders, and an open order prevents the anonymisation", async () => {
    const phone = nextPhone();
    const secret = {
      deliveryAddress: "ул. Тайная",
      deliveryAddressBuilding: "7",
      note: "Позвать Агафью",
      deliveryPhone: phone,
    };
    const before = await givenCustomer(
      world,
      phone,
      {
        alias: "Агафья",
        note: "Тайная заметка",
        birthday: "1980-03-03",
        addresses: [{ deliveryAddress: "ул. Тайная" }],
      },
      secret,
    );
    const [order] = before.lastOrders;
    if (!order) throw new Error("no order");
    await sql`insert into operator_phone_call (company_id, operator_phone_id, number, start_ring) values (1, 1, ${phone}, now())`.execute(
      world.db,
    );
    const path = { id: before.id, companyId: 1 };
    const ask = (phoneEnding: string) => world.ask("anonymizeCustomer", { as: "manager", path, body: { phoneEnding } });
    expect((await ask(phone.slice(-4))).problem.message).toContain("открытый заказ");
    await finishOrder(world, order);
    expect((await ask("0000")).status).toBe(400);
    const { json } = await ask(phone.slice(-4));
    expect(json).toMatchObject({
      isAnonymized: true,
      alias: null,
      phone: "",
      orderCount: 1,
      totalPay: before.totalPay,
    });
    expect((await ask(phone.slice(-4))).status).toBe(409);
    const { rows } = await sql<{ text: string }>`
      select concat((select string_agg(c::text, ' ') from customer c where id = ${before.id}),
        (select string_agg(o::text, ' ') from orders o where id = ${order.id}),
        (select string_agg(h::text, ' ') from order_history h where order_id = ${order.id}),
        (select string_agg(n::text, ' ') from notification n), (select string_agg(k::text, ' ') from operator_phone_call k),
        (select string_agg(i.answer, ' ') from idempotency_key i), (select string_agg(s::text, ' ') from customer_search s),
        (select string_agg(a::text, ' ') from customer_address a)) as text`.execute(world.db);
    for (const word of [phone, phone.slice(2), "Тайная", "Агафь"]) expect(rows[0]?.text).not.toContain(word);
    expect((await find(phone)).status).toBe(404);
    expect(await searchIds("Агафья")).toEqual([]);
    await givenOrder(world, { phone });
    expect(await cardIdOf(world, phone)).not.toBe(before.id);
    expect(await findWrongTotals(world.db)).toEqual([]);
  });
});

test("unmerging after random merges of customer cards — restores the cards exactly", async () => {
  const text = fc.option(fc.constantFrom("Анна", "Борис Иванов", "Вера"), { nil: null });
  const card = fc.record({
    alias: text,
    note: text,
    birthday: fc.option(fc.constantFrom("1990-01-01", "1985-12-31"), { nil: null }),
    risk: fc.constantFrom("none" as const, "attention" as const, "blocked" as const),
    riskReason: fc.constant("Причина"),
    riskUntil: fc.option(fc.constantFrom("2030-01-01", "2031-01-01"), { nil: null }),
    addresses: fc.constantFrom<Schemas["CustomerKeptAddress"][]>(
      [],
      [{ deliveryAddress: "ул. А", isDefault: true }],
      [{ deliveryAddress: "ул. Б" }],
    ),
  });
  await fc.assert(
    fc.asyncProperty(card, card, card, fc.boolean(), async (one, two, three, isChain) => {
      const cards = [
        await givenCustomer(world, nextPhone(), one),
        await givenCustomer(world, nextPhone(), two),
        await givenCustomer(world, nextPhone(), three),
      ];
      const [a, b, c] = cards.map(({ id }) => id) as [number, number, number];
      const before = await readRows([a, b, c]);
      expect((await merge(world, a, b)).status).toBe(200);
      expect((await merge(world, isChain ? b : c, isChain ? c : b)).status).toBe(200);
      expect((await unmerge(world, isChain ? b : c)).status).toBe(200);
      expect((await unmerge(world, a)).status).toBe(200);
      expect(await readRows([a, b, c])).toEqual(before);
    }),
    { numRuns: 8 },
  );
  expect(await findWrongTotals(world.db)).toEqual([]);
});

test("merge with a blocked customer — leaves the surviving card blocked, and an unmerge restores all its fields", () => {
  const fields = fc.record<MergedFields>({
    alias: fc.option(fc.constantFrom("А", "Б"), { nil: null }),
    note: fc.option(fc.constantFrom("н", "з"), { nil: null }),
    birthday: fc.option(fc.constantFrom("1990-01-01", "1985-12-31"), { nil: null }),
    risk: fc.constantFrom("none", "attention", "blocked"),
    risk_reason: fc.option(fc.constantFrom("п", "р"), { nil: null }),
    risk_until: fc.option(fc.constantFrom("2026-01-01", "2027-01-01", "2028-01-01"), { nil: null }),
    risk_by: fc.option(fc.constantFrom(1, 2), { nil: null }),
  });
  const today = "2026-12-01";
  const isBlocked = (one: MergedFields) =>
    one.risk === "blocked" && (one.risk_until === null || one.risk_until >= today);
  fc.assert(
    fc.property(fields, fields, (into, from) => {
      const after = mergeFields(into, from, today);
      expect(isBlocked(after)).toBe(isBlocked(into) || isBlocked(from));
      expect(restoreFields(after, into, after)).toEqual(into);
    }),
  );
});

test("merge, unmerge and anonymisation — are refused for cards of another company, and a merge is refused without the permission customer.edit", async () => {
  const a = await givenCustomer(world, nextPhone());
  const b = await givenCustomer(world, nextPhone());
  const { rows } = await sql<{ id: number }>`select min(id) as id from customer where company_id = 3`.execute(world.db);
  const foreign = rows[0]?.id ?? 0;
  expect((await merge(world, a.id, foreign)).status).toBe(404);
  expect((await merge(world, foreign, a.id)).status).toBe(404);
  expect((await merge(world, a.id, 999_999)).status).toBe(404);
  expect((await unmerge(world, foreign)).status).toBe(404);
  const path = { id: foreign, companyId: 1 };
  const body = { phoneEnding: "0000" };
  expect((await world.ask("anonymizeCustomer", { as: "owner", path, body })).status).toBe(404);
  for (const operation of ["listCustomerOrders", "listCustomerCalls"] as const)
    expect((await world.ask(operation, { as: "owner", path })).status).toBe(404);
  expect((await merge(world, a.id, b.id, { as: "cashier" })).status).toBe(403);
  expect((await merge(world, a.id, b.id, { as: "owner2" })).status).toBe(404);
});
