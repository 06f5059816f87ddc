import { useState } from "react";
import { counted } from "#domain/format.ts";
import { formatMoney } from "#domain/money.ts";
import { busyHours, type HourRow, type Orders } from "#machines/queries/dashboard.ts";
import { BarChart } from "../../ui/charts/BarChart.tsx";
import { ChartWithTable } from "../../ui/charts/ChartWithTable.tsx";
import { formatCompact } from "../../ui/charts/formatCompact.ts";
import { FilterChips } from "../../ui/FilterChips.tsx";
import type { OtherDays } from "./Figure.tsx";

type Measure = "count" | "amount";

const formatOrders = (count: number): string => counted(count, ["заказ", "заказа", "заказов"]);

const measures: Readonly<Record<Measure, { title: string; format: (value: number) => string }>> = {
  count: { title: "Заказы по часам", format: formatOrders },
  amount: { title: "Деньги по часам", format: formatMoney },
};

const options = [
  { value: "count", title: "Заказы" },
  { value: "amount", title: "Деньги" },
] as const;

/** Empty card of the height of the chart. It is shown while the orders are being loaded. */
export const HourChartSkeleton = () => <div aria-hidden className="card col-span-full h-[365px] sm:h-[293px]" />;

const days = ["now", "dayBefore", "weekBefore"] as const;

const HourTable = ({
  rows,
  measure,
  format,
  heads,
  caption,
}: {
  rows: readonly HourRow[];
  measure: Measure;
  format: (value: number) => string;
  heads: Readonly<Record<(typeof days)[number], string>>;
  caption: string;
}) => (
  <table className="table">
    <caption className="sr-only">{caption}</caption>
    <thead>
      <tr>
        <th scope="col">Час</th>
        {days.map((day) => (
          <th key={day} scope="col" className="num">
            {heads[day]}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={row.time}>
          <th scope="row" className="static!">
            {row.time}
          </th>
          {days.map((day) => (
            <td key={day} className="num">
              {format(row[day]?.[measure] ?? 0)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

const describeBusiestHour = (rows: readonly HourRow[], measure: Measure, format: (value: number) => string): string => {
  const busiestRow = rows.reduce<HourRow | undefined>(
    (top, row) => ((row.now?.[measure] ?? 0) > (top?.now?.[measure] ?? 0) ? row : top),
    undefined,
  );
  return busiestRow
    ? `Больше всего в ${busiestRow.time}: ${format(busiestRow.now?.[measure] ?? 0)}`
    : "За этот день пока ничего нет";
};

/**
 * Wide chart of a day's orders or money by hour, compared with the day before. The table also contains the same
 * weekday a week before. Nothing is rendered for days without orders.
 */
export const HourChart = ({ orders, names }: { orders: Orders; names: OtherDays }) => {
  const [measure, setMeasure] = useState<Measure>("count");
  const rows = busyHours(orders);
  if (rows.length === 0) return null;
  const { title, format } = measures[measure];
  const note = describeBusiestHour(rows, measure, format);
  return (
    <div className="col-span-full">
      <ChartWithTable
        title={title}
        note={note}
        choice={<FilterChips label="Что показать по часам" options={options} value={measure} onChoose={setMeasure} />}
        chart={
          <BarChart
            label={`${title}. ${note}`}
            title="Этот день"
            beforeTitle={names.dayBefore}
            points={rows.map(({ time, now, dayBefore }) => ({
              key: time,
              label: String(Number(time.slice(0, 2))),
              name: time,
              value: now?.[measure] ?? 0,
              before: dayBefore?.[measure] ?? 0,
            }))}
            format={format}
            axis={formatCompact}
          />
        }
        table={
          <HourTable
            rows={rows}
            measure={measure}
            format={format}
            caption={title}
            heads={{ now: "Этот день", ...names }}
          />
        }
      />
    </div>
  );
};
