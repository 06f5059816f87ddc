import { formatTwoDecimals } from "./figures.ts";

const shift = (value: number, places: number): number => {
  const [mantissa, exponent = "0"] = String(value).split("e");
  return Number(`${mantissa}e${Number(exponent) + places}`);
};

/** Rounds to 15 significant digits, which removes the error of binary arithmetic, as in 1.15 × 3. */
const removeNoise = (value: number): number => Number(value.toPrecision(15));

const roundTo = (value: number, places: number): number => {
  const size = shift(Math.round(shift(removeNoise(Math.abs(value)), places)), -places);
  return value < 0 && size !== 0 ? -size : size;
};

/** Rounds an amount to kopecks, halves away from zero. It rounds the decimal text, so binary representation errors have no effect. */
export const roundMoney = (value: number): number => roundTo(value, 2);

/** Rounds a decimal of the catalogue (count, portion, price) to 5 places (business, section 5). */
export const roundDecimal = (value: number): number => roundTo(value, 5);

/** Returns the sum of amounts, rounded to kopecks at each step. */
export const sumMoney = (amounts: readonly number[]): number =>
  amounts.reduce((total, amount) => roundMoney(total + amount), 0);

/** Formats an amount without the currency: "1 234,50". */
export const formatAmount = (value: number): string => formatTwoDecimals(roundMoney(value));

/** Formats an amount with the currency: "1 234,50 р.". Its spaces do not break. */
export const formatMoney = (value: number): string => `${formatAmount(value)}\u00a0р.`;

/** Parses a typed amount with a comma or dot and grouping spaces. Returns undefined for an empty or other text. */
export const parseAmount = (text: string): number | undefined => {
  const plain = text.replace(/\s/g, "").replace(",", ".");
  return /^(\d+(\.\d*)?|\.\d+)$/.test(plain) ? Number(plain) : undefined;
};
