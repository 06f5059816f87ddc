import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Zone } from "#domain/dates.ts";
import { roundMoney, sumMoney } from "#domain/money.ts";
import type { Db } from "../../database/connection.ts";
import { intervalOfSql, ordersInSql, type Span } from "./figures.ts";

/** Number and amount of the orders in one hour with one status. */
interface Cell {
  readonly hour: number;
  readonly statusId: number;
  readonly name: string;
  readonly color: Schemas["Colour"];
  readonly isCanceled: boolean;
  readonly isClosed: boolean;
  readonly count: number;
  readonly amount: number;
}

const cellsOf = async (db: Db, span: Span): Promise<readonly Cell[]> => {
  const { rows } = await sql<Cell>`
    select t.*, s.name, s.color, s.is_cancel as "isCanceled", s.is_closed as "isClosed"
    from (select ${intervalOfSql(sql`o.date`, span)} as hour, o.status_id as "statusId", count(*)::int as count, sum(o.amount) as amount
      from ${ordersInSql(span)} group by 1, 2) t
    join order_status s on s.id = t."statusId" order by s.sort, s.id, t.hour`.execute(db);
  return rows;
};

const countOf = (cells: readonly Cell[]): number => cells.reduce((sum, { count }) => sum + count, 0);

const figuresOf = (cells: readonly Cell[]) => ({
  count: countOf(cells),
  amount: sumMoney(cells.map(({ amount }) => amount)),
});

const countsOf = (cells: readonly Cell[]): Schemas["OrderCounts"] => {
  const counted = cells.filter(({ isCanceled }) => !isCanceled);
  return {
    totalCount: countOf(counted),
    openCount: countOf(counted.filter(({ isClosed }) => !isClosed)),
    closeCount: countOf(counted.filter(({ isClosed }) => isClosed)),
    canceledCount: countOf(cells.filter(({ isCanceled }) => isCanceled)),
  };
};

const statusesOf = (cells: readonly Cell[]): Schemas["StatusFigures"][] =>
  cells
    .filter(({ statusId }, index) => cells[index - 1]?.statusId !== statusId)
    .map(({ statusId, name, color, isCanceled }) => ({
      statusId,
      name,
      color,
      isCanceled,
      ...figuresOf(cells.filter((cell) => cell.statusId === statusId)),
    }));

/** Counts the cancelled orders of a time span, and the other orders: open, closed and in total. */
export const countOrdersByOutcome = async (db: Db, span: Span): Promise<Schemas["OrderCounts"]> =>
  countsOf(await cellsOf(db, span));

/** Returns the orders of a day, summed by hour and by status. The intervals of the span must be hours. */
export const readDayOrders = async (db: Db, span: Span, zone: Zone): Promise<Schemas["OrderFigures"]> => {
  const cells = await cellsOf(db, span);
  const counted = cells.filter(({ isCanceled }) => !isCanceled);
  const { count, amount } = figuresOf(counted);
  const clock = new Intl.DateTimeFormat("ru-RU", { timeZone: zone.timeZone, hour: "2-digit", minute: "2-digit" });
  return {
    ...countsOf(cells),
    amount,
    average: count === 0 ? 0 : roundMoney(amount / count),
    hours: span.starts.map((start, index) => ({
      start: start.toISOString(),
      time: clock.format(start),
      ...figuresOf(counted.filter(({ hour }) => hour === index + 1)),
    })),
    statuses: statusesOf(cells),
  };
};
