import { createHash } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dishFields } from "#domain/guestCart.ts";
import { dishOf, statusIds } from "../support/server/orders.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

let world: World;
let dish: Awaited<ReturnType<typeof dishOf>>;
beforeAll(async () => {
  world = await startWorld();
  await sql`delete from item_stop`.execute(world.db);
  dish = await dishOf(world, "Маргарита");
  methodId = (await world.db.selectFrom("shop").select("payment_methods as ids").executeTakeFirstOrThrow()).ids[0] ?? 0;
});
afterAll(() => world.stop());

let methodId = 0;
let phones = 0;
const newPhone = () => `+7901${String(++phones).padStart(7, "0")}`;
const post = (path: string, fields: Record<string, string>, remoteAddress = `10.0.0.${(phones % 200) + 1}`) =>
  world.app.inject({
    method: "POST",
    url: `/shop/kolos/${path}`,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: new URLSearchParams(fields).toString(),
    remoteAddress,
  });
const cart = (phone = newPhone()) => ({ [`d${dish.id}`]: "2", phone, way: "pickup", method: String(methodId) });
const seen = async (fields: Record<string, string> & { phone: string }) => {
  const { body } = await post("order", fields);
  return {
    ...fields,
    key: /name="key" value="([^"]+)"/.exec(body)?.[1] ?? "",
    amount: /name="amount" value="([^"]+)"/.exec(body)?.[1] ?? "",
  };
};
const ordersOf = async (phone: string) =>
  await world.db.selectFrom("orders").selectAll().where("phone", "=", phone).execute();

const kitchenLinesOf = async (orderId: number): Promise<number> =>
  (await world.db.selectFrom("kitchen_line").select("order_line_id").where("order_id", "=", orderId).execute()).length;
const moveOrder = async (orderId: number, statusId: number) => {
  const body = { orderStatusId: statusId, orderStatusReason: "Проверка" };
  const { status, text } = await world.ask("changeOrderStatus", { as: "owner", path: { companyId: 1, orderId }, body });
  if (status !== 200) throw new Error(text);
};

