/** Ingredient of one portion: its quantity, and the estimated cost of one unit of the ingredient, roubles. */
export interface Ingredient {
  readonly count: number;
  readonly cost: number;
}

/**
 * Returns the cost of one unit of a stock item, roubles: the average of the company's deliveries, or the estimated cost
 * before the first delivery.
 */
export const unitCostOf = (item: { readonly averageCost?: number | null; readonly estimateCost: number }): number =>
  item.averageCost ?? item.estimateCost;

const PLACES = 1e5;

const toUnits = (value: number): bigint => BigInt(Math.round(value * PLACES));

/**
 * Returns the estimated cost of a portion, roubles, rounded to 5 decimals. The costs are added as integers, so the
 * sequence of the ingredients does not change the sum.
 */
export const estimatedCost = (ingredients: readonly Ingredient[]): number => {
  const total = ingredients.reduce((sum, { count, cost }) => sum + toUnits(count) * toUnits(cost), 0n);
  const scale = BigInt(PLACES);
  return Number((total + scale / 2n) / scale) / PLACES;
};

/** Returns the estimated cost in per cent of the price (business, section 9). Returns undefined for a free dish. */
export const costPercent = (cost: number, price: number): number | undefined =>
  price > 0 ? (cost / price) * 100 : undefined;
