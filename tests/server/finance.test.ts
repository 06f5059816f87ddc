import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Schemas } from "#api/client.ts";
import { sumMoney } from "#domain/money.ts";
import { giveRole } from "../support/server/giveRole.ts";
import { givenOrder, methodIds, pathOf, statusIds } from "../support/server/orders.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

let world: World;
const [TILL, BANK] = [1, 2];
const COURIER = 7;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

let keys = 0;
const key = () => `finance-key-${++keys}`;
const message = ({ problem }: { problem: { message?: string } }) => problem.message;
const yesterday = () => new Date(Date.now() - 86_400_000).toISOString();

type TransactionSave = Schemas["FinanceTransactionSave"];
const add = (body: TransactionSave, as = "owner", companyId = 1) =>
  world.ask("createFinanceTransaction", { as, path: { companyId }, body, key: key() });
const spend = (amount: number, more: Partial<TransactionSave> = {}) =>
  add({ kind: "expense", financeSourceId: BANK, amount, ...more });
const reverse = (id: number, version?: number) =>
  world.ask("reverseFinanceTransaction", {
    as: "owner",
    path: { id, companyId: 1 },
    ...(version !== undefined && { seen: version }),
    key: key(),
  });
const sources = async () => (await world.ask("listFinanceSourceStates", { as: "owner" })).json;
const balanceOf = async (id: number) => (await sources()).find((source) => source.id === id)?.balance ?? Number.NaN;
const drawer = async () => {
  const { json } = await world.ask("getCashDrawers", { as: "cashier" });
  return json.drawers.find(({ id }) => id === TILL);
};
const open = (body: Partial<Schemas["CashShiftOpening"]> = {}, as = "cashier") =>
  world.ask("openCashShift", { as, body: { financeSourceId: TILL, opening: 0, ...body }, key: key() });
const openAtBalance = async () => (await open({ opening: (await drawer())?.balance ?? 0 })).json;
const close = (shift: { id: number; version: number }, body: Schemas["CashShiftClosing"], as = "cashier") =>
  world.ask("closeCashShift", {
    as,
    path: { id: shift.id, companyId: 1 },
    seen: shift.version,
    body,
    key: key(),
  });
const report = async (id: number) =>
  (await world.ask("getCashShiftReport", { as: "cashier", path: { id, companyId: 1 } })).json;
const settings = (body: Schemas["FinanceSettingsSave"], as = "owner") =>
  world.ask("updateFinanceSettings", { as, body, key: key() });
const pay = (order: { id: number }, method: keyof typeof methodIds, amount: number, as = "cashier") =>
  world.ask("acceptPayment", {
    as,
    path: pathOf(order),
    body: { payment: [{ paymentMethodId: methodIds[method], amount }] },
    key: key(),
  });
const refund = (order: { id: number }, paymentId: number) =>
  world.ask("rejectPayment", { as: "cashier", path: { ...pathOf(order), paymentId }, body: {}, key: key() });
const rowsOf = async (paymentId: number) =>
  (
    await sql<{ kind: string; amount: number; sourceId: number; shiftId: number | null }>`
      select kind, amount, source_id as "sourceId", shift_id as "shiftId" from finance_transaction
      where payment_id = ${paymentId} order by id`.execute(world.db)
  ).rows;
/** Creates an order with a completed payment. Returns the order and the id of the payment. */
const givenPaid = async (method: "cash" | "card", amount = 500) => {
  const order = await givenOrder(world);
  const { json } = await pay(order, method, amount);
  return { order, paymentId: json.payments.at(-1)?.id ?? 0 };
};
/** Creates an order with a cash payment that the courier has accepted but not handed in. */
const givenCourierCash = async () => {
  const order = await givenOrder(world);
  const { json } = await pay(order, "cash", order.amount, "courier");
  return { order, paymentId: json.payments[0]?.id ?? 0 };
};

beforeEach(async () => {
  await settings({ requireShift: false, closedUntil: null });
  const shift = (await drawer())?.shift;
  if (shift) await close(shift, { counted: (await report(shift.id)).expected });
  expect((await drawer())?.shift).toBeNull();
});

