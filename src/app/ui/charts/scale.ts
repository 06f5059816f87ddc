/** Vertical scale of a chart. `lines` are the values of its grid lines in ascending order. */
export interface Scale {
  readonly lines: readonly number[];
  /** Returns the position of a value on the scale: 0 at the lowest line, 1 at the highest. */
  readonly share: (value: number) => number;
}

const LINES = 4;

/**
 * Returns the distance between grid lines so that about four of them cover `span`. It is 1, 2 or 5 times a power of
 * ten, and at least 1.
 */
const stepFor = (span: number): number => {
  const rough = Math.max(1, span / LINES);
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * ([1, 2, 5, 10].find((times) => times * power >= rough) ?? 10);
};

/** Returns a scale with round grid lines that contains all values and zero. */
export const createScale = (values: readonly number[]): Scale => {
  const highest = Math.max(0, ...values);
  const lowest = Math.min(0, ...values);
  const step = stepFor(highest - lowest);
  const low = Math.floor(lowest / step) * step;
  const count = Math.max(1, Math.ceil((highest - low) / step));
  const lines = Array.from({ length: count + 1 }, (_, at) => low + at * step);
  return { lines, share: (value) => (value - low) / (count * step) };
};

/** Part of a stacked bar, from one value to another. */
export interface Piece {
  readonly series: number;
  readonly from: number;
  readonly to: number;
}

/** Returns the parts of a stacked bar. Positive values are stacked upwards from zero, negative values downwards. */
export const stackValues = (values: readonly number[]): Piece[] => {
  const ends = { up: 0, down: 0 };
  return values.flatMap((value, series) => {
    if (value === 0) return [];
    const side = value > 0 ? "up" : "down";
    const from = ends[side];
    ends[side] += value;
    return [{ series, from, to: ends[side] }];
  });
};

/**
 * Returns the smallest n such that every n-th label fits on the axis. `characters` is the number of characters that fit
 * on the whole axis.
 */
export const labelInterval = (labels: readonly string[], characters: number): number => {
  const longest = Math.max(1, ...labels.map(({ length }) => length));
  const room = Math.max(3, Math.floor(characters / (longest + 2)));
  return Math.ceil(labels.length / room);
};

/** Returns the heat map level of a value: 0 if there is no value, otherwise 1 to 4 for the quarters up to `highest`. */
export const heatLevelOf = (value: number, highest: number): 0 | 1 | 2 | 3 | 4 => {
  if (value <= 0 || highest <= 0) return 0;
  const share = value / highest;
  if (share <= 0.25) return 1;
  if (share <= 0.5) return 2;
  return share <= 0.75 ? 3 : 4;
};
