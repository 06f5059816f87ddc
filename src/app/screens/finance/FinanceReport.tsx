import type { Schemas } from "#api/client.ts";
import { formatMoney } from "#domain/money.ts";
import { financeReportQuery, makeFinanceTable } from "#machines/queries/reports.ts";
import { useApi } from "../../services/context.ts";
import { ActionLink } from "../../shared/ActionLink.tsx";
import { TableExport } from "../../shared/TableExport.tsx";
import { useTitle } from "../../shared/useTitle.ts";
import { GroupChart } from "../reports/GroupChart.tsx";
import { PeriodFilter, PeriodProblem } from "../reports/PeriodFilter.tsx";
import { ReportSection } from "../reports/ReportSection.tsx";
import { Totals } from "../reports/Totals.tsx";
import { useReportParams } from "../reports/useReportParams.ts";
import { ArticleTable } from "./ArticleTable.tsx";
import { TurnoverTable } from "./TurnoverTable.tsx";

type Report = Schemas["FinanceReport"];

const Body = ({ report, before, companyId }: { report: Report; before: Report | undefined; companyId: number }) => (
  <>
    <Totals
      report={report}
      before={before}
      totals={[
        { label: "Приход", of: ({ total }) => total.income, format: formatMoney },
        { label: "Расход", of: ({ total }) => total.expense, format: formatMoney, good: "less" },
        { label: "Осталось", of: ({ total }) => total.amount, format: formatMoney },
      ]}
    />
    <div className="mb-3">
      <GroupChart
        title="Приход"
        report={report}
        before={before}
        measure={({ income }) => income}
        format={formatMoney}
      />
    </div>
    <ArticleTable report={report} />
    <TurnoverTable sources={report.sources} companyId={companyId} />
  </>
);

/**
 * Report on the income and the expenses of a period by category, with the turnovers of the sources (areas, section 6).
 */
export const FinanceReport = ({ companyId }: { companyId: number }) => {
  const api = useApi();
  useTitle("Доходы и расходы");
  const { change, period, problem, query } = useReportParams(companyId, "month");
  return (
    <>
      <header className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1>Доходы и расходы</h1>
        <span className="flex-1" />
        <ActionLink href={`/Company/${companyId}/Finance/Transaction`}>Движение денег</ActionLink>
        {!problem && (
          <TableExport
            key={`${query.start} ${query.end} ${query.grouping}`}
            name={`Доходы и расходы ${query.start} — ${query.end}`}
            make={makeFinanceTable(api, query)}
          />
        )}
      </header>
      <PeriodFilter
        companyId={companyId}
        period={period}
        grouping={query.grouping}
        isCompared={query.isCompared}
        change={change}
      />
      {problem ? (
        <PeriodProblem problem={problem} period={period} change={change} />
      ) : (
        <ReportSection
          descriptor={financeReportQuery}
          query={query}
          isEmpty={({ rows }) => rows.length === 0}
          empty="За этот период денег не принимали и не тратили. Выберите другой период."
          emptyTable={({ sources }) => <TurnoverTable sources={sources} companyId={companyId} />}
        >
          {(report, before) => <Body report={report} before={before} companyId={companyId} />}
        </ReportSection>
      )}
    </>
  );
};
