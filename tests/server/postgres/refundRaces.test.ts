import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { givenOrder, methodIds, pathOf, statusIds } from "../../support/server/orders.ts";
import { givenTwoWorlds, raceRounds } from "../../support/server/races.ts";
import { type Kassa, type Reaction, startKassa } from "../../support/server/yookassa.ts";

let kassa: Kassa;
beforeAll(async () => {
  kassa = await startKassa();
});
afterAll(() => kassa.stop());
const worldOf = givenTwoWorlds(() => ({
  config: { yookassa: { baseUrl: kassa.baseUrl, shopId: "shop", secretKey: "secret" } },
}));

/** Rounds of concurrent refunds, payments and other changes of one order. */
const ROUNDS = raceRounds(40);

let keys = 0;
const newKey = () => `race-refund-${++keys}`;

const refund = (
  index: number,
  order: { id: number },
  paymentId: number,
  { key = newKey(), ...body }: { amount?: number; lines?: { orderItemId: number; count: number }[]; key?: string },
) => worldOf(index).ask("rejectPayment", { as: "cashier", path: { ...pathOf(order), paymentId }, body, key });
const pay = (index: number, order: { id: number }, amount: number) =>
  worldOf(index).ask("acceptPayment", {
    as: "cashier",
    path: pathOf(order),
    body: { payment: [{ paymentMethodId: methodIds.cash, amount }] },
    key: newKey(),
  });

interface Sums {
  readonly paid: number;
  readonly refunded: number;
  readonly completed: number;
  readonly status: string;
  readonly incomes: number;
  readonly expenses: number;
  readonly booked: number;
}

/**
 * Reads the amounts of a payment and of its refunds (roubles), the status of the payment, and the numbers of its income
 * and expense rows in the ledger.
 */
const sumsOf = async (paymentId: number): Promise<Sums> => {
  const { rows } = await sql<Sums>`select p.amount as paid, p.refunded_amount as refunded, p.status,
      (select coalesce(sum(amount), 0) from payment_refund where payment_id = p.id and state = 'completed') as completed,
      (select count(*)::int from finance_transaction where payment_id = p.id and kind = 'income') as incomes,
      (select count(*)::int from finance_transaction where payment_id = p.id and kind = 'expense') as expenses,
      (select coalesce(sum(t.amount), 0) from finance_transaction t join payment_refund r on r.id = t.refund_id
        where r.payment_id = p.id and t.amount = r.amount and r.state = 'completed') as booked
    from payment p where p.id = ${paymentId}`.execute(worldOf(0).db);
  const [sums] = rows;
  if (!sums) throw new Error("no payment");
  return sums;
};

/** Expects that the payment, its refunds and the ledger agree. */
const expectAgreement = async (paymentId: number, refunds: number): Promise<Sums> => {
  const sums = await sumsOf(paymentId);
  expect(sums.refunded).toBeLessThanOrEqual(sums.paid);
  expect([sums.completed, sums.booked]).toEqual([sums.refunded, sums.refunded]);
  expect([sums.incomes, sums.expenses]).toEqual([1, refunds]);
  expect(sums.status).toBe(sums.refunded === sums.paid ? "rejected" : "completed");
  return sums;
};

test("concurrent partial refunds of one cash payment — never exceed the payment, and each completed refund has one ledger row", async () => {
  const counts = new Set<number>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const order = await givenOrder(worldOf(round));
    const paymentId = (await pay(round, order, 980)).json.payments[0]?.id ?? 0;
    const [line] = order.items;
    const lines = [{ orderItemId: line?.id ?? 0, count: 1 }];
    const key = newKey();
    const bodies = [{ amount: 400 }, { amount: 300, key }, { amount: 300, key }, { lines }, { lines }, { lines }, {}];
    // The sequence of the requests is rotated in each round, so that each request is among the first in some rounds and
    // among the last in others.
    const answers = await Promise.all(
      bodies.map((_, index) => refund(index, order, paymentId, bodies[(index + round) % bodies.length] ?? {})),
    );
    for (const { status } of answers) expect([200, 409]).toContain(status);
    const { json } = await worldOf(0).ask("listPayments", { as: "cashier", path: pathOf(order) });
    const refunds = json[0]?.refunds ?? [];
    await expectAgreement(paymentId, refunds.length);
    expect(refunds.filter(({ requestKey }) => requestKey === key).length).toBeLessThanOrEqual(1);
    const portions = refunds.flatMap((one) => one.lines.map(({ count }) => count));
    expect(portions.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(2);
    counts.add(refunds.length);
  }
  // Proves that different requests won the races.
  expect(counts.size).toBeGreaterThan(1);
}, 600_000);

