import type { Schemas } from "#api/client.ts";
import type { GoodDirection } from "../../shared/compareFigures.ts";
import { BarChart } from "../../ui/charts/BarChart.tsx";
import { ChartWithTable } from "../../ui/charts/ChartWithTable.tsx";
import { formatCompact } from "../../ui/charts/formatCompact.ts";
import { ChangeMark } from "../statistics/ChangeMark.tsx";
import { groupHeads, groupLabel, groupName } from "./groupNames.ts";

interface Group {
  readonly date: string;
  readonly endDate: string;
}

type Grouped<G extends Group> = Schemas["ReportPeriod"] & { readonly groups: readonly G[] };

/** Chart and table of one figure by day, week or month. The preceding period can be shown for comparison. */
export const GroupChart = <G extends Group>({
  title,
  report,
  before,
  measure,
  format,
  good = "more",
}: {
  title: string;
  report: Grouped<G>;
  before: Grouped<G> | undefined;
  measure: (group: G) => number;
  format: (value: number) => string;
  good?: GoodDirection;
}) => {
  const { groupBy, groups } = report;
  const { head, by } = groupHeads[groupBy];
  const rows = groups.map((group, at) => {
    const earlier = before?.groups[at];
    return {
      key: group.date,
      label: groupLabel(groupBy, group),
      name: groupName(groupBy, group),
      now: measure(group),
      before: earlier ? measure(earlier) : 0,
      beforeName: earlier && groupName(groupBy, earlier),
    };
  });
  const highest = rows.reduce((top, row) => (row.now > top.now ? row : top), { now: 0, name: "" });
  const note = highest.now > 0 ? `Больше всего ${highest.name}: ${format(highest.now)}` : undefined;
  return (
    <ChartWithTable
      title={`${title} ${by}`}
      note={note}
      chart={
        <BarChart
          label={[`${title} ${by}.`, note].filter(Boolean).join(" ")}
          title="Этот период"
          beforeTitle={before && "Прошлый период"}
          points={rows.map(({ now, ...point }) => ({ ...point, value: now }))}
          format={format}
          axis={formatCompact}
        />
      }
      table={
        <table className="table">
          <caption className="sr-only">{`${title} ${by}`}</caption>
          <thead>
            <tr>
              <th scope="col">{head}</th>
              <th scope="col" className="num">
                Этот период
              </th>
              {before && (
                <th scope="col" className="num">
                  Прошлый период
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.key}>
                <td>{row.name}</td>
                <td className="num">{format(row.now)}</td>
                {before && (
                  <td className="num">
                    {row.beforeName && <span className="mr-2 text-xs text-muted">{row.beforeName}</span>}
                    {format(row.before)} <ChangeMark now={row.now} before={row.before} good={good} format={format} />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      }
    />
  );
};
