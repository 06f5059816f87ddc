import type { Schemas } from "#api/client.ts";
import { formatAmount, formatMoney, sumMoney } from "#domain/money.ts";
import { type PivotLine, pivot } from "#machines/queries/pivot.ts";
import { paymentReportQuery, type ReportParams } from "#machines/queries/reports.ts";
import { NoOrders } from "../../shared/NoOrders.tsx";
import { ChartGrid, type GridSeries } from "../../ui/charts/ChartGrid.tsx";
import { formatCompact } from "../../ui/charts/formatCompact.ts";
import { ScrollRegion } from "../../ui/ScrollRegion.tsx";
import { GroupChart } from "./GroupChart.tsx";
import { groupHeads, groupLabel, groupName } from "./groupNames.ts";
import { ReportSection } from "./ReportSection.tsx";
import { Totals } from "./Totals.tsx";

type Report = Schemas["PaymentReport"];

/** Number of payment methods that have a chart of their own. All other methods share one chart. */
const CHARTS = 5;

const percents = new Intl.NumberFormat("ru-RU", { style: "percent", maximumFractionDigits: 0 });

/** Returns the series of the charts: the first five payment methods, and one series for all other methods. */
const seriesOf = (report: Report, lines: readonly PivotLine[]): GridSeries[] => {
  const { methods, groupBy, total } = report;
  const makeSeries = (key: number, title: string, first: number, end?: number): GridSeries => {
    const amount = sumMoney(methods.slice(first, end).map((method) => method.amount));
    return {
      key,
      title,
      total: [formatMoney(amount), total.amount > 0 && `(${percents.format(amount / total.amount)})`]
        .filter(Boolean)
        .join(" "),
      points: lines.map((line) => ({
        key: line.date,
        label: groupLabel(groupBy, line),
        name: groupName(groupBy, line),
        value: sumMoney(line.amounts.slice(first, end)),
      })),
    };
  };
  return [
    ...methods
      .slice(0, CHARTS)
      .map(({ paymentMethodId, paymentMethodName }, at) => makeSeries(paymentMethodId, paymentMethodName, at, at + 1)),
    ...(methods.length > CHARTS ? [makeSeries(0, "Прочие", CHARTS)] : []),
  ];
};

const MethodCharts = ({ report, lines }: { report: Report; lines: readonly PivotLine[] }) => {
  const title = `Оплаты ${groupHeads[report.groupBy].by} и способам`;
  return (
    <section aria-label={title} className="card mb-3">
      <h2 className="mb-2 font-semibold">{title}</h2>
      <ChartGrid label={title} series={seriesOf(report, lines)} format={formatMoney} axis={formatCompact} />
    </section>
  );
};

/** Amounts of all payment methods in one table cell. On phones this cell replaces the columns of the methods. */
const MethodAmounts = ({ report, amounts }: { report: Report; amounts: readonly number[] }) => (
  <span className="block text-xs font-normal text-muted min-[701px]:hidden">
    {report.methods.map(
      ({ paymentMethodId, paymentMethodName }, at) =>
        amounts[at] !== undefined &&
        amounts[at] !== 0 && (
          <span key={paymentMethodId} className="block wrap-anywhere whitespace-normal">
            {paymentMethodName} {formatAmount(amounts[at])}
          </span>
        ),
    )}
  </span>
);

const Pivot = ({ report, lines }: { report: Report; lines: readonly PivotLine[] }) => (
  <ScrollRegion
    label="Оплаты по способам, таблица"
    className="sheet max-h-[calc(100dvh-9rem)] overflow-auto print:max-h-none"
  >
    <table className="table [&_th]:whitespace-normal">
      <caption className="sr-only">Оплаты по способам, рублей</caption>
      <thead>
        <tr>
          <th scope="col">{groupHeads[report.groupBy].head}</th>
          <th scope="col" className="num">
            Итого, р.
          </th>
          {report.methods.map(({ paymentMethodId, paymentMethodName }) => (
            <th key={paymentMethodId} scope="col" className="num max-[700px]:hidden">
              {paymentMethodName}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.date}>
            <th scope="row" className="font-normal! whitespace-nowrap! text-text!">
              {groupName(report.groupBy, line)}
              <MethodAmounts report={report} amounts={line.amounts} />
            </th>
            <td className="num font-semibold whitespace-nowrap">{formatAmount(line.total)}</td>
            {line.amounts.map((amount, at) => (
              <td key={report.methods[at]?.paymentMethodId} className="num whitespace-nowrap max-[700px]:hidden">
                {amount === 0 ? <span className="text-muted">—</span> : formatAmount(amount)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot className="font-semibold">
        <tr>
          <th scope="row" className="text-text!">
            Итого
            <MethodAmounts report={report} amounts={report.methods.map(({ amount }) => amount)} />
          </th>
          <td className="num whitespace-nowrap">{formatAmount(report.total.amount)}</td>
          {report.methods.map(({ paymentMethodId, amount }) => (
            <td key={paymentMethodId} className="num whitespace-nowrap max-[700px]:hidden">
              {formatAmount(amount)}
            </td>
          ))}
        </tr>
      </tfoot>
    </table>
  </ScrollRegion>
);

const Body = ({ report, before }: { report: Report; before: Report | undefined }) => {
  const lines = pivot(report);
  return (
    <>
      <Totals
        report={report}
        before={before}
        totals={[
          { label: "Итого", of: ({ total }) => total.amount, format: formatMoney },
          { label: "Получено", of: ({ total }) => total.received, format: formatMoney },
          { label: "Возвращено", of: ({ total }) => total.refunded, format: formatMoney, good: "less" },
        ]}
      />
      <div className="mb-3">
        <GroupChart
          title="Оплаты"
          report={report}
          before={before}
          measure={({ amount }) => amount}
          format={formatMoney}
        />
      </div>
      {report.methods.length > 1 && <MethodCharts report={report} lines={lines} />}
      <Pivot report={report} lines={lines} />
    </>
  );
};

/** Report on payments by day, week or month, with one column for each payment method (business, section 3). */
export const PaymentSection = ({ query }: { query: ReportParams }) => (
  <ReportSection
    descriptor={paymentReportQuery}
    query={query}
    isEmpty={({ rows }) => rows.length === 0}
    empty={
      <NoOrders
        companyId={query.companyId}
        text="За этот период оплат не было. Выберите другой период или примите заказ."
      />
    }
    emptyTable={(report) => <Pivot report={report} lines={[]} />}
  >
    {(report, before) => <Body report={report} before={before} />}
  </ReportSection>
);
