import { barTones, type Series } from "./tones.ts";

/** Legend with the title and colour of each series in a chart. */
export const Legend = ({ series }: { series: readonly Series[] }) => (
  <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
    {series.map(({ title, tone }) => (
      <li key={title} className="flex items-center gap-1.5">
        <svg aria-hidden width="12" height="12" className="shrink-0">
          <rect x="0.5" y="0.5" width="11" height="11" rx="2" className={barTones[tone]} />
        </svg>
        {title}
      </li>
    ))}
  </ul>
);
