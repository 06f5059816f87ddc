/** A vertical scale: its lines from the lowest to the highest, both included. */
export interface Scale {
  readonly lines: readonly number[];
  /** Where a value lies, 0 at the lowest line and 1 at the highest. */
  readonly share: (value: number) => number;
}

const LINES = 4;

/** The smallest step of 1, 2 or 5 times a power of ten of which no more than four reach over a span; 1 at least. */
const stepFor = (span: number): number => {
  const rough = Math.max(1, span / LINES);
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * ([1, 2, 5, 10].find((times) => times * power >= rough) ?? 10);
};

/** A scale over all values and zero, with round lines. */
export const scaleOver = (values: readonly number[]): Scale => {
  const most = Math.max(0, ...values);
  const least = Math.min(0, ...values);
  const step = stepFor(most - least);
  const low = Math.floor(least / step) * step;
  const count = Math.max(1, Math.ceil((most - low) / step));
  const lines = Array.from({ length: count + 1 }, (_, at) => low + at * step);
  return { lines, share: (value) => (value - low) / (count * step) };
};

/** A piece of a bar, from one value to another. */
export interface Piece {
  readonly series: number;
  readonly from: number;
  readonly to: number;
}

/** The pieces of a stacked bar: what is positive goes up from zero, what is negative goes down. */
export const stacked = (values: readonly number[]): Piece[] => {
  const ends = { up: 0, down: 0 };
  return values.flatMap((value, series) => {
    if (value === 0) return [];
    const side = value > 0 ? "up" : "down";
    const from = ends[side];
    ends[side] += value;
    return [{ series, from, to: ends[side] }];
  });
};

/** Every how many of so many labels one is shown where the axis has room for so many characters, so that they do not run into each other. */
export const labelEvery = (labels: readonly string[], characters: number): number => {
  const longest = Math.max(1, ...labels.map(({ length }) => length));
  const room = Math.max(3, Math.floor(characters / (longest + 2)));
  return Math.ceil(labels.length / room);
};

/** How deep a day's colour is, 0 for nothing to 4 for the most. */
export const levelOf = (value: number, most: number): 0 | 1 | 2 | 3 | 4 => {
  if (value <= 0 || most <= 0) return 0;
  const share = value / most;
  if (share <= 0.25) return 1;
  if (share <= 0.5) return 2;
  return share <= 0.75 ? 3 : 4;
};
