import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dishOf } from "../support/server/orders.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

let world: World;
let dish: Awaited<ReturnType<typeof dishOf>>;
beforeAll(async () => {
  world = await startWorld();
  await sql`delete from item_stop`.execute(world.db);
  dish = await dishOf(world, "Маргарита");
});
afterAll(() => world.stop());

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
const cart = (phone = newPhone()) => ({ [`d${dish.id}`]: "2", phone, way: "pickup" });
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

describe("shop", () => {
  test("the menu has each dish and no script that runs", async () => {
    const { statusCode, body } = await world.app.inject({ url: "/shop/kolos" });
    expect(statusCode).toBe(200);
    expect(body).toContain("Маргарита");
    expect([...body.matchAll(/<script(?! type="application\/ld\+json")/g)]).toHaveLength(0);
  });

  test("an unknown shop and an unknown token are not found", async () => {
    expect((await world.app.inject({ url: "/shop/absent" })).statusCode).toBe(404);
    expect((await world.app.inject({ url: "/shop/kolos/order/AAAAAAAAAAAAAAAAAAAAAA" })).statusCode).toBe(404);
  });

  test("the same order sent twice is one order without an operator", async () => {
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

  test("another total is refused with the new cart", async () => {
    const fields = await seen(cart());
    await sql`update item set price = price + 10 where id = ${dish.id}`.execute(world.db);
    const { statusCode, body } = await post("order", fields);
    expect(statusCode).toBe(409);
    expect(body).toContain(`name="amount" value="${Number(fields.amount) + 20}"`);
    expect(await ordersOf(fields.phone)).toHaveLength(0);
  });

  test("a dish stopped at sending is named and the cart is kept", async () => {
    const fields = await seen(cart());
    await sql`insert into item_stop (company_id, item_id) values (1, ${dish.id})`.execute(world.db);
    const { statusCode, body } = await post("order", fields);
    await sql`delete from item_stop`.execute(world.db);
    expect(statusCode).toBe(409);
    expect(body).toContain(`«Маргарита»`);
    expect(body).toContain(`name="d${dish.id}" value="2"`);
  });

  test("a shop closed at sending takes no order", async () => {
    const fields = await seen(cart());
    await sql`update shop set is_paused = true`.execute(world.db);
    const { statusCode } = await post("order", fields);
    await sql`update shop set is_paused = false`.execute(world.db);
    expect([statusCode, (await ordersOf(fields.phone)).length]).toEqual([409, 0]);
  });

  test("a third unconfirmed order of a phone is refused", async () => {
    const phone = newPhone();
    const codes = [];
    for (let at = 0; at < 3; at++) codes.push((await post("order", await seen(cart(phone)))).statusCode);
    expect(codes).toEqual([303, 303, 409]);
  });

  test("an order with the hidden field filled waits for review", async () => {
    const fields = await seen({ ...cart(), website: "spam" });
    expect((await post("order", fields)).statusCode).toBe(303);
    expect((await ordersOf(fields.phone))[0]).toMatchObject({ external_system: { id: "проверить" } });
  });

  test("many orders of one address are refused above the limit", async () => {
    const fields = cart();
    const codes: number[] = [];
    for (let at = 0; at < 35; at++) codes.push((await post("order", fields, "10.9.9.9")).statusCode);
    expect(codes.filter((code) => code === 429)).toHaveLength(5);
  });

  test("markup in the fields of a guest is escaped", async () => {
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
});
