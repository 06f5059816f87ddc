import { type ReactNode, useState } from "react";

/** Something to look at with the same numbers to read: a chart and, at a press, the table behind it. */
export const Charted = ({
  title,
  note,
  chart,
  chartName = "График",
  table,
}: {
  title: string;
  note?: ReactNode;
  chart: ReactNode;
  /** What the button calls the picture, where it is no chart. */
  chartName?: string;
  table: ReactNode;
}) => {
  const [shown, setShown] = useState<"chart" | "table">("chart");
  const ways = [
    { way: "chart", name: chartName },
    { way: "table", name: "Таблица" },
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
          {ways.map(({ way, name }) => (
            <button key={way} type="button" className="chip" aria-pressed={way === shown} onClick={() => setShown(way)}>
              {name}
            </button>
          ))}
        </fieldset>
      </header>
      {shown === "chart" ? chart : table}
    </section>
  );
};
