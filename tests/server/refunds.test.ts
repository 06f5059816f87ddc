import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Schemas } from "#api/client.ts";
import { giveRole } from "../support/server/giveRole.ts";
import { discountIds, dishOf, givenOrder, lineOf, methodIds, pathOf, statusIds } from "../support/server/orders.ts";
import { startWorld, type World } from "../support/server/testServer.ts";
import { type Kassa, type KassaPayment, type Reaction, startKassa } from "../support/server/yookassa.ts";

let kassa: Kassa;
let world: World;
beforeAll(async () => {
  kassa = await startKassa();
  world = await startWorld({ config: { yookassa: { baseUrl: kassa.baseUrl, shopId: "shop", secretKey: "secret" } } });
  await giveRole(world, 7, ["order.view", "payment.accept"]);
});
afterAll(async () => {
  await world.stop();
  await kassa.stop();
});

type Order = Awaited<ReturnType<typeof givenOrder>>;
type Refund = Omit<Schemas["PaymentRejection"], "orderId" | "companyId" | "paymentId">;

const refund = (
  order: { id: number },
  paymentId: number,
  body: Refund,
  more: { as?: string; key?: string; seen?: number } = {},
) =>
  world.ask("rejectPayment", {
    as: more.as ?? "cashier",
    path: { ...pathOf(order), paymentId },
    body,
    ...(more.key && { key: more.key }),
    ...(more.seen !== undefined && { seen: more.seen }),
  });
const pay = (order: { id: number }, amount: number, as = "cashier") =>
  world.ask("acceptPayment", {
    as,
    path: pathOf(order),
    body: { payment: [{ paymentMethodId: methodIds.cash, amount }] },
  });
const listed = async (order: { id: number }) =>
  (await world.ask("listPayments", { as: "operator", path: pathOf(order) })).json;
const orderOf = async ({ id }: { id: number }) =>
  (await world.ask("getOrder", { as: "operator", path: { companyId: 1, orderId: id } })).json;
const message = ({ status, problem }: Awaited<ReturnType<typeof refund>>) => [status, problem.message];
const historyOf = async (order: { id: number }) =>
  (await world.ask("listOrderHistory", { as: "operator", path: pathOf(order) })).json.map(({ newName }) => newName);

const ledgerOf = async (paymentId: number) =>
  (
    await sql<{ kind: string; amount: number; source: number; refundId: number | null }>`
      select kind, amount, source_id as source, refund_id as "refundId" from finance_transaction
      where payment_id = ${paymentId} order by id`.execute(world.db)
  ).rows;

/** Creates an order, by default of two Margheritas for 980 roubles, and pays the whole amount in cash. */
const givenPaid = async (more: Partial<Schemas["OrderSave"]> = {}) => {
  const order = await givenOrder(world, more);
  const { json } = await pay(order, order.amount);
  return { order: json.order, paymentId: json.payments[0]?.id ?? 0 };
};

const pressPay = (url: string | null) =>
  world.app.inject({
    method: "POST",
    url: `${new URL(url ?? "").pathname}/pay`,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: "",
  });
const lineIdOf = (order: { items: readonly { id: number }[] }, index = 0): number => order.items[index]?.id ?? 0;

