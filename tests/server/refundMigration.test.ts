import { expect, test } from "vitest";
import { migrate } from "#server/database/migrate.ts";
import { migratedBefore } from "../support/server/migratedBefore.ts";

test("refund migration — links each earlier refund to its expense, and then forbids the expense of a payment without a refund", async () => {
  const database = await migratedBefore("0042");
  await database.pool.query(`
    insert into company (id, name, time_zone, day_start) values (1, 'Пиццерия', 'Europe/Moscow', '06:00');
    insert into finance_source (id, company_id, name) values (1, 1, 'Касса');
    insert into payment_method (id, company_id, name, finance_source_id, is_cash) values (1, 1, 'Наличные', 1, true);
    insert into order_status (id, company_id, name, sort) values (1, 1, 'Новый', 1);
    insert into orders (id, company_id, day, internal_id, date, creation_date, status_id, is_open, phone, amount)
      values (1, 1, '2026-01-01', 1, now(), now(), 1, true, '+79160000001', 500);
    insert into payment (id, company_id, order_id, payment_method_id, amount, creation_date, completed_date, refunded_date, status,
      refund_reason) values
      (1, 1, 1, 1, 300, now(), now(), '2026-01-02T10:00:00Z', 'rejected', 'Остыла'),
      (2, 1, 1, 1, 200, now(), now(), null, 'completed', null), (3, 1, 1, 1, 100, now(), null, null, 'rejected', 'Ошибка');
    insert into finance_transaction (company_id, kind, source_id, amount, payment_id) values
      (1, 'income', 1, 300, 1), (1, 'expense', 1, 300, 1), (1, 'income', 1, 200, 2);`);
  await migrate(database);
  const { rows: refunds } = await database.pool.query(
    "select id, payment_id as payment, amount, reason, state, completed_date as at from payment_refund",
  );
  const refund = {
    payment: 1,
    amount: 300,
    reason: "Остыла",
    state: "completed",
    at: new Date("2026-01-02T10:00:00Z"),
  };
  expect(refunds).toMatchObject([refund]);
  const { rows: payments } = await database.pool.query("select refunded_amount as refunded from payment order by id");
  expect(payments.map(({ refunded }) => refunded)).toEqual([300, 0, 0]);
  const { rows: ledger } = await database.pool.query(
    "select kind, refund_id as refund from finance_transaction order by id",
  );
  expect(ledger).toEqual([
    { kind: "income", refund: null },
    { kind: "expense", refund: refunds[0]?.["id"] },
    { kind: "income", refund: null },
  ]);
  await expect(database.pool.query("update finance_transaction set amount = 1")).rejects.toThrow("never change");
  await expect(
    database.pool.query(
      "insert into finance_transaction (company_id, kind, source_id, amount, payment_id) values (1, 'expense', 1, 1, 2)",
    ),
  ).rejects.toThrow("finance_transaction_refund");
});
