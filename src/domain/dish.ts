/** A part of a dish: how much of it a portion takes, and what one unit of it is estimated to cost, roubles. */
export interface Ingredient {
  readonly count: number;
  readonly cost: number;
}

const PLACES = 1e5;

const whole = (value: number): bigint => BigInt(Math.round(value * PLACES));

/** Estimated cost of a portion, roubles, rounded once to 5 places; whole numbers add up the same in any order. */
export const estimatedCost = (ingredients: readonly Ingredient[]): number => {
  const total = ingredients.reduce((sum, { count, cost }) => sum + whole(count) * whole(cost), 0n);
  const scale = BigInt(PLACES);
  return Number((total + scale / 2n) / scale) / PLACES;
};

/** Estimated cost in percent of the price (business, section 9); undefined where the dish is free. */
export const costPercent = (cost: number, price: number): number | undefined =>
  price > 0 ? (cost / price) * 100 : undefined;
