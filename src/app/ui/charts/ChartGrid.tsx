import { BarChart, type Point } from "./BarChart.tsx";

/** Series of a grid of charts: its name, its sum as text, and its values. */
export interface GridSeries {
  readonly key: string | number;
  readonly title: string;
  readonly total: string;
  readonly points: readonly Point[];
}

/**
 * Grid with one low chart for each series, below its name and sum. All charts have the same scale, so that their bars
 * can be compared.
 */
export const ChartGrid = ({
  label,
  series,
  format,
  axis,
}: {
  /** Beginning of the texts for screen readers. */
  label: string;
  series: readonly GridSeries[];
  format: (value: number) => string;
  axis?: (value: number) => string;
}) => {
  const highest = Math.max(0, ...series.flatMap(({ points }) => points.map(({ value }) => value)));
  return (
    <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,380px),1fr))] gap-x-6 gap-y-3">
      {series.map(({ key, title, total, points }) => (
        <li key={key} className="min-w-0">
          <p className="text-sm wrap-anywhere">
            {title} <span className="ml-1 font-semibold whitespace-nowrap">{total}</span>
          </p>
          <BarChart
            label={`${label}, ${title}: ${total}`}
            title={title}
            points={points}
            format={format}
            {...(axis && { axis })}
            highest={highest}
            size="low"
          />
        </li>
      ))}
    </ul>
  );
};
