import { type BusinessClock, dayAway, daysFrom } from "../server/businessClock.ts";
import type { RawData, RawOrder, RawPayment } from "./rawOrders.ts";

/** Returns the sum of amounts in roubles. Adds whole kopecks to avoid rounding errors. */
const sum = (amounts: readonly number[]): number =>
  amounts.reduce((total, amount) => total + Math.round(amount * 100), 0) / 100;

const HOUR = 3_600_000;

type Days = (day: string) => boolean;

/** Groups rows by a key and calculates the figures of each group. */
const groupFigures = <Row, Figures>(
  rows: readonly Row[],
  keyOf: (row: Row) => unknown,
  figures: (group: Row[]) => Figures,
) => {
  const keys = [...new Set(rows.map(keyOf).map(String))];
  return Object.fromEntries(keys.map((key) => [key, figures(rows.filter((row) => String(keyOf(row)) === key))]));
};

const soldOf = (lines: readonly RawOrder["lines"][number][]) => ({
  count: lines.reduce((total, { count }) => total + count, 0),
  amount: sum(lines.flatMap(({ amount, modificators }) => [amount, ...modificators.map((one) => one.amount)])),
});

const money = (orders: readonly RawOrder[]) => ({ count: orders.length, amount: sum(orders.map((one) => one.amount)) });

/**
 * Calculates the figures of all dashboards and reports from the stored rows, without the code of the server. Tests
 * compare the server's figures with these figures.
 */
