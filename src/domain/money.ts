import { writeTwoDecimals } from "./figures.ts";

const shift = (value: number, places: number): number => {
  const [mantissa, exponent = "0"] = String(value).split("e");
  return Number(`${mantissa}e${Number(exponent) + places}`);
};

/** The double that 15 significant digits name: what is left of 1.15 × 3 after the noise of binary arithmetic is taken off. */
const withoutNoise = (value: number): number => Number(value.toPrecision(15));

const roundTo = (value: number, places: number): number => {
  const size = shift(Math.round(shift(withoutNoise(Math.abs(value)), places)), -places);
  return value < 0 && size !== 0 ? -size : size;
};

/** An amount rounded to kopecks, halves away from zero, decided on the decimal text and not on its binary neighbour. */
export const roundMoney = (value: number): number => roundTo(value, 2);

/** A decimal of the catalogue (count, portion, price) rounded to 5 places (business, section 5). */
export const roundDecimal = (value: number): number => roundTo(value, 5);

/** The sum of amounts, kopecks kept straight at each step. */
export const sumMoney = (amounts: readonly number[]): number =>
  amounts.reduce((total, amount) => roundMoney(total + amount), 0);

/** An amount in figures only, "1 234,50", for columns whose head names the currency. */
export const formatAmount = (value: number): string => writeTwoDecimals(roundMoney(value));

/** An amount as the screens show it, "1 234,50 р.", in one piece that no line break can part. */
export const formatMoney = (value: number): string => `${formatAmount(value)}\u00a0р.`;

/** The number that typed text names, comma or dot and grouping spaces allowed; undefined for empty or other text. */
export const parseAmount = (text: string): number | undefined => {
  const plain = text.replace(/\s/g, "").replace(",", ".");
  return /^(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : undefined;
};