describe("demo data", () => {
  test("the sums of each demo shift add up, and each shift opens with the amount counted at the previous closing", async () => {
    const { json } = await world.ask("listCashShifts", {
      as: "cashier",
      query: { financeSourceId: String(TILL), limit: "200" },
    });
    const shifts = json.rows.filter(({ number }) => number <= 14).reverse();
    expect(shifts).toHaveLength(14);
    expect(
      shifts.filter(({ difference }) => difference !== 0).map(({ difference, reason }) => [difference, reason]),
    ).toEqual([[-150, "Ошибка сдачи"]]);
    for (const [index, shift] of shifts.entries()) {
      const { shift: _, at: __, pending: ___, ...sums } = await report(shift.id);
      expect(sums.expected).toBe(
        sumMoney([
          shift.opening,
          sums.payments,
          -sums.refunds,
          sums.income,
          -sums.expense,
          sums.transferIn,
          -sums.transferOut,
        ]),
      );
      if (index > 0) expect(shift.opening).toBe(shifts[index - 1]?.counted);
    }
  });
});

describe("payments in the finance ledger", () => {
  test("a completed payment adds one income to the finance ledger, and its refund adds one expense", async () => {
    const before = await balanceOf(TILL);
    const { order, paymentId } = await givenPaid("cash");
    expect(await rowsOf(paymentId)).toEqual([{ kind: "income", amount: 500, sourceId: TILL, shiftId: null }]);
    expect(await balanceOf(TILL)).toBe(before + 500);
    expect((await refund(order, paymentId)).status).toBe(200);
    expect((await refund(order, paymentId)).status).toBe(409);
    expect((await rowsOf(paymentId)).map(({ kind, amount }) => [kind, amount])).toEqual([
      ["income", 500],
      ["expense", 500],
    ]);
    expect(await balanceOf(TILL)).toBe(before);
  });

  test("a payment is booked in the source of its payment method or in the bank source, and a refund in the same source", async () => {
    const { paymentId } = await givenPaid("card");
    expect((await rowsOf(paymentId))[0]?.sourceId).toBe(3);
    await sql`update payment_method set finance_source_id = null where id = ${methodIds.card}`.execute(world.db);
    const second = await givenPaid("card");
    expect((await rowsOf(second.paymentId))[0]?.sourceId).toBe(BANK);
    await sql`update payment_method set finance_source_id = 3 where id = ${methodIds.card}`.execute(world.db);
    await refund(second.order, second.paymentId);
    expect((await rowsOf(second.paymentId)).map(({ sourceId }) => sourceId)).toEqual([BANK, BANK]);
  });

  test("a pending payment is booked in the ledger when it is confirmed, but not when it is rejected", async () => {
    const { order, paymentId } = await givenCourierCash();
    expect(await rowsOf(paymentId)).toEqual([]);
    const path = { ...pathOf(order), paymentId };
    expect((await world.ask("confirmPayment", { as: "cashier", path, key: key() })).status).toBe(200);
    expect((await rowsOf(paymentId)).map(({ kind }) => kind)).toEqual(["income"]);
    const other = await givenCourierCash();
    await refund(other.order, other.paymentId);
    expect(await rowsOf(other.paymentId)).toEqual([]);
  });

  test("a paid invoice is booked in the ledger once, even if the invoice is checked twice", async () => {
    const order = await givenOrder(world);
    const body = { paymentMethodId: methodIds.sandbox, amount: 300 };
    const { json } = await world.ask("issueInvoice", { as: "cashier", path: pathOf(order), body, key: key() });
    const path = { ...pathOf(order), paymentId: json.paymentId };
    await sql`update sandbox_invoice set status = 'succeeded'`.execute(world.db);
    for (let round = 0; round < 2; round += 1) await world.ask("checkInvoice", { as: "cashier", path, key: key() });
    expect((await rowsOf(json.paymentId)).map(({ kind, sourceId }) => [kind, sourceId])).toEqual([["income", BANK]]);
  });
});

