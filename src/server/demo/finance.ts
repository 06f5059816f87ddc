import { sql } from "kysely";
import { type Day, dayRange, shiftDay } from "#domain/dates.ts";
import { roundMoney, sumMoney } from "#domain/money.ts";
import type { Db } from "../database/connection.ts";
import { businessDayAt } from "../services/shared/today.ts";
import { continueIds, insertMany } from "./bulk.ts";
import { demoIdOf, demoMethodIds } from "./configuration.ts";

const ZONE = { timeZone: "Europe/Moscow", dayStart: "00:00" };
const SHIFTS = 14;
const SHORT_SHIFT = 9;
const FLOAT = 3000;
const BANK_OPENING = 250_000;
const CASHIER = 5;
const MANAGER = 3;
const [TILL, BANK, ACQUIRER] = [demoIdOf(1, 1), demoIdOf(1, 2), demoIdOf(1, 3)];
const HOUR = 60 * 60_000;
const MINUTE = 60_000;

const categories = ["Хозяйственные расходы", "Аренда", "Комиссия банка", "Закупки"].map((name, index) => ({
  id: index + 1,
  company_id: 1,
  name,
  direction: "expense",
}));
const [HOUSEHOLD, RENT, COMMISSION] = categories.map(({ id }) => id);

/** Cash payments and refunds of a day, roubles, with the times of the first and the last movement. */
interface DayCash {
  readonly day: Day;
  readonly payments: number;
  readonly paymentCount: number;
  readonly refunds: number;
  readonly refundCount: number;
  readonly first: Date | null;
  readonly last: Date | null;
}

const readCash = async (tx: Db, start: Date): Promise<ReadonlyMap<Day, DayCash>> => {
  const { rows } = await sql<DayCash>`
    with movement as (
      select completed_date as at, amount, 0 as refund from payment
      where company_id = 1 and payment_method_id = ${demoMethodIds.cash} and completed_date >= ${start}
      union all
      select r.completed_date, 0, r.amount from payment_refund r join payment p on p.id = r.payment_id
      where p.company_id = 1 and p.payment_method_id = ${demoMethodIds.cash} and r.completed_date >= ${start})
    select (at at time zone ${ZONE.timeZone})::date as day, sum(amount) as payments,
      (count(*) filter (where amount > 0))::int as "paymentCount", sum(refund) as refunds,
      (count(*) filter (where refund > 0))::int as "refundCount", min(at) as first, max(at) as last
    from movement group by 1`.execute(tx);
  return new Map(rows.map((row) => [row.day, row]));
};

type Row = Readonly<Record<string, unknown>>;

const transaction = (date: Date, kind: string, amount: number, more: Row): Row => ({
  company_id: 1,
  date: date.toISOString(),
  creation_date: date.toISOString(),
  kind,
  source_id: TILL,
  to_source_id: null,
  amount,
  category_id: null,
  comment: null,
  shift_id: null,
  user_id: CASHIER,
  ...more,
});

/** Creates the shifts of the till and the transactions of the cashier in these shifts. The last shift is open. */
const createShifts = (cash: ReadonlyMap<Day, DayCash>, now: Date) => {
  const shifts: Row[] = [];
  const transactions: Row[] = [];
  const { day: today } = businessDayAt(now, ZONE);
  let opening = FLOAT;
  for (let number = 1; number <= SHIFTS; number += 1) {
    const day = shiftDay(today, { days: number - SHIFTS });
    const { start, end } = dayRange(day, ZONE);
    const none = { payments: 0, paymentCount: 0, refunds: 0, refundCount: 0, first: null, last: null };
    const { payments, paymentCount, refunds, refundCount, first, last } = cash.get(day) ?? none;
    const isOpen = number === SHIFTS;
    // A shift stays within its day, even if the server is started just after midnight.
    const opened = Math.max(
      start.getTime(),
      Math.min(
        start.getTime() + 9 * HOUR,
        now.getTime() - 10 * MINUTE,
        first ? first.getTime() - 5 * MINUTE : Number.POSITIVE_INFINITY,
      ),
    );
    const closed = new Date(
      Math.min(
        end.getTime() - 1,
        Math.max(start.getTime() + 22 * HOUR + 10 * MINUTE, last ? last.getTime() + 5 * MINUTE : 0),
      ),
    );
    const shift = {
      id: number,
      company_id: 1,
      source_id: TILL,
      number,
      opening,
      opened_at: new Date(opened).toISOString(),
      opened_by: CASHIER,
    };
    const open = { expected: null, counted: null, reason: null, closed_at: null, closed_by: null, report: null };
    if (isOpen) {
      shifts.push({ ...shift, ...open, version: 1 });
      break;
    }
    const expense = number % 3 === 1 ? 640 : 0;
    if (expense > 0)
      transactions.push(
        transaction(new Date(opened + 2 * HOUR), "expense", expense, {
          category_id: HOUSEHOLD,
          comment: "Салфетки и пакеты",
          shift_id: number,
        }),
      );
    const left = sumMoney([opening, payments, -refunds, -expense]);
    const transferOut = Math.max(0, Math.floor((left - FLOAT) / 1000) * 1000);
    if (transferOut > 0)
      transactions.push(
        transaction(new Date(closed.getTime() - MINUTE), "transfer", transferOut, {
          to_source_id: BANK,
          comment: "Инкассация",
          shift_id: number,
        }),
      );
    const expected = roundMoney(left - transferOut);
    const isShort = number === SHORT_SHIFT;
    const counted = isShort ? roundMoney(expected - 150) : expected;
    const reason = isShort ? "Ошибка сдачи" : null;
    if (isShort) transactions.push(transaction(closed, "correction", -150, { comment: reason, shift_id: number }));
    const sums = { payments, paymentCount, refunds, refundCount, income: 0, expense, transferIn: 0, transferOut };
    const report = { at: closed.toISOString(), ...sums, expected, pending: [] };
    shifts.push({
      ...shift,
      expected,
      counted,
      reason,
      closed_at: closed.toISOString(),
      closed_by: CASHIER,
      report,
      version: 2,
    });
    opening = counted;
  }
  return { shifts, transactions };
};

