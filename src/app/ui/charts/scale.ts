/** Vertical scale of a chart. `lines` are the values of the grid lines in ascending order. */
export interface Scale {
  readonly lines: readonly number[];
  /** Returns the position of a value on the scale. The lowest grid line is 0, the highest is 1. */
  readonly share: (value: number) => number;
}

const LINES = 4;

/**
 * Returns the distance between grid lines for about four lines over `span`. It is 1, 2 or 5 times a power of ten, and
 * at least 1.
 */
const stepFor = (span: number): number => {
  const rough = Math.max(1, span / LINES);
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * ([1, 2, 5, 10].find((times) => times * power >= rough) ?? 10);
};

/** Returns a scale that contains zero and all values. Its grid lines are at round numbers. */
export const createScale = (values: readonly number[]): Scale => {
  const highest = Math.max(0, ...values);
  const lowest = Math.min(0, ...values);
  const step = stepFor(highest - lowest);
  const low = Math.floor(lowest / step) * step;
  const count = Math.max(1, Math.ceil((highest - low) / step));
  const lines = Array.from({ length: count + 1 }, (_, at) => low + at * step);
  return { lines, share: (value) => (value - low) / (count * step) };
};

/**
 * Returns the smallest n for which every n-th label fits on the axis. `characters` is the number of characters that fit
 * on the axis. At least three labels are assumed to fit.
 */
export const labelInterval = (labels: readonly string[], characters: number): number => {
  const longest = Math.max(1, ...labels.map(({ length }) => length));
  const room = Math.max(3, Math.floor(characters / (longest + 2)));
  return Math.ceil(labels.length / room);
};

/**
 * Returns the heat map level of a value. The level is 0 for a value of 0 or less, otherwise 1 to 4 for the quarters of
 * the range from 0 to `highest`.
 */
export const heatLevelOf = (value: number, highest: number): 0 | 1 | 2 | 3 | 4 => {
  if (value <= 0 || highest <= 0) return 0;
  const share = value / highest;
  if (share <= 0.25) return 1;
  if (share <= 0.5) return 2;
  return share <= 0.75 ? 3 : 4;
};
