/** Deterministic pseudo-random generator. */
export interface Chance {
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  next(): number;
  /** Returns an integer from `low` to `high`, both inclusive. */
  whole(low: number, high: number): number;
  pick<Value>(list: readonly Value[]): Value;
  /** Returns true with the given probability. */
  happens(probability: number): boolean;
}

/** Creates a pseudo-random generator from a seed (mulberry32). */
export const createChance = (seed: number): Chance => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const whole = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  const pick = <Value>(list: readonly Value[]): Value => {
    const value = list[whole(0, list.length - 1)];
    if (value === undefined) throw new Error("nothing to pick from");
    return value;
  };
  return { next, whole, pick, happens: (probability) => next() < probability };
};
