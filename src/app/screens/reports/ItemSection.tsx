import { useState } from "react";
import type { Schemas } from "#api/client.ts";
import { counted } from "#domain/format.ts";
import { formatMoney } from "#domain/money.ts";
import { itemReport, type ReportQuery } from "#machines/reports/reports.ts";
import { Button } from "../../ui/Button.tsx";
import { BarTable } from "../../ui/charts/BarTable.tsx";
import { NoOrders } from "../statistics/NoOrders.tsx";
import { GroupChart } from "./GroupChart.tsx";
import { ReportSection } from "./ReportSection.tsx";
import { Totals } from "./Totals.tsx";

type Report = Schemas["ItemReport"];

const FIRST = 50;

const whole = new Intl.NumberFormat("ru-RU");
const count = (value: number): string => whole.format(value);

const Items = ({ report, before }: { report: Report; before: Report | undefined }) => {
  const [isWhole, setWhole] = useState(false);
  const earlier = new Map(before?.rows.map((row) => [`${row.itemId} ${row.categoryId}`, row.amount]));
  const shown = isWhole ? report.rows : report.rows.slice(0, FIRST);
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
          { head: "Продано", cell: (row) => count(row.count) },
          { head: "Сумма", cell: ({ amount }) => formatMoney(amount) },
          ...(before
            ? [
                {
                  head: "Прошлый период",
                  cell: ({ itemId, categoryId }: Report["rows"][number]) =>
                    formatMoney(earlier.get(`${itemId} ${categoryId}`) ?? 0),
                },
              ]
            : []),
          { head: "Скидки", cell: ({ discountAmount }) => formatMoney(discountAmount) },
        ]}
        empty="Ничего не продано."
      />
      {shown.length < report.rows.length && (
        <footer className="flex items-center gap-3 px-3 py-2 text-sm text-muted">
          Показаны {FIRST} из {counted(report.rows.length, ["позиции", "позиций", "позиций"])}
          <Button onClick={() => setWhole(true)}>Показать все</Button>
        </footer>
      )}
    </section>
  );
};

/** Dishes sold, the most money first. */
export const ItemSection = ({ query }: { query: ReportQuery }) => (
  <ReportSection
    viewed={itemReport}
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
            { label: "Продано, шт.", of: ({ total }) => total.count, format: count },
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