export const expectedFigures = (raw: RawData, clock: BusinessClock) => {
  const within = (days: Days) => raw.orders.filter(({ date }) => days(clock.dayOf(date)));
  const counted = (days: Days) => within(days).filter(({ isCanceled }) => !isCanceled);
  const canceled = (days: Days) => within(days).filter(({ isCanceled }) => isCanceled);
  const payments = raw.orders.flatMap((order) => order.payments);
  const isOn = (moment: Date | null, days: Days): boolean => moment !== null && days(clock.dayOf(moment));

  const moved = (days: Days, from: readonly RawPayment[] = payments) => {
    const received = sum(from.filter(({ completed }) => isOn(completed, days)).map(({ amount }) => amount));
    const refunds = from.flatMap((payment) => payment.refunds);
    const refunded = sum(refunds.filter(({ at }) => isOn(at, days)).map(({ amount }) => amount));
    return { amount: sum([received, -refunded]), received, refunded };
  };
  const movedBy = (days: Days) =>
    groupFigures(
      payments.filter(({ completed, refunds }) => isOn(completed, days) || refunds.some(({ at }) => isOn(at, days))),
      ({ methodId }) => methodId,
      (group) => moved(days, group),
    );

  const finance = (days: Days) => ({
    amount: money(counted(days)).amount,
    realIncome: moved(days).amount,
    totalExpense: sum(counted(days).map(({ cost }) => cost)),
    realExpense: sum(
      counted(days)
        .filter(({ isClosed }) => isClosed)
        .map(({ cost }) => cost),
    ),
  });

  const required = (days: Days) =>
    sum(
      counted(days)
        .filter(({ isClosed }) => !isClosed)
        .map((order) => {
          const completed = order.payments.filter(({ status }) => status === "completed");
          const paid = sum(
            completed.flatMap(({ amount, refunds }) => [amount, ...refunds.map((refund) => -refund.amount)]),
          );
          return Math.max(0, sum([order.amount, -paid]));
        }),
    );

  const counts = (days: Days) => ({
    totalCount: counted(days).length,
    openCount: counted(days).filter(({ isClosed }) => !isClosed).length,
    closeCount: counted(days).filter(({ isClosed }) => isClosed).length,
    canceledCount: canceled(days).length,
  });

  const hours = (day: string) => {
    const start = clock.starts.get(day)?.getTime() ?? 0;
    const length = (clock.starts.get(dayAway(day, 1))?.getTime() ?? 0) - start;
    return Array.from({ length: Math.ceil(length / HOUR) }, (_, index) => {
      const begins = new Date(start + index * HOUR);
      const inHour = counted((one) => one === day).filter(
        ({ date }) => Math.floor((date.getTime() - start) / HOUR) === index,
      );
      return { start: begins.toISOString(), time: clock.timeOf(begins), ...money(inHour) };
    });
  };

  const items = (days: Days) => {
    const lines = counted(days).flatMap((order) => order.lines);
    const off = sum(lines.map(({ discount }) => discount));
    return {
      rows: groupFigures(
        lines,
        ({ itemId, categoryId }) => `${itemId} ${categoryId}`,
        (group) => ({ ...soldOf(group), discountAmount: sum(group.map(({ discount }) => discount)) }),
      ),
      total: {
        ...soldOf(lines),
        discountAmount: off,
        generalDiscountAmount: sum([...counted(days).map(({ discount }) => discount), -off]),
      },
    };
  };

  const realization = (days: Days) =>
    groupFigures(
      counted(days).flatMap((order) => order.lines.map((line) => ({ ...line, isClosed: order.isClosed }))),
      ({ itemId, categoryId, isClosed }) => `${itemId} ${categoryId} ${isClosed}`,
      soldOf,
    );

  const given = (orders: readonly RawOrder[]) => ({
    count: orders.length,
    amount: sum(orders.map(({ discount }) => discount)),
  });
  const discounts = (days: Days) => {
    const some = counted(days).filter(({ discount }) => discount > 0);
    const figures = (group: readonly RawOrder[]) => ({ ...given(group), ordersAmount: money(group).amount });
    return {
      rows: groupFigures(some, ({ discountId }) => discountId, figures),
      employees: groupFigures(some, ({ operatorId }) => operatorId, given),
      group: given(some),
      total: figures(some),
    };
  };

  const cancellations = (days: Days) => {
    const reasonOf = ({ reason }: RawOrder) => reason?.trim() || null;
    return {
      rows: groupFigures(canceled(days), (order) => `${reasonOf(order)} ${order.employeeId}`, money),
      reasons: groupFigures(canceled(days), reasonOf, money),
      employees: groupFigures(canceled(days), ({ employeeId }) => employeeId, money),
      group: money(canceled(days)),
      total: { ...money(canceled(days)), ordersCount: within(days).length },
    };
  };

  const calls = (days: Days) => {
    const rung = raw.calls.filter((call) => days(clock.dayOf(call.rung)));
    const ordersOf = (callId: number) => raw.orders.filter((order) => order.callId === callId && !order.isCanceled);
    const figures = (group: readonly RawData["calls"][number][]) => ({
      count: group.length,
      answeredCount: group.filter(({ answered }) => answered !== null).length,
      orderCount: group.filter(({ id }) => ordersOf(id).length > 0).length,
      amount: sum(group.flatMap(({ id }) => ordersOf(id).map(({ amount }) => amount))),
    });
    return { rows: groupFigures(rung, ({ phoneId }) => phoneId, figures), total: figures(rung) };
  };

  return {
    finance,
    moved,
    movedBy,
    required,
    counts,
    hours,
    items,
    realization,
    discounts,
    cancellations,
    calls,
    sums: (days: Days) => ({
      count: counted(days).length,
      canceledCount: canceled(days).length,
      amount: money(counted(days)).amount,
      discountAmount: given(counted(days)).amount,
      cost: finance(days).totalExpense,
    }),
    statuses: (days: Days) => groupFigures(within(days), ({ statusId }) => statusId, money),
  };
};

/** All figures of the dashboards and reports of a company. */
export type ExpectedFigures = ReturnType<typeof expectedFigures>;

/**
 * Divides a period into days, weeks from Monday, or months. Returns the first and the last day of each part, and a
 * function that returns true for a day in this part.
 */
export const groupsOf = (first: string, last: string, groupBy: "day" | "week" | "month") => {
  const keyOf = (day: string): string => {
    if (groupBy === "day") return day;
    return groupBy === "month" ? day.slice(0, 7) : dayAway(day, -((new Date(`${day}T00:00Z`).getUTCDay() + 6) % 7));
  };
  return Object.values(groupFigures(daysFrom(first, last), keyOf, (days) => days)).map((days) => ({
    date: days[0] ?? "",
    endDate: days.at(-1) ?? "",
    has: (day: string) => days.includes(day),
  }));
};
