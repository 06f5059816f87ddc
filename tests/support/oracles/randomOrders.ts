import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { sql } from "kysely";
import type { Db } from "#server/database/connection.ts";
import { insertMany } from "#server/demo/bulk.ts";
import type { BusinessClock } from "../server/businessClock.ts";

/** Company of the random orders. The ids of its statuses, payment methods, discounts and phones start at 21. */
export const COMPANY = 3;
const STATUSES = [21, 22, 23, 26, 26, 26, 27, 27];
const METHODS = [21, 22, 23];
const DISCOUNTS = [21, 22, null];
const EMPLOYEES = [8, 9, null];
const REASONS = ["Клиент передумал", " Клиент передумал ", "Долго ждать", "  ", null];
const HOUR = 3_600_000;
const FIRST_ID = 5_000_000;

/**
 * Returns a generator of random times. About half of them differ by at most 1 ms from the start of a business day, or
 * from a time 1, 2, 3 or 23 hours after this start.
 */
const momentOf = ({ starts }: BusinessClock): fc.Arbitrary<string> => {
  const edges = [...starts.values()].slice(5, -5);
  const edge = fc
    .tuple(fc.constantFrom(...edges), fc.constantFrom(0, 0, 1, 2, 3, 23), fc.constantFrom(-1, 0, 1))
    .map(([start, hours, ms]) => new Date(start.getTime() + hours * HOUR + ms));
  const anywhere = fc
    .integer({ min: edges[0]?.getTime() ?? 0, max: edges.at(-1)?.getTime() ?? 0 })
    .map((at) => new Date(at));
  return fc.oneof(edge, anywhere).map((moment) => moment.toISOString());
};

const kopecks = (max: number): fc.Arbitrary<number> => fc.integer({ min: 0, max }).map((amount) => amount / 100);

const line = fc.record({
  dish: fc.nat(5),
  category: fc.nat(2),
  count: fc.integer({ min: 1, max: 9 }),
  amount: kopecks(500_000),
  discount: fc.oneof(fc.constant(0), kopecks(10_000)),
  modificators: fc.array(kopecks(20_000), { maxLength: 2 }),
});

const paymentOf = (moment: fc.Arbitrary<string>) =>
  fc.record({
    method: fc.constantFrom(...METHODS),
    amount: kopecks(300_000).map((amount) => amount + 0.01),
    end: fc.constantFrom("pending", "completed", "completed", "rejected", "refunded"),
    completed: moment,
    refunded: moment,
    parts: fc.array(fc.record({ share: fc.integer({ min: 1, max: 40 }), at: moment }), { maxLength: 2 }),
  });

/** Returns a generator of random orders with lines and payments. All times lie within the business days of `clock`. */
export const randomOrders = (clock: BusinessClock) => {
  const moment = momentOf(clock);
  return fc.array(
    fc.record({
      date: moment,
      status: fc.constantFrom(...STATUSES),
      lines: fc.array(line, { maxLength: 4 }),
      payments: fc.array(paymentOf(moment), { maxLength: 3 }),
      general: fc.oneof(fc.constant(0), kopecks(30_000)),
      cost: kopecks(200_000),
      discount: fc.constantFrom(...DISCOUNTS),
      operator: fc.constantFrom(...EMPLOYEES),
      employee: fc.constantFrom(...EMPLOYEES),
      reason: fc.constantFrom(...REASONS),
      call: fc.option(fc.record({ rung: moment, phone: fc.constantFrom(21, 22), isAnswered: fc.boolean() })),
    }),
    { minLength: 25, maxLength: 40 },
  );
};

type RandomOrder = ReturnType<typeof randomOrders> extends fc.Arbitrary<(infer Order)[]> ? Order : never;

const orderRow = (order: RandomOrder, index: number) => {
  const before = order.lines.reduce((sum, one) => one.modificators.reduce((a, b) => a + b, sum + one.amount), 0);
  const general = Math.min(order.general, before);
  const taken = order.lines.reduce((sum, { discount }) => sum + discount, general);
  return {
    id: FIRST_ID + index,
    company_id: COMPANY,
    day: "2020-01-01",
    internal_id: index + 1,
    version: 1,
    date: order.date,
    creation_date: order.date,
    status_id: order.status,
    is_open: order.status < 26,
    phone: "+79160000001",
    tags: [],
    discount_id: order.discount,
    discount_amount: taken.toFixed(2),
    amount: (before - general).toFixed(2),
    cost: order.cost,
    operator_id: order.operator,
    operator_phone_call_id: order.call ? FIRST_ID + Math.floor(index / 2) * 2 : null,
    status_reason: order.reason,
    status_employee_id: order.employee,
  };
};

