import { type ReactNode, useState } from "react";

/** Card with a chart. The user can switch to a table with the same numbers. */
export const ChartWithTable = ({
  title,
  note,
  chart,
  chartName = "График",
  table,
}: {
  title: string;
  note?: ReactNode;
  chart: ReactNode;
  /** Label of the button that shows the chart. */
  chartName?: string;
  table: ReactNode;
}) => {
  const [view, setView] = useState<"chart" | "table">("chart");
  const views = [
    { name: "chart", title: chartName },
    { name: "table", title: "Таблица" },
  ] as const;
  return (
    <section aria-label={title} className="card min-w-0">
      <header className="mb-2 flex items-start gap-x-3">
        <div className="min-w-0 flex-1">
          <h2 className="font-semibold">{title}</h2>
          {note && <p className="text-sm text-muted">{note}</p>}
        </div>
        <fieldset className="flex shrink-0 gap-1">
          <legend className="sr-only">Вид: {title}</legend>
          {views.map(({ name, title: text }) => (
            <button
              key={name}
              type="button"
              className="chip"
              aria-pressed={name === view}
              onClick={() => setView(name)}
            >
              {text}
            </button>
          ))}
        </fieldset>
      </header>
      {view === "chart" ? chart : table}
    </section>
  );
};
