import type { ReactNode } from "react";
import { formatDay } from "#domain/format.ts";
import type { QueryDescriptor } from "#machines/core/query.ts";
import type { Compared, ReportParams } from "#machines/queries/reports.ts";
import { useCommands } from "../../keyboard/commands.ts";
import { useTimeZone } from "../../services/context.ts";
import { freshness } from "../../shared/freshness.ts";
import { QueryResult } from "../../shared/QueryResult.tsx";
import { useQuery } from "../../shared/useQuery.ts";

interface PeriodReport {
  readonly startDate: string;
  readonly endDate: string;
  readonly previousStartDate: string;
  readonly previousEndDate: string;
}

const days = (start: string, end: string): string =>
  start === end ? formatDay(start) : `${formatDay(start)} – ${formatDay(end)}`;

/**
 * Section of a report with its period and the time of the read. An empty report is replaced by `empty` and
 * `emptyTable`.
 */
export const ReportSection = <Report extends PeriodReport>({
  descriptor,
  query,
  isEmpty,
  empty,
  emptyTable,
  children,
}: {
  descriptor: QueryDescriptor<ReportParams, Compared<Report>>;
  query: ReportParams;
  isEmpty: (report: Report) => boolean;
  /** Content that is shown if the report is empty. It tells the user how to begin. */
  empty: ReactNode;
  /** Renders a table that is shown below `empty`. */
  emptyTable?: (report: Report) => ReactNode;
  children: (report: Report, before: Report | undefined) => ReactNode;
}) => {
  const view = useQuery(descriptor, query);
  const timeZone = useTimeZone(query.companyId);
  useCommands([{ title: "Обновить", keys: "r", run: view.refresh }]);
  return (
    <QueryResult view={view}>
      {({ report, before }) => (
        <>
          <p className="mb-2 text-sm text-muted">
            {days(report.startDate, report.endDate)}
            {before && `, прошлый период: ${days(report.previousStartDate, report.previousEndDate)}`}
            {` · ${freshness(view.shown, timeZone)}`}
          </p>
          {isEmpty(report) ? (
            <>
              <div className="card mb-3 text-sm text-muted">{empty}</div>
              {emptyTable?.(report)}
            </>
          ) : (
            children(report, before)
          )}
        </>
      )}
    </QueryResult>
  );
};