describe("partial refund of cash", () => {
  test("a partially refunded payment stays completed, and becomes rejected when the remaining amount is refunded", async () => {
    const { order, paymentId } = await givenPaid();
    const part = await refund(order, paymentId, { amount: 450.5, reason: " Остыла " });
    expect(part.json).toMatchObject({
      isComplited: true,
      isRejected: false,
      status: "Возвращена частично",
      amount: 980,
      refundedAmount: 450.5,
      refundedDate: null,
      refunds: [{ amount: 450.5, reason: "Остыла", byAlias: "Ирина Белова", lines: [], state: "completed" }],
    });
    expect((await orderOf(order)).version).toBe(order.version + 1);
    expect(message(await refund(order, paymentId, { amount: 529.51 }))).toEqual([
      409,
      "По этой оплате осталось 529,50\u00a0р. Больше вернуть нельзя.",
    ]);
    const rest = await refund(order, paymentId, {});
    expect(rest.json).toMatchObject({
      isComplited: false,
      isRejected: true,
      status: "Возвращена",
      refundedAmount: 980,
      refundedDate: expect.any(String),
      refunds: [{ amount: 450.5 }, { amount: 529.5, reason: null }],
    });
    expect((await refund(order, paymentId, { amount: 1 })).status).toBe(409);
    const [last, first] = await historyOf(order);
    expect(last).toBe("Наличные, 529,50\u00a0р.: возвращён остаток");
    expect(first).toBe("Наличные, 450,50\u00a0р.: возвращена часть от 980,00\u00a0р. (Остыла)");
  });

  test("the ledger contains one expense for each refund, booked in the finance source of the payment", async () => {
    const { order, paymentId } = await givenPaid();
    await refund(order, paymentId, { amount: 100 });
    await refund(order, paymentId, { amount: 80 });
    const [income, ...expenses] = await ledgerOf(paymentId);
    expect(income).toMatchObject({ kind: "income", amount: 980, refundId: null });
    expect(expenses.map(({ kind, amount, source }) => [kind, amount, source])).toEqual([
      ["expense", 100, income?.source],
      ["expense", 80, income?.source],
    ]);
    const ids = (await listed(order))[0]?.refunds?.map(({ id }) => id);
    expect(expenses.map(({ refundId }) => refundId)).toEqual(ids);
  });

  test("the refunded money is due again and no longer counts as paid", async () => {
    const { order, paymentId } = await givenPaid();
    await refund(order, paymentId, { amount: 450 });
    expect((await pay(order, 450.01)).problem.message).toContain("осталось 450,00");
    const cancel = await world.ask("changeOrderStatus", {
      as: "owner",
      path: pathOf(order),
      body: { orderStatusId: statusIds.canceled, orderStatusReason: "Передумал" },
    });
    expect(cancel.problem.message).toContain("Сначала верните клиенту 530,00");
    expect((await pay(order, 450)).status).toBe(200);
    expect((await pay(order, 1)).status).toBe(409);
  });

  test("the payments of a day contain each refund with its employee", async () => {
    const { order, paymentId } = await givenPaid();
    await refund(order, paymentId, { amount: 100, reason: "Первая" });
    await refund(order, paymentId, { amount: 200 }, { as: "owner" });
    const { json } = await world.ask("listPaymentsOfDay", { as: "owner", path: { companyId: 1 } });
    const rows = json.filter(({ id }) => id === paymentId);
    expect(
      rows.map(({ movement, amount, employeeAlias, reason }) => [movement, amount, employeeAlias, reason]),
    ).toEqual([
      ["refunded", 200, "Елена Колосова", null],
      ["refunded", 100, "Ирина Белова", "Первая"],
      ["accepted", 980, "Ирина Белова", null],
    ]);
    expect(new Set(rows.map(({ refundId }) => refundId)).size).toBe(3);
  });

  test("a refund request repeated with the same idempotency key returns the first response and refunds once", async () => {
    const { order, paymentId } = await givenPaid();
    const key = randomUUID();
    const first = await refund(order, paymentId, { amount: 100 }, { key });
    expect((await refund(order, paymentId, { amount: 100 }, { key })).text).toBe(first.text);
    expect((await refund(order, paymentId, { amount: 101 }, { key })).status).toBe(422);
    expect((await listed(order))[0]).toMatchObject({ refundedAmount: 100, refunds: [{ requestKey: key }] });
  });

  test("a refund is refused if the order has changed since the caller saw the order", async () => {
    const { order, paymentId } = await givenPaid();
    const seen = order.version;
    expect((await refund(order, paymentId, { amount: 100 }, { seen: seen - 1 })).status).toBe(412);
    expect((await refund(order, paymentId, { amount: 100 }, { seen })).status).toBe(200);
    expect((await refund(order, paymentId, { amount: 100 }, { seen })).status).toBe(412);
    expect((await listed(order))[0]?.refundedAmount).toBe(100);
  });

  test.each([
    ["an amount with more than two decimals", { amount: 1.001 }, 400],
    ["an amount of 0", { amount: 0 }, 400],
    ["a negative amount", { amount: -1 }, 400],
    ["more money than was paid", { amount: 980.01 }, 409],
    ["an empty list of lines", { lines: [] }, 400],
    ["zero portions", { lines: [{ orderItemId: 1, count: 0 }] }, 400],
    ["half a portion", { lines: [{ orderItemId: 1, count: 0.5 }] }, 400],
    ["a line of another order", { lines: [{ orderItemId: 1, count: 1 }] }, 404],
  ] as const)("a refund with %s is refused and changes nothing", async (_, body, status) => {
    const { order, paymentId } = await givenPaid();
    const answer = await world.ask("rejectPayment", {
      as: "cashier",
      path: { ...pathOf(order), paymentId },
      raw: { text: JSON.stringify(body) },
    });
    expect(answer.status).toBe(status);
    expect((await listed(order))[0]).toMatchObject({ refundedAmount: 0, refunds: [] });
    expect(await ledgerOf(paymentId)).toHaveLength(1);
  });

  test("a refund requires the permission payment.reject, and the path of the request must name the company and the order of the payment", async () => {
    const { order, paymentId } = await givenPaid();
    const other = await givenOrder(world);
    expect((await refund(order, paymentId, { amount: 1 }, { as: "courier" })).status).toBe(403);
    expect((await refund(other, paymentId, { amount: 1 })).status).toBe(404);
    const path = { companyId: 3, orderId: order.id, paymentId };
    expect((await world.ask("rejectPayment", { as: "owner2", path, body: { amount: 1 } })).status).toBe(404);
  });

  test("a pending payment or invoice can only be rejected as a whole", async () => {
    const [order, other] = [await givenOrder(world), await givenOrder(world)];
    const { json } = await pay(order, 980, "courier");
    const paymentId = json.payments[0]?.id ?? 0;
    expect((await refund(order, paymentId, { amount: 100 })).status).toBe(409);
    const { json: bill } = await world.ask("issueInvoice", {
      as: "operator",
      path: pathOf(other),
      body: { paymentMethodId: methodIds.sandbox, amount: 10 },
    });
    expect((await refund(other, bill.paymentId, { amount: 10 })).status).toBe(409);
    const rejected = { status: "Отклонена", refunds: [], refundedAmount: 0 };
    expect((await refund(order, paymentId, {})).json).toMatchObject(rejected);
    expect((await refund(other, bill.paymentId, {})).json).toMatchObject(rejected);
  });

  test("with the setting requireShift, a refund requires an open shift, and is part of the report of the shift", async () => {
    const { order, paymentId } = await givenPaid();
    const settings = (requireShift: boolean) =>
      world.ask("updateFinanceSettings", { as: "owner", body: { requireShift, closedUntil: null } });
    const drawer = async () =>
      (await world.ask("getCashDrawers", { as: "cashier" })).json.drawers.find(({ id }) => id === 1);
    const report = async (id: number) =>
      (await world.ask("getCashShiftReport", { as: "cashier", path: { id, companyId: 1 } })).json;
    await settings(true);
    const before = await drawer();
    if (before?.shift)
      await world.ask("closeCashShift", {
        as: "cashier",
        path: { id: before.shift.id, companyId: 1 },
        seen: before.shift.version,
        body: { counted: before.balance },
      });
    expect((await refund(order, paymentId, { amount: 100 })).problem.message).toContain("Сначала откройте смену");
    expect((await listed(order))[0]).toMatchObject({ refundedAmount: 0, refunds: [] });
    const opening = (await drawer())?.balance ?? 0;
    const { json: shift } = await world.ask("openCashShift", { as: "cashier", body: { financeSourceId: 1, opening } });
    await refund(order, paymentId, { amount: 100 });
    await refund(order, paymentId, { amount: 50 });
    expect(await report(shift.id)).toMatchObject({ refunds: 150, refundCount: 2, expected: opening - 150 });
    await settings(false);
  });
});