describe("cash shift", () => {
  test("an opening amount that differs from the balance requires a reason, and a second open shift is refused", async () => {
    const balance = (await drawer())?.balance ?? 0;
    const refused = await open({ opening: balance + 100 });
    expect([refused.status, refused.problem.errors]).toEqual([400, { reason: expect.stringContaining("Излишек") }]);
    const { json: shift } = await open({ opening: balance + 100, reason: "Размен" });
    expect(shift).toMatchObject({ opening: balance + 100, closedAt: null, openedByAlias: "Ирина Белова", version: 1 });
    expect(await balanceOf(TILL)).toBe(balance + 100);
    expect(await report(shift.id)).toMatchObject({ expected: balance + 100, payments: 0, income: 0 });
    const second = await open();
    expect([second.status, message(second)]).toEqual([409, expect.stringContaining("Ирина Белова")]);
  });

  test("the X report shows current sums, and the Z report stores the sums and the shortage", async () => {
    const shift = await openAtBalance();
    const { order, paymentId } = await givenPaid("cash", 900);
    await refund(order, paymentId);
    await givenPaid("cash", 700);
    await givenPaid("card", 800);
    await spend(120, { financeSourceId: TILL });
    await add({ kind: "income", financeSourceId: TILL, amount: 20 });
    await add({ kind: "transfer", financeSourceId: TILL, toFinanceSourceId: BANK, amount: 300 });
    await add({ kind: "transfer", financeSourceId: BANK, toFinanceSourceId: TILL, amount: 50 });
    const x = await report(shift.id);
    const sums = {
      payments: 1600,
      paymentCount: 2,
      refunds: 900,
      refundCount: 1,
      income: 20,
      expense: 120,
      transferIn: 50,
      transferOut: 300,
      expected: sumMoney([shift.opening, 350]),
    };
    expect(x).toMatchObject(sums);
    const counted = sumMoney([x.expected, -150]);
    const unexplained = await close(shift, { counted });
    expect([unexplained.status, unexplained.problem.errors]).toEqual([
      400,
      { reason: expect.stringContaining("Недостача 150,00") },
    ]);
    const { json: z } = await close(shift, { counted, reason: " Ошибка сдачи " });
    expect(z).toMatchObject(sums);
    expect(z.shift).toMatchObject({
      counted,
      expected: x.expected,
      difference: -150,
      reason: "Ошибка сдачи",
      version: 2,
    });
    expect(await balanceOf(TILL)).toBe(counted);
    await givenPaid("cash", 100);
    expect(await report(shift.id)).toEqual(z);
    const { rows } = await sql<{
      sum: number;
    }>`select sum(case when kind in ('income', 'correction') then amount else -amount end)
      + 50 as sum from finance_transaction where shift_id = ${shift.id}`.execute(world.db);
    expect(sumMoney([shift.opening, rows[0]?.sum ?? 0])).toBe(counted);
  });

  test("a second closing of a shift returns the Z report of the first closing", async () => {
    const shift = await openAtBalance();
    const first = await close(shift, { counted: shift.opening });
    const second = await close(shift, { counted: 1, reason: "Другая сумма" }, "manager");
    expect([first.status, second.status, second.json]).toEqual([200, 200, first.json]);
  });

  test("a closing with an outdated expected amount is refused, and every change of a shift requires its current version", async () => {
    const shift = await openAtBalance();
    await givenPaid("cash", 200);
    const outdated = await close(shift, { counted: shift.opening, expected: shift.opening });
    expect([outdated.status, message(outdated)]).toEqual([409, expect.stringContaining("прошли операции")]);
    const path = { id: shift.id, companyId: 1 };
    const blind = { as: "cashier", path, key: key() };
    expect((await world.ask("closeCashShift", { ...blind, body: { counted: 0 } })).status).toBe(428);
    expect((await world.ask("deleteCashShift", blind)).status).toBe(428);
    expect((await world.ask("updateCashShift", { ...blind, body: { opening: 0, reason: "x" } })).status).toBe(428);
    const stale = await world.ask("updateCashShift", {
      ...blind,
      seen: 7,
      body: { opening: 0, reason: "x" },
    });
    expect(stale.status).toBe(412);
  });

  test("an open shift's opening amount can be corrected, and an open shift without transactions can be removed", async () => {
    const shift = await openAtBalance();
    const path = { id: shift.id, companyId: 1 };
    const body = { opening: sumMoney([shift.opening, -10]), reason: "Пересчитали" };
    const changed = await world.ask("updateCashShift", { as: "cashier", path, seen: 1, body, key: key() });
    expect(changed.json).toMatchObject({ opening: body.opening, version: 2 });
    expect([await balanceOf(TILL), (await report(shift.id)).expected]).toEqual([body.opening, body.opening]);
    const removal = { as: "cashier", path, seen: 2 };
    await givenPaid("cash", 10);
    expect((await world.ask("deleteCashShift", { ...removal, key: key() })).status).toBe(409);
    await close({ id: shift.id, version: 2 }, { counted: sumMoney([body.opening, 10]) });
    expect((await world.ask("deleteCashShift", { ...removal, seen: 3, key: key() })).status).toBe(409);
    const second = await openAtBalance();
    const empty = { as: "cashier", path: { id: second.id, companyId: 1 }, seen: 1, key: key() };
    expect((await world.ask("deleteCashShift", empty)).status).toBe(204);
    expect((await drawer())?.shift).toBeNull();
  });

  test("with the setting requireShift, a cash transaction needs an open shift, except a payment that a courier receives", async () => {
    const { order: paid, paymentId } = await givenPaid("cash");
    await settings({ requireShift: true, closedUntil: null });
    const order = await givenOrder(world);
    const refused = await pay(order, "cash", 100);
    expect([refused.status, message(refused)]).toEqual([409, "Сначала откройте смену: «Касса»."]);
    expect((await refund(paid, paymentId)).status).toBe(409);
    expect((await spend(10, { financeSourceId: TILL })).status).toBe(409);
    expect((await pay(order, "card", 100)).status).toBe(200);
    const { json: pending } = await pay(order, "cash", 100, "courier");
    const path = { ...pathOf(order), paymentId: pending.payments.at(-1)?.id ?? 0 };
    expect((await world.ask("confirmPayment", { as: "cashier", path, key: key() })).status).toBe(409);
    const shift = await openAtBalance();
    expect((await pay(order, "cash", 100)).status).toBe(200);
    expect((await refund(paid, paymentId)).status).toBe(200);
    expect(await report(shift.id)).toMatchObject({ paymentCount: 1, refundCount: 1 });
  });

  test("a shift can be opened only for a cash source, with a non-negative amount in whole kopecks", async () => {
    expect((await open({ financeSourceId: BANK })).problem.errors).toHaveProperty("financeSourceId");
    expect((await open({ opening: 1.005 })).problem.errors).toHaveProperty("opening");
    expect((await open({ opening: -1 })).status).toBe(400);
    expect((await open({ financeSourceId: 9999 })).status).toBe(404);
  });
});

