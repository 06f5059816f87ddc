import { type ReactNode, useEffect, useRef } from "react";
import { freshness } from "../../resource/freshness.ts";
import type { View } from "../../resource/useView.ts";
import { ViewAnswer } from "../../resource/ViewAnswer.tsx";
import { classNames } from "../../ui/classNames.ts";

/** A card of the dashboard: it loads, fails and is tried again by itself, and says how fresh it is. */
export const DashboardCard = <Query, Answer>({
  title,
  view,
  asked,
  timeZone,
  className,
  children,
}: {
  title: string;
  view: View<Query, Answer>;
  /** How often the screen as a whole was asked to read anew. */
  asked: number;
  timeZone: string;
  className?: string;
  children: (answer: Answer) => ReactNode;
}) => {
  const { refresh } = view;
  const latest = useRef(refresh);
  latest.current = refresh;
  useEffect(() => {
    if (asked > 0) latest.current();
  }, [asked]);
  return (
    <section aria-label={title} className={classNames("card min-w-0", className)}>
      <header className="mb-2 flex flex-wrap items-baseline gap-x-3">
        <h2 className="text-lg font-semibold">{title}</h2>
        <span className="text-xs text-muted">{freshness(view.shown, timeZone)}</span>
      </header>
      <ViewAnswer view={view}>{children}</ViewAnswer>
    </section>
  );
};
