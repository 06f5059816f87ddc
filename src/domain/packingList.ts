import { roundDecimal, roundMoney, roundUnitCost } from "./money.ts";
import type { Pack } from "./units.ts";

/**
 * Line of a packing list: quantity, price of one unit in roubles, and VAT in per cent. `pack` contains the quantity and
 * the price in another unit, as they were entered.
 */
export interface PackingLine {
  readonly count: number;
  readonly price: number;
  readonly vat: number;
  readonly pack?: Pack | null | undefined;
}

/** Sums of a line or of a document, roubles. `amount` includes VAT. */
export interface LineSums {
  readonly amount: number;
  readonly vatAmount: number;
}

/**
 * Returns the sums of a line, roubles, rounded to 5 decimals. VAT is added to the cost, or is a part of the cost if the
 * price includes VAT (business, section 5). The cost of a line with a pack is computed from the pack's price, because
 * the price of a base unit is rounded.
 */
export const lineSums = ({ vat, pack, ...base }: PackingLine, isVatIncluded: boolean): LineSums => {
  const { count, price } = pack ?? base;
  const cost = roundDecimal(count * price);
  const vatAmount = roundDecimal((cost * vat) / (isVatIncluded ? 100 + vat : 100));
  return { amount: isVatIncluded ? cost : roundDecimal(cost + vatAmount), vatAmount };
};

/** Returns the sums of a document, roubles, rounded to kopecks. `amount` includes VAT. */
export const documentSums = (lines: readonly PackingLine[], isVatIncluded: boolean): LineSums => {
  const sums = lines.map((line) => lineSums(line, isVatIncluded));
  return {
    amount: roundMoney(sums.reduce((total, { amount }) => roundDecimal(total + amount), 0)),
    vatAmount: roundMoney(sums.reduce((total, { vatAmount }) => roundDecimal(total + vatAmount), 0)),
  };
};

/** Returns the price of one unit with VAT, roubles. If VAT is added, the price is rounded to 8 decimals. */
export const priceWithVat = ({ price, vat }: Pick<PackingLine, "price" | "vat">, isVatIncluded: boolean): number =>
  isVatIncluded ? price : roundUnitCost(price * (1 + vat / 100));

/**
 * Returns the change of a price in per cent of an earlier price. Returns undefined if the earlier price is unknown, 0
 * or negative.
 */
export const priceChange = (price: number, earlier: number | null): number | undefined =>
  earlier === null || earlier <= 0 ? undefined : ((price - earlier) / earlier) * 100;
