import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { givenOrder, methodIds, pathOf } from "../support/server/orders.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const accept = async (order: { id: number }, amount: number, as: string, methodId: number = methodIds.cash) => {
  const body = { payment: [{ paymentMethodId: methodId, amount }] };
  const { json } = await world.ask("acceptPayment", { as, path: pathOf(order), body });
  return json.payments.at(-1)?.id ?? 0;
};

const dayOf = async (as: string, order: { id: number }, date?: string) =>
  (await world.ask("listPaymentsOfDay", { as, query: date === undefined ? {} : { date } })).json
    .filter(({ orderId }) => orderId === order.id)
    .map(({ movement, amount, employeeAlias, paymentMethodName }) => [
      movement,
      amount,
      employeeAlias,
      paymentMethodName,
    ]);

test("list of a day's payments — contains pending payments, accepted payments and refunds, each with the employee", async () => {
  const order = await givenOrder(world);
  const paymentId = await accept(order, 300, "cashier");
  await accept(order, 200, "courier", methodIds.card);
  await world.ask("rejectPayment", { as: "owner", path: { ...pathOf(order), paymentId }, body: {} });
  await sql`update payment set status = 'pending', completed_date = null where order_id = ${order.id} and amount = 200`.execute(
    world.db,
  );
  expect(await dayOf("owner", order)).toEqual([
    ["pending", 200, "Денис Воронов", "Карта при получении"],
    ["refunded", 300, "Елена Колосова", "Наличные"],
    ["accepted", 300, "Ирина Белова", "Наличные"],
  ]);
});

test("list of a day's payments — contains only the caller's own payments if the caller lacks the permission for finances", async () => {
  const order = await givenOrder(world);
  await accept(order, 300, "cashier");
  await accept(order, 200, "operator");
  expect((await dayOf("cashier", order)).map(([, amount]) => amount)).toEqual([300]);
  expect((await dayOf("operator", order)).map(([, amount]) => amount)).toEqual([200]);
  expect((await world.ask("listPaymentsOfDay", { as: "kitchen" })).status).toBe(403);
  expect((await world.ask("listPaymentsOfDay", { as: "owner", path: { companyId: 3 } })).status).toBe(404);
});

test("list of today's payments — includes the pending payments of earlier days", async () => {
  const order = await givenOrder(world);
  const [first, second] = [await accept(order, 100, "cashier"), await accept(order, 150, "cashier")];
  await sql`update payment set completed_date = completed_date - interval '3 days', creation_date = creation_date - interval '3 days'
    where id = ${first}`.execute(world.db);
  await sql`update payment set status = 'pending', completed_date = null, creation_date = creation_date - interval '3 days'
    where id = ${second}`.execute(world.db);
  const { rows } = await sql<{
    day: string;
  }>`select to_char((now() - interval '3 days') at time zone 'Europe/Moscow', 'YYYY-MM-DD') as day`.execute(world.db);
  expect((await dayOf("owner", order)).map(([movement, amount]) => [movement, amount])).toEqual([["pending", 150]]);
  expect((await dayOf("owner", order, rows[0]?.day)).map(([movement, amount]) => [movement, amount])).toEqual([
    ["pending", 150],
    ["accepted", 100],
  ]);
});
