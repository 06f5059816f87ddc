import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { giveRole } from "../support/server/giveRole.ts";
import { givenOrder, methodIds, pathOf, statusIds } from "../support/server/orders.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
  await giveRole(world, 7, ["order.view", "order.changeStatus", "payment.accept"]);
});
afterAll(() => world.stop());

type Part = [paymentMethodId: number, amount: number];

const pay = (
  order: { id: number },
  parts: Part[],
  more: { as?: string; orderStatusId?: number; orderStatusReason?: string; seen?: number; key?: string } = {},
) => {
  const { as = "operator", seen, key, ...status } = more;
  const payment = parts.map(([paymentMethodId, amount]) => ({ paymentMethodId, amount }));
  return world.ask("acceptPayment", {
    as,
    path: pathOf(order),
    body: { payment, ...status },
    ...(seen !== undefined && { seen }),
    ...(key && { key }),
  });
};
const invoice = (order: { id: number }, amount: number, key?: string) =>
  world.ask("issueInvoice", {
    as: "operator",
    path: pathOf(order),
    body: { paymentMethodId: methodIds.sandbox, amount },
    ...(key && { key }),
  });
const listed = async (order: { id: number }) =>
  (await world.ask("listPayments", { as: "operator", path: pathOf(order) })).json;
const press = (url: string | null, button: "pay" | "decline") =>
  world.app.inject({
    method: "POST",
    url: `${new URL(url ?? "").pathname}/${button}`,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: "",
  });
const act = (
  operation: "checkInvoice" | "confirmPayment" | "rejectPayment",
  order: { id: number },
  paymentId: number,
  as = "cashier",
) => world.ask(operation, { as, path: { ...pathOf(order), paymentId } });

describe("accepting a payment", () => {
  test("accepting a payment — is refused with a new status that cancels the order", async () => {
    const order = await givenOrder(world);
    for (const as of ["courier", "owner"]) {
      const more = { as, orderStatusId: statusIds.canceled, orderStatusReason: "Передумали" };
      expect((await pay(order, [[methodIds.cash, 300]], more)).status).toBe(409);
    }
    expect(await listed(order)).toEqual([]);
  });

  test("a payment is completed immediately only with the permission payment.confirm", async () => {
    const order = await givenOrder(world);
    const { json: first } = await pay(order, [[methodIds.cash, 300]], { as: "courier" });
    expect(first.payments[0]).toMatchObject({
      isComplited: false,
      isRejected: false,
      status: "Ждёт подтверждения",
      operatorAlias: "Денис Воронов",
    });
    const { json: second } = await pay(order, [[methodIds.card, 200]], { as: "cashier" });
    expect(second.payments[1]).toMatchObject({ isComplited: true, status: "Принята", isExternal: false });
    expect(second.order.version).toBe(3);
  });

  test("payments by several payment methods and a new status are recorded together or not at all", async () => {
    const order = await givenOrder(world);
    const refused = await pay(order, [[methodIds.cash, 980]], {
      as: "cashier",
      orderStatusId: statusIds.canceled,
      orderStatusReason: "нет",
    });
    expect(refused.status).toBe(409);
    expect(await listed(order)).toEqual([]);
    const { json } = await pay(
      order,
      [
        [methodIds.cash, 500],
        [methodIds.card, 480],
      ],
      { as: "cashier", orderStatusId: statusIds.delivered, seen: 1 },
    );
    expect(json.order).toMatchObject({ isClosed: true, statusId: statusIds.delivered });
    expect(json.payments.map(({ amount }) => amount)).toEqual([500, 480]);
  });

  test("the amount of a payment must be positive, in whole kopecks and at most the amount due", async () => {
    const order = await givenOrder(world);
    await pay(order, [[methodIds.cash, 900]]);
    expect((await pay(order, [[methodIds.cash, 80.01]])).problem.message).toContain("80,00");
    expect(
      (
        await pay(order, [
          [methodIds.cash, 50],
          [methodIds.card, 30.01],
        ])
      ).status,
    ).toBe(409);
    expect((await pay(order, [[methodIds.cash, 1.001]])).problem.errors).toHaveProperty("payment.0.amount");
    for (const amount of [0, -1]) expect((await pay(order, [[methodIds.cash, amount]])).status).toBe(400);
    expect((await pay(order, [[methodIds.cash, 80]])).status).toBe(200);
    expect((await pay(order, [[methodIds.cash, 0.01]])).status).toBe(409);
  });

  test("accepting a payment — is refused for a closed order, an unsuitable payment method and an outdated version", async () => {
    const order = await givenOrder(world);
    expect((await pay(order, [[methodIds.sandbox, 10]])).problem.errors).toHaveProperty("payment.0.paymentMethodId");
    expect((await pay(order, [[21, 10]])).problem.errors).toHaveProperty("payment.0.paymentMethodId");
    await pay(order, [[methodIds.cash, 10]]);
    expect((await pay(order, [[methodIds.cash, 10]], { seen: 1 })).problem.order?.version).toBe(2);
    await sql`update role set permissions = permissions - 'order.changeStatus' where id = 3`.execute(world.db);
    expect((await pay(order, [[methodIds.cash, 10]], { orderStatusId: statusIds.confirmed })).status).toBe(403);
    await sql`update role set permissions = permissions || '{"order.changeStatus": 1}' where id = 3`.execute(world.db);
    const canceled = await pay(order, [[methodIds.cash, 1]], {
      as: "manager",
      orderStatusId: statusIds.canceled,
      orderStatusReason: "Передумал",
    });
    expect([canceled.status, canceled.problem.message]).toEqual([
      409,
      "Со статусом «Отменён» заказ отменён, оплату принять нельзя.",
    ]);
    expect((await listed(order)).length).toBe(1);
    await pay(order, [[methodIds.cash, 970]], { as: "cashier", orderStatusId: statusIds.delivered });
    expect((await pay(order, [[methodIds.cash, 1]])).problem.message).toBe("Заказ закрыт, оплату принять нельзя.");
  });

  test("the idempotency key of the request is stored with the payment", async () => {
    const order = await givenOrder(world);
    const key = randomUUID();
    await pay(order, [[methodIds.cash, 10]], { key });
    expect((await listed(order))[0]?.requestKey).toBe(key);
  });
});