/**
 * Adds transactions for the payments and refunds of all companies since `start`. Each transaction of the till is
 * assigned to its cash shift.
 */
const bookDemoPayments = async (tx: Db, start: Date): Promise<void> => {
  await sql`
    insert into finance_transaction (company_id, date, creation_date, kind, source_id, amount, payment_id, refund_id, shift_id, user_id)
    select v.company_id, v.at, v.at, v.kind, m.finance_source_id, v.amount, v.id, v.refund_id, f.id, v.user_id
    from (
      select id, null::int as refund_id, company_id, payment_method_id, amount, operator_id as user_id, 'income' as kind,
        completed_date as at
      from payment where completed_date >= ${start}
      union all
      select p.id, r.id, p.company_id, p.payment_method_id, r.amount, r.user_id, 'expense', r.completed_date
      from payment_refund r join payment p on p.id = r.payment_id where r.completed_date >= ${start}) v
    join payment_method m on m.id = v.payment_method_id
    left join cash_shift f on f.source_id = m.finance_source_id
      and (f.opened_at at time zone ${ZONE.timeZone})::date = (v.at at time zone ${ZONE.timeZone})::date
    order by v.at, v.id`.execute(tx);
};

/**
 * Returns the transactions of the rent, of the acquirer's payouts to the bank account and of the acquirer's
 * commissions.
 */
const createBankTransactions = (now: Date): Row[] => {
  const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * HOUR);
  const fromAcquirer = { source_id: ACQUIRER, user_id: MANAGER, comment: "Выплата эквайринга" };
  const rent = { source_id: BANK, category_id: RENT, comment: "Аренда за месяц", user_id: MANAGER };
  return [
    transaction(daysAgo(10), "expense", 85_000, rent),
    ...[11, 7, 3].flatMap((days) => [
      transaction(daysAgo(days), "transfer", 98_000, { ...fromAcquirer, to_source_id: BANK }),
      transaction(daysAgo(days), "expense", 2000, { ...fromAcquirer, category_id: COMMISSION }),
    ]),
  ];
};

/**
 * Creates the finances of demo company 1 (an acquirer, categories, shifts and transactions of two weeks), and the
 * transactions for the payments and refunds of the other companies. Earlier payments are part of the opening balances.
 */
export const fillFinance = async (tx: Db, now: Date): Promise<void> => {
  const { start } = dayRange(shiftDay(businessDayAt(now, ZONE).day, { days: 1 - SHIFTS }), ZONE);
  await sql`update finance_source set opening = case id when ${TILL} then ${FLOAT}::numeric else ${BANK_OPENING}::numeric end
    where id in (${TILL}, ${BANK})`.execute(tx);
  await insertMany(tx, "finance_source", [{ id: ACQUIRER, company_id: 1, name: "Эквайринг", kind: "acquiring" }]);
  await continueIds(tx, "finance_source");
  await sql`update payment_method set finance_source_id = ${ACQUIRER}
    where id = ${demoIdOf(1, demoMethodIds.card)}`.execute(tx);
  await insertMany(
    tx,
    "finance_category",
    categories.map((row) => ({ ...row, is_removed: false, version: 1 })),
  );
  await continueIds(tx, "finance_category");
  const { shifts, transactions } = createShifts(await readCash(tx, start), now);
  await insertMany(tx, "cash_shift", shifts);
  await continueIds(tx, "cash_shift");
  await bookDemoPayments(tx, start);
  await insertMany(tx, "finance_transaction", [...transactions, ...createBankTransactions(now)]);
};
