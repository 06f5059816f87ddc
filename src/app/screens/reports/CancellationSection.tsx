import type { Schemas } from "#api/client.ts";
import { formatMoney } from "#domain/money.ts";
import { cancellationReportQuery, type ReportParams } from "#machines/queries/reports.ts";
import { BarSheet, orderAndMoneyColumns } from "./BarSheet.tsx";
import { EmployeeTable, employeeName } from "./EmployeeTable.tsx";
import { GroupChart } from "./GroupChart.tsx";
import { ReportSection } from "./ReportSection.tsx";
import { Totals } from "./Totals.tsx";

type Report = Schemas["CancellationReport"];

const reasonOf = (reason: string | null): string => reason ?? "Причина не указана";

const percents = new Intl.NumberFormat("ru-RU", { style: "percent", maximumFractionDigits: 1 });

const shareOf = ({ total }: Report): number => (total.ordersCount > 0 ? total.count / total.ordersCount : 0);

const Reasons = ({ reasons }: { reasons: Report["reasons"] }) => (
  <BarSheet
    title="По причинам"
    head="Причина"
    rows={reasons}
    keyOf={({ reason }) => reason ?? ""}
    name={({ reason }) => reasonOf(reason)}
    size={({ count }) => count}
    columns={orderAndMoneyColumns("Сумма")}
    empty="Отмен не было."
  />
);

const ReasonsOfEmployees = ({ rows }: { rows: Report["rows"] }) => (
  <BarSheet
    title="По причинам и сотрудникам"
    head="Причина и сотрудник"
    rows={rows}
    keyOf={({ reason, employeeId }) => `${employeeId} ${reason}`}
    name={({ reason, employeeAlias }) => (
      <>
        {reasonOf(reason)} <span className="ml-1 text-xs text-muted">{employeeName(employeeAlias)}</span>
      </>
    )}
    size={({ count }) => count}
    columns={orderAndMoneyColumns("Сумма")}
    empty="Отмен не было."
  />
);

/** Report on cancelled orders by reason and employee. */
export const CancellationSection = ({ query }: { query: ReportParams }) => (
  <ReportSection
    descriptor={cancellationReportQuery}
    query={query}
    isEmpty={({ total }) => total.count === 0}
    empty="За этот период ни один заказ не отменили."
  >
    {(report, before) => (
      <>
        <Totals
          report={report}
          before={before}
          totals={[
            { label: "Отменено заказов", of: ({ total }) => total.count, format: String, good: "less" },
            { label: "Доля всех заказов", of: shareOf, format: percents.format, good: "less" },
            { label: "Не получено", of: ({ total }) => total.amount, format: formatMoney, good: "less" },
          ]}
        />
        <div className="mb-3">
          <GroupChart
            title="Отмены"
            report={report}
            before={before}
            measure={({ count }) => count}
            format={String}
            good="less"
          />
        </div>
        <div className="mb-3 grid items-start gap-3 lg:grid-cols-2">
          <Reasons reasons={report.reasons} />
          <EmployeeTable title="Кто отменил" rows={report.employees} measure="count" money="Сумма" />
        </div>
        <ReasonsOfEmployees rows={report.rows} />
      </>
    )}
  </ReportSection>
);
