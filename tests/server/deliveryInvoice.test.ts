import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { givenOrder, methodIds, pathOf } from "../support/server/orders.ts";
import { startWorld, type World } from "../support/server/testServer.ts";
import { type Kassa, startKassa } from "../support/server/yookassa.ts";

let kassa: Kassa;
let world: World;
beforeAll(async () => {
  kassa = await startKassa();
  const yookassa = { baseUrl: kassa.baseUrl, shopId: "shop", secretKey: "secret" };
  world = await startWorld({ config: { yookassa, trustedProxies: ["127.0.0.1"] } });
  await sql`update company_user set role_id = 6 where company_id = 1 and user_id = 6`.execute(world.db);
});
afterAll(async () => {
  await world.stop();
  await kassa.stop();
});
const removeMethods = (ids: readonly number[]) =>
  sql`update payment_method set is_removed = true where company_id = 1 and id = any(${ids}::int[])`.execute(world.db);
afterEach(() => sql`update payment_method set is_removed = false where company_id = 1`.execute(world.db));

let keys = 0;
const newKey = () => `door-invoice-${++keys}`;
const given = (fields: object = {}) => givenOrder(world, { deliveryAddress: "ул. Садовая", ...fields });
type Order = Awaited<ReturnType<typeof given>>;
const tap = (order: Order, verb: "Take" | "Deliver" | "Fail", as = "courier") =>
  world.ask("tapDeliveryStop", { as, path: { ...pathOf(order), verb }, body: { reason: "нет дома" }, key: newKey() });
const issue = (order: Order, { as = "courier", key = newKey(), companyId = 1 } = {}) =>
  world.ask("issueDoorInvoice", { as, path: { orderId: order.id, companyId }, key });
const check = (order: Order, { as = "courier", companyId = 1 } = {}) =>
  world.ask("checkDoorInvoice", { as, path: { orderId: order.id, companyId } });
const cancel = (order: Order, { as = "courier", companyId = 1 } = {}) =>
  world.ask("cancelDoorInvoice", { as, path: { orderId: order.id, companyId }, key: newKey() });
const listed = async (order: Order) => (await world.ask("listPayments", { as: "owner", path: pathOf(order) })).json;
const press = (url: string | null, button: "pay" | "decline") =>
  world.app.inject({
    method: "POST",
    url: `${new URL(url ?? "").pathname}/${button}`,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: "",
  });
const stopOf = async (order: Order) =>
  (await world.ask("getCourierWork", { as: "courier" })).json.trips
    .flatMap(({ stops }) => stops)
    .find((stop) => stop.order.orderId === order.id);
/** Creates an order and makes the courier take it. */
const givenTaken = async (fields: object = {}) => {
  const order = await given(fields);
  expect((await tap(order, "Take")).status).toBe(200);
  return order;
};
const message = ({ problem }: { problem: { message?: string } }) => problem.message;