describe("shop", () => {
  test("the menu of the shop can be used without scripts, and contains only the script of the shop and the data for search engines", async () => {
    const { statusCode, body } = await world.app.inject({ url: "/shop/kolos" });
    expect(statusCode).toBe(200);
    expect(body).toContain("Маргарита");
    expect(/<noscript>(.*?)<\/noscript>/s.exec(body)?.[1]).toMatch(/name="d\d+\.2"/);
    const scripts = [...body.matchAll(/<script[^>]*>/g)].map(([tag]) => tag);
    expect(scripts).toEqual(['<script type="application/ld+json">', '<script src="/shop.js" defer>']);
  });

  test("an unknown shop and an unknown order token are not found", async () => {
    expect((await world.app.inject({ url: "/shop/absent" })).statusCode).toBe(404);
    expect((await world.app.inject({ url: "/shop/kolos/order/AAAAAAAAAAAAAAAAAAAAAA" })).statusCode).toBe(404);
  });

  test("an order that is sent twice is stored once, and has no operator", async () => {
    const fields = await seen(cart());
    const first = await post("order", fields);
    const second = await post("order", fields);
    expect([first.statusCode, second.headers.location]).toEqual([303, first.headers.location]);
    const orders = await ordersOf(fields.phone);
    expect(orders).toHaveLength(1);
    expect(orders[0]).toMatchObject({
      operator_id: null,
      external_system: { name: "Сайт" },
      amount: Number(fields.amount),
    });
    const status = await world.app.inject({ url: String(first.headers.location) });
    expect(status.body).toContain('aria-current="step">Заказ принят');
  });

  test("an order that is sent five times concurrently is stored once", async () => {
    const fields = await seen(cart());
    const answers = await Promise.all(Array.from({ length: 5 }, () => post("order", fields)));
    expect(new Set(answers.map(({ statusCode, headers }) => `${statusCode} ${headers.location}`)).size).toBe(1);
    expect(await ordersOf(fields.phone)).toHaveLength(1);
  });

  test("only two of five simultaneous orders with one phone number are accepted", async () => {
    const phone = newPhone();
    const carts = [];
    for (let at = 0; at < 5; at++) carts.push(await seen(cart(phone)));
    const answers = await Promise.all(carts.map((fields) => post("order", fields)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([303, 303, 409, 409, 409]);
    expect(await ordersOf(phone)).toHaveLength(2);
  });

  test("an order after closing time is refused", async () => {
    const fields = await seen(cart());
    const minutes = (shift: number) => {
      const at = new Date(Date.now() + shift * 60_000);
      return at.toLocaleTimeString("ru-RU", { timeZone: "Europe/Moscow", hour: "2-digit", minute: "2-digit" });
    };
    await sql`update shop set opens_at = ${minutes(120)}, closes_at = ${minutes(-60)}`.execute(world.db);
    const { statusCode, body } = await post("order", fields);
    await sql`update shop set opens_at = '00:00', closes_at = '00:00'`.execute(world.db);
    expect([statusCode, body.includes("Сейчас закрыто")]).toEqual([409, true]);
    expect(await ordersOf(fields.phone)).toHaveLength(0);
  });

  test("an order with an outdated total is refused, and the response is the cart with the new total", async () => {
    const fields = await seen(cart());
    await sql`update item set price = price + 10 where id = ${dish.id}`.execute(world.db);
    const { statusCode, body } = await post("order", fields);
    expect(statusCode).toBe(409);
    expect(body).toContain(`name="amount" value="${Number(fields.amount) + 20}"`);
    expect(await ordersOf(fields.phone)).toHaveLength(0);
  });

  test("a guest's order with a stopped dish is refused with the name of the dish, and the cart is kept", async () => {
    const fields = await seen(cart());
    await sql`insert into item_stop (company_id, item_id) values (1, ${dish.id})`.execute(world.db);
    const { statusCode, body } = await post("order", fields);
    await sql`delete from item_stop`.execute(world.db);
    expect(statusCode).toBe(409);
    expect(body).toContain(`«Маргарита»`);
    expect(body).toContain(`name="d${dish.id}" value="2"`);
  });

  test("an order is refused if the shop is paused before the guest sends the order", async () => {
    const fields = await seen(cart());
    await sql`update shop set is_paused = true`.execute(world.db);
    const { statusCode } = await post("order", fields);
    await sql`update shop set is_paused = false`.execute(world.db);
    expect([statusCode, (await ordersOf(fields.phone)).length]).toEqual([409, 0]);
  });

  test("a third unconfirmed order with one phone number is refused", async () => {
    const phone = newPhone();
    const codes = [];
    for (let at = 0; at < 3; at++) codes.push((await post("order", await seen(cart(phone)))).statusCode);
    expect(codes).toEqual([303, 303, 409]);
  });

  test("an order with a filled honeypot field waits for a review by an employee", async () => {
    const fields = await seen({ ...cart(), website: "spam" });
    expect((await post("order", fields)).statusCode).toBe(303);
    expect((await ordersOf(fields.phone))[0]).toMatchObject({ external_system: { id: "проверить" } });
  });

  test("orders from one network address are refused after 30 requests", async () => {
    const fields = cart();
    const codes: number[] = [];
    for (let at = 0; at < 35; at++) codes.push((await post("order", fields, "10.9.9.9")).statusCode);
    expect(codes.filter((code) => code === 429)).toHaveLength(5);
  });

  test("markup that a guest types in a field is escaped in the response", async () => {
    const markup = '"><script>alert(1)</script>';
    const { body } = await post("order", {
      ...cart(),
      phone: markup,
      street: markup,
      house: markup,
      flat: markup,
      note: markup,
    });
    expect(body).not.toContain("<script>alert");
  });

  test("a repeated order returns the stored order, even after a price change and a pause of the shop", async () => {
    const fields = await seen(cart());
    const first = await post("order", fields);
    await sql`update item set price = price + 10 where id = ${dish.id}`.execute(world.db);
    await sql`update shop set is_paused = true`.execute(world.db);
    const second = await post("order", fields);
    await sql`update shop set is_paused = false`.execute(world.db);
    expect([first.statusCode, second.statusCode]).toEqual([303, 303]);
    expect(second.headers.location).toBe(first.headers.location);
    expect(await ordersOf(fields.phone)).toHaveLength(1);
  });

  test("an order that waits for a review by an employee reaches the kitchen only after a change of its status", async () => {
    const fields = await seen({ ...cart(), website: "spam" });
    await post("order", fields);
    const [order] = await ordersOf(fields.phone);
    if (!order) throw new Error("no order");
    expect([order.kitchen_sent_at, await kitchenLinesOf(order.id)]).toEqual([null, 0]);
    await moveOrder(order.id, statusIds.cooking);
    expect(await kitchenLinesOf(order.id)).toBe(1);
  });

  test("an order that is cancelled before an employee has reviewed the order does not reach the kitchen", async () => {
    const fields = await seen({ ...cart(), website: "spam" });
    await post("order", fields);
    const [order] = await ordersOf(fields.phone);
    if (!order) throw new Error("no order");
    await moveOrder(order.id, statusIds.canceled);
    expect(await kitchenLinesOf(order.id)).toBe(0);
  });

  test("the page of a completed order links to the page for the guest's review, unless the feedback module is disabled", async () => {
    const fields = await seen(cart());
    const { headers } = await post("order", fields);
    const page = async () => (await world.app.inject({ url: String(headers.location) })).body;
    expect(await page()).not.toContain("/feedback/");
    const [order] = await ordersOf(fields.phone);
    await moveOrder(order?.id ?? 0, statusIds.delivered);
    const link = /href="(\/feedback\/[0-9a-f]{32})">Оценить заказ/.exec(await page())?.[1];
    expect((await world.app.inject({ url: String(link) })).body).toContain(`Заказ № ${order?.internal_id}`);
    await sql`update company set modules_off = array_append(modules_off, 'feedback') where id = 1`.execute(world.db);
    expect(await page()).not.toContain("/feedback/");
    await sql`update company set modules_off = array_remove(modules_off, 'feedback') where id = 1`.execute(world.db);
  });

  test("an order that needs no review by an employee reaches the kitchen immediately", async () => {
    const fields = await seen(cart());
    await post("order", fields);
    const [order] = await ordersOf(fields.phone);
    expect(await kitchenLinesOf(order?.id ?? 0)).toBe(1);
  });

  test("the shop page shows only active dishes that are not stopped and belong to a shown category", async () => {
    const menu = async () => (await world.app.inject({ url: "/shop/kolos" })).body;
    const shown = (body: string) => body.includes(`name="d${dish.id}"`);
    expect(shown(await menu())).toBe(true);
    await sql`insert into item_stop (company_id, item_id) values (1, ${dish.id})`.execute(world.db);
    expect(shown(await menu())).toBe(false);
    await sql`delete from item_stop`.execute(world.db);
    await sql`update item set is_active = false where id = ${dish.id}`.execute(world.db);
    expect(shown(await menu())).toBe(false);
    await sql`update item set is_active = true where id = ${dish.id}`.execute(world.db);
    const rows = await sql<{ category_id: number; sort: number }>`delete from shop_category where category_id in (
      select category_id from item_category where item_id = ${dish.id}) returning category_id, sort`.execute(world.db);
    expect(shown(await menu())).toBe(false);
    for (const row of rows.rows)
      await world.db
        .insertInto("shop_category")
        .values({ company_id: 1, ...row, title: "Наша пицца" })
        .execute();
    expect(await menu()).toContain("Наша пицца");
  });

  test("the chosen modifiers of a dish are included in the total of the cart and in the order", async () => {
    const [modifier] = dish.modificators;
    if (!modifier) throw new Error("the dish has no modifier");
    const plain = await seen(cart());
    const fields = await seen({ ...cart(), [`m${dish.id}-${modifier.id}`]: "1" });
    expect(Number(fields.amount)).toBe(Number(plain.amount) + 2 * modifier.price);
    expect((await post("order", fields)).statusCode).toBe(303);
    const [order] = await ordersOf(fields.phone);
    const lines = await world.db
      .selectFrom("order_line")
      .select("modificators")
      .where("order_id", "=", order?.id ?? 0)
      .execute();
    expect(lines[0]?.modificators).toMatchObject([{ modificatorId: modifier.id, count: 2 }]);
  });

  test("a guest must choose at least one modifier of each required group", async () => {
    const [modifier] = dish.modificators;
    if (!modifier) throw new Error("the dish has no modifier");
    const require = (isRequired: boolean) =>
      sql`update item_modificator set is_required = ${isRequired} where item_id = ${dish.id}`.execute(world.db);
    await require(true);
    const menu = (await world.app.inject({ url: "/shop/kolos" })).body;
    expect(menu).toMatch(/<details data-dish="\d+" open><summary>[^<]+<\/summary><div class="group"/);
    const refused = await post("cart", cart());
    expect(refused.statusCode).toBe(400);
    expect(refused.body).toContain("«Маргарита»: Добавки — выберите хотя бы одно.");
    expect(refused.body).toMatch(new RegExp(`name="d${dish.id}"[^>]* value="2"`));
    const forced = await post("order", { ...cart(), key: "12345678", amount: "980" });
    expect(forced.statusCode).toBe(400);
    expect(forced.body).toContain("«Маргарита»: Добавки — выберите хотя бы одно.");

    const chosen = { ...cart(), [`m${dish.id}-${modifier.id}`]: "1" };
    expect((await post("cart", chosen)).statusCode).toBe(200);
    const { count } = dishFields(dish.id, 2);
    const second = await post("cart", { ...chosen, [count]: "1" });
    expect(second.statusCode).toBe(400);
    expect(second.body).toMatch(new RegExp(`name="m${dish.id}-${modifier.id}"[^>]* checked`));
    const fields = await seen(chosen);
    expect((await post("order", fields)).statusCode).toBe(303);
    expect(await ordersOf(fields.phone)).toHaveLength(1);
    await require(false);
  });

  test("a promo code reduces the total of a guest's order, but only for as many orders as the discount allows", async () => {
    expect((await post("cart", cart())).body).toContain('name="promo"');
    const terms = { promoCode: "САЙТ10", minAmount: 100, maxUses: 1 };
    const body = { name: "С сайта", type: "%", value: 10, terms } as const;
    const made = await world.ask("createDiscount", { as: "owner", path: { companyId: 1 }, body });
    const full = Number((await seen(cart())).amount);
    const quote = await post("order", { ...cart(), promo: "сайт 10" });
    expect(quote.body).toMatch(/Скидка: −/);
    const carts = [];
    for (let at = 0; at < 5; at++) carts.push(await seen({ ...cart(), promo: "сайт 10" }));
    expect(carts.map(({ amount }) => Number(amount))).toEqual(Array(5).fill(full * 0.9));
    const answers = await Promise.all(carts.map((fields, at) => post("order", fields, `10.8.0.${at}`)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([303, 400, 400, 400, 400]);
    expect(answers.find(({ statusCode }) => statusCode === 400)?.body).toContain("Скидка «С сайта» закончилась");
    const orders = (await Promise.all(carts.map(({ phone }) => ordersOf(phone)))).flat();
    expect(orders).toHaveLength(1);
    expect(orders[0]).toMatchObject({ discount_id: made.json.id, amount: full * 0.9 });
  });

  test("a promo code that is unknown, or has terms that the cart does not meet, is refused with the reason", async () => {
    const terms = { promoCode: "БОЛЬШОЙ", minAmount: 100_000 };
    const body = { name: "Большой заказ", type: "%", value: 10, terms } as const;
    await world.ask("createDiscount", { as: "owner", path: { companyId: 1 }, body });
    const unknown = await post("order", { ...cart(), promo: "нет такого" });
    expect([unknown.statusCode, unknown.body.includes("Такого промокода нет.")]).toEqual([400, true]);
    expect(unknown.body).toContain('name="promo" value="нет такого"');
    const small = await post("order", { ...cart(), promo: "большой" });
    expect([small.statusCode, small.body.includes("Скидка «Большой заказ» даётся на заказ от")]).toEqual([400, true]);
    const fields = await seen(cart());
    const late = await post("order", { ...fields, promo: "большой" });
    expect([late.statusCode, (await ordersOf(fields.phone)).length]).toEqual([400, 0]);
  });

  test("the cart has no field for a promo code if no discount of the company has a promo code", async () => {
    await sql`update discount set is_removed = true where company_id = 1 and promo_code is not null`.execute(world.db);
    const { body } = await post("cart", cart());
    expect(body).toContain('name="phone"');
    expect(body).not.toContain('name="promo"');
    await sql`update discount set is_removed = false where company_id = 1 and promo_code is not null`.execute(world.db);
  });

  test("an order has one line for each choice of modifiers of a dish, and equal choices are merged", async () => {
    const [modifier] = dish.modificators;
    if (!modifier) throw new Error("the dish has no modifier");
    const [first, second, third, fourth] = [1, 2, 3, 4].map((variant) => dishFields(dish.id, variant));
    if (!first || !second || !third || !fourth) throw new Error("no fields");
    const fields = await seen({
      ...cart(),
      [second.count]: "1",
      [`${second.modifiers}${modifier.id}`]: "1",
      [third.count]: "3",
      [fourth.count]: "4",
      [`${fourth.modifiers}${modifier.id}`]: "1",
    });
    const { price } = await world.db
      .selectFrom("item")
      .select("price")
      .where("id", "=", dish.id)
      .executeTakeFirstOrThrow();
    expect(Number(fields.amount)).toBe(10 * price + 5 * modifier.price);
    expect((await post("order", fields)).statusCode).toBe(303);
    const [order] = await ordersOf(fields.phone);
    const lines = await world.db
      .selectFrom("order_line")
      .select(["count", "modificators"])
      .where("order_id", "=", order?.id ?? 0)
      .orderBy("id")
      .execute();
    expect(lines).toMatchObject([
      { count: 5, modificators: [] },
      { count: 5, modificators: [{ modificatorId: modifier.id, count: 5 }] },
    ]);
  });

  test("lines of one dish have separate form fields in the cart, and are not merged if they exceed 99 portions together", async () => {
    const [modifier] = dish.modificators;
    const [first, second, third] = [1, 2, 3].map((variant) => dishFields(dish.id, variant));
    if (!modifier || !first || !second || !third) throw new Error("the dish has no modifier");
    const { body } = await post("cart", {
      [first.count]: "98",
      [second.count]: "2",
      [third.count]: "1",
      [`${third.modifiers}${modifier.id}`]: "1",
    });
    const hidden = [...body.matchAll(/type="hidden" name="([dm][^"]+)" value="([^"]+)"/g)].map(([, name, value]) => [
      name,
      value,
    ]);
    expect(hidden).toEqual([
      [first.count, "98"],
      [second.count, "2"],
      [third.count, "1"],
      [`${third.modifiers}${modifier.id}`, "1"],
    ]);
  });

  test("the guest chooses a payment method of the shop, and the operator sees the chosen method", async () => {
    const refused = await post("order", { ...cart(), method: "999999" });
    expect([refused.statusCode, refused.body.includes("Выберите способ оплаты")]).toEqual([400, true]);
    const fields = await seen({ ...cart(), note: "Без лука" });
    await post("order", fields);
    expect((await ordersOf(fields.phone))[0]?.note).toMatch(/^Без лука\nОплата: \S/);
  });

  test("the number of reads of the status page is limited per network address", async () => {
    await sql`insert into shop_attempt (company_id, kind, address) select 1, 'status', '10.8.8.8' from generate_series(1, 599)`.execute(
      world.db,
    );
    const read = () => world.app.inject({ url: "/shop/kolos/order/AAAAAAAAAAAAAAAAAAAAAA", remoteAddress: "10.8.8.8" });
    expect([(await read()).statusCode, (await read()).statusCode]).toEqual([404, 429]);
  });

  test("the content security policy forbids forms to other servers and styles other than the page's own", async () => {
    const { headers, body } = await world.app.inject({ url: "/shop/kolos" });
    expect(headers["content-security-policy"]).toContain("default-src 'none'");
    expect(headers["content-security-policy"]).toContain("form-action 'self'");
    const styles = /<style>(.*?)<\/style>/s.exec(body)?.[1] ?? "";
    const hash = createHash("sha256").update(styles).digest("base64");
    expect(headers["content-security-policy"]).toContain(`style-src 'sha256-${hash}';`);
  });

  test("markup in the name of a dish stays text in the data for search engines", async () => {
    const name = "</script><script>alert(1)</script>";
    await sql`update item set name = ${name} where id = ${dish.id}`.execute(world.db);
    const { body } = await world.app.inject({ url: "/shop/kolos" });
    await sql`update item set name = 'Маргарита' where id = ${dish.id}`.execute(world.db);
    expect(body).not.toContain("<script>alert");
    const [, json = ""] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(body) ?? [];
    expect(JSON.stringify(JSON.parse(json))).toContain(JSON.stringify(name).slice(1, -1));
  });

  test("the manifest makes the shop installable under its own path", async () => {
    const { statusCode, body, headers } = await world.app.inject({ url: "/shop/kolos/manifest.json" });
    expect([statusCode, headers["content-type"]]).toEqual([200, expect.stringContaining("application/manifest+json")]);
    expect(JSON.parse(body)).toMatchObject({ start_url: "/shop/kolos", scope: "/shop/kolos", display: "standalone" });
    expect((await world.app.inject({ url: "/shop.svg" })).headers["content-type"]).toContain("image/svg+xml");
  });

  test("a guest's order sent from a page of a different site is refused", async () => {
    const answer = await world.app.inject({
      method: "POST",
      url: "/shop/kolos/order",
      headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "cross-site" },
      payload: new URLSearchParams(cart()).toString(),
    });
    expect(answer.statusCode).toBe(403);
  });
});

describe("script of the shop", () => {
  const ask = async (path: string, fields: Record<string, string>) => {
    const answer = await world.app.inject({
      method: "POST",
      url: `/shop/kolos/${path}`,
      headers: { "content-type": "application/x-www-form-urlencoded", accept: "application/json" },
      payload: new URLSearchParams(fields).toString(),
      remoteAddress: "10.7.7.7",
    });
    return { status: answer.statusCode, json: JSON.parse(answer.body) };
  };
  const priced = async (fields: Record<string, string>) => {
    const { json } = await ask("order", fields);
    return { ...fields, key: String(json.cart.key), amount: String(json.cart.amount) };
  };

  test("an order is priced, placed and tracked with JSON requests", async () => {
    const fields = await priced(cart());
    expect((await ask("check", fields)).json).toEqual({ outcome: "absent" });
    const { json } = await ask("order", fields);
    expect(json).toEqual({ outcome: "placed", url: expect.stringMatching(/^\/shop\/kolos\/order\/[\w-]{22}$/) });
    expect((await ask("check", fields)).json).toEqual(json);
    expect((await ask("check", { ...fields, note: "другой" })).json).toEqual({ outcome: "absent" });
    const status = await world.app.inject({ url: json.url, headers: { accept: "application/json" } });
    expect(JSON.parse(status.body)).toEqual({ stage: "accepted", isOver: false, payment: "due" });
  });

  test("the guest sees the cancellation of an order only when the employee can no longer undo the cancellation", async () => {
    const dishes = cart();
    const { url } = (await ask("order", await priced(dishes))).json;
    const stageOf = async () =>
      JSON.parse((await world.app.inject({ url, headers: { accept: "application/json" } })).body).stage;
    const [order] = await ordersOf(dishes.phone);
    await moveOrder(order?.id ?? 0, statusIds.canceled);
    expect(await stageOf()).toBe("accepted");
    await sql`update status_undo set until = now() where order_id = ${order?.id ?? 0}`.execute(world.db);
    expect(await stageOf()).toBe("cancelled");
  });

  test("an order with an outdated total returns 409 with the new cart and a new idempotency key", async () => {
    const fields = await priced(cart());
    await sql`update item set price = price + 10 where id = ${dish.id}`.execute(world.db);
    const { status, json } = await ask("order", fields);
    expect([status, json.outcome, json.cart.amount]).toEqual([409, "priced", Number(fields.amount) + 20]);
    expect(json.cart.key).not.toBe(fields.key);
    expect(json.problem).toContain("изменилась");
  });

  test("a refused order returns a message for the guest, and the page of an unknown shop returns a refusal as JSON", async () => {
    const { status, json } = await ask("order", { ...cart(), way: "delivery" });
    expect([status, json.outcome, json.problem]).toEqual([400, "refused", "Укажите улицу или выберите самовывоз."]);
    expect((await ask("order", { phone: newPhone() })).json.outcome).toBe("refused");
    const unknown = await world.app.inject({ url: "/shop/absent", headers: { accept: "application/json" } });
    expect([unknown.statusCode, JSON.parse(unknown.body).outcome]).toEqual([404, "refused"]);
  });
});

describe("online payment by a guest", () => {
  const placed = async () => {
    const fields = await seen(cart());
    const path = String((await post("order", fields)).headers.location);
    const [order] = await ordersOf(fields.phone);
    if (!order) throw new Error("no order");
    return { path, order };
  };
  const open = (url: string, method: "GET" | "POST" = "GET") =>
    world.app.inject({ url, method, remoteAddress: `10.1.0.${(phones % 200) + 1}` });
  const pay = (path: string) => open(`${path}/pay`, "POST");
  const invoiceUrlOf = (body: string): string => /href="[^"]*(\/sandbox\/invoice\/\w+)"/.exec(body)?.[1] ?? "";
  const paymentsOf = async (order: { id: number }) =>
    await world.db.selectFrom("payment").selectAll().where("order_id", "=", order.id).orderBy("id").execute();
  const stateOf = async (path: string) =>
    JSON.parse((await world.app.inject({ url: path, headers: { accept: "application/json" } })).body).payment;

  test("an invoice is paid and booked once, and the page of the order then shows the payment", async () => {
    const { path, order } = await placed();
    expect((await open(path)).body).toContain("Оплатить онлайн");
    const opened = await pay(path);
    const invoice = invoiceUrlOf(opened.body);
    expect([opened.statusCode, invoice]).toEqual([200, expect.stringContaining("/sandbox/invoice/")]);
    expect(opened.body).toContain('http-equiv="refresh"');
    expect(await stateOf(path)).toBe("pending");
    expect((await open(path)).body).toContain(invoice);
    expect(invoiceUrlOf((await pay(path)).body)).toBe(invoice);
    const paid = await open(`${invoice}/pay`, "POST");
    expect(paid.body).toContain(`${path}">Вернуться к заказу`);
    expect((await open(path)).body).toContain("Оплачено");
    const again = await pay(path);
    expect([again.statusCode, again.headers.location]).toEqual([303, path]);
    expect(await paymentsOf(order)).toMatchObject([
      { status: "completed", amount: order.amount, operator_id: null, provider: "sandbox" },
    ]);
    const booked = await sql<{ amount: number }>`select amount from finance_transaction
      where payment_id in (select id from payment where order_id = ${order.id})`.execute(world.db);
    expect(booked.rows).toEqual([{ amount: order.amount }]);
  });

  test("five simultaneous payment requests create one invoice", async () => {
    const { path, order } = await placed();
    const answers = await Promise.all([0, 1, 2, 3, 4].map(() => pay(path)));
    expect(answers.filter(({ statusCode }) => ![200, 303].includes(statusCode))).toEqual([]);
    expect(await paymentsOf(order)).toHaveLength(1);
    expect(await stateOf(path)).toBe("pending");
  });

  test("a payment request returns the guest to the page of the order if another request is still issuing the invoice", async () => {
    const { path, order } = await placed();
    await pay(path);
    await world.db.updateTable("payment").set({ external_url: null }).where("order_id", "=", order.id).execute();
    const answer = await pay(path);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, path]);
    expect(await paymentsOf(order)).toHaveLength(1);
  });

  test("the guest can request a new invoice after a declined invoice and after a refund", async () => {
    const { path, order } = await placed();
    const first = invoiceUrlOf((await pay(path)).body);
    await open(`${first}/decline`, "POST");
    expect(await stateOf(path)).toBe("due");
    const second = invoiceUrlOf((await pay(path)).body);
    expect(second).not.toBe(first);
    await open(`${second}/pay`, "POST");
    expect(await stateOf(path)).toBe("paid");
    const [, payment] = await paymentsOf(order);
    const rejection = await world.ask("rejectPayment", {
      as: "owner",
      path: { companyId: 1, orderId: order.id, paymentId: payment?.id ?? 0 },
      body: { reason: "Не привезли" },
    });
    expect(rejection.status).toBe(200);
    expect(await stateOf(path)).toBe("due");
    expect(invoiceUrlOf((await pay(path)).body)).not.toBe(second);
  });

  test("an invoice that an operator has issued is offered to the guest", async () => {
    const { path, order } = await placed();
    const { json } = await world.ask("issueInvoice", {
      as: "operator",
      path: { companyId: 1, orderId: order.id },
      body: { paymentMethodId: 3, amount: order.amount },
    });
    expect(invoiceUrlOf((await open(path)).body)).toBe(new URL(json.externalUrl ?? "").pathname);
  });

  test("a cancelled order, an order that waits for a review by an employee, and an order of a shop without online payment cannot be paid", async () => {
    const cancelled = await placed();
    await moveOrder(cancelled.order.id, statusIds.canceled);
    const reviewed = await placed();
    await sql`update shop_order set is_review = true where order_id = ${reviewed.order.id}`.execute(world.db);
    const refused = await placed();
    expect(await stateOf(cancelled.path)).toBe("notOffered");
    expect(await stateOf(reviewed.path)).toBe("notOffered");
    const methods = await world.db.selectFrom("shop").select("payment_methods as ids").executeTakeFirstOrThrow();
    await sql`update shop set payment_methods = '{1}'`.execute(world.db);
    const answers = [await pay(cancelled.path), await pay(reviewed.path), await pay(refused.path)];
    await world.db.updateTable("shop").set({ payment_methods: methods.ids }).execute();
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([409, 409, 409]);
    for (const { order } of [cancelled, reviewed, refused]) expect(await paymentsOf(order)).toEqual([]);
  });

  test("a payment request with an unknown order token or from a different site is refused", async () => {
    expect((await pay("/shop/kolos/order/AAAAAAAAAAAAAAAAAAAAAA")).statusCode).toBe(404);
    const { path, order } = await placed();
    const headers = { "sec-fetch-site": "cross-site" };
    expect((await world.app.inject({ method: "POST", url: `${path}/pay`, headers })).statusCode).toBe(403);
    expect(await paymentsOf(order)).toEqual([]);
  });
});
