import { type ReactNode, useState } from "react";
import { FilterChips } from "../FilterChips.tsx";

/**
 * Card with a chart and a table of the same numbers. A switch in the header selects one of them. `choice` is rendered
 * beside the switch.
 */
export const ChartWithTable = ({
  title,
  note,
  choice,
  chart,
  chartName = "График",
  table,
}: {
  title: string;
  note?: ReactNode;
  choice?: ReactNode;
  chart: ReactNode;
  /** Label of the button that shows the chart. */
  chartName?: string;
  table: ReactNode;
}) => {
  const [view, setView] = useState<"chart" | "table">("chart");
  const views = [
    { value: "chart", title: chartName },
    { value: "table", title: "Таблица" },
  ] as const;
  return (
    <section aria-label={title} className="card min-w-0">
      <header className="mb-2 flex flex-wrap items-start gap-x-6 gap-y-2 sm:flex-nowrap">
        <div className="min-w-40 flex-1">
          <h2 className="font-semibold">{title}</h2>
          {note && <p className="text-sm text-muted">{note}</p>}
        </div>
        {choice}
        <FilterChips label={`Вид: ${title}`} options={views} value={view} onChoose={setView} />
      </header>
      {view === "chart" ? chart : table}
    </section>
  );
};