describe("hand-in of cash by couriers", () => {
  const handIn = (paymentIds: number[], employeeId = COURIER, as = "cashier") =>
    world.ask("handInCash", { as, body: { employeeId, paymentIds }, key: key() });

  test("cash payments to a courier stay pending until one hand-in confirms all of these payments", async () => {
    const shift = await openAtBalance();
    const given = [await givenCourierCash(), await givenCourierCash()];
    const ids = given.map(({ paymentId }) => paymentId);
    const x = await report(shift.id);
    expect(x.payments).toBe(0);
    const own = x.pending.find(({ id }) => id === COURIER);
    expect(own?.payments.map(({ paymentId }) => paymentId)).toEqual(expect.arrayContaining(ids));
    const { json } = await handIn(ids);
    expect(json).toEqual({ count: 2, amount: sumMoney(given.map(({ order }) => order.amount)) });
    expect(await report(shift.id)).toMatchObject({ paymentCount: 2, payments: json.amount });
    const again = await handIn(ids);
    expect([again.status, message(again)]).toEqual([409, expect.stringContaining("уже подтверждена")]);
  });

  test("a hand-in confirms no payment if one of its payments cannot be confirmed", async () => {
    const [good, bad] = [await givenCourierCash(), await givenCourierCash()];
    await world.ask("changeOrderStatus", {
      as: "owner",
      path: pathOf(bad.order),
      body: { orderStatusId: statusIds.canceled, orderStatusReason: "передумал" },
    });
    const refused = await handIn([good.paymentId, bad.paymentId]);
    expect([refused.status, message(refused)]).toEqual([
      409,
      expect.stringContaining(`Заказ № ${bad.order.internalId}: Заказ отменён`),
    ]);
    expect(await rowsOf(good.paymentId)).toEqual([]);
    expect((await handIn([good.paymentId], 4)).status).toBe(409);
    expect((await handIn([good.paymentId, 999_999])).status).toBe(404);
    expect((await handIn([])).status).toBe(400);
    expect((await handIn([good.paymentId], COURIER, "courier")).status).toBe(403);
    expect((await handIn([good.paymentId])).status).toBe(200);
  });

  test("cash that is not handed in does not prevent the closing of a shift, and is listed in the next report", async () => {
    const shift = await openAtBalance();
    const { paymentId, order } = await givenCourierCash();
    const { json: z } = await close(shift, { counted: shift.opening });
    const listed = (pending: readonly Schemas["PendingCash"][]) =>
      pending.flatMap(({ payments }) => payments.map((payment) => payment.paymentId)).includes(paymentId);
    expect(listed(z.pending)).toBe(true);
    const next = await openAtBalance();
    expect(listed((await report(next.id)).pending)).toBe(true);
    await handIn([paymentId]);
    expect(await report(next.id)).toMatchObject({ payments: order.amount });
    expect(listed((await report(shift.id)).pending)).toBe(true);
  });
});

