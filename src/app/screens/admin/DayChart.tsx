import { formatDay } from "#domain/format.ts";

const WIDTH = 1000;
const HEIGHT = 150;

/** A bar for each day; the numbers are in the table below it. */
export const DayChart = ({ days }: { days: readonly { readonly day: string; readonly views: number }[] }) => {
  const most = Math.max(1, ...days.map(({ views }) => views));
  const step = WIDTH / Math.max(1, days.length);
  const height = (views: number) => (views / most) * HEIGHT;
  const first = days[0]?.day;
  const last = days.at(-1)?.day;
  return (
    <figure>
      <svg
        role="img"
        aria-label={`Просмотры по дням, больше всего за день: ${most}`}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="block h-36 w-full border-b border-line text-accent"
      >
        {days.map(({ day, views }, at) => (
          <rect
            key={day}
            x={at * step + step * 0.1}
            width={step * 0.8}
            y={HEIGHT - height(views)}
            height={height(views)}
            fill="currentColor"
          >
            <title>{`${formatDay(day)}: ${views}`}</title>
          </rect>
        ))}
      </svg>
      <figcaption className="mt-1 flex justify-between text-xs text-muted">
        <span>{first && formatDay(first)}</span>
        <span>больше всего за день: {most}</span>
        <span>{last && formatDay(last)}</span>
      </figcaption>
    </figure>
  );
};
