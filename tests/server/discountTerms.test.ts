import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Schemas } from "#api/client.ts";
import { dishOf, givenOrder, lineOf, pathOf, statusIds } from "../support/server/orders.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

type Terms = Schemas["DiscountTermsSave"];

let world: World;
/** Id of a status that cancels an order but does not close it, so that the order can be restored. */
let onHoldId: number;
beforeAll(async () => {
  world = await startWorld();
  const body = { name: "Отложен", isCancel: true };
  onHoldId = (await world.ask("createOrderStatus", { as: "owner", path: { companyId: 1 }, body })).json.id;
});
afterAll(() => world.stop());

const company = { companyId: 1 };
const setZone = (timeZone: string, dayStart: string) =>
  sql`update company set time_zone = ${timeZone}, day_start = ${dayStart} where id = 1`.execute(world.db);
beforeEach(() => setZone("Europe/Moscow", "00:00"));

let names = 0;
const nameOf = () => `Скидка ${++names}`;
let phones = 0;
const nextPhone = () => `+7999771${String(++phones).padStart(4, "0")}`;

const save = (terms: object) =>
  world.ask("createDiscount", {
    as: "owner",
    path: company,
    body: { name: nameOf(), type: "%", value: 10, terms },
  });

const givenDiscount = async (terms: Terms) => {
  const { status, json, text } = await save(terms);
  if (status !== 200) throw new Error(`discount refused: ${text}`);
  return json;
};

const remove = (id: number) => world.ask("deleteDiscount", { as: "owner", path: { ...company, id } });

/** Sends an order of two dishes at 490 roubles each. */
const order = async (discountId: number, more: Partial<Schemas["OrderSave"]> = {}) =>
  world.ask("createOrder", {
    as: "owner",
    path: company,
    body: { items: [lineOf(await dishOf(world, "Маргарита"), { count: 2 })], phone: nextPhone(), discountId, ...more },
  });

/** Edits an order. Sends the stored lines, phone number and discount, unless `more` replaces them. */
const edit = (stored: Schemas["Order"], more: Partial<Schemas["OrderSave"]>) =>
  world.ask("editOrder", {
    as: "owner",
    path: pathOf(stored),
    body: {
      items: stored.items.map(({ id, itemId, categoryId, count }) => ({ id, itemId: itemId ?? 0, categoryId, count })),
      phone: stored.phone,
      discountId: stored.discountId,
      ...more,
    },
  });

const setStatus = (stored: { id: number }, orderStatusId: number) =>
  world.ask("changeOrderStatus", {
    as: "owner",
    path: pathOf(stored),
    body: { orderId: stored.id, companyId: 1, orderStatusId, orderStatusReason: "проверка" },
  });

/**
 * Creates an order, sets its creation time to `moment`, and adds a discount to the order. Returns the message of the
 * refusal, or undefined.
 */
const giveAt = async (moment: string, discountId: number) => {
  const stored = await givenOrder(world, {}, "owner");
  await sql`update orders set creation_date = ${moment}::timestamptz where id = ${stored.id}`.execute(world.db);
  const { status, json, problem } = await edit(stored, { discountId });
  if (status === 200) {
    expect(json.discountAmount).toBe(98);
    return undefined;
  }
  expect([status, problem.errors]).toEqual([400, { discountId: problem.message }]);
  return problem.message;
};

