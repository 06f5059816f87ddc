import { formatDay } from "#domain/format.ts";
import { formatAmount, formatMoney, sumMoney } from "#domain/money.ts";
import type { InventoryFigures } from "#machines/directory/descriptors/inventories.ts";
import { ChartGrid } from "../../ui/charts/ChartGrid.tsx";
import { ChartWithTable } from "../../ui/charts/ChartWithTable.tsx";
import { formatCompact } from "../../ui/charts/formatCompact.ts";

type Weeks = InventoryFigures["lossByWeek"];

const TITLE = "Недостачи и излишки по неделям";

const WeekTable = ({ weeks }: { weeks: Weeks }) => (
  <div className="table-box max-h-72">
    <table className="table">
      <caption className="sr-only">{TITLE}</caption>
      <thead>
        <tr>
          <th scope="col">Неделя с</th>
          <th scope="col" className="num">
            Недостача, р.
          </th>
          <th scope="col" className="num">
            Излишек, р.
          </th>
        </tr>
      </thead>
      <tbody>
        {weeks.toReversed().map(({ week, loss, surplus }) => (
          <tr key={week}>
            <td>{formatDay(week)}</td>
            <td className="num">{loss === 0 ? "—" : formatAmount(loss)}</td>
            <td className="num">{surplus === 0 ? "—" : formatAmount(surplus)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

const pointsOf = (weeks: Weeks, field: "loss" | "surplus") =>
  weeks.map((week) => ({
    key: week.week,
    label: formatDay(week.week).slice(0, 5),
    name: `Неделя с ${formatDay(week.week)}`,
    value: week[field],
  }));

/**
 * Charts of the losses and surpluses of the approved inventories by week, for 12 weeks. If there are neither losses nor
 * surpluses, a text says so.
 */
export const LossChart = ({ weeks }: { weeks: Weeks }) => {
  const loss = sumMoney(weeks.map((week) => week.loss));
  const surplus = sumMoney(weeks.map((week) => week.surplus));
  if (loss === 0 && surplus === 0)
    return (
      <section aria-label={TITLE} className="card min-w-0">
        <h2 className="mb-2 font-semibold">{TITLE}</h2>
        <p className="text-sm text-muted">За 12 недель недостач и излишков нет.</p>
      </section>
    );
  return (
    <ChartWithTable
      title={TITLE}
      note="За 12 недель"
      chart={
        <ChartGrid
          label={TITLE}
          series={[
            { key: "loss", title: "Недостача", total: formatMoney(loss), points: pointsOf(weeks, "loss") },
            { key: "surplus", title: "Излишек", total: formatMoney(surplus), points: pointsOf(weeks, "surplus") },
          ]}
          format={formatMoney}
          axis={formatCompact}
        />
      }
      table={<WeekTable weeks={weeks} />}
    />
  );
};
