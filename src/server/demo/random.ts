/** Numbers that look like chance and are the same at each run. */
export interface Chance {
  /** From 0 up to 1, exclusive. */
  next(): number;
  /** A whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number;
  pick<Value>(list: readonly Value[]): Value;
  /** True with the probability given. */
  happens(probability: number): boolean;
}

/** A seeded source of chance (mulberry32). */
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