describe("finance transaction", () => {
  const ask = (query: Record<string, string>) => world.ask("listFinanceTransactions", { as: "owner", query });

  test("a finance transaction changes the balance of its source, and this balance may become negative", async () => {
    const { json: source } = await world.ask("createFinanceSource", {
      as: "owner",
      body: { name: "Сейф", kind: "bank", opening: 100 },
      key: key(),
    });
    await add({ kind: "income", financeSourceId: source.id, amount: 50.5 });
    await spend(200, { financeSourceId: source.id });
    expect(await balanceOf(source.id)).toBe(-49.5);
  });

  test("a transfer between finance sources charges its commission to the source that sends the money", async () => {
    const before = [await balanceOf(3), await balanceOf(BANK)];
    const { json } = await add({
      kind: "transfer",
      financeSourceId: 3,
      toFinanceSourceId: BANK,
      amount: 980,
      commission: 20,
      categoryId: 3,
    });
    expect(json).toMatchObject({
      kind: "transfer",
      amount: 980,
      categoryId: null,
      toFinanceSourceName: "Расчётный счёт",
    });
    expect([await balanceOf(3), await balanceOf(BANK)]).toEqual([
      sumMoney([before[0] ?? 0, -1000]),
      sumMoney([before[1] ?? 0, 980]),
    ]);
  });

  test("the list of finance transactions can be filtered by period, source, kind and category, is paged, and has totals", async () => {
    const date = "2026-01-15T12:00:00+03:00";
    for (const amount of [100, 200, 300]) await spend(amount, { date, categoryId: 1, comment: "Проверка" });
    await add({ kind: "transfer", financeSourceId: BANK, toFinanceSourceId: TILL, amount: 40, date });
    const period = { startDate: "2026-01-15", endDate: "2026-01-15" };
    const first = (await ask({ ...period, limit: "3" })).json;
    expect(first.rows.map(({ amount }) => amount)).toEqual([40, 300, 200]);
    const second = (await ask({ ...period, limit: "3", cursor: first.next ?? "" })).json;
    expect([second.rows.map(({ amount }) => amount), second.next]).toEqual([[100], null]);
    const found = async (query: Record<string, string>) =>
      (await ask({ ...period, ...query })).json.rows.map(({ amount }) => amount);
    expect(await found({ financeSourceId: String(TILL) })).toEqual([40]);
    expect(await found({ kind: "transfer" })).toEqual([40]);
    expect(await found({ categoryId: "1" })).toEqual([300, 200, 100]);
    expect(await found({ categoryId: "2" })).toEqual([]);
    const { json: totals } = await world.ask("getFinanceTotals", { as: "owner", query: period });
    expect(totals).toEqual({ count: 4, income: 0, expense: 600, transfer: 40, correction: 0 });
  });

  test("the reversal of a transaction has the same date and the negated amount, and a second reversal is refused", async () => {
    const before = await balanceOf(BANK);
    const { json } = await spend(75, { date: yesterday() });
    expect((await reverse(json.id, 2)).status).toBe(412);
    expect((await reverse(json.id, 1)).status).toBe(204);
    expect(await balanceOf(BANK)).toBe(before);
    const rows = (
      await ask({ startDate: json.date, endDate: json.date, kind: "expense", financeSourceId: String(BANK) })
    ).json.rows;
    const pair = rows.filter(({ id, reversalOf }) => id === json.id || reversalOf === json.id);
    expect(pair.map(({ amount, date, isReversed }) => [amount, date, isReversed])).toEqual([
      [-75, json.date, false],
      [75, json.date, true],
    ]);
    const again = await reverse(json.id);
    expect([again.status, message(again)]).toEqual([409, "Операция уже отменена."]);
    expect((await reverse(pair[0]?.id ?? 0)).status).toBe(409);
  });

  test("a correction of a finance transaction reverses the transaction and adds a new one", async () => {
    const before = await balanceOf(BANK);
    const { json: old } = await spend(500);
    const { json: fresh } = await world.ask("correctFinanceTransaction", {
      as: "owner",
      path: { id: old.id, companyId: 1 },
      seen: 1,
      body: { kind: "expense", financeSourceId: BANK, amount: 50, date: old.date },
      key: key(),
    });
    expect([fresh.id === old.id, fresh.amount, fresh.date]).toEqual([false, 50, old.date]);
    expect(await balanceOf(BANK)).toBe(sumMoney([before, -50]));
  });

  test("reversing a transaction of a closed shift changes only the report of the open shift", async () => {
    const shift = await openAtBalance();
    const { json } = await spend(30, { financeSourceId: TILL });
    const { json: z } = await close(shift, { counted: sumMoney([shift.opening, -30]) });
    const next = await openAtBalance();
    expect((await reverse(json.id)).status).toBe(204);
    expect(await report(shift.id)).toEqual(z);
    expect(await report(next.id)).toMatchObject({ expense: -30, expected: sumMoney([next.opening, 30]) });
  });

  test("transactions of payments and of cash counts cannot be reversed", async () => {
    const { paymentId } = await givenPaid("cash", 5);
    const { rows } = await sql<{ id: number }>`select id from finance_transaction where payment_id = ${paymentId}
      union all (select id from finance_transaction where kind = 'correction' limit 1)`.execute(world.db);
    expect(rows).toHaveLength(2);
    for (const { id } of rows) expect((await reverse(id)).status).toBe(409);
  });

  test("a transaction or reversal in a closed period is refused, and a period cannot be closed before its end", async () => {
    const { json } = await spend(10, { date: "2026-02-10T12:00:00+03:00" });
    await settings({ requireShift: false, closedUntil: "2026-02-28" });
    const late = await spend(10, { date: "2026-02-28T23:59:00+03:00" });
    expect([late.status, message(late)]).toEqual([409, "Период до 28.02.2026 закрыт."]);
    expect((await reverse(json.id)).status).toBe(409);
    expect((await spend(10, { date: "2026-03-01T00:00:00+03:00" })).status).toBe(200);
    const today = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    expect((await settings({ requireShift: false, closedUntil: today })).status).toBe(400);
    expect((await settings({ requireShift: false, closedUntil: "2026-02-31" })).status).toBe(400);
  });

  test("a finance transaction with an invalid field is refused with the name of the field", async () => {
    const errors = async (body: TransactionSave) => Object.keys((await add(body)).problem.errors ?? {});
    const base = { kind: "expense", financeSourceId: BANK, amount: 10 } as const;
    const transfer = { ...base, kind: "transfer", toFinanceSourceId: TILL } as const;
    expect(await errors({ ...base, amount: 0 })).toEqual(["amount"]);
    expect(await errors({ ...base, amount: -5 })).toEqual(["amount"]);
    expect(await errors({ ...base, amount: 0.001 })).toEqual(["amount"]);
    expect(await errors({ ...transfer, toFinanceSourceId: BANK })).toEqual(["toFinanceSourceId"]);
    expect(await errors({ ...transfer, toFinanceSourceId: null })).toEqual(["toFinanceSourceId"]);
    expect(await errors({ ...base, toFinanceSourceId: TILL })).toEqual(["toFinanceSourceId"]);
    expect(await errors({ ...base, commission: 1 })).toEqual(["commission"]);
    expect(await errors({ ...transfer, commission: 0.001 })).toEqual(["commission"]);
    expect(await errors({ ...base, kind: "income", categoryId: 1 })).toEqual(["categoryId"]);
    expect(await errors({ ...transfer, categoryId: 1 })).toEqual(["categoryId"]);
    const future = new Date(Date.now() + 3 * 86_400_000).toISOString();
    for (const date of [future, "1999-12-31T00:00:00Z"]) expect(await errors({ ...base, date })).toEqual(["date"]);
  });

  test("finance records of another company are not found", async () => {
    expect((await add({ kind: "expense", financeSourceId: 21, amount: 1 })).status).toBe(404);
    expect((await spend(1, { categoryId: 9999 })).status).toBe(404);
    expect((await add({ kind: "transfer", financeSourceId: BANK, toFinanceSourceId: 21, amount: 1 })).status).toBe(404);
    const { json } = await spend(1);
    const path = { id: json.id, companyId: 3 };
    expect((await world.ask("getFinanceTransaction", { as: "owner2", path })).status).toBe(404);
    expect((await world.ask("reverseFinanceTransaction", { as: "owner2", path, key: key() })).status).toBe(404);
    for (const operation of ["getCashShift", "getCashShiftReport"] as const)
      expect((await world.ask(operation, { as: "owner2", path: { id: 1, companyId: 3 } })).status).toBe(404);
  });

  test("stored finance transactions cannot be changed or deleted, even with SQL", async () => {
    const { json } = await spend(1);
    await expect(
      sql`update finance_transaction set amount = 2 where id = ${json.id}`.execute(world.db),
    ).rejects.toThrow("never change");
    await expect(sql`delete from finance_transaction where id = ${json.id}`.execute(world.db)).rejects.toThrow();
  });
});