describe("issuing an invoice of a courier", () => {
  test("an invoice of a courier has the amount due, and uses the first configured external payment method", async () => {
    const order = await givenTaken();
    await world.ask("acceptPayment", {
      as: "cashier",
      path: pathOf(order),
      body: { payment: [{ paymentMethodId: methodIds.cash, amount: 100 }] },
    });
    const { json } = await issue(order);
    expect(json).toMatchObject({ status: "pending", amount: 880, externalUrl: expect.stringContaining("/sandbox/") });
    const invoice = (await listed(order)).find(({ id }) => id === json.paymentId);
    expect(invoice).toMatchObject({ isExternal: true, paymentMethodId: methodIds.sandbox, operatorId: 7 });
  });

  test("an invoice counts as paid only after the customer has paid", async () => {
    const order = await givenTaken();
    const { json } = await issue(order);
    expect((await stopOf(order))?.order).toMatchObject({ requiredAmount: 0, invoicedAmount: 980 });
    expect((await check(order)).json).toEqual(json);
    const { rows: before } = await sql`select id from event where topic = 'order' and entity_id = ${order.id}`.execute(
      world.db,
    );
    await press(json.externalUrl, "pay");
    const { rows: after } = await sql`select id from event where topic = 'order' and entity_id = ${order.id}`.execute(
      world.db,
    );
    expect(after.length).toBe(before.length + 1);
    expect((await check(order)).json).toMatchObject({ paymentId: json.paymentId, status: "succeeded" });
    expect((await stopOf(order))?.order).toMatchObject({ requiredAmount: 0, invoicedAmount: 0 });
    const again = await issue(order);
    expect([again.status, message(again)]).toEqual([409, expect.stringContaining("ничего не осталось")]);
    expect(await listed(order)).toHaveLength(1);
  });

  test("cancelling a pending invoice makes the amount due again, and cancelling a paid invoice has no effect", async () => {
    const order = await givenTaken();
    const { json } = await issue(order);
    const ended = await cancel(order);
    expect(ended.json).toMatchObject({ paymentId: json.paymentId, status: "canceled" });
    expect((await stopOf(order))?.order).toMatchObject({ requiredAmount: 980, invoicedAmount: 0 });
    await press(json.externalUrl, "pay");
    expect((await check(order)).json.status).toBe("canceled");
    expect((await cancel(order)).json.status).toBe("canceled");
    const second = await issue(order);
    await press(second.json.externalUrl, "pay");
    expect((await cancel(order)).json).toMatchObject({ paymentId: second.json.paymentId, status: "succeeded" });
    expect((await listed(order)).map(({ isComplited, isRejected }) => [isComplited, isRejected])).toEqual([
      [false, true],
      [true, false],
    ]);
  });

  test("an invoice of YooKassa cannot be cancelled and stays pending", async () => {
    await removeMethods([methodIds.sandbox]);
    const order = await givenTaken();
    expect((await issue(order)).json.status).toBe("pending");
    const refused = await cancel(order);
    expect([refused.status, message(refused)]).toEqual([502, expect.stringContaining("отозвать его нельзя")]);
    expect((await check(order)).json.status).toBe("pending");
  });

  test("cancelling a courier's invoice — is refused if there is no invoice, without the permission delivery.deliver, and under another company's id", async () => {
    const order = await givenTaken();
    expect((await cancel(order)).status).toBe(404);
    await issue(order);
    expect((await cancel(order, { as: "cashier" })).status).toBe(403);
    expect((await cancel(order, { companyId: 3 })).status).toBe(404);
    expect((await check(order)).json.status).toBe("pending");
  });

  test("an invoice of a courier can be checked and cancelled only by the courier who issued it, even after a reassignment", async () => {
    const order = await givenTaken();
    const { json } = await issue(order);
    const assigned = await world.ask("assignDelivery", {
      as: "manager",
      path: pathOf(order),
      body: { courierId: 10, seenCourierId: 7 },
      key: newKey(),
    });
    expect(assigned.json).toMatchObject({ courierId: 10, state: "assigned" });
    for (const as of ["courier2", "courier3"]) {
      expect([as, (await cancel(order, { as })).status]).toEqual([as, 404]);
      expect([as, (await check(order, { as })).status]).toEqual([as, 404]);
    }
    expect((await check(order)).json.status).toBe("pending");
    expect((await cancel(order)).json).toMatchObject({ paymentId: json.paymentId, status: "canceled" });
  });

  test("an invoice request that is repeated with the same or a new idempotency key returns the same pending invoice", async () => {
    const order = await givenTaken();
    const key = newKey();
    const { json } = await issue(order, { key });
    expect((await issue(order, { key })).json).toEqual(json);
    expect((await issue(order)).json).toEqual(json);
    expect(await listed(order)).toHaveLength(1);
  });

  test("two simultaneous requests for an invoice create one invoice", async () => {
    const order = await givenTaken();
    const answers = await Promise.all([issue(order), issue(order)]);
    expect(answers.map(({ status }) => status)).toContain(200);
    expect(await listed(order)).toHaveLength(1);
  });

  test("after the customer declines an invoice, a new invoice for the same amount can be issued", async () => {
    const order = await givenTaken();
    const { json: first } = await issue(order);
    await press(first.externalUrl, "decline");
    const { json: second } = await issue(order);
    expect(second).toMatchObject({ status: "pending", amount: 980 });
    expect(second.paymentId).not.toBe(first.paymentId);
  });

  test("only the courier who currently delivers an order may issue and check an invoice for this order", async () => {
    const free = await given();
    const untaken = await issue(free);
    expect([untaken.status, message(untaken)]).toEqual([409, expect.stringContaining("везёте не вы")]);
    const order = await givenTaken();
    expect((await issue(order, { as: "kitchen" })).status).toBe(409);
    expect((await check(order)).status).toBe(404);
    await issue(order);
    expect((await check(order, { as: "kitchen" })).status).toBe(404);
    const failed = await givenTaken();
    await tap(failed, "Fail");
    expect((await issue(failed)).status).toBe(409);
    expect(await listed(failed)).toEqual([]);
  });

  test("an invoice of a courier is refused to users without the permission delivery.deliver and to users of another company", async () => {
    const order = await givenTaken();
    expect((await issue(order, { as: "cashier" })).status).toBe(403);
    expect((await check(order, { as: "cashier" })).status).toBe(403);
    for (const companyId of [1, 2]) expect((await issue(order, { as: "owner2", companyId })).status).toBe(404);
    expect(await listed(order)).toEqual([]);
  });

  test("a company without a configured external payment method cannot issue an invoice", async () => {
    const order = await givenTaken();
    await removeMethods([methodIds.sandbox, methodIds.yookassa]);
    const refused = await issue(order);
    expect([refused.status, message(refused)]).toEqual([409, expect.stringContaining("не настроена")]);
    expect(await listed(order)).toEqual([]);
  });
});

describe("an invoice at YooKassa", () => {
  test("after a lost response, an invoice request retried under the same idempotency key results in one invoice at the provider", async () => {
    await removeMethods([methodIds.sandbox]);
    const order = await givenTaken();
    const key = newKey();
    kassa.next = "lose";
    const lost = await issue(order, { key });
    const { json } = await issue(order, { key });
    expect([lost.status, json.status]).toEqual([502, "pending"]);
    expect(await listed(order)).toHaveLength(1);
    expect(
      [...kassa.payments.values()].filter(({ description }) => description.includes(String(order.id))),
    ).toHaveLength(1);
  });

  test("an invoice that the provider refuses leaves the whole amount of the order due", async () => {
    await removeMethods([methodIds.sandbox]);
    const order = await givenTaken();
    kassa.next = "refuse";
    expect((await issue(order)).status).toBe(502);
    expect((await stopOf(order))?.order).toMatchObject({ requiredAmount: 980, invoicedAmount: 0 });
  });
});

test("the dishes of a delivery stop include their modifiers", async () => {
  const order = await givenTaken();
  const modificators = JSON.stringify([{ id: 1, name: "Сыр", count: 2, price: 40 }]);
  await sql`update order_line set modificators = ${modificators}::jsonb where id =
    (select min(id) from order_line where order_id = ${order.id})`.execute(world.db);
  const [dish] = (await stopOf(order))?.order.items ?? [];
  expect(dish?.modificators).toEqual([{ name: "Сыр", count: 2 }]);
});
