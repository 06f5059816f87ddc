/** Vertical scale: its lines from the lowest to the highest. */
export interface Scale {
  readonly lines: readonly number[];
  /** Position of a value: 0 at the lowest line, 1 at the highest. */
  readonly share: (value: number) => number;
}

const LINES = 4;

/** Returns the smallest step of 1, 2 or 5 times a power of ten, at least 1, that covers a span in four steps. */
const stepFor = (span: number): number => {
  const rough = Math.max(1, span / LINES);
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * ([1, 2, 5, 10].find((times) => times * power >= rough) ?? 10);
};

/** Returns a scale with round lines that covers all values and zero. */
export const createScale = (values: readonly number[]): Scale => {
  const highest = Math.max(0, ...values);
  const lowest = Math.min(0, ...values);
  const step = stepFor(highest - lowest);
  const low = Math.floor(lowest / step) * step;
  const count = Math.max(1, Math.ceil((highest - low) / step));
  const lines = Array.from({ length: count + 1 }, (_, at) => low + at * step);
  return { lines, share: (value) => (value - low) / (count * step) };
};

/** Piece of a stacked bar. */
export interface Piece {
  readonly series: number;
  readonly from: number;
  readonly to: number;
}

/** Returns the pieces of a stacked bar: positive values go up from zero, negative ones down. */
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

/** Returns n such that every n-th label fits on an axis with room for a number of characters. */
export const labelInterval = (labels: readonly string[], characters: number): number => {
  const longest = Math.max(1, ...labels.map(({ length }) => length));
  const room = Math.max(3, Math.floor(characters / (longest + 2)));
  return Math.ceil(labels.length / room);
};

/** Returns the heat map level of a value: 0 for none, 1 to 4 for the quarters of the largest. */
export const heatLevelOf = (value: number, highest: number): 0 | 1 | 2 | 3 | 4 => {
  if (value <= 0 || highest <= 0) return 0;
  const share = value / highest;
  if (share <= 0.25) return 1;
  if (share <= 0.5) return 2;
  return share <= 0.75 ? 3 : 4;
};
