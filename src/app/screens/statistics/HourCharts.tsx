import { counted } from "#domain/format.ts";
import { formatMoney } from "#domain/money.ts";
import { busyHours, type HourRow, type Orders } from "#machines/queries/dashboard.ts";
import { BarChart } from "../../ui/charts/BarChart.tsx";
import { ChartWithTable } from "../../ui/charts/ChartWithTable.tsx";
import { formatCompact } from "../../ui/charts/formatCompact.ts";
import type { OtherDays } from "./Figure.tsx";

type Measure = "count" | "amount";

const formatOrders = (count: number): string => counted(count, ["заказ", "заказа", "заказов"]);

const measures: readonly { measure: Measure; title: string; format: (value: number) => string }[] = [
  { measure: "count", title: "Заказы по часам", format: formatOrders },
  { measure: "amount", title: "Деньги по часам", format: formatMoney },
];

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
 * Charts of a day's orders and money by hour, compared with the day before. The tables of the charts also contain the
 * same weekday a week before.
 */
export const HourCharts = ({ orders, names }: { orders: Orders; names: OtherDays }) => {
  const rows = busyHours(orders);
  if (rows.length === 0) return null;
  return (
    <div className="col-span-full grid gap-3 lg:grid-cols-2">
      {measures.map(({ measure, title, format }) => (
        <ChartWithTable
          key={measure}
          title={title}
          note={describeBusiestHour(rows, measure, format)}
          chart={
            <BarChart
              label={`${title}. ${describeBusiestHour(rows, measure, format)}`}
              series={[
                { title: "Этот день", tone: "accent" },
                { title: names.dayBefore, tone: "outline" },
              ]}
              points={rows.map(({ time, now, dayBefore }) => ({
                key: time,
                label: String(Number(time.slice(0, 2))),
                name: time,
                values: [now?.[measure] ?? 0, dayBefore?.[measure] ?? 0],
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
      ))}
    </div>
  );
};
