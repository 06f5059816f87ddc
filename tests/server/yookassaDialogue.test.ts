import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { yookassaProvider } from "#server/providers/yookassa.ts";
import { givenOrder, methodIds, pathOf } from "../support/server/orders.ts";
import { startWorld, type World } from "../support/server/testServer.ts";
import { type Kassa, type KassaPayment, REACTIONS, type Reaction, startKassa } from "../support/server/yookassa.ts";

/**
 * Number of random dialogues between the server and YooKassa. The environment variable `DIALOGUES` overrides this
 * number.
 */
const DIALOGUES = Number(process.env["DIALOGUES"] ?? 50);

/** Id that no payment has, for requests about an order without payments. */
const ABSENT_ID = 2_147_483_647;
/** Amount of a partial refund, roubles. Two such refunds are smaller than an invoice. */
const PART = 400;

let kassa: Kassa;
/** Server with a short timeout. The test therefore waits only briefly for a silent provider. */
let hasty: World;
/** Server with the usual timeout on the same database. */
let patient: World;
beforeAll(async () => {
  kassa = await startKassa();
  const yookassa = { baseUrl: kassa.baseUrl, shopId: "shop", secretKey: "secret" };
  patient = await startWorld({ config: { yookassa } });
  const provider = yookassaProvider(yookassa, { timeoutMs: 200, pausesMs: [1, 1] });
  hasty = await startWorld({ beside: patient, providers: { yookassa: provider } });
});
afterAll(async () => {
  await hasty.stop();
  await patient.stop();
  await kassa.stop();
});

/**
 * Step of a dialogue: a change at YooKassa, then requests of operators. `reactions` are the reactions of YooKassa to these
 * requests.
 */
interface Step {
  readonly before: "no change" | "the invoice is paid" | "the invoice expires" | "a day passes";
  readonly calls: readonly ("create" | "check" | "refund" | "refundPart")[];
  readonly reactions: readonly Reaction[];
}

const step: fc.Arbitrary<Step> = fc.record({
  before: fc.constantFrom("no change", "no change", "the invoice is paid", "the invoice expires", "a day passes"),
  calls: fc.oneof(
    fc
      .constantFrom("create" as const, "check" as const, "refund" as const, "refundPart" as const)
      .map((call) => [call]),
    fc.constant(["refundPart", "refundPart"] as const),
    fc.constant(["refundPart", "refund"] as const),
    fc.constant(["create", "create"] as const),
    fc.constant(["check", "check"] as const),
    fc.constant(["refund", "refund"] as const),
    fc.constant(["check", "refund"] as const),
    fc.constant(["create", "check"] as const),
    fc.constant(["create", "refund"] as const),
  ),
  reactions: fc.oneof(
    fc.array(fc.constantFrom(...REACTIONS), { maxLength: 6 }),
    fc.constantFrom(...REACTIONS).map((reaction) => [reaction, reaction, reaction]),
  ),
});

type Order = Awaited<ReturnType<typeof givenOrder>>;

interface StoredRow {
  readonly id: number;
  readonly status: "pending" | "completed" | "rejected";
  readonly key: string;
  readonly amount: number;
  /** Sum of the completed refunds, kopecks. */
  readonly refunded: number;
  readonly hasPendingRefund: boolean;
}

const readRows = async (order: Order): Promise<readonly StoredRow[]> => {
  const { rows } = await sql<StoredRow>`
    select id, status, external_key as key, amount,
      (select coalesce(sum(r.amount), 0) * 100 from payment_refund r where r.payment_id = p.id and r.state = 'completed') as refunded,
      exists (select 1 from payment_refund r where r.payment_id = p.id and r.state = 'pending') as "hasPendingRefund"
    from payment p where order_id = ${order.id} order by id`.execute(patient.db);
  return rows;
};

const findRow = (rows: readonly StoredRow[], key: string): StoredRow | undefined => rows.find((row) => row.key === key);

/** Returns YooKassa's payments for an order. */
const paymentsOf = (order: Order): KassaPayment[] =>
  [...kassa.payments.values()].filter(({ description }) => description === `Заказ ${order.id}`);

const isLive = ({ status, refundedKopecks, amount }: KassaPayment): boolean =>
  status !== "canceled" && refundedKopecks < Number(amount) * 100;

const change = async (before: Step["before"], order: Order): Promise<void> => {
  if (before === "no change") return;
  if (before === "a day passes") {
    kassa.passDay();
    for (const table of ["payment", "payment_refund"])
      await sql`update ${sql.table(table)} set creation_date = creation_date - interval '25 hours'
        where order_id = ${order.id}`.execute(patient.db);
    return;
  }
  for (const payment of paymentsOf(order))
    if (payment.status === "pending") payment.status = before === "the invoice is paid" ? "succeeded" : "canceled";
};

const ask = (call: Step["calls"][number], order: Order, key: string, paymentId: number) => {
  const body = { paymentMethodId: methodIds.yookassa, amount: 980 };
  if (call === "create") return hasty.ask("issueInvoice", { as: "operator", path: pathOf(order), body, key });
  const path = { ...pathOf(order), paymentId };
  if (call === "check") return hasty.ask("checkInvoice", { as: "operator", path });
  return hasty.ask("rejectPayment", { as: "cashier", path, ...(call === "refundPart" && { body: { amount: PART } }) });
};

