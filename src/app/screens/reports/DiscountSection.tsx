import { formatMoney } from "#domain/money.ts";
import { discountReportQuery, type ReportParams } from "#machines/queries/reports.ts";
import { BarSheet, orderAndMoneyColumns } from "./BarSheet.tsx";
import { EmployeeTable } from "./EmployeeTable.tsx";
import { GroupChart } from "./GroupChart.tsx";
import { ReportSection } from "./ReportSection.tsx";
import { Totals } from "./Totals.tsx";

/** Report on granted discounts, by discount, by employee and by day, week or month. */
export const DiscountSection = ({ query }: { query: ReportParams }) => (
  <ReportSection
    descriptor={discountReportQuery}
    query={query}
    isEmpty={({ total }) => total.count === 0}
    empty="За этот период скидок не давали."
  >
    {(report, before) => (
      <>
        <Totals
          report={report}
          before={before}
          totals={[
            { label: "Заказов со скидкой", of: ({ total }) => total.count, format: String, good: "neither" },
            { label: "Сумма скидок", of: ({ total }) => total.amount, format: formatMoney, good: "neither" },
            { label: "Сумма заказов после скидки", of: ({ total }) => total.ordersAmount, format: formatMoney },
          ]}
        />
        <div className="mb-3">
          <GroupChart
            title="Скидки"
            report={report}
            before={before}
            measure={({ amount }) => amount}
            format={formatMoney}
            good="neither"
          />
        </div>
        <div className="grid items-start gap-3 lg:grid-cols-2">
          <BarSheet
            title="По скидкам"
            head="Скидка"
            rows={report.rows}
            keyOf={({ discountId }) => discountId ?? 0}
            name={({ discountName }) => discountName}
            size={({ amount }) => amount}
            columns={orderAndMoneyColumns("Сумма скидок")}
            empty="Скидок не было."
          />
          <EmployeeTable
            title="Кто принял заказы со скидкой"
            rows={report.employees}
            measure="amount"
            money="Сумма скидок"
          />
        </div>
      </>
    )}
  </ReportSection>
);