describe("terms of a discount", () => {
  test("terms of a discount — are normalised when stored, and are part of every response with the discount", async () => {
    const terms = {
      weekdays: [5, 1],
      startTime: "22:00",
      endTime: "02:00",
      startDate: "2026-12-01",
      endDate: "2026-12-31",
      minAmount: 1500.5,
      promoCode: " летний Обед-1 ",
      maxUses: 3,
      isOncePerCustomer: true,
    };
    const expected = { ...terms, weekdays: [1, 5], promoCode: "ЛЕТНИЙОБЕД-1" };
    const made = await givenDiscount(terms);
    expect(made).toMatchObject({ terms: expected, uses: 0 });
    const { json: one } = await world.ask("getDiscount", { as: "operator", path: { ...company, id: made.id } });
    expect(one.terms).toEqual(expected);
    for (const list of ["listDiscounts", "summarizeDiscounts"] as const) {
      const { json } = await world.ask(list, { as: "operator", path: company });
      expect(json.find(({ id }) => id === made.id)?.terms).toEqual(expected);
      expect(json.find(({ id }) => id === 1)).toMatchObject({ terms: null, uses: null });
    }
    await remove(made.id);
  });

  test("terms of a discount — stay unchanged in a save without terms, and are removed by null", async () => {
    const { id, name, terms } = await givenDiscount({ minAmount: 500 });
    const body = { name, type: "%" as const, value: 5 };
    const update = (more: object) =>
      world.ask("updateDiscount", { as: "owner", path: { ...company, id }, body: { ...body, ...more } });
    expect((await update({})).json).toMatchObject({ value: 5, terms });
    expect((await update({ terms: { maxUses: 2 } })).json.terms).toMatchObject({ minAmount: null, maxUses: 2 });
    expect((await update({ terms: null })).json.terms).toBeNull();
    expect((await save({})).json.terms).toBeNull();
  });

  test.each<[string, string, object]>([
    ["the weekday 0", "terms.weekdays.0", { weekdays: [0] }],
    ["the weekday 8", "terms.weekdays.0", { weekdays: [8] }],
    ["a weekday that is listed twice", "terms.weekdays", { weekdays: [1, 1] }],
    ["a text as the weekdays", "terms.weekdays", { weekdays: "пн" }],
    ["the start time 24:00", "terms.startTime", { startTime: "24:00", endTime: "12:00" }],
    ["a start time but no end time", "terms.endTime", { startTime: "12:00" }],
    ["equal start and end times", "terms.endTime", { startTime: "12:00", endTime: "12:00" }],
    ["the start date 30 February", "terms.startDate", { startDate: "2026-02-30" }],
    ["a word as the start date", "terms.startDate", { startDate: "завтра" }],
    ["an end date before the start date", "terms.endDate", { startDate: "2026-12-02", endDate: "2026-12-01" }],
    ["a minimum amount of 0", "terms.minAmount", { minAmount: 0 }],
    ["a negative minimum amount", "terms.minAmount", { minAmount: -1 }],
    ["a minimum amount with a fraction of a kopeck", "terms.minAmount", { minAmount: 10.001 }],
    ["a huge minimum amount", "terms.minAmount", { minAmount: 1e300 }],
    ["a promo code of 33 characters", "terms.promoCode", { promoCode: "Ы".repeat(33) }],
    ["a promo code with markup", "terms.promoCode", { promoCode: "<script>" }],
    ["a number as the promo code", "terms.promoCode", { promoCode: 5 }],
    ["a limit of 0 uses", "terms.maxUses", { maxUses: 0 }],
    ["a limit of 1.5 uses", "terms.maxUses", { maxUses: 1.5 }],
    ["a huge limit of uses", "terms.maxUses", { maxUses: 1e12 }],
    ["a text as a flag", "terms.isOncePerCustomer", { isOncePerCustomer: "да" }],
    ["an unknown field", "terms", { unknown: 1 }],
  ])("terms of a discount with %s — are refused with an error at the field '%s'", async (_, field, terms) => {
    const { status, problem } = await save(terms);
    expect(status).toBe(400);
    expect(Object.keys(problem.errors ?? {}).some((name) => name.startsWith(field))).toBe(true);
  });

  test("a promo code — is refused if another discount of the company has the same code, unless that discount is removed", async () => {
    const first = await givenDiscount({ promoCode: "Весна 1" });
    const again = await save({ promoCode: "вЕсна1" });
    expect([again.status, again.problem.errors]).toEqual([
      400,
      { "terms.promoCode": `Такой промокод уже есть у скидки «${first.name}».` },
    ]);
    const { id, name } = await givenDiscount({ promoCode: "ВЕСНА2" });
    const body = { name, type: "%" as const, value: 10, terms: { promoCode: "весна 1" } };
    const taken = await world.ask("updateDiscount", { as: "owner", path: { ...company, id }, body });
    expect(taken.problem.errors).toHaveProperty(["terms.promoCode"]);
    const own = { ...body, terms: { promoCode: "весна 2" } };
    expect((await world.ask("updateDiscount", { as: "owner", path: { ...company, id }, body: own })).status).toBe(200);
    const foreign = { name, type: "%" as const, value: 10, terms: { promoCode: "весна1" } };
    const other = await world.ask("createDiscount", { as: "owner2", path: { companyId: 3 }, body: foreign });
    expect(other.status).toBe(200);
    await remove(first.id);
    expect((await save({ promoCode: "весна1" })).status).toBe(200);
  });
});