/** Throws if a payment contradicts the refunds of its invoice. */
const expectRefunds = (
  { amount, status, refunded, hasPendingRefund }: StoredRow,
  { refundedKopecks }: KassaPayment,
) => {
  expect(refundedKopecks, "refunds of one invoice").toBeLessThanOrEqual(amount * 100);
  if (hasPendingRefund) expect(refunded, "recorded refunds").toBeLessThanOrEqual(refundedKopecks);
  else expect(refunded, "recorded refunds").toBe(refundedKopecks);
  expect(status === "rejected", "a payment is rejected when nothing is left").toBe(refunded === amount * 100);
};

/** Throws if the payments of an order contradict YooKassa's invoices. */
const expectAgreement = (order: Order, rows: readonly StoredRow[]): void => {
  const payments = paymentsOf(order);
  const live = payments.filter(isLive);
  expect(live.length, "live invoices of one intent").toBeLessThanOrEqual(1);
  for (const { key } of live)
    expect(["pending", "completed"], "status of the payment of a live invoice").toContain(findRow(rows, key)?.status);
  expect(new Set(payments.map(({ key }) => key)).size, "keys of the invoices").toBe(payments.length);
  for (const payment of payments) {
    const row = findRow(rows, payment.key);
    if (row && payment.status === "succeeded" && row.status !== "pending") expectRefunds(row, payment);
  }
  for (const { key, status } of rows)
    if (status === "completed") expect(payments.find((payment) => payment.key === key)?.status).toBe("succeeded");
};

/**
 * Checks each pending payment while YooKassa responds normally. Expects that the payment of a paid invoice is
 * completed.
 */
const expectPaidCompleted = async (order: Order): Promise<void> => {
  kassa.reactions = [];
  for (const { id, status } of await readRows(order))
    if (status === "pending")
      await patient.ask("checkInvoice", { as: "operator", path: { ...pathOf(order), paymentId: id } });
  const rows = await readRows(order);
  for (const payment of paymentsOf(order).filter(isLive))
    if (payment.status === "succeeded")
      expect(findRow(rows, payment.key)?.status, "status of the payment of a paid invoice").toBe("completed");
  expectAgreement(order, rows);
};

/** Runs a step of the dialogue. Throws if the payments contradict the invoices afterwards. */
const run = async ({ before, calls, reactions }: Step, order: Order, key: string): Promise<void> => {
  await change(before, order);
  const rows = await readRows(order);
  kassa.reactions = [...reactions];
  const answers = await Promise.all(calls.map((call) => ask(call, order, key, rows.at(-1)?.id ?? ABSENT_ID)));
  for (const { status } of answers) expect([200, 404, 409, 502]).toContain(status);
  expectAgreement(order, await readRows(order));
};

test("random dialogues with YooKassa — a completed payment always has a paid invoice, and a check of a paid invoice completes its payment", {
  timeout: 60_000 + DIALOGUES * 1000,
}, async () => {
  const dialogue = fc.array(step, { minLength: 1, maxLength: 7 });
  const property = fc.asyncProperty(step, dialogue, async (first, others) => {
    const order = await givenOrder(patient);
    const key = randomUUID();
    await run({ ...first, calls: ["create"] }, order, key);
    for (const other of others) await run(other, order, key);
    await expectPaidCompleted(order);
  });
  await fc.assert(property, { numRuns: DIALOGUES });
  // Proves that the random dialogues contained paid and refunded invoices.
  const payments = [...kassa.payments.values()];
  expect(payments.some(({ status }) => status === "succeeded")).toBe(true);
  expect(payments.some(({ refunded }) => refunded === 1)).toBe(true);
});

/** Step of a dialogue about a paid invoice: one request of a cashier, or two concurrent requests. */
const refundStep: fc.Arbitrary<Step> = fc.record({
  before: fc.constantFrom("no change", "no change", "no change", "no change", "a day passes"),
  calls: fc.constantFrom<Step["calls"]>(
    ["refundPart"],
    ["refundPart"],
    ["refundPart", "refundPart"],
    ["refundPart", "refund"],
    ["refund"],
  ),
  reactions: fc.oneof(fc.constant([]), fc.array(fc.constantFrom(...REACTIONS), { maxLength: 5 })),
});

test("random refunds with YooKassa — the server records exactly the refunds that YooKassa made", {
  timeout: 60_000 + DIALOGUES * 1000,
}, async () => {
  const known = new Set(kassa.payments.keys());
  const dialogue = fc.array(refundStep, { minLength: 2, maxLength: 6 });
  const property = fc.asyncProperty(dialogue, async (steps) => {
    const order = await givenOrder(patient);
    const key = randomUUID();
    await run({ before: "no change", calls: ["create"], reactions: [] }, order, key);
    await run({ before: "the invoice is paid", calls: ["check"], reactions: [] }, order, key);
    for (const one of steps) await run(one, order, key);
    // If the key of a refund expires before YooKassa makes the refund, the refund ends as failed. The next request then
    // begins a new refund.
    const end = { before: "no change", calls: ["refund"], reactions: [] } as const;
    for (let attempt = 0; attempt < 2; attempt++) await run(end, order, key);
    const [row] = await readRows(order);
    expect(row).toMatchObject({ status: "rejected", refunded: 98_000, hasPendingRefund: false });
  });
  await fc.assert(property, { numRuns: DIALOGUES });
  const payments = [...kassa.payments].flatMap(([id, payment]) => (known.has(id) ? [] : [payment]));
  expect(payments.every(({ refundedKopecks }) => refundedKopecks === 98_000)).toBe(true);
  expect(payments.some(({ refunded }) => refunded > 1)).toBe(true);
});
