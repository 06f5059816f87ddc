import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import { roundMoney, sumMoney } from "#domain/money.ts";
import type { Db } from "../../database/connection.ts";
import { intervalOfSql, movementsInSql, type Span } from "./figures.ts";
import { groupRows } from "./grouping.ts";
import { byGroup, type GroupedSpan } from "./groups.ts";

/** Money received and refunded by one payment method in one interval of a time span, roubles. */
export interface PaymentCell {
  readonly piece: number;
  readonly paymentMethodId: number;
  readonly paymentMethodName: string;
  readonly received: number;
  readonly refunded: number;
}

/**
 * Reads the received and refunded money of a time span by payment method and interval. The payment methods are in the
 * company's sort order.
 */
export const readPaymentCells = async (db: Db, span: Span): Promise<readonly PaymentCell[]> => {
  const { rows } = await sql<PaymentCell>`
    select t.piece, k.id as "paymentMethodId", k.name as "paymentMethodName", t.received, t.refunded
    from (select ${intervalOfSql(sql`m.date`, span)} as piece, m.payment_method_id, sum(m.received) as received,
        sum(m.refunded) as refunded
      from ${movementsInSql(span)} group by 1, 2) t
    join payment_method k on k.id = t.payment_method_id order by k.sort, k.id, t.piece`.execute(db);
  return rows;
};

/** Sums the received and the refunded money. `amount` is the difference between these sums. */
export const sumMovement = (cells: readonly Pick<PaymentCell, "received" | "refunded">[]) => {
  const received = sumMoney(cells.map((cell) => cell.received));
  const refunded = sumMoney(cells.map((cell) => cell.refunded));
  return { amount: roundMoney(received - refunded), received, refunded };
};

type Report = Omit<Schemas["PaymentReport"], keyof Schemas["ReportPeriod"]>;

const methodsOf = (cells: readonly PaymentCell[]): Report["methods"] =>
  [...groupRows(cells, ({ paymentMethodId }) => paymentMethodId).values()].flatMap((ofMethod) =>
    ofMethod.slice(0, 1).map(({ paymentMethodId, paymentMethodName }) => ({
      paymentMethodId,
      paymentMethodName,
      ...sumMovement(ofMethod),
    })),
  );

const rowOf = (
  date: string,
  { paymentMethodId, paymentMethodName, received, refunded }: PaymentCell,
): Report["rows"][number] => {
  const [year, month, day] = date.split("-").map(Number);
  const amount = roundMoney(received - refunded);
  return { year: year ?? 0, month: month ?? 0, day: day ?? 0, date, paymentMethodId, paymentMethodName, amount };
};

/** Returns the received and refunded money of a time span by day, week or month and by payment method, with totals. */
export const readPaymentsMoved = async (db: Db, span: GroupedSpan): Promise<Report> => {
  const cells = await readPaymentCells(db, span);
  const pieces = groupRows(cells, ({ piece }) => piece);
  return {
    rows: span.groups.flatMap(({ date }, index) => (pieces.get(index + 1) ?? []).map((cell) => rowOf(date, cell))),
    methods: methodsOf(cells),
    groups: byGroup(
      span,
      [...pieces].map(([piece, ofPiece]) => ({ piece, ...sumMovement(ofPiece) })),
      { amount: 0, received: 0, refunded: 0 },
    ),
    total: sumMovement(cells),
  };
};
