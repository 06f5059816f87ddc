import { useRef } from "react";
import { classNames } from "../classNames.ts";
import { compactFormatFor } from "./formatCompact.ts";
import { type LabelObstacle, type LabelPlace, placeLabel } from "./placeLabel.ts";
import { createScale, labelInterval, type Scale } from "./scale.ts";
import { useWidth } from "./useWidth.ts";

/** Value at one position of the horizontal axis. */
export interface Point {
  readonly key: string;
  readonly label: string;
  /** Full name for the tooltip. Needed if `label` is an abbreviation. */
  readonly name?: string;
  readonly value: number;
  /** Value of an earlier period, with which `value` is compared. */
  readonly before?: number;
}

const HEIGHT = { normal: 168, low: 96 } as const;

/** Height of a line of text, px. */
const LINE = 16;
/** Average width of a character at a font size of 12 px, in px. */
const CHARACTER = 7.2;
/**
 * Free space at each side of a bar, as a share of the width of one point. `single`: a bar without a comparison.
 * `compared`: the narrow bar of the current period, drawn over the bar of the earlier period. `before`: the wide bar of
 * the earlier period.
 */
const MARGIN = { single: 0.12, compared: 0.28, before: 0.12 } as const;

/** Maximum number of characters of all labels along the horizontal axis. */
const CHARACTERS = 60;
const CHARACTERS_ON_PHONE = 36;
const percent = (share: number): string => `${Math.round(share * 10_000) / 100}%`;
/** Space between two labels in one line, px. */
const SPACE = CHARACTER;
const widthOf = (text: string): number => text.length * CHARACTER;

/** CSS classes of a text with a halo. The halo keeps the text readable over bars and grid lines. */
const HALO = "text-xs stroke-raised stroke-3 [paint-order:stroke]";