describe("confirming and rejecting a payment", () => {
  test("a payment can be confirmed only once", async () => {
    const order = await givenOrder(world);
    const { json } = await pay(order, [[methodIds.cash, 980]], { as: "courier" });
    const id = json.payments[0]?.id ?? 0;
    expect((await act("confirmPayment", order, id)).json).toMatchObject({
      isComplited: true,
      complitedDate: expect.any(String),
    });
    expect((await act("confirmPayment", order, id)).status).toBe(409);
    expect((await act("confirmPayment", order, 999_999)).status).toBe(404);
  });

  test("a payment of a cancelled order cannot be confirmed, and an invoice that is paid after the cancellation notifies the operator to refund the money", async () => {
    const order = await givenOrder(world);
    const { json } = await pay(order, [[methodIds.cash, 100]], { as: "courier" });
    const { json: bill } = await invoice(order, 200);
    const body = { orderStatusId: statusIds.canceled, orderStatusReason: "Передумали" };
    await world.ask("changeOrderStatus", { as: "owner", path: pathOf(order), body });
    expect((await act("confirmPayment", order, json.payments[0]?.id ?? 0)).status).toBe(409);
    await press(bill.externalUrl, "pay");
    const { json: notifications } = await world.ask("listNotifications", { as: "operator" });
    expect(notifications[0]?.message).toContain("верните деньги");
    expect((await act("rejectPayment", order, bill.paymentId)).json).toMatchObject({ isRejected: true });
  });

  test("the amount of a rejected payment can be paid again", async () => {
    const order = await givenOrder(world);
    const { json } = await pay(order, [[methodIds.cash, 980]], { as: "cashier" });
    const id = json.payments[0]?.id ?? 0;
    expect((await act("rejectPayment", order, id)).json).toMatchObject({
      isRejected: true,
      status: "Возвращена",
      refundedDate: expect.any(String),
      refundedByAlias: "Ирина Белова",
    });
    expect((await act("rejectPayment", order, id)).status).toBe(409);
    expect((await act("confirmPayment", order, id)).status).toBe(409);
    expect((await pay(order, [[methodIds.card, 980]])).status).toBe(200);
  });

  test("a refund stores its reason in the payment and in the history of the order", async () => {
    const order = await givenOrder(world);
    const { json } = await pay(order, [[methodIds.cash, 980]], { as: "cashier" });
    const paymentId = json.payments[0]?.id ?? 0;
    const path = { ...pathOf(order), paymentId };
    const body = { ...path, reason: " Клиент отказался " };
    expect((await world.ask("rejectPayment", { as: "cashier", path, body })).json).toMatchObject({
      isRejected: true,
      refundReason: "Клиент отказался",
    });
    const history = (await world.ask("listOrderHistory", { as: "operator", path: pathOf(order) })).json;
    expect(history.some(({ newName }) => newName?.endsWith(": возвращена (Клиент отказался)"))).toBe(true);
  });

  test("a manual payment cannot be checked like an invoice, and cannot be rejected under the id of another order", async () => {
    const [order, other] = [await givenOrder(world), await givenOrder(world)];
    const { json } = await pay(order, [[methodIds.cash, 10]]);
    expect((await act("rejectPayment", other, json.payments[0]?.id ?? 0)).status).toBe(404);
    expect((await act("checkInvoice", order, json.payments[0]?.id ?? 0)).status).toBe(409);
  });
});

