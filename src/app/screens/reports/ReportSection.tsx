import type { ReactNode } from "react";
import { formatDay } from "#domain/format.ts";
import type { Compared, ReportQuery } from "#machines/reports/reports.ts";
import type { Viewed } from "#machines/resource/view.ts";
import { useCommands } from "../../commands.ts";
import { useTimeZone } from "../../context.ts";
import { freshness } from "../../resource/freshness.ts";
import { useView } from "../../resource/useView.ts";
import { ViewAnswer } from "../../resource/ViewAnswer.tsx";

interface OfPeriod {
  readonly startDate: string;
  readonly endDate: string;
  readonly previousStartDate: string;
  readonly previousEndDate: string;
}

const days = (start: string, end: string): string =>
  start === end ? formatDay(start) : `${formatDay(start)} – ${formatDay(end)}`;

/** A section of the reports: the period it is of, how fresh it is, and its body or the sentence that there is nothing to report. */
export const ReportSection = <Report extends OfPeriod>({
  viewed,
  query,
  isEmpty,
  empty,
  children,
}: {
  viewed: Viewed<ReportQuery, Compared<Report>>;
  query: ReportQuery;
  isEmpty: (report: Report) => boolean;
  /** What would be here, and the first step. */
  empty: ReactNode;
  children: (report: Report, before: Report | undefined) => ReactNode;
}) => {
  const view = useView(viewed, query);
  const timeZone = useTimeZone(query.companyId);
  useCommands([{ title: "Обновить", keys: "r", run: view.refresh }]);
  return (
    <ViewAnswer view={view}>
      {({ report, before }) => (
        <>
          <p className="mb-2 text-sm text-muted">
            {days(report.startDate, report.endDate)}
            {before && `, прошлый период: ${days(report.previousStartDate, report.previousEndDate)}`}
            {` · ${freshness(view.shown, timeZone)}`}
          </p>
          {isEmpty(report) ? <div className="card text-sm text-muted">{empty}</div> : children(report, before)}
        </>
      )}
    </ViewAnswer>
  );
};
