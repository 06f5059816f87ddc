import type { ReactNode } from "react";
import { makeReportTable, type ReportParams } from "#machines/queries/reports.ts";
import { useApi } from "../../services/context.ts";
import { TableExport } from "../../shared/TableExport.tsx";
import { useTitle } from "../../shared/useTitle.ts";
import { Tabs, tabId } from "../../ui/Tabs.tsx";
import { CallSection } from "./CallSection.tsx";
import { CancellationSection } from "./CancellationSection.tsx";
import { DiscountSection } from "./DiscountSection.tsx";
import { ItemSection } from "./ItemSection.tsx";
import { PaymentSection } from "./PaymentSection.tsx";
import { PeriodFilter, PeriodProblem } from "./PeriodFilter.tsx";
import { useReportParams } from "./useReportParams.ts";

const tabs = [
  { name: "payments", title: "Оплаты" },
  { name: "items", title: "Проданные позиции" },
  { name: "discounts", title: "Скидки" },
  { name: "cancellations", title: "Отмены" },
  { name: "calls", title: "Звонки и заказы" },
] as const;
type Section = (typeof tabs)[number]["name"];

const sections: Record<Section, (query: ReportParams) => ReactNode> = {
  payments: (query) => <PaymentSection query={query} />,
  items: (query) => <ItemSection query={query} />,
  discounts: (query) => <DiscountSection query={query} />,
  cancellations: (query) => <CancellationSection query={query} />,
  calls: (query) => <CallSection query={query} />,
};

/** Reports screen of a company. Period, grouping, comparison and section are in the query string. */
export const Reports = ({ companyId }: { companyId: number }) => {
  const api = useApi();
  useTitle("Отчёты");
  const { params, change, period, problem, query } = useReportParams(companyId);
  const section = tabs.find(({ name }) => name === params.get("section"))?.name ?? "payments";
  return (
    <>
      <header className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1>Отчёты</h1>
        <span className="flex-1" />
        {!problem && (
          <TableExport
            key={`${query.start} ${query.end} ${query.grouping}`}
            name={`Общий отчёт ${query.start} — ${query.end}`}
            make={makeReportTable(api, query)}
          />
        )}
      </header>
      <div className="mb-3 border-b border-line pb-3">
        <Tabs
          label="Отчёт"
          tabs={tabs}
          chosen={section}
          onChoose={(name) => change({ section: name === "payments" ? "" : name })}
        />
      </div>
      <PeriodFilter
        companyId={companyId}
        period={period}
        grouping={query.grouping}
        isCompared={query.isCompared}
        change={change}
      />
      <div role="tabpanel" aria-labelledby={tabId(section)} key={section}>
        {problem ? <PeriodProblem problem={problem} period={period} change={change} /> : sections[section](query)}
      </div>
    </>
  );
};