describe("sandbox invoice", () => {
  test("sandbox invoice — is paid on the page of the provider", async () => {
    const order = await givenOrder(world);
    const { json } = await invoice(order, 480);
    expect(json).toMatchObject({ status: "pending", amount: 480 });
    const page = await world.ask("showSandboxInvoice", {
      path: { invoiceToken: new URL(json.externalUrl ?? "").pathname.split("/").at(-1) ?? "" },
    });
    expect(page.text).toContain("Оплатить");
    expect(page.text).toContain("480,00");
    expect(page.text).not.toContain("<script");
    expect((await listed(order))[0]).toMatchObject({
      isExternal: true,
      isComplited: false,
      status: "Ждёт оплаты",
      externalUrl: json.externalUrl,
    });
    expect((await press(json.externalUrl, "pay")).body).toContain("Счёт оплачен");
    expect((await listed(order))[0]).toMatchObject({ isComplited: true, status: "Принята" });
    expect((await act("checkInvoice", order, json.paymentId)).json.status).toBe("succeeded");
    expect((await press(json.externalUrl, "decline")).body).toContain("Счёт оплачен");
  });

  test("sandbox invoice — a check that is repeated under one idempotency key returns the first response", async () => {
    const order = await givenOrder(world);
    const { json } = await invoice(order, 480);
    const path = { ...pathOf(order), paymentId: json.paymentId };
    const key = randomUUID();
    const ask = (more: { key?: string; body?: { orderId: number } } = {}) =>
      world.ask("checkInvoice", { as: "cashier", path, ...more });
    expect((await ask({ key })).json.status).toBe("pending");
    await press(json.externalUrl, "pay");
    expect((await ask({ key })).json.status).toBe("pending");
    expect((await ask({ key, body: { orderId: order.id } })).status).toBe(422);
    expect((await ask()).json.status).toBe("succeeded");
    expect((await ask({ key: randomUUID() })).json.status).toBe("succeeded");
  });

  test("sandbox invoice — can be declined, and a new invoice can then be issued", async () => {
    const order = await givenOrder(world);
    const { json } = await invoice(order, 980);
    expect((await invoice(order, 1)).status).toBe(409);
    expect((await press(json.externalUrl, "decline")).body).toContain("Счёт отменён");
    expect((await act("checkInvoice", order, json.paymentId)).json.status).toBe("canceled");
    expect((await invoice(order, 980)).status).toBe(200);
  });

  test("rejecting the payment of a sandbox invoice cancels an unpaid invoice and refunds a paid invoice", async () => {
    const order = await givenOrder(world);
    const { json: first } = await invoice(order, 100);
    expect((await act("rejectPayment", order, first.paymentId)).json).toMatchObject({
      isRejected: true,
      status: "Отклонена",
    });
    expect((await press(first.externalUrl, "pay")).body).toContain("Счёт отменён");
    const { json: second } = await invoice(order, 100);
    await press(second.externalUrl, "pay");
    expect((await act("rejectPayment", order, second.paymentId)).json).toMatchObject({
      isRejected: true,
      status: "Возвращена",
    });
    const { rows } = await sql<{
      refunded: number;
    }>`select refunded from sandbox_invoice where status = 'succeeded' order by created_at desc limit 1`.execute(
      world.db,
    );
    expect(rows[0]?.refunded).toBe(100);
  });

  test("sandbox invoice — has its page on the server's own address, even if the Host header is forged", async () => {
    const order = await givenOrder(world);
    const hostile = 'http://"><script>alert(1)</script>';
    const { json } = await world.ask("issueInvoice", {
      as: "operator",
      path: pathOf(order),
      body: { paymentMethodId: methodIds.sandbox, amount: 10 },
      headers: { host: hostile, "x-forwarded-host": hostile },
    });
    expect(json.externalUrl).toMatch(/^http:\/\/localhost:4000\/sandbox\/invoice\/[0-9a-f]{48}$/);
  });

  test("sandbox invoice — cannot be confirmed by hand or issued for a cash payment method, and an unknown invoice is not found", async () => {
    const order = await givenOrder(world);
    const { json } = await invoice(order, 100);
    expect((await act("confirmPayment", order, json.paymentId)).status).toBe(409);
    const wrong = await world.ask("issueInvoice", {
      as: "operator",
      path: pathOf(order),
      body: { paymentMethodId: methodIds.cash, amount: 1 },
    });
    expect(wrong.problem.errors).toHaveProperty("paymentMethodId");
    for (const operation of ["showSandboxInvoice", "paySandboxInvoice", "declineSandboxInvoice"] as const)
      expect((await world.ask(operation, { path: { invoiceToken: "0".repeat(48) } })).status).toBe(404);
  });
});

