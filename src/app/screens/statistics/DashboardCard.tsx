import type { ReactNode } from "react";
import { freshness } from "../../shared/freshness.ts";
import { QueryResult } from "../../shared/QueryResult.tsx";
import type { QueryView } from "../../shared/useQuery.ts";
import { type RefreshGroup, useGroupMember } from "../../shared/useRefreshGroup.ts";
import { classNames } from "../../ui/classNames.ts";

/** Card of the dashboard. It shows its own loading state, error, retry button and time of the last read. */
export const DashboardCard = <Query, Answer>({
  title,
  view,
  group,
  timeZone,
  className,
  lines,
  children,
}: {
  title: string;
  view: QueryView<Query, Answer>;
  /** Group of cards that are refreshed together by one button. */
  group: RefreshGroup;
  timeZone: string;
  className?: string;
  /** Number of lines of the skeleton. */
  lines?: number;
  children: (answer: Answer) => ReactNode;
}) => {
  useGroupMember(group, view);
  return (
    <section aria-label={title} className={classNames("card min-w-0", className)}>
      <header className="mb-2 flex flex-wrap items-baseline gap-x-3">
        <h2 className="text-base font-semibold">{title}</h2>
        <span className="text-xs text-muted">{freshness(view.shown, timeZone)}</span>
      </header>
      <QueryResult view={view} lines={lines}>
        {children}
      </QueryResult>
    </section>
  );
};