describe("order with a discount", () => {
  test("time window of a discount — includes the start time and excludes the end time", async () => {
    const { id, name } = await givenDiscount({ startTime: "12:00", endTime: "16:00" });
    const refusal = `Скидка «${name}» действует только с 12:00 до 16:00.`;
    expect(await giveAt("2026-11-27T11:59:59+03:00", id)).toBe(refusal);
    expect(await giveAt("2026-11-27T12:00:00+03:00", id)).toBeUndefined();
    expect(await giveAt("2026-11-27T15:59:59+03:00", id)).toBeUndefined();
    expect(await giveAt("2026-11-27T16:00:00+03:00", id)).toBe(refusal);
  });

  test("a discount's time window that ends after midnight — belongs to the day on which the time window starts", async () => {
    const { id } = await givenDiscount({ weekdays: [5], startTime: "22:00", endTime: "02:00" });
    expect(await giveAt("2026-11-28T01:59:00+03:00", id)).toBeUndefined();
    expect(await giveAt("2026-11-28T02:00:00+03:00", id)).toMatch(/действует только по дням: пт\.$/);
    expect(await giveAt("2026-11-27T01:00:00+03:00", id)).toMatch(/по дням: пт/);
  });

  test("weekdays and dates of a discount — are business days in the time zone of the company", async () => {
    await setZone("Asia/Vladivostok", "06:00");
    const friday = await givenDiscount({ weekdays: [5] });
    expect(await giveAt("2026-11-28T05:59:00+10:00", friday.id)).toBeUndefined();
    expect(await giveAt("2026-11-28T06:00:00+10:00", friday.id)).toMatch(/по дням: пт/);
    const dates = await givenDiscount({ startDate: "2026-11-27", endDate: "2026-11-28" });
    expect(await giveAt("2026-11-27T05:59:00+10:00", dates.id)).toMatch(/начнёт действовать с 27\.11\.2026\.$/);
    expect(await giveAt("2026-11-27T06:00:00+10:00", dates.id)).toBeUndefined();
    expect(await giveAt("2026-11-29T05:59:00+10:00", dates.id)).toBeUndefined();
    expect(await giveAt("2026-11-29T06:00:00+10:00", dates.id)).toMatch(/действовала по 28\.11\.2026\.$/);
  });

  test("dates of a discount — are compared with the server's time when the order is created, not with the order's due time", async () => {
    const past = await givenDiscount({ endDate: "2020-01-01" });
    const { status, problem } = await order(past.id, { date: "2019-12-31T12:00:00Z" });
    expect([status, problem.errors]).toEqual([400, { discountId: problem.message }]);
    const later = await givenDiscount({ startDate: "2099-01-01" });
    expect((await order(later.id)).problem.message).toMatch(/начнёт действовать с 01\.01\.2099/);
    const now = await givenDiscount({ startDate: "2020-01-01", endDate: "2099-01-01" });
    expect((await order(now.id)).json.amount).toBe(882);
  });

  test("minimum of a discount — is compared with the total price of the dishes before the discount", async () => {
    const [enough, more] = [await givenDiscount({ minAmount: 980 }), await givenDiscount({ minAmount: 980.01 })];
    expect((await order(enough.id)).json).toMatchObject({ amount: 882, discountId: enough.id });
    const refused = await order(more.id);
    expect([refused.status, refused.problem.message]).toEqual([
      400,
      `Скидка «${more.name}» даётся на заказ от 980,01\u00a0р.`,
    ]);
  });

  test("promo code of a discount — is required to add the discount to an order, and is compared without case and spaces", async () => {
    const { id, name } = await givenDiscount({ promoCode: "Осень-26" });
    expect((await order(id)).problem.errors).toEqual({ discountId: `Скидка «${name}» даётся только по промокоду.` });
    expect((await order(id, { promoCode: " " })).status).toBe(400);
    expect((await order(id, { promoCode: "осень-27" })).problem.message).toBe(
      `Этот промокод не подходит к скидке «${name}».`,
    );
    expect((await order(id, { promoCode: "x".repeat(101) })).problem.errors).toHaveProperty("promoCode");
    const { status, json } = await order(id, { promoCode: " осень - 26" });
    expect([status, json.discountAmount]).toEqual([201, 98]);
    expect((await edit(json, { note: "без кода" })).json.discountAmount).toBe(98);
    const without = await givenOrder(world, {}, "owner");
    expect((await edit(without, { discountId: id })).status).toBe(400);
    expect((await edit(without, { discountId: id, promoCode: "ОСЕНЬ-26" })).json.discountAmount).toBe(98);
  });

  test("a discount of another company — is refused as unknown, even if the order contains the promo code of the discount", async () => {
    const body = { name: nameOf(), type: "%" as const, value: 10, terms: { promoCode: "ЧУЖОЙ" } };
    const { json } = await world.ask("createDiscount", { as: "owner2", path: { companyId: 3 }, body });
    const refused = await order(json.id, { promoCode: "ЧУЖОЙ" });
    expect([refused.status, refused.problem.errors]).toEqual([400, { discountId: "Такой скидки больше нет." }]);
  });

  test("a promo code — does not raise the caller's limit for discounts", async () => {
    const body = { name: nameOf(), type: "%" as const, value: 50, terms: { promoCode: "ПОЛОВИНА" } };
    const { json } = await world.ask("createDiscount", { as: "owner", path: company, body });
    const items = [lineOf(await dishOf(world, "Маргарита"))];
    const { status } = await world.ask("createOrder", {
      as: "operator",
      path: company,
      body: { items, phone: nextPhone(), discountId: json.id, promoCode: "ПОЛОВИНА" },
    });
    expect(status).toBe(403);
  });

  test("an order above the limit of uses of its discount — is refused until an earlier order with the discount is cancelled", async () => {
    const { id, name } = await givenDiscount({ maxUses: 1, promoCode: "ОДИН" });
    const first = (await order(id, { promoCode: "один" })).json;
    const usesOf = async () => (await world.ask("getDiscount", { as: "owner", path: { ...company, id } })).json.uses;
    expect(await usesOf()).toBe(1);
    const refused = await order(id, { promoCode: "один" });
    expect([refused.status, refused.problem.message]).toEqual([
      400,
      `Скидка «${name}» закончилась: она рассчитана на 1 заказ.`,
    ]);
    expect((await edit(first, { note: "сам себе не мешает" })).status).toBe(200);
    const other = await givenOrder(world, {}, "owner");
    expect((await edit(other, { discountId: id, promoCode: "один" })).status).toBe(400);
    expect((await setStatus(first, statusIds.canceled)).status).toBe(200);
    expect(await usesOf()).toBe(0);
    expect((await edit(other, { discountId: id, promoCode: "один" })).status).toBe(200);
    expect(await usesOf()).toBe(1);
  });

  test("a cancelled order — can be restored only while its discount has uses left", async () => {
    const { id, name } = await givenDiscount({ maxUses: 1 });
    const first = (await order(id)).json;
    await setStatus(first, onHoldId);
    expect((await setStatus(first, statusIds.confirmed)).status).toBe(200);
    await setStatus(first, onHoldId);
    const second = (await order(id)).json;
    const refused = await setStatus(first, statusIds.confirmed);
    expect([refused.status, refused.problem.message]).toEqual([
      409,
      `Скидка «${name}» закончилась: она рассчитана на 1 заказ. Уберите её из заказа.`,
    ]);
    await setStatus(second, onHoldId);
    expect((await setStatus(first, statusIds.confirmed)).status).toBe(200);
  });

  test("undoing a cancellation — is refused if another order has taken the last use of the discount meanwhile", async () => {
    const { id } = await givenDiscount({ maxUses: 1 });
    const first = (await order(id)).json;
    await setStatus(first, statusIds.canceled);
    await order(id);
    const undone = await world.ask("undoOrderStatus", { as: "owner", path: pathOf(first) });
    expect(undone.status).toBe(409);
    expect(undone.problem.message).toMatch(/закончилась/);
  });

  test("a once-per-customer discount — is refused for a second order from the same phone number until the first is cancelled", async () => {
    const { id, name } = await givenDiscount({ isOncePerCustomer: true });
    const phone = "+79997710999";
    const first = (await order(id, { phone })).json;
    const again = await order(id, { phone: "8 (999) 771-09-99" });
    expect([again.status, again.problem.message]).toEqual([
      400,
      `Клиент уже получил скидку «${name}»: она даётся один раз.`,
    ]);
    expect((await order(id)).status).toBe(201);
    await setStatus(first, statusIds.canceled);
    expect((await order(id, { phone })).status).toBe(201);
  });

  test("an edited order keeps its discount after a change of the terms, unless its total falls below the minimum", async () => {
    const { id, name } = await givenDiscount({ minAmount: 900, endDate: "2099-01-01" });
    const stored = (await order(id)).json;
    const update = (terms: Terms) =>
      world.ask("updateDiscount", {
        as: "owner",
        path: { ...company, id },
        body: { name, type: "%", value: 10, terms },
      });
    await update({ minAmount: 900, endDate: "2020-01-01", promoCode: "ПОЗЖЕ", maxUses: 1, isOncePerCustomer: true });
    expect((await edit(stored, { note: "позвонить", phone: nextPhone() })).json.discountAmount).toBe(98);
    const [line] = stored.items;
    const portions = (count: number) => [
      { id: line?.id ?? 0, itemId: line?.itemId ?? 0, categoryId: line?.categoryId ?? 0, count },
    ];
    expect((await edit(stored, { items: portions(3) })).json.amount).toBe(1323);
    const refused = await edit(stored, { items: portions(1) });
    expect([refused.status, refused.problem.errors]).toEqual([
      400,
      { discountId: `Скидка «${name}» даётся на заказ от 900\u00a0р.` },
    ]);
    expect((await edit(stored, { items: portions(1), discountId: null })).json.amount).toBe(490);
  });

  test("an order below the raised minimum of its discount — may be edited unless the edit lowers its total", async () => {
    const { id, name } = await givenDiscount({ minAmount: 900 });
    const stored = (await order(id)).json;
    const body = { name, type: "%" as const, value: 10, terms: { minAmount: 5000 } };
    await world.ask("updateDiscount", { as: "owner", path: { ...company, id }, body });
    const [line] = stored.items;
    const portions = (count: number) => [
      { id: line?.id ?? 0, itemId: line?.itemId ?? 0, categoryId: line?.categoryId ?? 0, count },
    ];
    expect((await edit(stored, { note: "та же сумма" })).status).toBe(200);
    expect((await edit(stored, { items: portions(3) })).status).toBe(200);
    expect((await edit(stored, { items: portions(2) })).status).toBe(400);
  });

  test("a removed discount — stays on its orders, even if they are cancelled and restored", async () => {
    const { id } = await givenDiscount({ maxUses: 1 });
    const stored = (await order(id)).json;
    await remove(id);
    expect((await edit(stored, { note: "осталась" })).json.discountAmount).toBe(98);
    await setStatus(stored, onHoldId);
    expect((await setStatus(stored, statusIds.confirmed)).status).toBe(200);
  });
});