describe("request with a repeated idempotency key", () => {
  test("request with a repeated idempotency key — returns the first response and has no second effect", async () => {
    const order = await givenOrder(world);
    const key = randomUUID();
    const [first, second] = [
      await pay(order, [[methodIds.cash, 100]], { key }),
      await pay(order, [[methodIds.cash, 100]], { key }),
    ];
    expect(second.text).toBe(first.text);
    expect((await listed(order)).length).toBe(1);
    const bill = randomUUID();
    const [made, again] = [await invoice(order, 100, bill), await invoice(order, 100, bill)];
    expect(again.json).toEqual(made.json);
    expect((await listed(order)).length).toBe(2);
  });

  test("request with a repeated idempotency key — gets 422 for a different body or operation", async () => {
    const order = await givenOrder(world);
    const key = randomUUID();
    await pay(order, [[methodIds.cash, 100]], { key });
    expect((await pay(order, [[methodIds.cash, 101]], { key })).status).toBe(422);
    expect((await invoice(order, 100, key)).status).toBe(422);
    const moved = await world.ask("changeOrderStatus", {
      as: "operator",
      path: pathOf(order),
      body: { orderStatusId: 2 },
      key,
    });
    expect(moved.status).toBe(422);
  });

  test("request with a repeated idempotency key — is executed if the first request was refused, even with a different body", async () => {
    const order = await givenOrder(world);
    const key = randomUUID();
    expect((await pay(order, [[methodIds.cash, 981]], { key })).status).toBe(409);
    expect((await pay(order, [[methodIds.cash, 980]], { key })).status).toBe(200);
    expect((await listed(order)).map(({ amount }) => amount)).toEqual([980]);
  });

  test("request with a repeated idempotency key — is executed if the same request was refused for a reason that no longer exists", async () => {
    for (const send of [
      (order: { id: number }, key: string) => pay(order, [[methodIds.cash, 981]], { key }),
      (order: { id: number }, key: string) => invoice(order, 981, key),
    ]) {
      const order = await givenOrder(world);
      const key = randomUUID();
      expect((await send(order, key)).status).toBe(409);
      const items = order.items.map(({ itemId, categoryId, count }) => ({ itemId, categoryId, count: count + 1 }));
      const body = { items, phone: order.phone };
      expect((await world.ask("editOrder", { as: "operator", path: pathOf(order), body })).json.amount).toBe(1470);
      const first = await send(order, key);
      expect(first.status).toBe(200);
      expect((await send(order, key)).text).toBe(first.text);
      expect((await listed(order)).map(({ amount }) => amount)).toEqual([981]);
    }
  });

  test("request with a repeated idempotency key — is executed if the first request came from another user", async () => {
    const order = await givenOrder(world);
    const key = randomUUID();
    await pay(order, [[methodIds.cash, 100]], { key });
    expect((await pay(order, [[methodIds.cash, 100]], { key, as: "cashier" })).json.payments.length).toBe(2);
  });

  test("request with a repeated idempotency key — gets 409 while the first request is in progress", async () => {
    const order = await givenOrder(world);
    const key = randomUUID();
    const { json } = await invoice(order, 100, key);
    await sql`update idempotency_key set is_done = false, answer = null where key = ${key}`.execute(world.db);
    const { status, problem, headers } = await invoice(order, 100, key);
    expect([status, problem, headers["retry-after"]]).toMatchObject([409, { type: "urn:problem:in-progress" }, "1"]);
    await sql`update idempotency_key set touched_at = now() - interval '1 minute' where key = ${key}`.execute(world.db);
    expect((await invoice(order, 100, key)).json.paymentId).toBe(json.paymentId);
    expect((await listed(order)).length).toBe(1);
  });
});