describe("refund of dishes", () => {
  test("portions are refunded at their discounted price, and no portion can be refunded twice", async () => {
    const tea = await dishOf(world, "Маргарита");
    const other = (await world.ask("listMenuItems", { as: "owner", path: { companyId: 1 } })).json.find(
      ({ name, price }) => name !== tea.name && price > 0,
    );
    if (!other) throw new Error("no second dish");
    const items = [lineOf(tea, { count: 3 }), lineOf(other)];
    const { order, paymentId } = await givenPaid({ items, discountId: discountIds.percent });
    const full = tea.price * 3 + other.price;
    expect(order.amount).toBeCloseTo(full * 0.9, 2);
    const one = await refund(order, paymentId, { lines: [{ orderItemId: lineIdOf(order), count: 1 }] });
    expect(one.json).toMatchObject({
      refundedAmount: 441,
      refunds: [{ lines: [{ name: tea.name, count: 1, amount: 441 }] }],
    });
    expect(message(await refund(order, paymentId, { lines: [{ orderItemId: lineIdOf(order), count: 3 }] }))).toEqual([
      409,
      "«Маргарита»: вернуть можно не больше 2 шт.",
    ]);
    const rest = await refund(order, paymentId, {
      lines: [
        { orderItemId: lineIdOf(order), count: 2 },
        { orderItemId: lineIdOf(order, 1), count: 1 },
      ],
      reason: "Перепутали",
    });
    expect(rest.json).toMatchObject({ isRejected: true, refundedAmount: order.amount });
    expect((await historyOf(order))[0]).toContain(`возвращён остаток (Маргарита × 2, ${other.name} × 1; Перепутали)`);
  });

  test("a refund of dishes must not exceed the price of the dishes, and no dish may be listed twice", async () => {
    const { order, paymentId } = await givenPaid();
    const lines = [{ orderItemId: lineIdOf(order), count: 1 }];
    expect(message(await refund(order, paymentId, { lines, amount: 490.01 }))).toEqual([
      409,
      "Эти блюда стоят 490,00\u00a0р. Больше за них вернуть нельзя.",
    ]);
    expect((await refund(order, paymentId, { lines, amount: 300 })).json.refundedAmount).toBe(300);
    expect((await refund(order, paymentId, { lines: [...lines, ...lines] })).problem.errors).toHaveProperty(
      "lines.1.orderItemId",
    );
  });

  test("portions that were refunded through one payment cannot be refunded through a second payment", async () => {
    const order = await givenOrder(world);
    await pay(order, 490);
    const { json } = await pay(order, 490);
    const [first = 0, second = 0] = json.payments.map(({ id }) => id);
    const line = (count: number) => ({ lines: [{ orderItemId: lineIdOf(order), count }] });
    expect((await refund(order, first, line(2))).problem.message).toContain("осталось 490,00");
    expect((await refund(order, first, line(1))).json.isRejected).toBe(true);
    expect((await refund(order, second, line(2))).status).toBe(409);
    expect((await refund(order, second, line(1))).json.isRejected).toBe(true);
  });
});