const Axis = ({ scale, height, format }: { scale: Scale; height: number; format: (value: number) => string }) => {
  const longest = scale.lines.map(format).reduce((left, right) => (right.length > left.length ? right : left), "");
  return (
    <div aria-hidden className="relative min-w-8 text-xs text-muted" style={{ height }}>
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

const Bar = ({
  at,
  step,
  margin,
  ends,
  className,
}: {
  at: number;
  step: number;
  margin: number;
  /** Vertical positions of the two ends of the bar, px. */
  ends: readonly [number, number];
  className: string;
}) => (
  <rect
    x={percent((at + margin) * step)}
    width={percent((1 - 2 * margin) * step)}
    y={Math.min(...ends)}
    height={Math.abs(ends[0] - ends[1])}
    className={classNames(className, "print:stroke-black")}
  />
);

/**
 * Name and value of a series beside one of its bars, with a line to the bar if the label is more than 8 px above it.
 */
const NameLabel = ({
  place: { left, bottom, target },
  text,
  width,
  className,
}: {
  place: LabelPlace;
  text: string;
  width: number;
  className: string;
}) => (
  <g aria-hidden>
    {target.top - bottom > LINE / 2 && (
      <line
        x1={percent(target.x / width)}
        x2={percent(target.x / width)}
        y1={bottom + 2}
        y2={target.top}
        className="stroke-edge"
      />
    )}
    <text
      x={percent((left + widthOf(text) / 2) / width)}
      y={bottom}
      textAnchor="middle"
      className={classNames(HALO, className)}
    >
      {text}
    </text>
  </g>
);

/**
 * Returns the values written beside the bars, with their places: all values except 0 if they fit, otherwise only the
 * highest value above 0. In a comparison, one value above 0 of the earlier period is added.
 */
const directLabels = (
  points: readonly Point[],
  { title, beforeTitle }: { title: string; beforeTitle: string | undefined },
  y: (value: number) => number,
  width: number,
) => {
  const isCompared = beforeTitle !== undefined;
  const step = width / Math.max(1, points.length);
  const topOf = (value: number) => y(Math.max(0, value));
  const highest = points.reduce<Point | undefined>(
    (top, point) => (point.value > (top?.value ?? 0) ? point : top),
    undefined,
  );
  const { format, unit } = compactFormatFor(Math.max(0, ...points.flatMap(({ value, before = 0 }) => [value, before])));
  const longest = Math.max(0, ...points.map(({ value }) => widthOf(format(value))));
  const hasAllValues = longest + 2 <= step;
  const named = (name: string, value: number) =>
    [isCompared && `${name}:`, format(value), unit].filter(Boolean).join(" ");
  const values = points.flatMap((point, at) =>
    hasAllValues && point.value !== 0 && point !== highest
      ? [{ at, key: point.key, text: format(point.value), y: topOf(point.value) - 4 }]
      : [],
  );
  const columns: LabelObstacle[] = points.flatMap(({ value, before = 0 }, at) => {
    const span = (margin: number) => ({ left: (at + margin) * step, right: (at + 1 - margin) * step });
    return [
      { ...span(isCompared ? MARGIN.compared : MARGIN.single), top: topOf(value) },
      ...(isCompared ? [{ ...span(MARGIN.before), top: topOf(before) }] : []),
    ];
  });
  columns.push(
    ...values.map(({ at, text, y: bottom }) => ({
      left: (at + 0.5) * step - widthOf(text) / 2 - SPACE,
      right: (at + 0.5) * step + widthOf(text) / 2 + SPACE,
      top: bottom - LINE + 2,
    })),
  );
  const place = (text: string, targets: Parameters<typeof placeLabel>[0]) => {
    const found = placeLabel(targets, columns, widthOf(text), width);
    if (found)
      columns.push({
        left: found.left - SPACE,
        right: found.left + widthOf(text) + SPACE,
        top: found.bottom - LINE + 2,
      });
    return found && { text, place: found };
  };
  const now =
    highest &&
    place(named(title, highest.value), [{ x: (points.indexOf(highest) + 0.5) * step, top: topOf(highest.value) }]);
  // A bar of the earlier period is wider than the bar in front of it, so a strip of the wider bar stays visible on the
  // right. The line from the label to the bar ends in the middle of this strip.
  const shoulder = (MARGIN.compared + MARGIN.before) / 2;
  const candidates = points.flatMap(({ before = 0 }, at) =>
    before > 0 ? [{ before, target: { x: (at + 1 - shoulder) * step, top: topOf(before) } }] : [],
  );
  const shortest = candidates.reduce(
    (low, { before }) => Math.min(low, widthOf(named(beforeTitle ?? "", before))),
    width,
  );
  const nearest =
    isCompared &&
    placeLabel(
      candidates.map(({ target }) => target),
      columns,
      shortest,
      width,
    );
  const chosen = nearest && candidates.find(({ target }) => target === nearest.target);
  const before = chosen && place(named(beforeTitle ?? "", chosen.before), [chosen.target]);
  return { values, now, before };
};

/**
 * Bar chart in one colour, with the bars of an earlier period in a neutral colour behind them. `label` is the text for
 * screen readers. Values other than 0 are written above all bars if they fit, otherwise only above the highest bar. In
 * a comparison, one earlier value is written too.
 */
export const BarChart = ({
  label,
  points,
  title,
  beforeTitle,
  format,
  axis = format,
  highest = 0,
  size = "normal",
}: {
  label: string;
  points: readonly Point[];
  /** Name of the values in the tooltip, and beside the bars if they are compared. */
  title: string;
  /** Name of the earlier values. Without it the values are not compared. */
  beforeTitle?: string | undefined;
  format: (value: number) => string;
  /** Formats the labels of the vertical axis. Needed if the numbers are too long for the axis. */
  axis?: (value: number) => string;
  /**
   * Minimum for the upper end of the vertical axis. Charts with the same `highest` have the same scale if no value is
   * above it or negative.
   */
  highest?: number;
  size?: keyof typeof HEIGHT;
}) => {
  const box = useRef<SVGSVGElement>(null);
  const width = useWidth(box);
  const height = HEIGHT[size];
  const isCompared = beforeTitle !== undefined;
  const scale = createScale([highest, ...points.flatMap(({ value, before = 0 }) => [value, isCompared ? before : 0])]);
  const step = 1 / Math.max(1, points.length);
  const names = points.map((point) => point.label);
  const every = labelInterval(names, CHARACTERS);
  const everyOnPhone = every * Math.ceil(labelInterval(names, CHARACTERS_ON_PHONE) / every);
  const y = (value: number) => height * (1 - scale.share(value));
  const tip = ({ name, label: short, value, before = 0 }: Point) =>
    [name ?? short, `${title}: ${format(value)}`, ...(isCompared ? [`${beforeTitle}: ${format(before)}`] : [])].join(
      "\n",
    );
  const labels = width > 0 ? directLabels(points, { title, beforeTitle }, y, width) : undefined;
  const upperEdge = Math.min(0, ...[labels?.now, labels?.before].map((text) => (text ? text.place.bottom : 0)));
  return (
    <figure className="min-w-0" style={{ paddingTop: Math.max(isCompared ? 2 * LINE : LINE + 4, LINE - upperEdge) }}>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
        <Axis scale={scale} height={height} format={axis} />
        <svg ref={box} role="img" aria-label={label} className="block w-full overflow-visible" height={height + 20}>
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
              <rect x={percent(at * step)} width={percent(step)} height={height} className="fill-transparent" />
              {isCompared && (
                <Bar
                  at={at}
                  step={step}
                  margin={MARGIN.before}
                  ends={[y(0), y(point.before ?? 0)]}
                  className="fill-sunken stroke-edge"
                />
              )}
              <Bar
                at={at}
                step={step}
                margin={isCompared ? MARGIN.compared : MARGIN.single}
                ends={[y(0), y(point.value)]}
                className="fill-accent"
              />
              {at % every === 0 && (
                <text
                  x={percent((at + 0.5) * step)}
                  y={height + 15}
                  textAnchor="middle"
                  className={classNames("fill-muted text-xs", at % everyOnPhone !== 0 && "max-[500px]:hidden")}
                >
                  {point.label}
                </text>
              )}
            </g>
          ))}
          {labels?.values.map(({ at, key, text, y: bottom }) => (
            <text
              key={key}
              aria-hidden
              x={percent((at + 0.5) * step)}
              y={bottom}
              textAnchor="middle"
              className={classNames(HALO, "pointer-events-none fill-text")}
            >
              {text}
            </text>
          ))}
          {labels?.before && <NameLabel {...labels.before} width={width} className="fill-muted" />}
          {labels?.now && <NameLabel {...labels.now} width={width} className="fill-accent font-semibold" />}
        </svg>
      </div>
    </figure>
  );
};