const lineRows = (order: RandomOrder, index: number, dishes: readonly number[], categories: readonly number[]) =>
  order.lines.map((one, position) => ({
    id: FIRST_ID + index * 10 + position,
    company_id: COMPANY,
    order_id: FIRST_ID + index,
    date: order.date,
    position,
    item_id: dishes[one.dish],
    category_id: categories[one.category],
    category_name: "Как было",
    name: "Как было",
    price: 1,
    count: one.count,
    amount: one.amount,
    discount_value: one.discount,
    discount_description: "",
    cost: 0,
    modificators: one.modificators.map((amount) => ({ amount })),
  }));

const paymentRows = (order: RandomOrder, index: number) =>
  order.payments.map((payment, position) => {
    const { method, amount, end, completed, refunded } = payment;
    const kopecks = refundsOf(payment).reduce((sum, refund) => sum + refund.kopecks, 0);
    return {
      id: FIRST_ID + index * 10 + position,
      company_id: COMPANY,
      order_id: FIRST_ID + index,
      payment_method_id: method,
      amount,
      creation_date: completed,
      completed_date: end === "completed" || end === "refunded" ? completed : null,
      refunded_date: end === "refunded" ? refunded : null,
      refunded_amount: (kopecks / 100).toFixed(2),
      status: end === "refunded" ? "rejected" : end,
    };
  });

/**
 * Returns the refunds of a payment in kopecks, and none for a payment that was never completed. Shares of less than one
 * kopeck are left out. If the payment is fully refunded, the last refund is the remaining amount.
 */
const refundsOf = ({ amount, end, parts, refunded }: RandomOrder["payments"][number]) => {
  if (end !== "completed" && end !== "refunded") return [];
  let left = Math.round(amount * 100);
  const refunds: { kopecks: number; at: string }[] = [];
  for (const { share, at } of parts) {
    const kopecks = Math.floor((left * share) / 100);
    if (kopecks === 0) continue;
    refunds.push({ kopecks, at });
    left -= kopecks;
  }
  return end === "refunded" ? [...refunds, { kopecks: left, at: refunded }] : refunds;
};

const refundRows = (order: RandomOrder, index: number) =>
  order.payments.flatMap((payment, position) =>
    refundsOf(payment).map(({ kopecks, at }, part) => ({
      id: FIRST_ID + index * 100 + position * 10 + part,
      company_id: COMPANY,
      order_id: FIRST_ID + index,
      payment_id: FIRST_ID + index * 10 + position,
      payment_method_id: payment.method,
      amount: (kopecks / 100).toFixed(2),
      lines: [],
      state: "completed",
      external_key: randomUUID(),
      creation_date: at,
      completed_date: at,
    })),
  );

const callRow = (call: NonNullable<RandomOrder["call"]>, index: number) => ({
  id: FIRST_ID + index,
  company_id: COMPANY,
  operator_phone_id: call.phone,
  number: "+79160000001",
  start_ring: call.rung,
  call: call.isAnswered ? call.rung : null,
});

/**
 * Returns phone calls. Each order with an even index has a call, to which this order and the next order may refer; no
 * order refers to a call with an odd index.
 */
const callRows = (orders: readonly RandomOrder[]) => {
  const some = { rung: orders[0]?.date ?? "", phone: 21 as const, isAnswered: true };
  return orders.flatMap((order, index) => (order.call || index % 2 === 0 ? [callRow(order.call ?? some, index)] : []));
};

const idsOf = async (db: Db, table: "item" | "category"): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)} where company_id = ${COMPANY} order by id limit 6`.execute(db);
  return rows.map(({ id }) => id);
};

/**
 * Replaces all orders and phone calls of the company with random orders and calls. Also empties the finance ledger of
 * all companies.
 */
export const fillRandom = async (db: Db, orders: readonly RandomOrder[]): Promise<void> => {
  for (const table of ["late_notice", "order_viewer", "stock_operation", "print_job", "order_line", "order_history"])
    await sql`delete from ${sql.table(table)} where order_id in (select id from orders where company_id = ${COMPANY})`.execute(
      db,
    );
  // The whole ledger is truncated, because the database forbids deleting single rows of the ledger.
  await sql`truncate finance_transaction cascade`.execute(db);
  for (const table of ["payment_refund", "payment", "orders", "operator_phone_call"])
    await sql`delete from ${sql.table(table)} where company_id = ${COMPANY}`.execute(db);
  const [dishes, categories] = [await idsOf(db, "item"), await idsOf(db, "category")];
  await insertMany(db, "operator_phone_call", callRows(orders));
  await insertMany(db, "orders", orders.map(orderRow));
  for (const [table, rows] of [
    ["order_line", orders.flatMap((order, index) => lineRows(order, index, dishes, categories))],
    ["payment", orders.flatMap(paymentRows)],
    ["payment_refund", orders.flatMap(refundRows)],
  ] as const)
    if (rows.length > 0) await insertMany(db, table, rows);
};