describe("partial refund by the sandbox provider", () => {
  test("each partial refund by the sandbox is made once, and the refunds never exceed the payment", async () => {
    const order = await givenOrder(world);
    const { json } = await world.ask("issueInvoice", {
      as: "operator",
      path: pathOf(order),
      body: { paymentMethodId: methodIds.sandbox, amount: 980 },
    });
    await pressPay(json.externalUrl);
    expect((await refund(order, json.paymentId, { amount: 300 })).json).toMatchObject({
      isComplited: true,
      refundedAmount: 300,
    });
    expect((await refund(order, json.paymentId, { amount: 680.01 })).status).toBe(409);
    expect((await refund(order, json.paymentId, {})).json).toMatchObject({ isRejected: true, refundedAmount: 980 });
    const { rows } = await sql<{ refunded: number; parts: number }>`select refunded,
        (select count(*)::int from sandbox_refund r where r.token = i.token) as parts
      from sandbox_invoice i order by created_at desc limit 1`.execute(world.db);
    expect(rows).toEqual([{ refunded: 980, parts: 2 }]);
    expect((await ledgerOf(json.paymentId)).map(({ kind, amount }) => [kind, amount])).toEqual([
      ["income", 980],
      ["expense", 300],
      ["expense", 680],
    ]);
  });
});

