import { classNames } from "../classNames.ts";
import { Legend } from "./Legend.tsx";
import { createScale, labelInterval, type Piece, type Scale, stackValues } from "./scale.ts";
import { barTones, type Series } from "./tones.ts";

/** Group of bars at one position of the horizontal axis, with one value for each series. */
export interface Point {
  readonly key: string;
  readonly label: string;
  /** Full name for the tooltip. Needed if `label` is an abbreviation. */
  readonly name?: string;
  readonly values: readonly number[];
}

const HEIGHT = 168;

/** Maximum number of characters of all labels along the horizontal axis. */
const CHARACTERS = 60;
const CHARACTERS_ON_PHONE = 36;
const percent = (share: number): string => `${Math.round(share * 10_000) / 100}%`;

const arrangements = {
  side: {
    extent: ({ values }: Point) => values,
    pieces: (values: readonly number[]): Piece[] => values.map((to, series) => ({ series, from: 0, to })),
    lane: ({ series }: Piece, count: number) => ({ from: series / count, width: 1 / count }),
  },
  stack: {
    extent: ({ values }: Point) => stackValues(values).map(({ to }) => to),
    pieces: stackValues,
    lane: () => ({ from: 0, width: 1 }),
  },
};

const Axis = ({ scale, format }: { scale: Scale; format: (value: number) => string }) => {
  const longest = scale.lines.map(format).reduce((left, right) => (right.length > left.length ? right : left), "");
  return (
    <div aria-hidden className="relative min-w-8 text-xs text-muted" style={{ height: HEIGHT }}>
      {/* The labels are positioned absolutely and have no width, so an invisible copy of the longest one sets the
          column's width. */}
      <span className="invisible whitespace-nowrap">{longest}</span>
      {scale.lines.map((line) => (
        <span
          key={line}
          className="absolute right-0 translate-y-1/2 leading-none whitespace-nowrap"
          style={{ bottom: percent(scale.share(line)) }}
        >
          {format(line)}
        </span>
      ))}
    </div>
  );
};

/**
 * Chart with grouped or stacked bars. `label` is the text for screen readers. `ChartWithTable` shows the numbers in a
 * table.
 */
export const BarChart = ({
  label,
  points,
  series,
  arrange = "side",
  format,
  axis = format,
}: {
  label: string;
  points: readonly Point[];
  series: readonly Series[];
  arrange?: keyof typeof arrangements;
  format: (value: number) => string;
  /** Formats the labels of the vertical axis. Needed if the numbers are too long for the axis. */
  axis?: (value: number) => string;
}) => {
  const { extent, pieces, lane } = arrangements[arrange];
  const scale = createScale(points.flatMap(extent));
  const step = 1 / Math.max(1, points.length);
  const labels = points.map((point) => point.label);
  const every = labelInterval(labels, CHARACTERS);
  const everyOnPhone = every * Math.ceil(labelInterval(labels, CHARACTERS_ON_PHONE) / every);
  const y = (value: number) => HEIGHT * (1 - scale.share(value));
  const tip = ({ name, label: short, values }: Point) =>
    [name ?? short, ...values.map((value, at) => `${series[at]?.title}: ${format(value)}`)].join("\n");
  return (
    <figure className="min-w-0">
      {series.length > 1 && <Legend series={series} />}
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 pt-4">
        <Axis scale={scale} format={axis} />
        <svg role="img" aria-label={label} className="block w-full overflow-visible" height={HEIGHT + 20}>
          {scale.lines.map((line) => (
            <line
              key={line}
              x1="0"
              x2="100%"
              y1={y(line)}
              y2={y(line)}
              className={line === 0 ? "stroke-edge" : "stroke-line"}
            />
          ))}
          {points.map((point, at) => (
            <g key={point.key} className="hover:opacity-75">
              <title>{tip(point)}</title>
              <rect x={percent(at * step)} width={percent(step)} height={HEIGHT} className="fill-transparent" />
              {pieces(point.values).map((piece) => {
                const { from, width } = lane(piece, series.length);
                return (
                  <rect
                    key={piece.series}
                    x={percent((at + 0.12 + from * 0.76) * step)}
                    width={percent(width * 0.76 * step)}
                    y={Math.min(y(piece.from), y(piece.to))}
                    height={Math.abs(y(piece.from) - y(piece.to))}
                    className={classNames(barTones[series[piece.series]?.tone ?? "accent"], "print:stroke-black")}
                  />
                );
              })}
              {at % every === 0 && (
                <text
                  x={percent((at + 0.5) * step)}
                  y={HEIGHT + 15}
                  textAnchor="middle"
                  className={classNames("fill-muted text-xs", at % everyOnPhone !== 0 && "max-[500px]:hidden")}
                >
                  {point.label}
                </text>
              )}
            </g>
          ))}
        </svg>
      </div>
    </figure>
  );
};