describe("finance source and category", () => {
  const createSource = (body: Schemas["FinanceSourceSave"]) =>
    world.ask("createFinanceSource", { as: "owner", body, key: key() });
  const saveSource = (id: number, body: Schemas["FinanceSourceSave"], version?: number) =>
    world.ask("updateFinanceSource", {
      as: "owner",
      path: { id, companyId: 1 },
      ...(version !== undefined && { seen: version }),
      body,
      key: key(),
    });
  const removeSource = (id: number) => world.ask("deleteFinanceSource", { as: "owner", path: { id, companyId: 1 } });

  test("a used finance source keeps its kind and opening balance, and only a finance source with the balance 0 can be removed", async () => {
    const { json: source } = await createSource({ name: " Карманные ", kind: "courier", opening: 10 });
    expect(source).toMatchObject({ name: "Карманные", balance: 10, isUsed: false, version: 1 });
    expect((await createSource({ name: "карманные", kind: "cash" })).problem.errors).toHaveProperty("name");
    expect((await createSource({ name: "Копейки", kind: "cash", opening: 0.001 })).problem.errors).toHaveProperty(
      "opening",
    );
    const changed = await saveSource(source.id, { name: "Карманные", kind: "bank", opening: 20 }, 1);
    expect(changed.json).toMatchObject({ kind: "bank", opening: 20, balance: 20, version: 2 });
    expect((await saveSource(source.id, { name: "Карманные", kind: "bank" }, 1)).status).toBe(412);
    expect((await removeSource(source.id)).status).toBe(409);
    await spend(20, { financeSourceId: source.id });
    const again = await saveSource(source.id, { name: "Карманные", kind: "cash", opening: 20 });
    expect(again.problem.errors).toHaveProperty("kind");
    const other = await saveSource(source.id, { name: "Карманные", kind: "bank", opening: 0 });
    expect(other.problem.errors).toHaveProperty("opening");
    expect((await removeSource(source.id)).status).toBe(204);
    expect((await removeSource(source.id)).status).toBe(404);
    expect((await spend(1, { financeSourceId: source.id })).status).toBe(404);
  });

  test("a finance source used by a payment method or an open shift cannot be removed", async () => {
    expect(message(await removeSource(BANK))).toContain("Сюда приходят деньги способа оплаты");
    await openAtBalance();
    expect(message(await removeSource(TILL))).toBe("Сначала закройте смену.");
  });

  test("a cash or bank finance source can be removed only while the company has another finance source of this kind", async () => {
    const inCompany = { as: "admin", path: { companyId: 2 } };
    const remove = (id: number) => world.ask("deleteFinanceSource", { as: "admin", path: { id, companyId: 2 } });
    await sql`update payment_method set finance_source_id = null where company_id = 2`.execute(world.db);
    const { json: states } = await world.ask("listFinanceSourceStates", inCompany);
    for (const { id, balance } of states)
      await sql`update finance_source set opening = opening - ${balance}::numeric where id = ${id}`.execute(world.db);
    for (const [kind, refusal] of [
      ["cash", "Хотя бы одна касса должна остаться."],
      ["bank", "Хотя бы один банк должен остаться."],
    ] as const) {
      const [last, ...others] = states.filter((source) => source.kind === kind);
      if (!last || others.length > 0) throw new Error(`the demo has one source of the kind ${kind}`);
      const refused = await remove(last.id);
      expect([kind, refused.status, message(refused)]).toEqual([kind, 409, refusal]);
      const body = { name: `Запасной источник ${kind}`, kind };
      const { json: added } = await world.ask("createFinanceSource", { ...inCompany, body, key: key() });
      expect([kind, (await remove(last.id)).status]).toEqual([kind, 204]);
      const refusedAgain = await remove(added.id);
      expect([kind, refusedAgain.status, message(refusedAgain)]).toEqual([kind, 409, refusal]);
    }
  });

  test("the direction of a finance category cannot change after its first use", async () => {
    const create = (body: Schemas["FinanceCategorySave"]) =>
      world.ask("createFinanceCategory", { as: "owner", body, key: key() });
    const { json: category } = await create({ name: "Реклама", direction: "expense" });
    expect((await create({ name: "реклама", direction: "expense" })).problem.errors).toHaveProperty("name");
    expect((await create({ name: "Реклама", direction: "income" })).status).toBe(200);
    const path = { id: category.id, companyId: 1 };
    const save = (body: Schemas["FinanceCategorySave"], version?: number) =>
      world.ask("updateFinanceCategory", {
        as: "owner",
        path,
        ...(version !== undefined && { seen: version }),
        body,
        key: key(),
      });
    expect((await save({ name: "Листовки", direction: "expense" }, 1)).json).toMatchObject({
      name: "Листовки",
      version: 2,
    });
    expect((await save({ name: "Листовки", direction: "expense" }, 1)).status).toBe(412);
    const { json: spent } = await spend(5, { categoryId: category.id });
    expect((await save({ name: "Листовки", direction: "income" })).status).toBe(409);
    expect((await world.ask("deleteFinanceCategory", { as: "owner", path })).status).toBe(204);
    expect((await spend(5, { categoryId: category.id })).status).toBe(404);
    const kept = await world.ask("getFinanceTransaction", { as: "owner", path: { id: spent.id, companyId: 1 } });
    expect(kept.json.categoryName).toBe("Листовки");
  });
});

