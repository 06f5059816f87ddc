import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import { formatDay } from "#domain/format.ts";
import { roundMoney, sumMoney } from "#domain/money.ts";
import type { Table, TableFormat } from "#domain/table.ts";
import type { Db } from "../../database/connection.ts";
import type { CompanyScope } from "../session/caller.ts";
import { intervalOfSql, isWithinSql } from "../statistics/figures.ts";
import { groupRows } from "../statistics/grouping.ts";
import { byGroup, type GroupedSpan, groupedSpan } from "../statistics/groups.ts";
import { type WrittenTable, writeTable } from "../tables/writeTable.ts";
import { readTurnovers } from "./turnovers.ts";

type Report = Schemas["FinanceReport"];
type Row = Report["rows"][number];
type Sums = Report["total"];

interface Cell extends Omit<Row, "amounts"> {
  readonly piece: number;
}

/** Reads the income, the expenses and the corrections of a time span, grouped by interval and by line of the report. */
const readCells = async (db: Db, span: GroupedSpan): Promise<readonly Cell[]> => {
  const { rows } = await sql<Cell>`
    select x.piece, x.article, case when x.article <> 'correction' then x.kind end as direction,
      x.category_id as "categoryId", c.name as "categoryName", x.amount
    from (
      select ${intervalOfSql(sql`t.date`, span)} as piece, t.kind, t.category_id,
        case when t.kind = 'correction' then 'correction'
          when t.payment_id is not null then case t.kind when 'income' then 'payment' else 'refund' end
          when t.category_id is not null then 'category' else 'other' end as article,
        sum(t.amount) as amount
      from finance_transaction t
      where t.company_id = ${span.companyId} and t.kind <> 'transfer' and ${isWithinSql(sql`t.date`, span)}
      group by 1, 2, 3, 4) x
    left join finance_category c on c.id = x.category_id
    order by array_position(array['income', 'expense', 'correction'], x.kind),
      array_position(array['payment', 'refund', 'category', 'other', 'correction'], x.article), c.name, c.id, x.piece`.execute(
    db,
  );
  return rows;
};

const rowsOf = (cells: readonly Cell[], { groups }: GroupedSpan): Row[] =>
  [
    ...groupRows(cells, ({ article, direction, categoryId }) => `${article} ${direction} ${categoryId}`).values(),
  ].flatMap((line) =>
    line.slice(0, 1).map(({ piece: _, ...first }) => {
      const amounts = new Map(line.map(({ piece, amount }) => [piece, amount]));
      return {
        ...first,
        amount: sumMoney(line.map(({ amount }) => amount)),
        amounts: groups.map((__, index) => amounts.get(index + 1) ?? 0),
      };
    }),
  );

const NOTHING: Sums = { income: 0, expense: 0, correction: 0, amount: 0 };

const sumsOf = (cells: readonly Cell[]): Sums => {
  const sumOf = (direction: Cell["direction"]) =>
    sumMoney(cells.filter((cell) => cell.direction === direction).map(({ amount }) => amount));
  const [income, expense, correction] = [sumOf("income"), sumOf("expense"), sumOf(null)];
  return { income, expense, correction, amount: roundMoney(income - expense + correction) };
};

/**
 * Returns the income and the expenses of a period by category and by day, week or month, with the turnovers of the
 * sources (areas, section 6).
 */
export const readFinanceReport = async (
  db: Db,
  company: CompanyScope,
  period: Schemas["ReportPeriod"],
): Promise<Report> => {
  const span = groupedSpan(company, period);
  const [cells, sources] = await Promise.all([readCells(db, span), readTurnovers(db, span)]);
  const pieces = [...groupRows(cells, ({ piece }) => piece)].map(([piece, cellsOfPiece]) => ({
    piece,
    ...sumsOf(cellsOfPiece),
  }));
  return {
    ...period,
    rows: rowsOf(cells, span),
    sources,
    groups: byGroup(span, pieces, NOTHING),
    total: sumsOf(cells),
  };
};

const articleNames: Record<Exclude<Row["article"], "category">, string> = {
  payment: "Оплаты заказов",
  refund: "Возвраты по заказам",
  other: "Без категории",
  correction: "Пересчёт кассы",
};

const sectionNames = { income: "Приход", expense: "Расход" } as const;

const headOf = ({ date, endDate }: Report["groups"][number]): string =>
  date === endDate ? formatDay(date) : `${formatDay(date)} – ${formatDay(endDate)}`;

const tableOf = ({ rows, groups, total }: Report): Table => ({
  name: "Доходы и расходы",
  head: ["Раздел", "Категория", ...groups.map(headOf), "Итого, р."],
  rows: [
    ...rows.map(({ article, direction, categoryName, amount, amounts }) => [
      direction === null ? "Пересчёт" : sectionNames[direction],
      article === "category" ? categoryName : articleNames[article],
      ...amounts,
      amount,
    ]),
    ["Итого", null, ...groups.map(({ amount }) => amount), total.amount],
  ],
});

/**
 * Creates a file with the report on income and expenses, with a column for each day, week or month. Each category, the
 * payments, the refunds, the transactions without a category and the corrections have a row.
 */
export const createFinanceReport = async (
  db: Db,
  company: CompanyScope,
  period: Schemas["ReportPeriod"],
  format: TableFormat,
): Promise<WrittenTable> => writeTable(tableOf(await readFinanceReport(db, company, period)), format);
