import { useState } from "react";
import type { Schemas } from "#api/client.ts";
import { formatNumber } from "#domain/figures.ts";
import { counted } from "#domain/format.ts";
import { formatMoney } from "#domain/money.ts";
import { itemReportQuery, type ReportParams } from "#machines/queries/reports.ts";
import { NoOrders } from "../../shared/NoOrders.tsx";
import { Button } from "../../ui/Button.tsx";
import { BarTable } from "../../ui/charts/BarTable.tsx";
import { GroupChart } from "./GroupChart.tsx";
import { ReportSection } from "./ReportSection.tsx";
import { Totals } from "./Totals.tsx";

type Report = Schemas["ItemReport"];

const FIRST_ROWS = 50;

const Items = ({ report, before }: { report: Report; before: Report | undefined }) => {
  const [isExpanded, setExpanded] = useState(false);
  const earlierAmounts = new Map(before?.rows.map((row) => [`${row.itemId} ${row.categoryId}`, row.amount]));
  const shown = isExpanded ? report.rows : report.rows.slice(0, FIRST_ROWS);
  return (
    <section aria-label="Проданные позиции" className="sheet">
      <BarTable
        caption="Проданные позиции"
        head="Позиция"
        rows={shown}
        keyOf={({ itemId, categoryId }) => `${itemId} ${categoryId}`}
        name={({ itemName, categoryName }) => (
          <>
            {itemName} <span className="ml-1 text-xs text-muted">{categoryName}</span>
          </>
        )}
        size={({ amount }) => amount}
        columns={[
          { head: "Продано", cell: (row) => formatNumber(row.count) },
          { head: "Сумма", cell: ({ amount }) => formatMoney(amount) },
          ...(before
            ? [
                {
                  head: "Прошлый период",
                  cell: ({ itemId, categoryId }: Report["rows"][number]) =>
                    formatMoney(earlierAmounts.get(`${itemId} ${categoryId}`) ?? 0),
                },
              ]
            : []),
          { head: "Скидки", cell: ({ discountAmount }) => formatMoney(discountAmount) },
        ]}
        empty="Ничего не продано."
      />
      {shown.length < report.rows.length && (
        <footer className="flex items-center gap-3 px-3 py-2 text-sm text-muted">
          Показаны {FIRST_ROWS} из {counted(report.rows.length, ["позиции", "позиций", "позиций"])}
          <Button onClick={() => setExpanded(true)}>Показать все</Button>
        </footer>
      )}
    </section>
  );
};

/** Report on sold dishes, sorted by revenue. */
export const ItemSection = ({ query }: { query: ReportParams }) => (
  <ReportSection
    descriptor={itemReportQuery}
    query={query}
    isEmpty={({ rows }) => rows.length === 0}
    empty={
      <NoOrders
        companyId={query.companyId}
        text="За этот период ничего не продано. Выберите другой период или примите заказ."
      />
    }
  >
    {(report, before) => (
      <>
        <Totals
          report={report}
          before={before}
          totals={[
            { label: "Продано, шт.", of: ({ total }) => total.count, format: formatNumber },
            { label: "Сумма позиций", of: ({ total }) => total.amount, format: formatMoney },
            {
              label: "Скидки на заказы целиком",
              of: ({ total }) => total.generalDiscountAmount,
              format: formatMoney,
              good: "neither",
            },
          ]}
        />
        <div className="mb-3">
          <GroupChart
            title="Продажи"
            report={report}
            before={before}
            measure={({ amount }) => amount}
            format={formatMoney}
          />
        </div>
        <Items report={report} before={before} />
      </>
    )}
  </ReportSection>
);