test("concurrent partial refunds, payments and a cancellation — never overpay or over-refund the order", async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const order = await givenOrder(worldOf(round));
    const paymentId = (await pay(round, order, 980)).json.payments[0]?.id ?? 0;
    const work = [
      () => refund(0, order, paymentId, { amount: 500 }),
      () => refund(1, order, paymentId, { amount: 480 }),
      () => pay(0, order, 500),
      () => pay(1, order, 480),
      () =>
        worldOf(round).ask("changeOrderStatus", {
          as: "owner",
          path: pathOf(order),
          body: { orderStatusId: statusIds.canceled, orderStatusReason: "Передумал" },
          key: newKey(),
        }),
    ];
    const answers = await Promise.all(work.map((_, index) => work[(index + round) % work.length]?.()));
    for (const answer of answers) expect([200, 409]).toContain(answer?.status);
    await expectAgreement(paymentId, 2);
    const { rows } = await sql<{ taken: number; isCancel: boolean }>`
      select (select sum(p.amount - p.refunded_amount) from payment p where p.order_id = o.id and p.status <> 'rejected') as taken,
        s.is_cancel as "isCancel" from orders o join order_status s on s.id = o.status_id where o.id = ${order.id}`.execute(
      worldOf(0).db,
    );
    const [{ taken, isCancel } = { taken: 0, isCancel: false }] = rows;
    expect(taken ?? 0).toBeLessThanOrEqual(isCancel ? 0 : 980);
  }
}, 600_000);

test("concurrent refunds of one YooKassa payment — YooKassa pays back exactly the recorded amount", async () => {
  const reactions: readonly Reaction[][] = [[], ["lose", "lose", "lose"], ["break"], ["refuse"]];
  let won = 0;
  for (let round = 0; round < Math.ceil(ROUNDS / 4); round += 1) {
    const order = await givenOrder(worldOf(round));
    const body = { paymentMethodId: methodIds.yookassa, amount: 980 };
    const { json } = await worldOf(0).ask("issueInvoice", { as: "operator", path: pathOf(order), body, key: newKey() });
    const { paymentId } = json;
    const payment = [...kassa.payments.values()].at(-1);
    if (!payment) throw new Error("no payment at the provider");
    payment.status = "succeeded";
    await worldOf(0).ask("checkInvoice", { as: "operator", path: { ...pathOf(order), paymentId } });
    kassa.reactions = reactions[round % reactions.length] ?? [];
    const key = newKey();
    const bodies = [{ amount: 450, key }, { amount: 450, key }, { amount: 450 }, { amount: 600 }, {}, { amount: 100 }];
    const answers = await Promise.all(
      bodies.map((_, index) => refund(index, order, paymentId, bodies[(index + round) % bodies.length] ?? {})),
    );
    for (const { status } of answers) expect([200, 409, 502]).toContain(status);
    won += answers.filter(({ status }) => status === 200).length;
    kassa.reactions = [];
    expect((await refund(0, order, paymentId, {})).status).toBeLessThan(410);
    const { json: list } = await worldOf(1).ask("listPayments", { as: "cashier", path: pathOf(order) });
    const refunds = (list[0]?.refunds ?? []).filter(({ state }) => state === "completed");
    const { refunded } = await expectAgreement(paymentId, refunds.length);
    expect([payment.refunded, payment.refundedKopecks]).toEqual([refunds.length, refunded * 100]);
    expect(refunded).toBe(980);
  }
  expect(won).toBeGreaterThan(0);
}, 600_000);
