import type { Schemas } from "#api/client.ts";
import { formatAmount } from "#domain/money.ts";
import { ScrollRegion } from "../../ui/ScrollRegion.tsx";
import { groupName } from "../reports/groupNames.ts";
import { articleNames } from "./financeTexts.ts";

type Report = Schemas["FinanceReport"];
type Row = Report["rows"][number];
type Groups = Report["groups"];

const nameOf = ({ article, categoryName }: Row): string =>
  article === "category" ? (categoryName ?? "") : articleNames[article];

const Numbers = ({ groups, amounts, total }: { groups: Groups; amounts: readonly number[]; total: number }) => (
  <>
    {amounts.map((amount, at) => (
      <td key={groups[at]?.date} className="num whitespace-nowrap max-[700px]:hidden">
        {amount === 0 ? <span className="text-muted">—</span> : formatAmount(amount)}
      </td>
    ))}
    <td className="num font-semibold whitespace-nowrap">{formatAmount(total)}</td>
  </>
);

/**
 * Section of the table: the income, the expenses or the corrections, with a subtotal. A section without rows is
 * left out.
 */
const Section = ({
  title,
  groups,
  rows,
  amounts,
  total,
}: {
  title: string;
  groups: Groups;
  rows: readonly Row[];
  amounts: readonly number[];
  total: number;
}) =>
  rows.length > 0 && (
    <tbody>
      <tr className="bg-sunken font-semibold">
        <th scope="rowgroup" className="sticky left-0 rounded-none! bg-sunken! text-text!">
          {title}
        </th>
        <Numbers groups={groups} amounts={amounts} total={total} />
      </tr>
      {rows.map((row) => (
        <tr key={`${row.article} ${row.categoryId}`}>
          <th scope="row" className="sticky left-0 min-w-40 font-normal! text-text! wrap-anywhere whitespace-normal!">
            {nameOf(row)}
          </th>
          <Numbers groups={groups} amounts={row.amounts} total={row.amount} />
        </tr>
      ))}
    </tbody>
  );

/**
 * Table of a finance report. Each category and each other article, such as the refunds, has one row, and each day, week
 * or month has one column.
 */
export const ArticleTable = ({ report: { rows, groups, groupBy, total } }: { report: Report }) => {
  const sections = [
    { key: "income", title: "Приход", direction: "income" },
    { key: "expense", title: "Расход", direction: "expense" },
    { key: "correction", title: "Пересчёт", direction: null },
  ] as const;
  return (
    <ScrollRegion
      label="По категориям, рублей"
      className="sheet mb-3 max-h-[calc(100dvh-9rem)] overflow-auto print:max-h-none"
    >
      <table className="table">
        <caption className="sr-only">Доходы и расходы по категориям, рублей</caption>
        <thead>
          <tr>
            <th scope="col" className="sticky left-0">
              Категория
            </th>
            {groups.map((group) => (
              <th key={group.date} scope="col" className="num max-[700px]:hidden">
                {groupName(groupBy, group)}
              </th>
            ))}
            <th scope="col" className="num">
              Итого, р.
            </th>
          </tr>
        </thead>
        {sections.map(({ key, title, direction }) => (
          <Section
            key={key}
            title={title}
            groups={groups}
            rows={rows.filter((row) => row.direction === direction)}
            amounts={groups.map((group) => group[key])}
            total={total[key]}
          />
        ))}
        <tfoot className="font-semibold">
          <tr>
            <th scope="row" className="sticky left-0 text-text!">
              Осталось
            </th>
            <Numbers groups={groups} amounts={groups.map(({ amount }) => amount)} total={total.amount} />
          </tr>
        </tfoot>
      </table>
    </ScrollRegion>
  );
};