describe("partial refund by YooKassa", () => {
  /** Creates an order with a paid YooKassa invoice of 980 roubles. */
  const givenPaidInvoice = async (): Promise<{ order: Order; paymentId: number; payment: KassaPayment }> => {
    const order = await givenOrder(world);
    const body = { paymentMethodId: methodIds.yookassa, amount: 980 };
    const { json } = await world.ask("issueInvoice", { as: "operator", path: pathOf(order), body });
    const payment = [...kassa.payments.values()].at(-1);
    if (!payment) throw new Error("no payment at the provider");
    payment.status = "succeeded";
    const { paymentId } = json;
    await world.ask("checkInvoice", { as: "operator", path: { ...pathOf(order), paymentId } });
    return { order, paymentId, payment };
  };
  const refundsOf = async (order: { id: number }) =>
    ((await listed(order))[0]?.refunds ?? []).map(({ amount, state }) => [amount, state]);
  const refundCalls = () => kassa.seen.filter(({ path }) => path === "/refunds");
  /** Refunds 450 roubles. YooKassa reacts to the request and its retries in the given way. */
  const refundWith = (
    reaction: Reaction,
    { order, paymentId }: { order: Order; paymentId: number },
    key: string = randomUUID(),
  ) => {
    kassa.next = reaction;
    return refund(order, paymentId, { amount: 450 }, { key });
  };

  test("each partial refund is sent with its amount and its own idempotence key", async () => {
    const { order, paymentId, payment } = await givenPaidInvoice();
    for (const amount of [450, 30.5]) expect((await refund(order, paymentId, { amount })).status).toBe(200);
    const [one, two] = refundCalls().slice(-2);
    expect([one?.body, two?.body]).toMatchObject([
      { payment_id: payment.id, amount: { value: "450.00", currency: "RUB" } },
      { payment_id: payment.id, amount: { value: "30.50", currency: "RUB" } },
    ]);
    expect(one?.key).not.toBe(two?.key);
    expect(payment.refundedKopecks).toBe(48_050);
    expect((await refund(order, paymentId, {})).json.isRejected).toBe(true);
    expect([payment.refunded, payment.refundedKopecks]).toEqual([3, 98_000]);
  });

  test("a refund with a lost response stays pending and blocks other refunds until a retry completes the refund", async () => {
    const given = await givenPaidInvoice();
    const { order, paymentId, payment } = given;
    const key = randomUUID();
    expect((await refundWith("lose", given, key)).status).toBe(502);
    expect(await refundsOf(order)).toEqual([[450, "pending"]]);
    expect((await listed(order))[0]).toMatchObject({ isComplited: true, refundedAmount: 0 });
    expect(await ledgerOf(paymentId)).toHaveLength(1);
    expect((await refund(order, paymentId, { amount: 100 })).problem.message).toBe(
      "Сначала завершите начатый возврат 450,00\u00a0р. Повторите его с той же суммой.",
    );
    expect((await refundWith("answer", given, key)).json).toMatchObject({ refundedAmount: 450, isComplited: true });
    expect(await refundsOf(order)).toEqual([[450, "completed"]]);
    expect([payment.refunded, payment.refundedKopecks]).toEqual([1, 45_000]);
    expect(await ledgerOf(paymentId)).toHaveLength(2);
    expect((await refund(order, paymentId, { amount: 450 }, { key })).json.refundedAmount).toBe(450);
  });

  test("another user can complete a pending refund, and the first user then gets the outcome", async () => {
    const given = await givenPaidInvoice();
    const { order, paymentId, payment } = given;
    const key = randomUUID();
    expect((await refundWith("lose", given, key)).status).toBe(502);
    expect((await refund(order, paymentId, { amount: 450 }, { as: "owner" })).status).toBe(200);
    expect((await refund(order, paymentId, { amount: 450 }, { key })).json.refundedAmount).toBe(450);
    expect([payment.refunded, payment.refundedKopecks]).toEqual([1, 45_000]);
  });

  test("a refund of the remaining amount first completes the pending refund", async () => {
    const given = await givenPaidInvoice();
    const { order, paymentId, payment } = given;
    await refundWith("lose", given);
    expect((await refund(order, paymentId, {})).json).toMatchObject({ isRejected: true, refundedAmount: 980 });
    expect(await refundsOf(order)).toEqual([
      [450, "completed"],
      [530, "completed"],
    ]);
    expect([payment.refunded, payment.refundedKopecks]).toEqual([2, 98_000]);
  });

  test.each([
    ["the refund", "refuse"],
    ["the credentials of the shop", "forbid"],
  ] as const)("if YooKassa refuses %s, the refund fails and the amount can be refunded again", async (_, reaction) => {
    const given = await givenPaidInvoice();
    const { order, paymentId, payment } = given;
    kassa.reactions = [reaction, ...(reaction === "refuse" ? [] : [reaction])];
    expect((await refund(order, paymentId, { amount: 450 })).status).toBe(502);
    kassa.reactions = [];
    expect(await refundsOf(order)).toEqual([[450, "failed"]]);
    expect((await historyOf(order))[0]).toBe("ЮKassa, 450,00\u00a0р.: возврат не прошёл");
    expect((await refund(order, paymentId, { amount: 980 })).json.isRejected).toBe(true);
    expect([payment.refunded, payment.refundedKopecks]).toEqual([1, 98_000]);
  });

  test("a pending refund stays pending if YooKassa refuses the credentials of the retry", async () => {
    const given = await givenPaidInvoice();
    await refundWith("lose", given);
    expect((await refundWith("forbid", given)).status).toBe(502);
    expect(await refundsOf(given.order)).toEqual([[450, "pending"]]);
    kassa.reactions = [];
    expect((await refundWith("answer", given)).json.refundedAmount).toBe(450);
    expect(given.payment.refunded).toBe(1);
  });

  test("a refund that fails because the shop lacks money makes its amount refundable again", async () => {
    const given = await givenPaidInvoice();
    kassa.hasMoney = false;
    expect((await refundWith("answer", given)).status).toBe(502);
    kassa.hasMoney = true;
    expect((await refundWith("answer", given)).json.refundedAmount).toBe(450);
    expect(await refundsOf(given.order)).toEqual([
      [450, "failed"],
      [450, "completed"],
    ]);
  });

  test.each([
    ["that YooKassa has made", "completed", "lose"],
    ["that YooKassa has never made", "failed", "break"],
  ] as const)(
    "a pending refund %s becomes %s after the idempotence key has expired, and is not sent to YooKassa again",
    async (_, state, reaction) => {
      const given = await givenPaidInvoice();
      const { order, paymentId, payment } = given;
      await refundWith(reaction, given);
      kassa.reactions = [];
      kassa.passDay();
      for (const table of ["payment", "payment_refund"])
        await sql`update ${sql.table(table)} set creation_date = creation_date - interval '25 hours'
        where order_id = ${order.id}`.execute(world.db);
      const calls = refundCalls().length;
      const { status } = await refund(order, paymentId, { amount: 450 });
      expect(status).toBe(state === "completed" ? 200 : 502);
      expect(refundCalls()).toHaveLength(calls);
      expect(await refundsOf(order)).toEqual([[450, state]]);
      if (state === "failed") expect((await refund(order, paymentId, { amount: 450 })).status).toBe(200);
      expect([payment.refunded, payment.refundedKopecks]).toEqual([1, 45_000]);
    },
  );

  test("a company with a pending refund cannot be removed", async () => {
    const given = await givenPaidInvoice();
    await refundWith("lose", given);
    await sql`update orders set is_open = false where company_id = 1`.execute(world.db);
    await sql`update payment set status = 'rejected' where company_id = 1 and status = 'pending'`.execute(world.db);
    const { status, problem } = await world.ask("deleteCompany", { as: "admin", path: { companyId: 1 } });
    expect([status, problem.message]).toEqual([409, expect.stringContaining("незавершённые возвраты (1)")]);
  });
});
