import type { GoodDirection } from "../../shared/compareFigures.ts";
import { ChangeMark } from "../statistics/ChangeMark.tsx";

/** Total in a report: a label, a function that computes the total, and a function that formats it. */
export interface Total<Report> {
  readonly label: string;
  readonly of: (report: Report) => number;
  readonly format: (value: number) => string;
  readonly good?: GoodDirection;
}

/** Totals of a report in one row. If the preceding period was read, each total is compared with it. */
export const Totals = <Report,>({
  report,
  before,
  totals,
}: {
  report: Report;
  before: Report | undefined;
  totals: readonly Total<Report>[];
}) => (
  <dl className="card mb-3 flex flex-wrap gap-x-8 gap-y-3">
    {totals.map(({ label, of, format, good = "more" }) => (
      <div key={label}>
        <dt className="text-sm text-muted">{label}</dt>
        <dd>
          <span className="text-xl font-semibold">{format(of(report))}</span>
          {before && (
            <span className="block text-xs text-muted">
              раньше: {format(of(before))}{" "}
              <ChangeMark now={of(report)} before={of(before)} good={good} format={format} />
            </span>
          )}
        </dd>
      </div>
    ))}
  </dl>
);
