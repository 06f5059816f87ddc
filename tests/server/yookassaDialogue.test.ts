import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { yookassaProvider } from "#server/providers/yookassa.ts";
import { givenOrder, methodIds, pathOf } from "../support/server/orders.ts";
import { startWorld, type World } from "../support/server/testServer.ts";
import { type Kassa, type KassaPayment, MOODS, type Mood, startKassa } from "../support/server/yookassa.ts";

/** Number of random dialogues between the server and YooKassa. The environment variable `DIALOGUES` overrides it. */
const DIALOGUES = Number(process.env["DIALOGUES"] ?? 50);

/** Id that no payment has, for requests about an order without payments. */
const ABSENT_ID = 2_147_483_647;

let kassa: Kassa;
/** Server with a short timeout, so that the test waits only briefly for a silent provider. */
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

/** Step of a dialogue: a change at YooKassa, then requests of operators to which YooKassa reacts in the given ways. */
interface Step {
  readonly before: "no change" | "the invoice is paid" | "the invoice expires" | "a day passes";
  readonly calls: readonly ("create" | "check" | "refund")[];
  readonly moods: readonly Mood[];
}

const step: fc.Arbitrary<Step> = fc.record({
  before: fc.constantFrom("no change", "no change", "the invoice is paid", "the invoice expires", "a day passes"),
  calls: fc.oneof(
    fc.constantFrom("create" as const, "check" as const, "refund" as const).map((call) => [call]),
    fc.constant(["create", "create"] as const),
    fc.constant(["check", "check"] as const),
    fc.constant(["refund", "refund"] as const),
    fc.constant(["check", "refund"] as const),
    fc.constant(["create", "check"] as const),
    fc.constant(["create", "refund"] as const),
  ),
  moods: fc.oneof(
    fc.array(fc.constantFrom(...MOODS), { maxLength: 6 }),
    fc.constantFrom(...MOODS).map((mood) => [mood, mood, mood]),
  ),
});

type Order = Awaited<ReturnType<typeof givenOrder>>;

interface StoredRow {
  readonly id: number;
  readonly status: "pending" | "completed" | "rejected";
  readonly key: string;
}

const readRows = async (order: Order): Promise<readonly StoredRow[]> => {
  const { rows } = await sql<StoredRow>`
    select id, status, external_key as key from payment where order_id = ${order.id} order by id`.execute(patient.db);
  return rows;
};

const findRow = (rows: readonly StoredRow[], key: string): StoredRow | undefined => rows.find((row) => row.key === key);

/** Returns YooKassa's payments for an order. */
const paymentsOf = (order: Order): KassaPayment[] =>
  [...kassa.payments.values()].filter(({ description }) => description === `Заказ ${order.id}`);

const isLive = ({ status, refunded }: KassaPayment): boolean => status !== "canceled" && refunded === 0;

const change = async (before: Step["before"], order: Order): Promise<void> => {
  if (before === "no change") return;
  if (before === "a day passes") {
    kassa.passDay();
    await sql`update payment set creation_date = creation_date - interval '25 hours'
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
  return hasty.ask("rejectPayment", { as: "cashier", path });
};

/** Throws if the payments of an order contradict YooKassa's invoices. */
const expectAgreement = (order: Order, rows: readonly StoredRow[]): void => {
  const payments = paymentsOf(order);
  const live = payments.filter(isLive);
  expect(live.length, "live invoices of one intent").toBeLessThanOrEqual(1);
  for (const { key } of live)
    expect(["pending", "completed"], "status of the payment of a live invoice").toContain(findRow(rows, key)?.status);
  expect(new Set(payments.map(({ key }) => key)).size, "keys of the invoices").toBe(payments.length);
  for (const { refunded } of payments) expect(refunded, "refunds of one invoice").toBeLessThanOrEqual(1);
  for (const { key, status } of rows)
    if (status === "completed") expect(payments.find((payment) => payment.key === key)?.status).toBe("succeeded");
};

/**
 * Checks each pending payment while YooKassa responds normally. Expects that the payment of a paid invoice is
 * completed.
 */
const expectPaidCompleted = async (order: Order): Promise<void> => {
  kassa.moods = [];
  for (const { id, status } of await readRows(order))
    if (status === "pending")
      await patient.ask("checkInvoice", { as: "operator", path: { ...pathOf(order), paymentId: id } });
  const rows = await readRows(order);
  for (const payment of paymentsOf(order).filter(isLive))
    if (payment.status === "succeeded")
      expect(findRow(rows, payment.key)?.status, "status of the payment of a paid invoice").toBe("completed");
  expectAgreement(order, rows);
};

/** Runs a step of the dialogue. Throws if the payments then contradict the invoices. */
const run = async ({ before, calls, moods }: Step, order: Order, key: string): Promise<void> => {
  await change(before, order);
  const rows = await readRows(order);
  kassa.moods = [...moods];
  const answers = await Promise.all(calls.map((call) => ask(call, order, key, rows.at(-1)?.id ?? ABSENT_ID)));
  for (const { status } of answers) expect([200, 404, 409, 502]).toContain(status);
  expectAgreement(order, await readRows(order));
};

test("random dialogues with YooKassa — the payments always agree with the invoices", {
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
  // Without paid and refunded invoices, the random dialogues would prove little.
  const payments = [...kassa.payments.values()];
  expect(payments.some(({ status }) => status === "succeeded")).toBe(true);
  expect(payments.some(({ refunded }) => refunded === 1)).toBe(true);
});