test("finance permissions — finance.view allows reads, finance.edit allows writes, shift.use allows cash shifts", async () => {
  const status = async (as: string) => [
    (await world.ask("listFinanceSourceStates", { as })).status,
    (await add({ kind: "income", financeSourceId: BANK, amount: 1 }, as)).status,
    (await world.ask("getCashDrawers", { as })).status,
  ];
  expect(await status("manager")).toEqual([200, 200, 200]);
  expect(await status("cashier")).toEqual([403, 403, 200]);
  expect(await status("operator")).toEqual([403, 403, 200]);
  expect(await status("kitchen")).toEqual([403, 403, 403]);
  expect(await status("owner2")).toEqual([404, 404, 404]);
  await giveRole(world, 6, ["finance.view"]);
  expect(await status("kitchen")).toEqual([200, 403, 403]);
});

test("new company — has a cash source and a bank source, which its payment methods use", async () => {
  const { json } = await world.ask("createCompany", {
    as: "owner",
    body: { name: "Новая", timeZone: "Europe/Moscow" },
  });
  const path = { companyId: json.id };
  const { json: made } = await world.ask("listFinanceSourceStates", { as: "owner", path });
  expect(made.map(({ name, kind }) => [name, kind])).toEqual([
    ["Банк", "bank"],
    ["Касса", "cash"],
  ]);
  const { json: methods } = await world.ask("listPaymentMethods", { as: "owner", path });
  const nameOf = new Map(made.map(({ id, name }) => [id, name]));
  expect(methods.map(({ isCash, financeSourceId }) => [isCash, nameOf.get(financeSourceId ?? 0)])).toEqual([
    [true, "Касса"],
    [false, "Банк"],
  ]);
});
